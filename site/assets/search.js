// Full-text search: loaded when a reader opens it for the first time, with the index of all pages.
"use strict";

(() => {
  // Put in by the build, from the words of the language.
  const WORDS = {"first_shown":", the first {n} are shown","loading":"Loading …","n_places":"{n} places","no_page":"No page has all these words.","one_place":"1 place","search":"Search","search_for":"games, pieces, rules, \"a phrase\""};
  const root = new URL("..", document.currentScript.src);
  const shown = 30;
  let sections = null;
  let waiting = null;

  // The index is a script, so that it can be read from a disk, too.
  window.fairybookIndex = (pages) => {
    sections = pages.flatMap(([title, file, parts, names]) =>
      parts.map(([anchor, heading, text], at) => ({
        title,
        heading,
        text,
        address: new URL(file + (anchor ? "#" + encodeURIComponent(anchor) : ""), root).href,
        // The first section stands for the page: a game is found by its pieces before all mentions.
        places: [folded(title), at === 0 ? folded(names) : "", folded(heading), folded(text)],
      })),
    );
    if (waiting) waiting();
  };

  // Words as they begin, and phrases in quotation marks.
  const read = (query) => {
    const parts = folded(query).match(/"[^"]*"?|[^\s"]+/g) || [];
    return parts
      .map((part) => part.replace(/"/g, "").trim().split(/\s+/).filter(Boolean))
      .filter((words) => words.length > 0);
  };
  const pattern = (words) => {
    const plain = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp("(?<![\\p{L}\\p{N}])" + plain.join("[^\\p{L}\\p{N}]+"), "u");
  };
  const find = (query) => {
    const patterns = read(query).map(pattern);
    if (patterns.length === 0) return [];
    const weights = [9, 6, 4, 1];
    const found = [];
    for (const section of sections) {
      let worth = 0;
      const isFound = patterns.every((one) => {
        const best = section.places.findIndex((place) => one.test(place));
        worth += best < 0 ? 0 : weights[best];
        return best >= 0;
      });
      // The title alone is that of the whole page: its first section stands for it.
      const isTitleOnly = isFound && patterns.every((one) => one.test(section.places[0]));
      if (isFound && !(isTitleOnly && section.heading)) found.push({ section, worth, patterns });
    }
    return found.sort((one, other) => other.worth - one.worth);
  };

  // The words around the first place, with all places marked. Folded text is as long as the text
  // only if no letter has a sign of its own, so places are looked for word by word.
  const excerpt = (text, patterns) => {
    const words = text.split(" ");
    const isMarked = (at) => patterns.some((one) => {
      const match = one.exec(folded(words.slice(at, at + 8).join(" ")));
      return match !== null && match.index < 2;
    });
    const first = Math.max(0, words.findIndex((_, at) => isMarked(at)));
    const start = Math.max(0, first - 8);
    const line = document.createElement("span");
    line.className = "excerpt";
    if (start > 0) line.append("… ");
    words.slice(start, start + 30).forEach((word, offset) => {
      const isHit = isMarked(start + offset);
      const piece = document.createElement(isHit ? "mark" : "span");
      piece.textContent = word;
      line.append(piece, " ");
    });
    if (start + 30 < words.length) line.append("…");
    return line;
  };
  const entry = ({ section, patterns }) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = section.address;
    link.textContent = section.heading ? `${section.title}: ${section.heading}` : section.title;
    item.append(link);
    if (section.text) item.append(excerpt(section.text, patterns));
    return item;
  };

  // The panel below the head of the page.
  const panel = document.createElement("div");
  panel.className = "search";
  panel.id = "search";
  panel.setAttribute("role", "search");
  const label = document.createElement("label");
  label.textContent = WORDS.search + " ";
  const field = document.createElement("input");
  field.type = "search";
  field.autocomplete = "off";
  field.placeholder = WORDS.search_for;
  const count = document.createElement("output");
  count.setAttribute("aria-live", "polite");
  const list = document.createElement("ol");
  label.append(field);
  panel.append(label, count, list);
  document.querySelector("header.site").append(panel);

  const show = () => {
    const query = field.value.trim();
    if (query.length < 2) {
      list.replaceChildren();
      count.textContent = "";
      return;
    }
    if (!sections) {
      count.textContent = WORDS.loading;
      waiting = show;
      return;
    }
    const found = find(query);
    list.replaceChildren(...found.slice(0, shown).map(entry));
    const places = found.length === 1 ? WORDS.one_place : WORDS.n_places.replace("{n}", found.length);
    const rest = found.length > shown ? WORDS.first_shown.replace("{n}", shown) : "";
    count.textContent = found.length ? places + rest : WORDS.no_page;
  };
  field.addEventListener("input", show);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") window.fairybookSearch(false);
  });
  window.fairybookSearch = (open) => {
    panel.hidden = !open;
    const button = document.querySelector("header.site .open-search");
    button.setAttribute("aria-expanded", String(open));
    if (open) field.focus();
    else button.focus();
  };
  const script = document.createElement("script");
  script.src = new URL("assets/search-index.js", root).href;
  document.head.append(script);
  window.fairybookSearch(true);
})();
