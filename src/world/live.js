// Added to pages by `fairybook serve`: loads a page anew when the site has changed, and lays over it
// what is wrong with the sources.
(() => {
  let seen = null;
  let sheet = null;
  const clear = () => { if (sheet) sheet.remove(); sheet = null; };
  const events = new EventSource(`/__fairybook/events?${location.pathname}`);
  events.addEventListener("site", (event) => {
    if (seen !== null && seen !== event.data) location.reload();
    seen = event.data;
    clear();
  });
  events.addEventListener("wrong", (event) => {
    seen = seen ?? "none";
    clear();
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
