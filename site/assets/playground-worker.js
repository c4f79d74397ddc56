// The engine of the playground. It is a worker of the page; a page that is a file may have none, and
// loads this script itself.
"use strict";
(() => {
  const shared = (self.fairybook ??= {});
  let compiled;
  let instance;

  // The engine comes as text, because a page that is a file may not fetch another file.
  shared.module = (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
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
