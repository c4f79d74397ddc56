// The playground: texts on one side, the verified page on the other. Loads the engine when a
// reader begins: with a key or click in the texts, an example, or a link with a game.
"use strict";
(() => {
  // Put in by the build, from the words of the language.
  const WORDS = {"and":" and ","begin_anew":"Begin anew","build_page":"Build its page","compared":"{statements} compared with the rules: {agree} agree, {disagree} disagree.","compared_unchecked":"{statements} compared with the rules: {agree} agree, {disagree} disagree, {unchecked} unchecked.","copied":"Copied:","does_not_work":"The playground does not work here: {why}.","error":"error","fault":"Something went wrong: {why}. Change the text to go on.","go_on":"Go on with it","has_book":"{file} has the book. Unpack it, and run “fairybook build” in its folder.","has_kept":"This browser has kept this game.","help":"Help:","id_of_game":"The game has its id from the field “Name of the files”: `{id}`.","in_definition":"{problems} in the definition","in_manual":"In the manual:","in_page":"{problems} in the page","in_rest":"{problems} in the rest of the book","keeps_game":"This browser keeps the game “{game}”.","leads_elsewhere":"In the book this link leads to another page.","loading":"The engine is loaded …","n_error":"{n} errors","n_statement":"{n} statements","n_warning":"{n} warnings","no_engine":"the engine cannot be loaded","no_game":"{file} has no game: choose a book that was downloaded here, or a definition.","not_loaded":"{file} cannot be loaded","old_page":"The page is that of the last definition without errors.","one_error":"1 error","one_statement":"1 statement","one_warning":"1 warning","page":"Page","replace_it":"Replace it","states_nothing":"The page states nothing that can be compared with the rules.","the_program":"The program:","too_long":"This game is too long for a link. Download the book instead.","too_slow":"This game takes more than ten seconds. Change it to go on.","unreadable_link":"The game of this link cannot be read.","warning":"warning","your_game":"Your game:"};
  const filled = (text, holes) => text.replace(/\{(\w+)\}/g, (_, hole) => holes[hole]);
  const root = document.querySelector(".playground");
  if (!root) return;
  const { guides = [], ...book } = JSON.parse(document.querySelector("script.book").textContent);
  const assets = new URL(root.dataset.assets, document.baseURI).href;
  const isFile = location.protocol === "file:";
  const KEY = "fairybook-playground";
  const WAIT = 100;
  const LIMIT = 10000;
  const LONGEST_LINK = 16000;

  const find = (selector) => root.querySelector(selector);
  const make = (name, text, about = {}) => {
    const element = document.createElement(name);
    element.textContent = text;
    for (const [key, value] of Object.entries(about)) element.setAttribute(key, value);
    return element;
  };
  const button = (text, act) => {
    const element = make("button", text, { type: "button" });
    element.addEventListener("click", act);
    return element;
  };
  const frame = find("iframe");
  const workshop = find(".workshop");
  const still = find(".still");
  const parts = find(".parts");
  const verdict = find(".verdict");
  const idField = find(".id");
  const say = (text) => (find(".said").textContent = text);

  // ---- the engine ----

  const shared = (window.fairybook = {});
  const load = (name) =>
    new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = assets + name;
      script.onload = () => (script.remove(), done());
      script.onerror = () => fail(new Error(filled(WORDS.not_loaded, { file: name })));
      document.head.append(script);
    });

  // A game can be too large to be computed in time.
  const inTime = (promise) =>
    Promise.race([promise, new Promise((_, fail) => setTimeout(() => fail(new Error("slow")), LIMIT))]);

  let worker;
  let started;
  const open = async () => {
    if (isFile) {
      if (!shared.ask) for (const name of ["engine.js", "playground-worker.js", "playground-module.js"]) await load(name);
      return shared.ask;
    }
    const waiting = new Map();
    let number = 0;
    worker = new Worker(assets + "playground-worker.js");
    worker.onmessage = ({ data }) => {
      const [done, fail] = waiting.get(data.number) ?? [];
      waiting.delete(data.number);
      if (data.fault) fail?.(new Error(data.fault));
      else done?.(data.answer);
    };
    worker.onerror = () => waiting.forEach(([, fail]) => fail(new Error(WORDS.no_engine)));
    return (request) =>
      new Promise((done, fail) => {
        waiting.set((number += 1), [done, fail]);
        worker.postMessage({ number, request });
      });
  };
  const ask = async (request) => {
    started ??= open().then(async (send) => {
      await send({ do: "start", ...book });
      return send;
    });
    try {
      const send = await started;
      return await (isFile ? send(request) : inTime(send(request)));
    } catch (error) {
      worker?.terminate();
      started = undefined;
      throw error;
    }
  };

  // ---- the texts ----

  class Source {
    constructor(name) {
      this.name = name;
      this.section = find(".source." + name);
      this.area = this.section.querySelector("textarea");
      this.marks = this.section.querySelector(".marks");
      this.lines = this.section.querySelector(".lines");
      this.list = this.section.querySelector(".problems");
      this.area.addEventListener("input", () => {
        this.show([]);
        changed();
      });
      this.area.addEventListener("scroll", () => this.scroll());
      new ResizeObserver(() => this.scroll()).observe(this.area);
    }

    get text() {
      return this.area.value;
    }

    set text(text) {
      this.area.value = text;
      this.area.scrollTop = this.area.scrollLeft = 0;
      this.show([]);
    }

    scroll() {
      const { scrollTop, scrollLeft, clientWidth } = this.area;
      // Where lines are wrapped, they are wrapped alike.
      this.marks.style.width = clientWidth + "px";
      this.marks.style.translate = `${-scrollLeft}px ${-scrollTop}px`;
      this.lines.style.translate = `0 ${-scrollTop}px`;
    }

    // Underlines spans of the text behind it, and marks their lines.
    show(problems) {
      const { text } = this;
      const wrong = new Map();
      this.places = new Map();
      const spans = problems.filter(({ from, to }) => from !== null && to >= from).sort((a, b) => a.from - b.from);
      const nodes = [];
      let at = 0;
      for (const { from, to, severity, line } of spans) {
        wrong.set(line, wrong.get(line) === "error" ? "error" : severity);
        if (from < at) continue;
        const mark = make("mark", text.slice(from, Math.max(to, from + 1)), { class: severity });
        this.places.set(from, mark);
        nodes.push(text.slice(at, from), mark);
        at = Math.max(to, from + 1);
      }
      // A last empty line has its height only with something in it.
      nodes.push(text.slice(at) + "\n ");
      this.marks.replaceChildren(...nodes);
      const count = text.split("\n").length;
      const number = (_, index) => {
        const severity = wrong.get(index + 1);
        return severity ? make("b", `${index + 1}\n`, { class: severity }) : `${index + 1}\n`;
      };
      this.lines.replaceChildren(...Array.from({ length: count }, number));
      this.scroll();
    }

    select({ from, to }) {
      showPart(this.name);
      this.area.focus();
      if (from === null) return;
      this.area.setSelectionRange(from, Math.max(to, from));
      const mark = this.places.get(from);
      if (!mark) return;
      const { clientWidth, clientHeight } = this.area;
      const { offsetTop, offsetLeft, offsetWidth } = mark;
      this.area.scrollTop = offsetTop - clientHeight / 3;
      this.area.scrollLeft = offsetLeft + offsetWidth < clientWidth ? 0 : offsetLeft - clientWidth / 3;
    }
  }
  const sources = { definition: new Source("definition"), page: new Source("page") };
  const game = () => ({ id: idField.value.trim(), definition: sources.definition.text, page: sources.page.text });

  const showPart = (name) => {
    parts.dataset.shown = name;
    for (const tab of root.querySelectorAll("[data-shows]")) tab.setAttribute("aria-pressed", tab.dataset.shows === name);
  };
  for (const tab of root.querySelectorAll("[data-shows]")) {
    tab.addEventListener("click", () => {
      showPart(tab.dataset.shows);
      if (tab.dataset.shows === "result" && !isBegun) begin();
    });
  }

  // ---- problems ----

  // Between backticks is code.
  const withCode = (element, text) => {
    element.append(...text.split("`").map((part, index) => (index % 2 ? make("code", part) : part)));
    return element;
  };
  const problem = (found) => {
    const { part, line, column, severity, code, message, at, help, notes } = found;
    const place = line ? `${line}:${column} ` : "";
    const other = sources[part] || !part ? "" : part + ": ";
    const item = make("li", "", { class: severity });
    const words = `${other}${place}${WORDS[severity]}: ${message}`;
    item.append(withCode(sources[part] ? button("", () => sources[part].select(found)) : make("p", ""), words));
    for (const text of [at, ...notes]) if (text) item.append(make("pre", text));
    if (help) item.append(withCode(make("p", ""), WORDS.help + " " + help));
    if (code === "page-variant") item.append(withCode(make("p", ""), filled(WORDS.id_of_game, { id: game().id })));
    return item;
  };
  const showProblems = (all) => {
    for (const [name, source] of Object.entries(sources)) {
      const own = all.filter(({ part }) => part === name);
      source.show(own);
      source.list.replaceChildren(...own.map(problem));
    }
    find(".result .problems").replaceChildren(...all.filter(({ part }) => !sources[part]).map(problem));
  };

  // ---- the page ----

  const count = (number, word) => filled(WORDS[(number === 1 ? "one_" : "n_") + word], { n: number });
  // Shows a list of errors.
  const lead = (part) => {
    showPart(sources[part] ? part : "result");
    const list = sources[part]?.list ?? find(".result .problems");
    list.scrollIntoView({ block: "center" });
    list.querySelector("button")?.focus({ preventScroll: true });
  };
  const words = ({ diagnostics, agree, disagree, unchecked }) => {
    const told = [];
    for (const part of ["definition", "page", "rest"]) {
      const number = (kind) => diagnostics.filter((it) => it.severity === kind && (sources[it.part] ? it.part : "rest") === part).length;
      const found = ["error", "warning"].filter(number).map((kind) => count(number(kind), kind));
      if (found.length) told.push(button(filled(WORDS["in_" + part], { problems: found.join(WORDS.and) }), () => lead(part)), " ");
    }
    const checked = agree + disagree + unchecked;
    if (checked) told.push(filled(unchecked ? WORDS.compared_unchecked : WORDS.compared, { statements: count(checked, "statement"), agree, disagree, unchecked }));
    else if (!diagnostics.some(({ severity }) => severity === "error")) told.push(WORDS.states_nothing);
    return told;
  };

  let ready;
  let frameIsReady = new Promise((done) => (ready = done));
  const fill = async (html) => {
    still?.remove();
    frame.hidden = false;
    if (!frame.srcdoc) {
      // Frames without an origin may not load files; those of one folder may not read each other.
      if (isFile) frame.sandbox.add("allow-same-origin");
      const source = (name) => `<script src="${assets}${name}" defer></` + "script>";
      frame.srcdoc =
        `<!doctype html><html lang="${document.documentElement.lang}" class="in-frame"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
        `<title>${WORDS.page.replaceAll("<", "&lt;")}</title><link rel="stylesheet" href="${assets}fairybook.css"><link rel="stylesheet" href="${assets}playground-fonts.css"><link rel="stylesheet" href="${assets}playground.css">${source("play.js")}${source("playground-frame.js")}</head><body></body></html>`;
    }
    await frameIsReady;
    frame.contentWindow.postMessage({ html, theme: document.documentElement.dataset.theme }, "*");
  };
  const save = (download, type, content) => {
    const href = URL.createObjectURL(new Blob([content], { type }));
    make("a", "", { href, download }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  };
  addEventListener("message", async ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data.shown) return;
    if (data.height) frame.style.height = data.height + "px";
    else if (data.ready) ready();
    else if (data.picture) {
      const { svg } = await ask({ do: "picture", name: data.href });
      if (svg) save(`${game().id}-${data.href}`, "image/svg+xml", svg);
    } else if (/^https?:/.test(data.href)) window.open(data.href, "_blank", "noopener");
    else say(WORDS.leads_elsewhere);
  });

  // ---- building ----

  let timer;
  let shown;
  let isBuilding = false;
  let isOutdated = false;
  const changed = () => {
    isBegun = true;
    clearTimeout(timer);
    timer = setTimeout(build, WAIT);
  };
  const build = async () => {
    if (isBuilding) {
      isOutdated = true;
      return;
    }
    isBuilding = true;
    root.setAttribute("aria-busy", "true");
    const typed = game();
    if (JSON.stringify(typed) !== untouched) keep(typed);
    try {
      const answer = await ask({ do: "build", ...typed });
      if (!isOutdated) {
        if (answer.error) {
          verdict.textContent = answer.error + ".";
        } else {
          showProblems(answer.diagnostics);
          // Without its definition a page has no diagrams: the last good one stays.
          const isBroken = answer.html === null || answer.diagnostics.some(({ severity, part }) => severity === "error" && part !== "page");
          const isOld = isBroken && frame.srcdoc !== "" && shown.id === typed.id;
          const told = make("p", "");
          told.append(...words(answer), isOld ? " " + WORDS.old_page : "");
          if (verdict.textContent !== told.textContent) verdict.replaceChildren(...told.childNodes);
          root.classList.toggle("old", isOld);
          if (!isOld && answer.html !== null) {
            shown = typed;
            await fill(answer.html);
          }
        }
        root.dataset.builds = Number(root.dataset.builds ?? 0) + 1;
      }
    } catch (error) {
      verdict.textContent =
        error.message === "slow"
          ? WORDS.too_slow
          : filled(WORDS.fault, { why: error.message });
    }
    isBuilding = false;
    root.removeAttribute("aria-busy");
    if (isOutdated) {
      isOutdated = false;
      build();
    }
  };

  // ---- what is kept ----

  const kept = () => {
    try {
      const found = JSON.parse(localStorage.getItem(KEY));
      return typeof found?.definition === "string" && typeof found.page === "string" ? found : null;
    } catch {
      return null;
    }
  };
  const mine = make("option", "", { value: "" });
  const showKept = (typed) => {
    find('[data-act="forget"]').disabled = !typed;
    if (!typed) return mine.remove();
    mine.textContent = WORDS.your_game + " " + (typed.definition.match(/^name *= *"(.+)"/m)?.[1] ?? typed.id);
    if (!mine.isConnected) find("#example").prepend(mine);
  };
  const keep = (typed) => {
    showKept(typed);
    try {
      if (typed) localStorage.setItem(KEY, JSON.stringify(typed));
      else localStorage.removeItem(KEY);
    } catch {
      // Storage may be switched off or full: the game then lasts as long as the page.
    }
  };
  // Few bytes can unpack to very many.
  const through = async (stream, bytes, left) => {
    const count = (chunk, to) => ((left -= chunk.length) < 0 ? to.error() : to.enqueue(chunk));
    const found = new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(new TransformStream({ transform: count }));
    return new Uint8Array(await new Response(found).arrayBuffer());
  };
  const packed = async (typed) => {
    const bytes = new TextEncoder().encode(JSON.stringify([typed.id, typed.definition, typed.page]));
    const small = await through(new CompressionStream("deflate-raw"), bytes);
    const letters = Array.from(small, (byte) => String.fromCharCode(byte)).join("");
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  };
  const unpacked = async (text) => {
    if (text.length > LONGEST_LINK) throw text;
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const found = await through(new DecompressionStream("deflate-raw"), bytes, 1 << 20);
    const [id, definition, page] = JSON.parse(new TextDecoder().decode(found)).map(String);
    return { id, definition, page };
  };

  // The games of a book that was downloaded here, also if another program packed it again.
  const unzipped = async (bytes) => {
    const view = new DataView(bytes.buffer);
    const number = (at) => view.getUint32(at, true);
    const small = (at) => view.getUint16(at, true);
    const texts = new Map();
    let at = bytes.length - 22;
    while (number(at) !== 0x06054b50) at -= 1;
    let left = small(at + 10);
    for (at = number(at + 16); left > 0; left -= 1) {
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + small(at + 28)));
      const start = number(at + 42);
      const begin = start + 30 + small(start + 26) + small(start + 28);
      const content = bytes.subarray(begin, begin + number(at + 20));
      const file = name.match(/content\/variants\/([^/]+)\.(toml|md)$/);
      if (file) {
        const plain = small(at + 10) ? await through(new DecompressionStream("deflate-raw"), content, 1 << 20) : content;
        texts.set(file[1] + "." + file[2], new TextDecoder().decode(plain));
      }
      at += 46 + small(at + 28) + small(at + 30) + small(at + 32);
    }
    return texts;
  };
  const opened = async (file) => {
    if (file.size > 4 << 20) throw file;
    const isText = file.name.endsWith(".toml");
    const texts = isText ? new Map([[file.name, await file.text()]]) : await unzipped(new Uint8Array(await file.arrayBuffer()));
    const name = [...texts.keys()].find((name) => name.endsWith(".toml"));
    const id = name.slice(0, -".toml".length);
    return { id, definition: texts.get(name), page: texts.get(id + ".md") ?? "" };
  };

  // ---- what a reader does ----

  const examples = new Map();
  shared.example = (name, found) => examples.set(name, found);
  const example = async (name) => {
    if (!examples.has(name)) await load(`playground/${name}.js`);
    const found = examples.get(name);
    const definition = found.definition ?? (await ask({ do: "definition", id: found.id })).definition;
    return { ...found, definition };
  };
  // A game as it was before a reader changed it is not kept.
  let untouched;
  let named = idField.value;
  const put = (typed) => {
    idField.value = named = typed.id;
    sources.definition.text = typed.definition;
    sources.page.text = typed.page;
  };
  const shownFirst = game();
  let isBegun = false;
  // Builds the game of `start`, or else that of the texts.
  const begin = async (start) => {
    isBegun = true;
    find(".offer").hidden = true;
    verdict.textContent = WORDS.loading;
    try {
      if (start) put(await start());
      untouched = JSON.stringify(game());
      await build();
    } catch (error) {
      verdict.textContent = filled(WORDS.does_not_work, { why: error.message });
    }
  };
  // What was typed is replaced only if the reader wants it.
  const offer = (text, ...choices) => {
    const place = find(".offer");
    place.replaceChildren(text + " ", ...choices.flatMap(([words, act]) => [button(words, act), " "]));
    place.hidden = false;
    place.querySelector("button").focus();
  };
  const instead = (start) => {
    const old = kept();
    if (!old) return begin(start);
    offer(
      filled(WORDS.keeps_game, { game: old.id }),
      [WORDS.replace_it, () => begin(start)],
      [WORDS.go_on, () => begin(async () => old)],
    );
  };
  const acts = {
    begin() {
      const name = find("#example").value;
      return name ? instead(() => example(name)) : begin(async () => kept());
    },
    open() {
      const field = make("input", "", { type: "file", accept: ".zip,.toml" });
      field.addEventListener("change", async () => {
        const [file] = field.files;
        const found = await opened(file).catch(() => null);
        if (found) instead(async () => found);
        else say(filled(WORDS.no_game, { file: file.name }));
      });
      field.click();
    },
    async folder() {
      const { error, name, bytes } = await ask({ do: "folder", ...game() });
      if (error) return say(error + ".");
      save(name, "application/zip", new Uint8Array(bytes));
      say(filled(WORDS.has_book, { file: name }) + " ");
      if (guides.length) find(".said").append(WORDS.the_program + " ", guide(guides[0]), ".");
    },
    async link() {
      const text = await packed(game());
      if (text.length > LONGEST_LINK) return say(WORDS.too_long);
      const link = `${location.href.split("#")[0]}#game=${text}`;
      try {
        await navigator.clipboard.writeText(link);
        say(WORDS.copied + " " + link);
      } catch {
        // Without the right to copy, the text can be selected.
        say(link);
        getSelection().selectAllChildren(find(".said"));
      }
    },
    forget() {
      keep(null);
      clearTimeout(timer);
      begin(async () => shownFirst);
      find("#example").focus();
    },
  };
  for (const element of root.querySelectorAll("[data-act]")) element.addEventListener("click", () => acts[element.dataset.act]());
  // The page goes on to be that of the game when the game has another name.
  idField.addEventListener("input", () => {
    const id = idField.value.trim();
    if (/^[a-z0-9-]+$/.test(id) && named) {
      sources.page.text = sources.page.text.replaceAll(`variant = "${named}"`, `variant = "${id}"`);
      named = id;
    }
    changed();
  });

  const fromLink = async () => {
    const text = new URLSearchParams(location.hash.slice(1)).get("game");
    if (!text) return false;
    const typed = await unpacked(text).catch(() => null);
    if (!typed) {
      offer(WORDS.unreadable_link, [WORDS.begin_anew, acts.begin]);
      return true;
    }
    const isSame = JSON.stringify(kept()) === JSON.stringify(typed);
    await (isSame ? begin : instead)(async () => typed);
    return true;
  };
  addEventListener("hashchange", fromLink);

  // ---- what is there before a reader begins ----

  for (const part of [".begin", ".tabs", ".workshop > .bar"]) find(part).hidden = false;
  const guide = ({ title, file }) => make("a", title, { href: new URL("../" + file, assets).href });
  find(".guides").append(WORDS.in_manual + " ", ...guides.flatMap((page) => [guide(page), " "]));
  find(".guides").hidden = !guides.length;
  for (const item of root.querySelectorAll("[data-example]")) {
    const act = () => {
      find("#example").value = item.dataset.example;
      root.scrollIntoView();
      acts.begin();
    };
    item.replaceChildren(button(item.textContent, act));
  }
  showKept(kept());
  showPart("definition");
  for (const source of Object.values(sources)) source.show([]);
  for (const name of ["pointerdown", "keydown"]) {
    find(".parts").addEventListener(name, ({ key }) => {
      if (!isBegun && !["Tab", "Shift", "Control", "Alt", "Meta"].includes(key)) begin();
    });
  }
  fromLink().then((isLink) => {
    const old = kept();
    if (isLink || isBegun || !old) return;
    put(old);
    still?.remove();
    verdict.replaceChildren(WORDS.has_kept + " ", button(WORDS.build_page, () => begin()));
    mine.selected = true;
  });
})();
