// The engine of the playground. It is a worker of the page; a page that is a file may have none, and
// loads this script itself, after engine.js.
"use strict";
(() => {
  const isWorker = typeof importScripts === "function";
  if (isWorker) importScripts("engine.js", "playground-module.js");
  const shared = self.fairybook;
  let engine;

  // Carries out a request. After a fault of the engine the next request gets a new one.
  shared.ask = async (request) => {
    engine ??= shared.engine();
    try {
      return (await engine)(request);
    } catch (error) {
      engine = undefined;
      throw error;
    }
  };

  if (!isWorker) return;
  addEventListener("message", async ({ data: { number, request } }) => {
    try {
      postMessage({ number, answer: await shared.ask(request) });
    } catch (error) {
      postMessage({ number, fault: String(error.message ?? error) });
    }
  });
})();
