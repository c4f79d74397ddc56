// What the checks in a browser share: the pages of a site, and Chromium.
"use strict";

const fs = require("fs");
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
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

module.exports = { launch, pages };
