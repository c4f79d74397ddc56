// The engine of the playground. It is a worker of the page; a page that is a file may have none, and
// loads this script itself.
"use strict";
(() => {
  const shared = (self.fairybook ??= {});
  let compiled;
  let instance;

  // The engine comes as text, because a page that is a file may not fetch another file.
  // It is compressed; each letter has seven bits; one above 127 has also those of a letter that strings cannot have.
  const bytesOf = (text, size) => {
    const bytes = new Uint8Array(size);
    let [bits, count, at] = [0, 0, 0];
    const add = (seven) => {
      bits = (bits << 7) | seven;
      count += 7;
      if (count < 8) return;
      count -= 8;
      bytes[at++] = bits >> count;
      bits &= (1 << count) - 1;
    };
    for (let index = 0; index < text.length; index += 1) {
      const letter = text.charCodeAt(index);
      if (letter > 127) add([0, 10, 13, 34, 92][(letter >> 7) - 1]);
      add(letter & 127);
    }
    return bytes;
  };
  shared.module = (text, size) => {
    const stream = new Blob([bytesOf(text, size)]).stream().pipeThrough(new DecompressionStream("gzip"));
    compiled = new Response(stream).arrayBuffer().then((module) => WebAssembly.compile(module));
  };

  // Carries out a request. After a fault of the engine the next request gets a new one.
  shared.ask = async (request) => {
    instance ??= WebAssembly.instantiate(await compiled);
    const { exports } = await instance;
    try {
      const bytes = new TextEncoder().encode(JSON.stringify(request));
      const at = exports.alloc(bytes.length) >>> 0;
      new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
      const found = exports.ask(at, bytes.length) >>> 0;
      // Only now: memory may have grown.
      const { buffer } = exports.memory;
      const [start, length] = new Uint32Array(buffer, found, 2);
      return JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, start, length)));
    } catch (error) {
      instance = undefined;
      throw error;
    }
  };

  if (typeof importScripts !== "function") return;
  addEventListener("message", async ({ data: { number, request } }) => {
    try {
      if (!compiled) importScripts("playground-module.js");
      postMessage({ number, answer: await shared.ask(request) });
    } catch (error) {
      postMessage({ number, fault: String(error.message ?? error) });
    }
  });
})();
