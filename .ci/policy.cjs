// Opens pages of a site in Chromium and looks for violations of their content security policy.
//
//   node .ci/policy.cjs SITE MODULES [--all]
//
// Pages are opened as files and from a server. Exits with 1 if a page has no policy, violates it, or
// lacks its style sheet.
"use strict";

const path = require("path");
const { chosenPages, end, isViolation, launch, serve } = require("./browser.cjs");

const [site, modules] = process.argv.slice(2, 4).map((folder) => path.resolve(folder));
async function look(context, address) {
  const page = await context.newPage();
  const told = [];
  page.on("console", (message) => {
    if (isViolation(message)) told.push(message.text());
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
  const server = await serve(site);
  const files = chosenPages(site, process.argv[4] === "--all");
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
  end(`policy: ${files.length} pages, as files and served`, faults);
}

main();
