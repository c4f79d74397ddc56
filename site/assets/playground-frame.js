// The result of the playground, in a frame of its own: shows the page that it is sent, and wakes its
// boards. Links leave the frame through the playground.
"use strict";
(() => {
  const show = ({ html, theme }) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const games = fairybook.played?.() ?? [];
    fairybook.close?.();
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    document.documentElement.lang = page.documentElement.lang;
    const opened = new Set(Array.from(document.querySelectorAll("details[open][id]"), ({ id }) => id));
    document.body.replaceChildren(...page.querySelectorAll("main, script.boards"));
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    fairybook.start?.();
    for (const { id, ...start } of games) fairybook.wake(id, start);
    parent.postMessage({ shown: true }, "*");
  };

  addEventListener("message", ({ source, data }) => {
    if (source === parent) show(data);
  });
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    const href = link.getAttribute("href");
    if (!href.startsWith("#")) {
      parent.postMessage({ href, picture: /^[^/:]+\.svg$/.test(href) }, "*");
      return;
    }
    const target = document.getElementById(decodeURIComponent(href.slice(1)));
    target?.closest("details:not([open])")?.setAttribute("open", "");
    target?.scrollIntoView();
  });
  // The frame is as high as its page, so that only one of them scrolls.
  new ResizeObserver(() => parent.postMessage({ height: document.body.offsetHeight + 4 }, "*")).observe(document.body);
  parent.postMessage({ ready: true }, "*");
})();
