// What the checks in a browser share: the pages of a site, a server of them, Chromium, and cases.
"use strict";

const assert = require("assert");
const { execFileSync } = require("child_process");
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

/// One page of each kind.
const KINDS = [
  ...["index.html", "404.html", "chess/index.html", "chess/rule-sheet.html", "raumschach/index.html"],
  ...["xiang-aikou/index.html", "armies/index.html", "checking/index.html", "errata/index.html", "gallery/index.html"],
  ...["manual/index.html", "manual/definitions/index.html", "manual/zones/index.html", "playground/index.html"],
];

/// So many pages that the last commits changed are looked at, those with most changed lines.
const CHANGED = 12;

/// The pages that the last five commits changed, those with most changed lines first.
function changedPages() {
  try {
    const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    const lines = execFileSync("git", ["diff", "--numstat", "HEAD~5", "--", "site/*.html"], options).trim().split("\n");
    const changes = lines.map((line) => line.split("\t")).filter((change) => change.length === 3);
    changes.sort((a, b) => b[0] - a[0]);
    return changes.map(([, , file]) => file.replace(/^site\//, ""));
  } catch {
    return []; // A clone without these commits.
  }
}

/// All HTML files of a site, or one of each kind and some that were changed.
function chosenPages(site, all) {
  if (all) return pages(site).sort();
  const exists = (file) => fs.existsSync(path.join(site, file));
  const lost = KINDS.filter((file) => !exists(file));
  assert.deepEqual(lost, [], "pages that stand for their kind");
  const chosen = [...KINDS, ...changedPages().filter(exists).slice(0, CHANGED)];
  return [...new Set(chosen)].sort().map((file) => path.join(site, file));
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

/// Runs the cases whose names contain `part`, each in a wide and a narrow window of its own.
///
/// A case fails if it throws, if a page reports a problem, or if it asks for an address that is not
/// inside. With SHOTS=FOLDER each case leaves pictures there.
async function runCases(what, cases, { modules, part = "", isProblem, isInside, given = {} }) {
  const chromium = await launch(modules);
  let faults = 0;
  const chosen = Object.entries(cases).filter(([name]) => name.includes(part));
  for (const [name, run] of chosen) {
    const wide = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
    const narrow = await chromium.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const [requests, problems] = [[], []];
    const watch = async (context) => {
      const page = await context.newPage();
      page.setDefaultTimeout(Number(process.env.PATIENCE || 30000));
      page.on("request", (request) => requests.push(request.url()));
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("console", (message) => {
        if (isProblem(message)) problems.push(message.text());
      });
      return page;
    };
    const [page, touch] = [await watch(wide), await watch(narrow)];
    const started = Date.now();
    try {
      await run({ chromium, page, touch, requests, watch, ...given });
      assert.deepEqual(problems, []);
      assert.deepEqual(requests.filter((url) => !isInside(url)), [], "requests outside of the site");
      console.log(`ok: ${name} (${Date.now() - started} ms)`);
    } catch (error) {
      faults += 1;
      console.log(`FAULT: ${name}: ${problems.join("; ")} ${error.message}`);
    }
    for (const [view, kind] of process.env.SHOTS ? [[page, "wide"], [touch, "narrow"]] : []) {
      const file = `${name.replaceAll(/\W+/g, "-")}-${kind}.png`;
      if (view.url() !== "about:blank") await view.screenshot({ path: path.join(process.env.SHOTS, file) });
    }
    await Promise.all([wide.close(), narrow.close()]);
  }
  await chromium.close();
  end(`${what}: ${chosen.length} cases`, faults + (chosen.length ? 0 : 1));
}

/// Whether the console tells of a violation of the content security policy.
const isViolation = (message) => /Content.Security.Policy/i.test(message.text());

/// Prints what was looked at, and ends with 1 if there are faults.
function end(what, faults) {
  console.log(`${what}, ${faults} faults`);
  process.exit(faults > 0 ? 1 : 0);
}

process.on("unhandledRejection", (error) => {
  console.error(error);
  process.exit(2);
});

module.exports = { chosenPages, end, isViolation, launch, pages, runCases, serve };
