// A few conveniences; every page works without them.
"use strict";

// Put in by the build, from the words of the language.
const WORDS = {"all_n":"All {n}","any":"any","board":"Board","century":"Century","find_game":"Find a game","find_game_by":"name, piece, inventor","from_year":"{year}s","inventor":"Inventor","more_filters":"More filters","n_of_all":"{n} of {all}","no_game":"No game has all of this.","players":"Players","search_site":"Search games, pieces, rules","show_all_games":"Show all games","show_checked":"Show what is checked","theme_dark":"Theme: dark","theme_light":"Theme: light","theme_system":"Theme: as the system"};

const make = (name, properties, attributes = {}) => {
  const element = Object.assign(document.createElement(name), properties);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
};

// What a reader chose on this device: gives it, or with a value remembers that.
function choice(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(name) ?? "";
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
  } catch {
    // Storage may be switched off: a choice then lasts for one page.
  }
  return "";
}

// The theme: as the system says, or light, or dark; remembered.
(() => {
  const root = document.documentElement;
  const names = ["system", "light", "dark"];
  // The first click shows something new: the other theme than the system's.
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const order = () => (isDark.matches ? names : ["system", "dark", "light"]);
  const show = (name) => {
    if (name === "system") delete root.dataset.theme;
    else root.dataset.theme = name;
  };
  let theme = names.includes(choice("theme")) ? choice("theme") : "system";
  show(theme);
  document.addEventListener("DOMContentLoaded", () => {
    const nav = document.querySelector("header.site nav");
    if (!nav) return;
    const button = make("button", { type: "button", className: "theme" });
    const label = () => {
      button.dataset.shows = theme;
      button.title = WORDS["theme_" + theme];
      button.setAttribute("aria-label", button.title);
    };
    button.addEventListener("click", () => {
      theme = order()[(order().indexOf(theme) + 1) % names.length];
      show(theme);
      choice("theme", theme === "system" ? "" : theme);
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
    document.head.append(make("script", { className: "search", src: new URL("search.js", own).href }));
  };
  document.addEventListener("DOMContentLoaded", () => {
    const nav = document.querySelector("header.site nav");
    if (!nav) return;
    const button = make("button", { type: "button", className: "open-search" }, { "aria-expanded": "false", "aria-keyshortcuts": "/" });
    const words = make("span", { textContent: WORDS.search_site });
    button.append(words, make("kbd", { textContent: "/" }, { "aria-hidden": "true" }));
    button.addEventListener("click", open);
    nav.querySelector(".theme").before(button);
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
      const isOpen = button.getAttribute("aria-expanded") === "true";
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping || isOpen) return;
      event.preventDefault();
      open();
    });
  });
})();

// Whether the text shows what is checked: not at first; remembered.
document.addEventListener("DOMContentLoaded", () => {
  const nav = document.querySelector("header.site nav");
  const claims = document.querySelectorAll("[data-check]");
  if (!nav || !claims.length) return;
  const button = make("button", { type: "button", className: "show-proof", textContent: "✓" });
  button.title = WORDS.show_checked;
  button.setAttribute("aria-label", button.title);
  const show = (isShown) => {
    document.documentElement.classList.toggle("proof-shown", isShown);
    button.setAttribute("aria-pressed", String(isShown));
    for (const claim of claims) {
      if (isShown && document.getElementById(claim.dataset.check)) claim.href = "#" + claim.dataset.check;
      else claim.removeAttribute("href");
    }
  };
  button.addEventListener("click", () => {
    const isShown = !document.documentElement.classList.contains("proof-shown");
    choice("proof", isShown ? "shown" : "");
    show(isShown);
  });
  nav.querySelector(".theme").before(button);
  show(choice("proof") === "shown");
});

// Words as people type them: in lower case and without accents.
const folded = (text) => {
  const bare = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare.replaceAll("ł", "l").replaceAll("ø", "o");
};

// The gallery: chips that leave one group, and a field and choices that leave the games with all that is asked.
document.addEventListener("DOMContentLoaded", () => {
  const gallery = document.querySelector(".games");
  const entries = gallery ? gallery.querySelectorAll("li") : [];
  if (entries.length < 2) return;
  const field = make("input", { type: "search", placeholder: WORDS.find_game_by });
  const count = make("output", {}, { "aria-live": "polite" });
  const label = make("label", {});
  label.append(WORDS.find_game + " ", field);
  const all = make("button", { type: "button", textContent: WORDS.show_all_games });
  const nothing = make("p", { className: "nothing", hidden: true });
  nothing.append(WORDS.no_game + " ", all);
  // One choice for each property in which the games differ.
  const century = (game) => game.dataset.year && WORDS.from_year.replace("{year}", game.dataset.year.slice(0, -2) + "00");
  const kinds = [
    ["players", WORDS.players, (game) => game.dataset.players],
    ["board", WORDS.board, (game) => game.dataset.board],
    ["year", WORDS.century, century],
    ["inventor", WORDS.inventor, (game) => game.dataset.inventor],
  ];
  const more = make("details", { className: "facets" });
  const choices = kinds.flatMap(([name, words, value]) => {
    const values = [...new Set(Array.from(entries, value).filter(Boolean))];
    if (values.length < 2) return [];
    values.sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
    const choice = make("select", { name });
    choice.append(new Option(WORDS.any, ""), ...values.map((it) => new Option(it, it)));
    choice.addEventListener("change", () => filter());
    const named = make("label", {});
    named.append(words + " ", choice);
    more.append(named);
    return [{ choice, value }];
  });
  more.prepend(make("summary", { textContent: WORDS.more_filters }), label);
  // Without scripts chips lead to their groups; here they leave only the group.
  const chips = document.querySelector(".chips") || make("nav", { className: "chips" });
  let group = "";
  const buttons = [["", WORDS.all_n.replace("{n}", entries.length)]]
    .concat(Array.from(chips.querySelectorAll("a"), (link) => [link.hash.slice(1), link.textContent]))
    .map(([id, words]) => {
      const chip = make("button", { type: "button", textContent: words });
      chip.addEventListener("click", () => {
        group = id;
        filter();
      });
      return { id, chip };
    });
  chips.replaceChildren(...buttons.map(({ chip }) => chip), more, count);
  if (!chips.isConnected) gallery.before(chips);
  chips.after(nothing);
  const games = Array.from(entries, (game) => ({
    game,
    group: game.closest("section").querySelector("header")?.id,
    words: folded(`${game.textContent} ${game.dataset.words} ${game.closest("section").querySelector("h2")?.textContent ?? ""}`),
  }));
  const filter = () => {
    const wanted = folded(field.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const it of games) {
      const isChosen = (!group || it.group === group)
        && choices.every(({ choice, value }) => !choice.value || value(it.game) === choice.value);
      it.game.hidden = !isChosen || !wanted.every((word) => it.words.includes(word));
      if (!it.game.hidden) shown += 1;
    }
    for (const section of gallery.children) section.hidden = !section.querySelector("li:not([hidden])");
    for (const { id, chip } of buttons) chip.setAttribute("aria-pressed", String(id === group));
    const isFiltered = wanted.length > 0 || choices.some(({ choice }) => choice.value);
    count.textContent = isFiltered ? WORDS.n_of_all.replace("{n}", shown).replace("{all}", games.length) : "";
    nothing.hidden = shown > 0;
  };
  field.addEventListener("input", filter);
  all.addEventListener("click", () => {
    field.value = group = "";
    for (const { choice } of choices) choice.value = "";
    filter();
    buttons[0].chip.focus();
  });
  filter();
});

// The row of headings says where a reader is.
document.addEventListener("DOMContentLoaded", () => {
  const links = Array.from(document.querySelectorAll(".contents a"));
  const place = document.querySelector(".contents summary");
  if (!place) return;
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const here = make("span", {});
  place.append(" ", here);
  let shown;
  const mark = () => {
    const at = headings.findLastIndex((heading) => heading?.getBoundingClientRect().top < innerHeight / 3);
    if (at === shown) return;
    links[shown]?.removeAttribute("aria-current");
    links[at]?.setAttribute("aria-current", "location");
    here.textContent = links[at]?.textContent ?? "";
    shown = at;
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
  place.parentNode.addEventListener("click", ({ target }) => {
    if (target.closest("a")) place.parentNode.open = false;
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
