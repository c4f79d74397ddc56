// Looks at pages of a site with axe-core in Chromium, light and dark, wide and narrow.
//
//   node .ci/axe.cjs SITE MODULES [--all]
//
// MODULES is a folder with the packages `playwright-core` and `axe-core`. Exits with 1 where a page
// has a violation or is wider than its window, and with 0 when all is well.
"use strict";

const fs = require("fs");
const path = require("path");
const { chosenPages, end, launch } = require("./browser.cjs");

const [site, modules] = process.argv.slice(2, 4).map((folder) => path.resolve(folder));
const axe = fs.readFileSync(path.join(modules, "axe-core", "axe.min.js"), "utf8");

const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "dark", width: 768 },
  { colorScheme: "light", width: 360 },
];

async function look(page, file) {
  await page.goto("file://" + file);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  const told = violations.map((found) => {
    const where = found.nodes.map((node) => node.target.join(" "));
    return `${found.id} (${found.impact}): ${found.help}: ${where.slice(0, 3).join(", ")}`;
  });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [...told, `the page is ${over}px wider than its window`] : told;
}

async function main() {
  const chromium = await launch(modules);
  const files = chosenPages(site, process.argv[4] === "--all");
  let faults = 0;
  for (const { colorScheme, width } of LOOKS) {
    const context = await chromium.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    for (const file of files) {
      for (const told of await look(page, file)) {
        faults += 1;
        console.log(`${path.relative(site, file)} (${colorScheme}, ${width}px): ${told}`);
      }
    }
    await context.close();
  }
  await chromium.close();
  end(`axe: ${files.length} pages, ${LOOKS.length} looks`, faults);
}

main();
