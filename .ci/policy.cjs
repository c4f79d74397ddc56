// Opens every page of a site in Chromium and looks for violations of its content security policy.
//
//   node .ci/policy.cjs SITE MODULES
//
// Pages are opened as files and from a server. Exits with 1 if a page has no policy, violates it, or
// lacks its style sheet.
"use strict";

const fs = require("fs");
const http = require("http");
const path = require("path");
const { launch, pages } = require("./browser.cjs");

const [site, modules] = process.argv.slice(2).map((folder) => path.resolve(folder));
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png" };

function serve() {
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

async function look(context, address) {
  const page = await context.newPage();
  const told = [];
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) told.push(message.text());
  });
  page.on("pageerror", (error) => told.push(String(error)));
  await page.addInitScript(() => {
    window.violations = [];
    addEventListener("securitypolicyviolation", (event) => {
      window.violations.push(`${event.effectiveDirective}: ${event.blockedURI}`);
    });
  });
  await page.goto(address, { waitUntil: "load" });
  const found = await page.evaluate(() => ({
    violations: window.violations,
    policy: document.querySelector('meta[http-equiv="Content-Security-Policy"]') !== null,
    styled: Array.from(document.styleSheets).length > 0,
  }));
  await page.close();
  told.push(...found.violations);
  if (!found.policy) told.push("the page has no policy");
  if (!found.styled) told.push("the page has no style sheet");
  return [...new Set(told)];
}

async function main() {
  const chromium = await launch(modules);
  const server = await serve();
  const files = pages(site).sort();
  let faults = 0;
  const context = await chromium.newContext();
  for (const file of files) {
    const name = path.relative(site, file);
    const served = `http://127.0.0.1:${server.address().port}/${name.split(path.sep).map(encodeURIComponent).join("/")}`;
    for (const address of ["file://" + file, served]) {
      for (const told of await look(context, address)) {
        faults += 1;
        console.log(`${name} (${address.split(":")[0]}): ${told}`);
      }
    }
  }
  await chromium.close();
  server.close();
  console.log(`policy: ${files.length} pages, as files and served, ${faults} faults`);
  process.exit(faults > 0 ? 1 : 0);
}

main().catch((error) => {
  console.error(error);
  process.exit(2);
});
