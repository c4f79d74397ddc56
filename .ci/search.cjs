// Searches a site in Chromium, opened as files: words, beginnings of words, phrases, and facets.
//
//   node .ci/search.cjs SITE MODULES [PART]
"use strict";

const assert = require("assert");
const path = require("path");
const { isViolation, runCases } = require("./browser.cjs");

const [site, modules] = process.argv.slice(2, 4).map((folder) => path.resolve(folder));
const address = (file) => "file://" + path.join(site, file);

/// Types a query and returns the texts of the results.
async function results(page, query) {
  await page.fill("#search input", query);
  await page.waitForFunction(() => !/Loading/.test(document.querySelector("#search output").textContent));
  return page.$$eval("#search li a", (links) => links.map((link) => link.textContent));
}

const cases = {
  async "nothing is loaded before the search is opened"({ page, requests }) {
    await page.goto(address("chess/index.html"));
    assert.ok(!requests.some((url) => /search/.test(url)), requests.join(" "));
    await page.click(".open-search");
    await page.waitForSelector("#search input");
    assert.ok(requests.some((url) => url.endsWith("search-index.js")));
  },
  async "words, beginnings of words and phrases are found"({ page }) {
    await page.goto(address("chess/index.html"));
    await page.click(".open-search");
    await page.waitForSelector("#search input");
    assert.ok((await results(page, "stalemate")).length > 5);
    const whole = await results(page, "promotion");
    const begun = await results(page, "promoti");
    assert.ok(begun.length >= whole.length && whole.length > 0);
    const words = await results(page, "fifty move rule");
    const phrase = await results(page, "\"the fifty-move rule\"");
    assert.ok(phrase.length > 0 && phrase.length <= words.length, `${phrase.length} ${words.length}`);
    assert.deepEqual(await results(page, "\"rule move fifty\""), []);
    assert.deepEqual(await results(page, "xyzzy"), []);
    assert.ok((await results(page, "glinski"))[0].startsWith("Gliński"));
  },
  async "a result leads to its section"({ page }) {
    await page.goto(address("index.html"));
    await page.click(".open-search");
    await page.waitForSelector("#search input");
    await results(page, "\"en passant\"");
    const link = page.locator("#search li a").first();
    const href = await link.getAttribute("href");
    await link.click();
    await page.waitForURL(href);
    assert.ok((await page.title()).length > 0);
  },
  async "the search closes on Escape and opens again"({ page }) {
    await page.goto(address("chess/index.html"));
    await page.click(".open-search");
    await page.waitForSelector("#search input");
    await page.keyboard.press("Escape");
    assert.ok(!(await page.isVisible("#search")));
    assert.equal(await page.getAttribute(".open-search", "aria-expanded"), "false");
    await page.keyboard.press("Enter");
    assert.ok(await page.isVisible("#search"));
  },
  async "facets leave only the games that have them"({ page }) {
    await page.goto(address("index.html"));
    const games = () => page.$$eval(".gallery li:not([hidden])", (items) => items.length);
    const all = await games();
    await page.click(".facets summary");
    await page.selectOption(".facets select[name=players]", "4");
    const four = await games();
    assert.ok(four > 0 && four < all, `${four} of ${all}`);
    await page.selectOption(".facets select[name=players]", "");
    assert.equal(await games(), all);
    const chip = page.locator(".chips button").nth(2);
    await chip.click();
    assert.equal(await chip.getAttribute("aria-pressed"), "true");
    assert.ok(await games() > 0 && await games() < all, `a group: ${await games()} of ${all}`);
    await page.click(".chips button");
    assert.equal(await games(), all);
  },
  async "a slash opens the search, and a game is found by its pieces"({ page }) {
    await page.goto(address("index.html"));
    await page.keyboard.press("/");
    await page.waitForSelector("#search input:focus");
    const first = (await results(page, "cannon")).slice(0, 7);
    for (const game of ["Xiangqi", "Janggi", "Shako"]) assert.ok(first.includes(game), `${game}: ${first.join(", ")}`);
    await page.keyboard.type("/");
    assert.ok((await page.inputValue("#search input")).endsWith("/"));
  },
  async "the head is one row at every width, and games begin on the first screen"({ page }) {
    for (const width of [360, 390, 736, 800, 900, 1007, 1008, 1040, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const file of ["index.html", "chess/index.html", "manual/index.html", "playground/index.html"]) {
        await page.goto(address(file));
        const { tops, height, over } = await page.evaluate(() => {
          const shown = [...document.querySelectorAll("header.site nav > *")].map((it) => it.getBoundingClientRect()).filter((it) => it.width > 0);
          return {
            tops: shown.map((it) => Math.round(it.top + it.height / 2)),
            height: document.querySelector("header.site").getBoundingClientRect().height,
            over: document.documentElement.scrollWidth - innerWidth,
          };
        });
        assert.ok(Math.max(...tops) - Math.min(...tops) < 4 && height < 64, `${file} ${width}: ${tops} ${height}`);
        assert.ok(over <= 0, `${file} ${width}: ${over} px too wide`);
      }
      if (width !== 390 && width !== 1280) continue;
      await page.goto(address("index.html"));
      const top = await page.$eval(".gallery li", (it) => it.getBoundingClientRect().top);
      assert.ok(top <= 500, `the first game at ${top} of ${width}`);
    }
  },
};

const isInside = (url) => url.startsWith("file://" + site);
runCases("search", cases, { modules, part: process.argv[4], isProblem: isViolation, isInside });
