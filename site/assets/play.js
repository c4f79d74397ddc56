// Wakes the boards of a page: a click on a diagram, or a link with a game in it, loads the engine and
// play-board.js. Nothing of them is loaded before, and every page works without this script.
"use strict";
(() => {
  // Put in by the build, from the words of the language.
  const WORDS = {"figurines":"Figurines","first":"First","last":"Last","not_loaded":"{file} cannot be loaded","not_playable":"This board cannot be played here: {why}.","play":"Play","play_from_here":"Play from here","redo":"Next","setting_up":"Setting up …","traditional":"Traditional pieces","try_it":"Try it","undo":"Back"};
  const here = document.currentScript.src;
  const boards = new Map();

  const loaded = new Map();
  const load = (name) => {
    if (!loaded.has(name)) {
      loaded.set(name, new Promise((done, fail) => {
        const script = document.createElement("script");
        script.src = here.replace(/play\.js(?=[?#]|$)/, name);
        // They run in the order in which they are asked for.
        script.async = false;
        script.onload = done;
        script.onerror = () => fail(new Error(WORDS.not_loaded.replace("{file}", name)));
        document.head.append(script);
      }));
    }
    return loaded.get(name);
  };

  const fairybook = (window.fairybook = { isEmbedded: document.body.classList.contains("embedded") });

  // What opens a figure, or another one in its place.
  fairybook.request = (id, { shown, ...start } = {}) => {
    const { definitions, dress, figures, figurines } = fairybook.book;
    const figure = { ...figures[shown ?? id] };
    if (figurines && fairybook.asFigurines && figure.variant === figures.start.variant) figure.dress ??= "figurine";
    return { do: "open", definitions, dress, figure, id, ...start };
  };

  const open = async (figure, start, points, shown) => {
    const drawing = figure.querySelector(".drawing");
    const panel = document.createElement("div");
    panel.className = "play";
    figure.querySelector(".play")?.remove();
    drawing.after(panel);
    drawing.setAttribute("aria-busy", "true");
    const wait = setTimeout(() => (panel.textContent = WORDS.setting_up), 200);
    try {
      await Promise.all(["engine.js", "play-module.js", "play-board.js"].map(load));
      const board = new fairybook.Board(figure);
      board.game = sampleMoves(figure);
      board.shown = shown;
      board.changed = () => {
        markMove(board);
        markFigure(board);
        markChoice(board);
      };
      await board.open(start, points);
      for (const part of figure.querySelectorAll(".wake:not(.dress), .steps")) part.remove();
      fairybook.open.set(figure.id, board);
      return board;
    } catch (error) {
      boards.delete(figure.id);
      panel.textContent = WORDS.not_playable.replace("{why}", () => error.message);
      throw error;
    } finally {
      clearTimeout(wait);
      drawing.removeAttribute("aria-busy");
    }
  };
  const wake = (figure, ...about) => {
    if (!boards.has(figure.id)) boards.set(figure.id, open(figure, ...about));
    return boards.get(figure.id);
  };

  // ---- the pieces of a game ----

  const choices = () => document.querySelectorAll("[data-shows]");
  const markChoice = ({ figure, shown }) => {
    if (figure.id !== "start") return;
    for (const link of choices()) link.setAttribute("aria-pressed", String(link.dataset.shows === shown));
  };
  // A choice shows the moves of the piece on the first board, or again the setup.
  const prepareChoice = (link) => {
    const figure = document.getElementById("start");
    if (!figure) return;
    link.setAttribute("role", "button");
    link.setAttribute("aria-pressed", "false");
    const choose = async () => {
      const isShown = link.getAttribute("aria-pressed") === "true";
      const shown = isShown ? undefined : link.dataset.shows;
      if (boards.has(figure.id)) (await wake(figure)).look(shown);
      else await wake(figure, undefined, [], shown);
    };
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      choose().catch(() => {});
    });
    link.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      link.click();
    });
  };

  // ---- characters and figurines ----

  const redraw = async () => {
    await Promise.all(["engine.js", "play-module.js"].map(load));
    const engine = await fairybook.engine();
    for (const figure of document.querySelectorAll("figure[data-board]")) {
      const svg = figure.querySelector(".drawing svg");
      const board = fairybook.open.get(figure.id);
      if (board) board.restart(board.start());
      else if (svg && !boards.has(figure.id)) svg.outerHTML = engine(fairybook.request(figure.id)).svg;
      // A reader may scroll meanwhile.
      await new Promise((done) => setTimeout(done));
    }
  };
  const prepareDress = () => {
    const first = document.querySelector("#start .drawing");
    if (!fairybook.book.figurines || !first) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "wake dress";
    const show = () => {
      document.documentElement.classList.toggle("figurines", fairybook.asFigurines);
      button.textContent = fairybook.asFigurines ? WORDS.traditional : WORDS.figurines;
    };
    button.addEventListener("click", () => {
      fairybook.asFigurines = !fairybook.asFigurines;
      self.choice?.("figurines", fairybook.asFigurines ? "1" : "");
      show();
      redraw();
    });
    fairybook.asFigurines = self.choice?.("figurines") === "1";
    first.after(button);
    show();
    if (fairybook.asFigurines) redraw();
  };

  // ---- sample games ----

  // The moves of the game that a board belongs to, and how many are on it; undefined for other boards.
  const sample = (figure) => {
    const { then, after } = fairybook.book.figures[figure.id]?.shows.position ?? {};
    if (then === undefined) return undefined;
    const [before, rest] = [after ?? "", then].map((text) => text.split(" ").filter(Boolean));
    return { moves: [...before, ...rest], shown: before.length };
  };
  const sampleMoves = (figure) => sample(figure)?.moves.join(" ");
  const isOfGame = (board) => board.answer.moves.join(" ") === board.game;
  const markMove = (board) => {
    if (board.game === undefined) return;
    const shown = isOfGame(board) ? board.answer.shown : -1;
    for (const move of board.figure.closest(".game").querySelectorAll("[data-ply] button")) {
      if (Number(move.parentNode.dataset.ply) === shown) move.setAttribute("aria-current", "true");
      else move.removeAttribute("aria-current");
    }
  };
  // A caption is about the position of the page.
  const markFigure = ({ figure, game, answer }) => {
    const { shown } = sample(figure) ?? { shown: 0 };
    const isOfPage = game === undefined ? !answer.from : answer.moves.join(" ") === game;
    figure.classList.toggle("changed", !isOfPage || answer.shown !== shown);
  };
  // Shows the position after a number of moves, which `to` gets from that on the board.
  const step = async (figure, to, name) => {
    const isAwake = fairybook.open.has(figure.id);
    const board = await wake(figure);
    // A reader may have played other moves.
    if (!isOfGame(board)) board.restart();
    const { shown, moves } = board.answer;
    await board.ask({ do: "go", shown: Math.min(Math.max(to(shown, moves.length), 0), moves.length) });
    if (!isAwake && name) board.buttons[name].focus();
    figure.querySelector(".drawing").scrollIntoView({ block: "nearest" });
  };
  const STEPS = {
    first: () => 0,
    undo: (shown) => shown - 1,
    redo: (shown) => shown + 1,
    last: (_, length) => length,
  };
  const stepButtons = (figure, { moves, shown }) => {
    const bar = document.createElement("div");
    bar.className = "steps";
    for (const [name, to] of Object.entries(STEPS)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = WORDS[name];
      button.disabled = ["first", "undo"].includes(name) ? shown === 0 : shown === moves.length;
      button.addEventListener("click", () => step(figure, to, name));
      bar.append(button);
    }
    return bar;
  };
  // The moves are buttons: they step the next board below them, or else the last one.
  const prepareGame = (section) => {
    const figures = Array.from(section.querySelectorAll("figure[data-board]"));
    if (!figures.length) return;
    const boardOf = (place) =>
      place.closest("figure") ??
      figures.find((figure) => place.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING) ??
      figures.at(-1);
    for (const move of section.querySelectorAll("[data-ply]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = move.textContent;
      button.addEventListener("click", () => step(boardOf(move), () => Number(move.dataset.ply)));
      move.replaceChildren(button);
    }
    section.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const isOnButton = event.target.closest("[data-ply], .steps, .bar");
      if (!way || !isOnButton || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      step(boardOf(event.target), (shown) => shown + way, way > 0 ? "redo" : "undo");
    });
  };

  const prepare = (figure) => {
    const request = fairybook.book.figures[figure.id];
    const drawing = figure.querySelector(".drawing");
    if (!request || !drawing) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "wake";
    const caption = figure.querySelector("figcaption");
    const name = request.shows.moves ? WORDS.try_it : WORDS.play_from_here;
    button.textContent = caption ? "▶" : WORDS.play;
    button.title = name;
    button.setAttribute("aria-label", name);
    // What went wrong is said beside the board.
    button.addEventListener("click", () => wake(figure).then((board) => board.focus(0), () => {}));
    if (caption) caption.prepend(button);
    else drawing.after(button);
    // The piece that a diagram is about is in sight where the frame is too narrow for all boards.
    const halo = drawing.querySelector(".halo");
    if (halo && drawing.scrollWidth > drawing.clientWidth) {
      const [place, frame] = [halo, drawing].map((part) => part.getBoundingClientRect());
      drawing.scrollLeft += place.left + place.width / 2 - frame.left - frame.width / 2;
    }
    const game = sample(figure);
    if (game) drawing.after(stepButtons(figure, game));
    // A click or a drag on a board that is asleep wakes it, and is then carried out there.
    const place = ({ clientX, clientY }) => {
      const part = document.elementFromPoint(clientX, clientY);
      // A column of boards shows parts of the picture at other places.
      const shown = drawing.contains(part) && (part.matches("use.part") ? part : part.ownerSVGElement);
      const matrix = (shown || drawing.querySelector("svg")).getScreenCTM();
      return new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    };
    const act = async (...points) => {
      const board = await wake(figure, undefined, points);
      const [from, to] = board.found;
      board.press(from);
      if (to >= 0 && to !== from && board.answer.chosen === from) board.press(to);
    };
    let isDragged = false;
    drawing.addEventListener("pointerdown", (down) => {
      isDragged = false;
      if (boards.has(figure.id) || !down.isPrimary || down.button !== 0) return;
      const from = place(down);
      const end = (up) => {
        if (up.pointerId !== down.pointerId || boards.has(figure.id)) return;
        isDragged = Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) >= 6;
        if (isDragged) act(from, place(up));
      };
      addEventListener("pointerup", end, { once: true });
    });
    // Browsers would drag the link around the picture.
    drawing.addEventListener("dragstart", (event) => event.preventDefault());
    drawing.addEventListener("click", (event) => {
      if (fairybook.open.has(figure.id) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isDragged && !boards.has(figure.id)) act(place(event));
    }, true);
  };

  // Where the page is replaced while it is read: its boards, those that are played, and their end.
  fairybook.start = () => {
    const block = document.querySelector("script.boards");
    fairybook.book = block ? JSON.parse(block.textContent) : { figures: {} };
    document.querySelectorAll("figure[data-board]").forEach(prepare);
    document.querySelectorAll("section.game").forEach(prepareGame);
    choices().forEach(prepareChoice);
    prepareDress();
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
