// Prints every rule sheet of a site in Chromium, on A4 and on US Letter.
//
//   node .ci/sheets.cjs SITE MODULES
//
// MODULES is a folder with the package `playwright-core`. Exits with 1 where a sheet does not print on
// one page, or where on a page of that size something leaves it, overlaps or is too small to be read.
"use strict";

const path = require("path");
const { end, launch, pages } = require("./browser.cjs");

const [site, modules] = process.argv.slice(2).map((folder) => path.resolve(folder));

// Width and height of the paper less the margins of `@page sheet`, in pixels.
const px = (mm) => Math.floor((mm * 96) / 25.4);
const PAPERS = [
  { format: "A4", width: px(210 - 24), height: px(297 - 24) },
  { format: "Letter", width: px(215.9 - 24), height: px(279.4 - 24) },
];

/// Runs in the page, laid out for print in a window of the size of the paper.
function faults() {
  const LEAST_PT = 6.5;
  const found = [];
  const sheet = document.querySelector(".rule-sheet");
  const name = (at) => `${at.className.baseVal ?? at.className} "${at.textContent.trim().slice(0, 30)}"`;
  const boxes = [...sheet.querySelectorAll("h1, .lead, header dl, .board > svg, h2, .drawing > svg, p.name, div.move, .legend li, .rules:not(.terms) > div, .terms, table.zones, .origin")];
  const rects = boxes.map((at) => at.getBoundingClientRect());
  rects.forEach((a, i) => {
    if (a.left < -1 || a.top < -1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1) found.push(`${name(boxes[i])} leaves the page`);
    rects.slice(i + 1).forEach((b, j) => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) found.push(`${name(boxes[i])} overlaps ${name(boxes[i + 1 + j])}`);
    });
  });
  for (const at of [document.documentElement, ...sheet.querySelectorAll("*")]) {
    if (at.closest("svg") || !at.clientWidth) continue;
    if (at.scrollWidth > at.clientWidth + 1) found.push(`${name(at)} is too narrow for what is in it`);
  }
  const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    const pt = parseFloat(getComputedStyle(parent).fontSize) * 0.75;
    if (texts.currentNode.data.trim() && !parent.closest("svg") && pt < LEAST_PT - 0.01) found.push(`${name(parent)} has letters of ${pt.toFixed(1)}pt`);
  }
  return found;
}

/// What is wrong with the page as it is now.
async function look(page, { format, width, height }) {
  const pdf = await page.pdf({ format });
  const count = (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) || []).length;
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width, height });
  const found = await page.evaluate(faults);
  return count === 1 ? found : [`it prints on ${count} pages`, ...found];
}

async function main() {
  const files = pages(site).filter((file) => path.basename(file) === "rule-sheet.html").sort();
  const chromium = await launch(modules);
  const page = await chromium.newPage();
  let count = files.length ? 0 : 1;
  for (const file of files) {
    await page.goto("file://" + file);
    for (const paper of PAPERS) {
      for (const fault of await look(page, paper)) {
        count += 1;
        console.log(`${path.relative(site, file)} (${paper.format}): ${fault}`);
      }
    }
  }
  // A sheet that is too long must be found.
  await page.evaluate(() => {
    const rules = document.querySelector(".rule-sheet .rules");
    rules.innerHTML = rules.innerHTML.repeat(8);
  });
  for (const paper of PAPERS) {
    const found = await look(page, paper);
    if (!found.some((fault) => fault.endsWith("leaves the page"))) {
      count += 1;
      console.log(`(${paper.format}): a sheet that is too long is not found`);
    }
  }
  await chromium.close();
  end(`sheets: ${files.length} sheets, ${PAPERS.length} papers`, count);
}

main();
