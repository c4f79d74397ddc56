// Added to pages by `fairybook serve`: loads a page anew when it is not the one that would be served
// now, and lays over it what is wrong with the sources.
(() => {
  // The version of this page.
  const version = new URL(document.currentScript.src).search.slice(1);
  let sheet = null;
  const events = new EventSource(`/__fairybook/events?${version}${location.pathname}`);
  events.addEventListener("site", () => location.reload());
  events.addEventListener("wrong", (event) => {
    sheet?.remove();
    sheet = document.createElement("pre");
    sheet.setAttribute("role", "alert");
    sheet.textContent = event.data;
    Object.assign(sheet.style, {
      position: "fixed", inset: "0", zIndex: "9999", margin: "0", padding: "2rem", overflow: "auto",
      background: "#1b1b1fee", color: "#f4f1ea", font: "14px/1.5 ui-monospace, monospace", whiteSpace: "pre-wrap",
    });
    document.body.append(sheet);
  });
})();
