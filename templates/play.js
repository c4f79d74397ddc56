// Wakes the boards of a page: a click on a diagram, or a link with a game in it, loads the engine and
// play-board.js. Nothing of them is loaded before, and every page works without this script.
"use strict";
(() => {
  const here = document.currentScript.src;
  const boards = new Map();

  const loaded = new Map();
  const load = (name) => {
    if (!loaded.has(name)) {
      loaded.set(name, new Promise((done, fail) => {
        const script = document.createElement("script");
        script.src = here.replace(/play\.js(?=[?#]|$)/, name);
        script.onload = done;
        script.onerror = () => fail(new Error(name + " cannot be loaded"));
        document.head.append(script);
      }));
    }
    return loaded.get(name);
  };

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
  let compiled;
  const unpack = async (text, size) => {
    const stream = new Blob([bytesOf(text, size)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
  };
  // A new engine: a function from requests to answers.
  const engine = async () => {
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
  const fairybook = (window.fairybook = { engine, module: (...packed) => (compiled = unpack(...packed)) });

  const open = async (figure, start) => {
    const drawing = figure.querySelector(".drawing");
    const panel = document.createElement("div");
    panel.className = "play";
    figure.querySelector(".play")?.remove();
    drawing.after(panel);
    drawing.setAttribute("aria-busy", "true");
    const wait = setTimeout(() => (panel.textContent = "Setting up …"), 200);
    try {
      await Promise.all([load("play-board.js"), load("play-module.js")]);
      const board = new fairybook.Board(figure);
      await board.open(start);
      figure.querySelector(".wake").remove();
      fairybook.open.set(figure.id, board);
      return board;
    } catch (error) {
      boards.delete(figure.id);
      panel.textContent = `This board cannot be played here: ${error.message}.`;
      throw error;
    } finally {
      clearTimeout(wait);
      drawing.removeAttribute("aria-busy");
    }
  };
  const wake = (figure, start) => {
    if (!boards.has(figure.id)) boards.set(figure.id, open(figure, start));
    return boards.get(figure.id);
  };

  const prepare = (figure) => {
    const request = fairybook.book.figures[figure.id];
    const drawing = figure.querySelector(".drawing");
    if (!request || !drawing) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "wake";
    button.textContent = request.shows.moves ? "Try it" : "Play from here";
    button.addEventListener("click", async () => (await wake(figure)).focus(0));
    drawing.after(button);
    drawing.addEventListener("click", async (event) => {
      if (boards.has(figure.id) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      const board = await wake(figure);
      board.press(board.index(document.elementFromPoint(event.clientX, event.clientY)));
    }, true);
  };

  // Where the page is replaced while it is read: its boards, those that are played, and their end.
  fairybook.start = () => {
    const block = document.querySelector("script.boards");
    fairybook.book = block ? JSON.parse(block.textContent) : { figures: {} };
    document.querySelectorAll("figure[data-board]").forEach(prepare);
  };
  fairybook.open = new Map();
  fairybook.played = () => Array.from(fairybook.open, ([id, board]) => ({ id, ...board.start() }));
  fairybook.close = () => {
    fairybook.open.forEach((board) => board.close());
    fairybook.open.clear();
    boards.clear();
  };
  fairybook.wake = (id, start) => {
    const figure = fairybook.book.figures[id] && document.getElementById(id);
    return figure && wake(figure, start);
  };

  // #play=FIGURE&from=POSITION&moves=e2e4,e7e5
  const openLink = async () => {
    const parts = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
    const figure = parts.has("play") && document.getElementById(parts.get("play"));
    if (!figure || !fairybook.book.figures[figure.id]) return;
    const moves = (parts.get("moves") ?? "").split(",").filter(Boolean).slice(0, 2000);
    const start = { from: parts.get("from") ?? undefined, moves };
    const known = boards.get(figure.id);
    if (known) (await known).restart(start);
    else await wake(figure, start);
    figure.scrollIntoView();
  };
  fairybook.start();
  openLink();
  addEventListener("hashchange", openLink);
})();
