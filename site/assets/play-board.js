// A board that answers: loaded by play.js with the engine when a reader wakes the first diagram.
"use strict";
(() => {
  // Put in by the build, from the words of the language.
  const WORDS = {"all_keys":"Arrows: to the next cell. Page up, page down: to the next level or board. Enter: choose or move. Escape: choose nothing. Home: the chosen piece. U: undo. R: redo. F: turn the board.","back":"Back","back_to_setup":"Back to the setup","copied":"Copied","copy_embed":"Copy embed","copy_link":"Copy link","copy_moves":"Copy moves","copy_pgn":"Copy PGN","copy_position":"Copy position","eliminated":"is eliminated","end":"End","fault":"Something went wrong: {why}. The board was set up again.","first":"First","in_hand_of":"In hand of {side}","keys":"Keys","last":"Last","last_move":"Last move: {move}.","moves":"Moves","moves_keys":"Moves, keys","next":"Next","pass":"Pass","play_from_here":"Play from here","redo":"Redo","start":"Start","turn":"Turn","turn_board":"Turn the board","type_move":"Type a move","undo":"Undo","which_move":"Which move?"};

  // ---- small things ----

  const make = (name, text = "", about = {}) => {
    const element = document.createElement(name);
    element.textContent = text;
    for (const [key, value] of Object.entries(about)) element.setAttribute(key, value);
    return element;
  };
  const part = (name, className, about) => make(name, "", { class: className, ...about });
  const button = (text, act, about) => {
    const element = make("button", text, { type: "button", ...about });
    element.addEventListener("click", act);
    return element;
  };
  const picture = (svg) => {
    const template = make("template");
    template.innerHTML = svg;
    return template.content.firstChild;
  };
  // Makes the children of a node those of another one, but leaves what is the same: most of a picture.
  const renew = (parent, old, fresh, end = null) => {
    let at = 0;
    for (const node of fresh) {
      const same = old.findIndex((it, index) => index >= at && it.isEqualNode(node));
      const shell = old[at];
      if (same >= 0) {
        while (at < same) old[at++].remove();
        at += 1;
      } else if (shell?.cloneNode().isEqualNode(node.cloneNode()) && !fresh.some((it) => it.isEqualNode(shell))) {
        renew(shell, [...shell.childNodes], [...node.childNodes]);
        at += 1;
      } else parent.insertBefore(node, shell ?? end);
    }
    for (const rest of old.slice(at)) rest.remove();
  };
  const put = (element, name, value) => {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  };

  // ---- one board ----

  class Board {
    constructor(figure) {
      this.figure = figure;
      this.drawing = figure.querySelector(".drawing");
      this.svg = this.drawing.querySelector("svg");
      this.at = 0;
      this.cells = [];
      this.life = new AbortController();
    }

    // Shows the picture of the page with the parts around it, and finds the cells at points of it.
    async open(start, points = []) {
      this.engine = await fairybook.engine();
      const answer = this.engine(this.request(start));
      if (answer.error) throw new Error(answer.error);
      this.panel = this.figure.querySelector(".play");
      this.prepare();
      this.show(answer);
      this.found = points.map((point) =>
        this.cells.findIndex(({ path, stack }) => path.isPointInFill(point) || stack?.isPointInFill(point)),
      );
      this.fit();
      this.on("resize", () => this.fit());
    }

    // Listens on the whole window until the board is closed.
    on(name, act) {
      addEventListener(name, act, { signal: this.life.signal });
    }

    close() {
      this.life.abort();
    }

    // What opens the board again as it is.
    start() {
      const { from, moves, shown } = this.answer;
      return { from, moves: moves.slice(0, shown) };
    }

    // Opens the board again with the moves of a link.
    restart(start) {
      this.show(this.engine(this.request(start)));
    }

    // Shows the moves of a piece of the game, or again what the page shows.
    look(shown) {
      this.shown = shown;
      this.narrow = false;
      this.restart();
      this.fit();
    }

    request(start) {
      return fairybook.request(this.figure.id, { shown: this.shown, ...start });
    }

    // The moves of a piece in words, if it is one of the game of the page.
    wordsOf(piece) {
      const { figures, words } = fairybook.book;
      const isOfPage = figures[this.figure.id].variant === figures.start?.variant;
      return (isOfPage && words?.[piece]) || "";
    }

    // The signs on the board that the figure does not explain.
    showSigns({ signs }) {
      const known = Array.from(this.figure.querySelectorAll("figcaption .legend span"), (it) => it.textContent);
      const unknown = signs.filter(({ words }) => !known.includes(words));
      this.signs.replaceChildren(...unknown.map(({ svg, words }) => {
        const item = make("li", " " + words);
        item.prepend(picture(svg));
        return item;
      }));
    }

    // After a fault of the engine, a new one gets the moves so far.
    async ask(request) {
      try {
        this.show(this.engine(request));
      } catch ({ message }) {
        this.engine = await fairybook.engine();
        this.restart(this.start());
        this.note.textContent = WORDS.fault.replace("{why}", () => message);
      }
    }

    // The parts around the board, made once.
    prepare() {
      const link = this.drawing.querySelector("a");
      if (link) link.replaceWith(this.svg);
      this.figure.classList.add("awake");
      this.svg.setAttribute("role", "group");
      this.group = document.createElementNS(this.svg.namespaceURI, "g");
      this.group.setAttribute("class", "cells");
      this.svg.append(this.group);
      const status = part("div", "status");
      this.turn = part("p", "turn");
      this.note = part("p", "note");
      this.words = part("p", "words");
      this.aloud = part("p", "away", { "aria-live": "polite" });
      this.choices = part("div", "choices", { role: "group", "aria-label": WORDS.which_move });
      this.hands = part("div", "hands");
      this.sides = part("ul", "sides");
      this.list = part("ol", "moves", { "aria-label": WORDS.moves });
      this.copied = part("p", "copied");
      const names = this.game === undefined ? ["start", "undo", "redo", "end"] : ["first", "back", "next", "last"];
      const arrow = (sign, name, step) => button(sign, go(step), { "aria-label": WORDS[name], title: WORDS[name] });
      const go = (step) => () => this.ask({ do: "go", shown: Math.max(0, step(this.answer)) });
      this.buttons = {
        play: button(WORDS.play_from_here, () => this.ask({ do: "play" })),
        pass: button(WORDS.pass, () => this.ask({ do: "pass" })),
        setup: button(WORDS.back_to_setup, () => this.look()),
        first: arrow("«", names[0], () => 0),
        undo: arrow("‹", names[1], ({ shown }) => shown - 1),
        redo: arrow("›", names[2], ({ shown }) => shown + 1),
        last: arrow("»", names[3], ({ moves }) => moves.length),
        turn: button(WORDS.turn, () => this.ask({ do: "turn" }), { "aria-label": WORDS.turn_board, title: WORDS.turn_board }),
        link: button(WORDS.copy_link, ({ target }) => this.copy(this.link(), target)),
      };
      const bar = part("div", "bar");
      bar.append(...Object.values(this.buttons));
      status.append(this.turn, bar);
      // A page within the playground has no address, and a board in a frame that of another page.
      this.buttons.link.hidden = location.protocol === "about:" || fairybook.isEmbedded;
      const label = make("label", WORDS.type_move + " ");
      this.field = make("input", "", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
      this.field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        this.ask({ do: "type", text: this.field.value }).then(() => {
          if (!this.note.textContent) this.field.value = "";
        });
      });
      label.append(this.field);
      const pgn = button(WORDS.copy_pgn, ({ target }) => this.copy(this.engine({ do: "pgn" }).pgn, target));
      this.buttons.pgn = pgn;
      const copy = part("div", "bar");
      if (this.figure.id === "start" && !this.buttons.link.hidden) {
        copy.append(button(WORDS.copy_embed, ({ target }) => this.copy(this.embed(), target)));
      }
      copy.append(
        button(WORDS.copy_position, ({ target }) => this.copy(this.engine({ do: "position" }).position, target)),
        button(WORDS.copy_moves, ({ target }) => this.copy(this.answer.moves.slice(0, this.answer.shown).join(" "), target)),
        pgn,
        button(WORDS.keys, () => this.say(WORDS.all_keys)),
      );
      const more = part("details", "more");
      more.append(make("summary", WORDS.moves_keys), this.list, label, copy);
      this.signs = part("ul", "legend");
      const parts = [this.note, this.words, this.choices, this.hands, this.sides, more, this.copied, this.signs, this.aloud];
      this.panel.replaceChildren(status, ...parts);
      this.listen();
    }

    say(text) {
      this.note.textContent = this.aloud.textContent = text;
    }

    // ---- what is seen ----

    show(answer) {
      if (answer.error) throw new Error(answer.error);
      if (answer.cells) this.shape(answer);
      this.answer = answer;
      const fresh = picture(answer.svg);
      for (const name of ["viewBox", "width", "height"]) put(this.svg, name, fresh.getAttribute(name));
      const old = [...this.svg.childNodes];
      renew(this.svg, old.slice(0, old.indexOf(this.group)), [...fresh.childNodes], this.group);
      const barred = new Set(answer.barred);
      this.cells.forEach(({ path }, index) => {
        const label = answer.labels[index];
        const kind = answer.movable[index] ? "may" : label.includes(", ") ? "held" : "";
        put(path, "aria-label", label);
        put(path, "class", kind + (barred.has(index) ? " barred" : ""));
      });
      const last = answer.listed[answer.shown - 1];
      this.turn.textContent = answer.turn + (last && !answer.end ? " " + WORDS.last_move.replace("{move}", () => last[1]) : "");
      const words = this.wordsOf(answer.piece);
      this.note.textContent = [answer.note, answer.refused && words].filter(Boolean).join(" ");
      this.words.textContent = this.shown ? words : "";
      this.aloud.textContent = "";
      this.aloud.textContent = answer.announcement;
      this.showSigns(answer);
      this.showChoices(answer);
      this.showHands(answer);
      this.sides.replaceChildren(...answer.sides.map((side) => {
        const item = make("li", side.name);
        if (side.out) item.replaceChildren(make("s", side.name), " " + WORDS.eliminated);
        if (side.moves) item.setAttribute("aria-current", "true");
        return item;
      }));
      this.list.replaceChildren(...answer.listed.map(([round, text], index) => {
        const item = make("li", round ? `${round}. ` : "");
        const about = { "data-move": answer.moves[index] };
        if (index + 1 === answer.shown) about["aria-current"] = "true";
        item.append(button(text, () => this.ask({ do: "go", shown: index + 1 }), about));
        return item;
      }));
      const { buttons } = this;
      const play = answer.manner === "play";
      buttons.play.hidden = play || !answer.can.play || Boolean(this.shown);
      buttons.setup.hidden = !this.shown;
      buttons.pass.hidden = !answer.can.pass;
      buttons.turn.hidden = !answer.can.turn;
      buttons.pgn.hidden = !answer.can.pgn;
      for (const name of ["first", "undo", "redo", "last"]) buttons[name].hidden = !play;
      buttons.first.disabled = buttons.undo.disabled = answer.shown === 0;
      buttons.redo.disabled = buttons.last.disabled = answer.shown === answer.moves.length;
      this.field.parentElement.hidden = !play;
      this.changed(answer);
    }

    // New outlines of cells: once, and when the board is turned.
    shape({ cells, size }) {
      const path = (d) => {
        const element = document.createElementNS(this.svg.namespaceURI, "path");
        element.setAttribute("d", d);
        return element;
      };
      this.size = size;
      this.cells = cells.map(([name, x, y, panel, outline, stack]) => {
        const cell = { name, x, y, panel, path: path(outline), stack: stack && path(stack) };
        cell.path.setAttribute("role", "button");
        cell.stack?.setAttribute("aria-hidden", "true");
        return cell;
      });
      this.stand(this.at);
      this.group.replaceChildren(...this.cells.flatMap(({ path, stack }) => (stack ? [stack, path] : [path])));
    }

    showChoices({ choices }) {
      const had = this.choices.contains(document.activeElement);
      this.choices.replaceChildren(...choices.map(({ label, svg }, index) => {
        const element = button(label, () => this.ask({ do: "choose", index }));
        if (svg) element.prepend(picture(svg));
        return element;
      }));
      this.choices.hidden = choices.length === 0;
      if (choices.length) this.choices.firstChild.focus();
      else if (had) this.focus(this.at);
    }

    showHands({ hands }) {
      const focused = document.activeElement?.dataset?.hand;
      this.hands.replaceChildren(...hands.filter(({ pieces }) => pieces.length).map(({ side, name, pieces }) => {
        const row = make("div", name + ": ", { role: "group", "aria-label": WORDS.in_hand_of.replace("{side}", () => name) });
        for (const { id, name: kind, count, svg, may, chosen } of pieces) {
          const element = button(kind + " × " + count, () => this.ask({ do: "hand", side, piece: id }), {
            "aria-pressed": chosen,
            "data-hand": side + " " + id,
          });
          element.disabled = !may;
          element.prepend(picture(svg));
          row.append(element);
        }
        return row;
      }));
      if (focused) this.hands.querySelector(`[data-hand="${focused}"]`)?.focus();
    }

    // A cell is at least 24 pixels wide: boards stand in shorter rows, on a phone in one column, or scroll.
    fit() {
      const inside = (width) => (width / this.size[0]) * 100;
      const cell = () => inside(this.svg.getBoundingClientRect().width);
      this.svg.style.minWidth = "";
      if (inside(this.drawing.clientWidth) < 24 && !this.narrow && this.cells.at(-1).panel > 0) {
        this.narrow = true;
        this.figure.classList.add("narrow");
        const room = this.drawing.clientWidth;
        this.ask({ do: "narrow", across: room > 480 ? Math.floor(room / 24) : undefined });
      }
      if (cell() < 24) this.svg.style.minWidth = Math.ceil(this.size[0] * 0.24) + "px";
    }

    // ---- what a reader does ----

    index(target) {
      return this.cells.findIndex(({ path, stack }) => path === target || stack === target);
    }

    press(index) {
      if (index < 0) return;
      this.stand(index);
      return this.ask({ do: "press", cell: this.cells[index].name });
    }

    // The cell of the Tab key.
    stand(index) {
      this.at = index;
      this.cells.forEach(({ path }, other) => put(path, "tabindex", other === index ? 0 : -1));
    }

    focus(index) {
      if (!this.cells[index]) return;
      this.stand(index);
      this.cells[index].path.focus();
    }

    listen() {
      let drag;
      let dragged = false;
      this.group.addEventListener("pointerdown", (event) => {
        dragged = false;
        const index = this.index(event.target);
        if (event.isPrimary && event.button === 0 && this.answer.movable[index]) drag = { index, x: event.clientX, y: event.clientY };
      });
      this.on("pointermove", (event) => {
        if (!drag || drag.moves || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
        drag.moves = dragged = true;
        if (this.answer.chosen !== drag.index) this.press(drag.index);
      });
      this.on("pointerup", (event) => {
        if (drag?.moves) {
          const target = this.index(document.elementFromPoint(event.clientX, event.clientY));
          if (target >= 0 && target !== drag.index) this.press(target);
        }
        drag = undefined;
      });
      this.on("pointercancel", () => (drag = undefined));
      this.drawing.addEventListener("click", (event) => {
        const index = this.index(event.target);
        if (dragged) dragged = false;
        else if (index >= 0) this.press(index);
        else if (this.answer.chosen !== null) this.ask({ do: "cancel" });
      });
      this.figure.addEventListener("keydown", (event) => this.key(event));
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target === this.field) return;
      const { key } = event;
      const onBoard = this.group.contains(event.target);
      // A screen reader may have led to another cell.
      if (onBoard) this.stand(this.index(event.target));
      const named = { u: "undo", r: "redo", f: "turn" }[key];
      const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
      if (key === "Escape") this.ask({ do: "cancel" }).then(() => this.focus(this.at));
      else if (!onBoard) return;
      else if (steps[key]) this.focus(this.next(...steps[key]));
      else if (key === "PageUp" || key === "PageDown") this.focus(this.beside(key === "PageUp" ? 1 : -1));
      else if (key === "Home") this.focus(this.answer.chosen ?? this.at);
      else if (key === "Enter" || key === " ") this.press(this.at);
      else if (named) this.buttons[named].click();
      else if (key === "?") this.say(WORDS.all_keys);
      else return;
      event.preventDefault();
    }

    // The nearest cell in a direction as it is drawn: on the same board, or else on any.
    next(right, down) {
      const here = this.cells[this.at];
      let best = this.at;
      let least = Infinity;
      for (const [index, { x, y, panel }] of this.cells.entries()) {
        const ahead = (x - here.x) * right + (y - here.y) * down;
        const aside = Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right);
        const far = ahead + 2 * aside + (panel === here.panel ? 0 : 1e5);
        if (ahead > 1 && aside <= ahead * 1.8 && far < least) [best, least] = [index, far];
      }
      return best;
    }

    // The same place on the next level or board.
    beside(step) {
      const here = this.cells[this.at];
      const corner = (panel) => {
        const on = this.cells.filter((cell) => cell.panel === panel);
        return [Math.min(...on.map(({ x }) => x)), Math.min(...on.map(({ y }) => y))];
      };
      const to = here.panel + step;
      if (!this.cells.some(({ panel }) => panel === to)) return this.at;
      const [[left, top], [newLeft, newTop]] = [corner(here.panel), corner(to)];
      const far = ({ x, y }) => Math.hypot(x - newLeft - here.x + left, y - newTop - here.y + top);
      let best = this.at;
      this.cells.forEach((cell, index) => {
        if (cell.panel === to && (best === this.at || far(cell) < far(this.cells[best]))) best = index;
      });
      return best;
    }

    // ---- links ----

    link() {
      const { from, moves, shown } = this.answer;
      const parts = ["play=" + encodeURIComponent(this.figure.id)];
      if (from) parts.push("from=" + encodeURIComponent(from));
      if (shown) parts.push("moves=" + encodeURIComponent(moves.slice(0, shown).join(",")));
      return location.href.split("#")[0] + "#" + parts.join("&");
    }

    // The frame that shows the board on another site.
    embed() {
      const [, , width, height] = this.svg.getAttribute("viewBox").split(" ");
      const title = document.querySelector("h1").textContent.replaceAll('"', "&quot;");
      const high = Math.ceil((500 / width) * height) + 130;
      const src = new URL("board.html", location.href);
      return `<iframe src="${src}" title="${title}" width="520" height="${high}" loading="lazy" style="border: 0"></iframe>`;
    }

    // The button says that it is done, so that nothing on the page moves.
    async copy(text, button) {
      try {
        await navigator.clipboard.writeText(text);
        const name = button.textContent;
        button.style.minWidth = button.offsetWidth + "px";
        button.textContent = WORDS.copied;
        setTimeout(() => (button.textContent = name), 1500);
        this.copied.textContent = text;
        this.copied.hidden = true;
        this.aloud.textContent = WORDS.copied + ".";
      } catch {
        // Without the right to copy, the text can be selected.
        this.copied.textContent = text;
        this.copied.hidden = false;
        getSelection().selectAllChildren(this.copied);
      }
    }
  }

  fairybook.Board = Board;
})();
