// Answers requests with an engine of boards, as a browser does: lines on standard input, lines on standard
// output. Each `open` begins with a new engine.
//
//   node .ci/answers.cjs ENGINE.wasm
"use strict";
const fs = require("node:fs");
const lines = require("node:readline").createInterface({ input: process.stdin });

const compiled = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
let engine;
const answer = (request) => {
  if (request.startsWith('{"open":')) engine = new WebAssembly.Instance(compiled).exports;
  const bytes = Buffer.from(JSON.stringify(JSON.parse(request).open ?? JSON.parse(request).ask));
  const at = engine.alloc(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  const found = engine.ask(at, bytes.length) >>> 0;
  const [start, length] = new Uint32Array(engine.memory.buffer, found, 2);
  return Buffer.from(new Uint8Array(engine.memory.buffer, start, length)).toString();
};

lines.on("line", (line) => process.stdout.write(answer(line) + "\n"));
