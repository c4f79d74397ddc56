// A few conveniences; every page works without them.
"use strict";

// The theme: as the system says, or light, or dark; remembered.
(() => {
  const root = document.documentElement;
  const names = ["system", "light", "dark"];
  // The first click shows something new: the other theme than the system's.
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const order = () => (isDark.matches ? names : ["system", "dark", "light"]);
  const remember = (name) => {
    try {
      if (name === "system") localStorage.removeItem("theme");
      else localStorage.setItem("theme", name);
    } catch {
      // Storage may be switched off: the choice then lasts for one page.
    }
  };
  const remembered = () => {
    try {
      return names.includes(localStorage.getItem("theme")) ? localStorage.getItem("theme") : "system";
    } catch {
      return "system";
    }
  };
  const show = (name) => {
    if (name === "system") delete root.dataset.theme;
    else root.dataset.theme = name;
  };
  let theme = remembered();
  show(theme);
  document.addEventListener("DOMContentLoaded", () => {
    const nav = document.querySelector("header.site nav");
    if (!nav) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "theme";
    const label = () => {
      button.textContent = { system: "Auto", light: "Light", dark: "Dark" }[theme];
      button.setAttribute("aria-label", "Theme: " + button.textContent);
    };
    button.addEventListener("click", () => {
      theme = order()[(order().indexOf(theme) + 1) % names.length];
      show(theme);
      remember(theme);
      label();
    });
    label();
    nav.append(button);
  });
})();

// A link to a sentence that was checked opens the list in which it stands.
(() => {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const list = target && target.closest("details:not([open])");
    if (!list) return;
    list.open = true;
    target.scrollIntoView();
  };
  addEventListener("DOMContentLoaded", open);
  addEventListener("hashchange", open);
})();

// The search: its script and the text of all pages are loaded when it is opened for the first time.
(() => {
  const own = document.currentScript.src;
  const open = () => {
    if (window.fairybookSearch) {
      window.fairybookSearch(document.getElementById("search").hidden);
      return;
    }
    if (document.querySelector("script.search")) return;
    const script = document.createElement("script");
    script.className = "search";
    script.src = new URL("search.js", own).href;
    document.head.append(script);
  };
  document.addEventListener("DOMContentLoaded", () => {
    const nav = document.querySelector("header.site nav");
    if (!nav) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "open-search";
    button.textContent = "Search";
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", open);
    nav.append(button);
  });
})();

// Words as people type them: in lower case and without accents.
const folded = (text) => {
  const bare = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare.replaceAll("ł", "l").replaceAll("ø", "o");
};

// The gallery: a field that leaves only the games that answer to all its words.
document.addEventListener("DOMContentLoaded", () => {
  const gallery = document.querySelector(".games");
  const entries = gallery ? gallery.querySelectorAll("li") : [];
  if (entries.length < 2) return;
  const label = document.createElement("label");
  label.className = "filter";
  label.textContent = "Find a game ";
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "name, piece, inventor, board";
  const count = document.createElement("output");
  count.setAttribute("aria-live", "polite");
  label.append(field, count);
  const nothing = document.createElement("p");
  nothing.className = "nothing";
  nothing.hidden = true;
  const all = document.createElement("button");
  all.type = "button";
  all.textContent = "Show all games";
  nothing.append("No game has all of this. ", all);
  gallery.before(label, nothing);
  // One choice for each property in which the games differ.
  const facets = document.createElement("div");
  facets.className = "facets";
  const century = (game) => game.dataset.year && `${game.dataset.year.slice(0, -2)}00s`;
  const kinds = [
    ["players", "Players", (game) => game.dataset.players],
    ["board", "Board", (game) => game.dataset.board],
    ["year", "Century", century],
    ["inventor", "Inventor", (game) => game.dataset.inventor],
  ];
  const choices = kinds.flatMap(([name, words, value]) => {
    const values = [...new Set(Array.from(entries, value).filter(Boolean))];
    if (values.length < 2) return [];
    values.sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
    const choice = document.createElement("select");
    choice.name = name;
    choice.append(new Option("any", ""), ...values.map((it) => new Option(it, it)));
    choice.addEventListener("change", () => filter());
    const named = document.createElement("label");
    named.append(words + " ", choice);
    facets.append(named);
    return [{ choice, value }];
  });
  label.after(facets);
  const games = Array.from(entries, (game) => ({
    game,
    words: folded(`${game.textContent} ${game.dataset.words} ${game.closest("section").querySelector("h2")?.textContent ?? ""}`),
  }));
  const filter = () => {
    const wanted = folded(field.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { game, words } of games) {
      const isChosen = choices.every(({ choice, value }) => !choice.value || value(game) === choice.value);
      game.hidden = !isChosen || !wanted.every((word) => words.includes(word));
      if (!game.hidden) shown += 1;
    }
    for (const group of gallery.children) group.hidden = !group.querySelector("li:not([hidden])");
    const isFiltered = wanted.length > 0 || choices.some(({ choice }) => choice.value);
    count.textContent = isFiltered ? `${shown} of ${games.length}` : "";
    nothing.hidden = shown > 0;
  };
  field.addEventListener("input", filter);
  all.addEventListener("click", () => {
    field.value = "";
    for (const { choice } of choices) choice.value = "";
    filter();
    field.focus();
  });
});

// The list of all games closes on Escape and on a click elsewhere.
document.addEventListener("DOMContentLoaded", () => {
  const list = document.querySelector(".all-games");
  if (!list) return;
  const summary = list.querySelector("summary");
  document.addEventListener("click", (event) => {
    if (!list.contains(event.target)) list.open = false;
  });
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !list.open) return;
    list.open = false;
    summary.focus();
  });
});
