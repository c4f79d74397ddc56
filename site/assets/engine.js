// Unpacks an engine and calls it: that of boards on a page, and that of the playground in its worker.
"use strict";
(() => {
  const shared = (self.fairybook ??= {});
  let compiled;

  // The engine comes as text, because a page that is a file may not fetch another file.
  // It is compressed; each letter has seven bits; one above 127 has also those of a letter that strings cannot have.
  const FORBIDDEN = [0, 10, 13, 34, 92];
  const bytesOf = (text, size) => {
    const bytes = new Uint8Array(size);
    let bits = 0;
    let count = 0;
    let at = 0;
    for (let index = 0; index < text.length; index += 1) {
      const letter = text.charCodeAt(index);
      if (letter > 127) {
        bits = (bits << 14) | (FORBIDDEN[(letter >> 7) - 1] << 7) | (letter & 127);
        count += 14;
      } else {
        bits = (bits << 7) | letter;
        count += 7;
      }
      while (count >= 8) {
        count -= 8;
        bytes[at] = bits >> count;
        at += 1;
      }
      bits &= 127;
    }
    return bytes;
  };
  const unpack = async (text, size) => {
    const stream = new Response(bytesOf(text, size)).body.pipeThrough(new DecompressionStream("gzip"));
    // It is compiled while it is unpacked.
    return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
  };
  // Called by the script of the engine.
  shared.module = (...packed) => (compiled = unpack(...packed));

  // A new engine: a function from requests to answers.
  shared.engine = async () => {
    const { exports } = await WebAssembly.instantiate(await compiled);
    return (request) => {
      const bytes = new TextEncoder().encode(JSON.stringify(request));
      const at = exports.alloc(bytes.length) >>> 0;
      new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
      const found = exports.ask(at, bytes.length) >>> 0;
      // Only now: memory may have grown.
      const { buffer } = exports.memory;
      const [start, length] = new Uint32Array(buffer, found, 2);
      return JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, start, length)));
    };
  };
})();
