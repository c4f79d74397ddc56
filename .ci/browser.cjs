// What the checks in a browser share: the pages of a site, a server of them, and Chromium.
"use strict";

const fs = require("fs");
const http = require("http");
const path = require("path");

/// All HTML files below a folder.
function pages(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return pages(file);
    return entry.name.endsWith(".html") ? [file] : [];
  });
}

function program() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const folders = (process.env.PATH || "").split(path.delimiter);
  const all = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return all.find((file) => fs.existsSync(file));
}

/// Starts Chromium. `modules` is a folder with the package `playwright-core`.
function launch(modules) {
  const { chromium } = require(path.join(modules, "playwright-core"));
  return chromium.launch({
    executablePath: program(),
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
      // Touches that a program sends reach a sandboxed frame with a process of its own at a wrong place.
      "--disable-features=IsolateSandboxedIframes",
    ],
  });
}

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png" };

/// Serves a folder on a free port of this machine.
function serve(site) {
  const server = http.createServer((request, response) => {
    const file = path.join(site, decodeURIComponent(new URL(request.url, "http://x").pathname));
    if (!file.startsWith(site) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[path.extname(file)] || "application/octet-stream" });
    response.end(fs.readFileSync(file));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

module.exports = { launch, pages, serve };
