// Writes games in the playground of a site in Chromium: from a server and as a file, on a desk and on a
// phone. Prints the times from a key to the page.
//
//   node .ci/playground.cjs SITE MODULES [PART]
//
// With PART only the cases with that text in their names; with SHOTS=FOLDER each case leaves a
// picture there. Exits with 1 where the playground does not do what it should.
"use strict";

const assert = require("assert");
const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const zlib = require("zlib");
const { runCases, serve } = require("./browser.cjs");

const [site, modules] = process.argv.slice(2, 4).map((folder) => path.resolve(folder));
const program = fs.existsSync(process.env.FAIRYBOOK ?? "") && path.resolve(process.env.FAIRYBOOK);
const axe = fs.readFileSync(path.join(modules, "axe-core", "axe.min.js"), "utf8");

/// The playground in a page.
class Playground {
  constructor(page) {
    this.page = page;
    this.frame = page.frameLocator(".playground iframe");
  }

  static async open(page, address, example = "") {
    await page.goto(address);
    const playground = new Playground(page);
    if (example) await playground.begin(example);
    return playground;
  }

  async begin(example) {
    await this.page.selectOption("#example", example);
    await this.built(() => this.page.click('[data-act="begin"]'));
  }

  /// Waits for the build that an act leads to.
  async built(act) {
    const before = await this.builds();
    await act();
    await this.page.waitForFunction((before) => Number(document.querySelector(".playground").dataset.builds ?? 0) > before && !document.querySelector(".playground").hasAttribute("aria-busy"), before, { timeout: 60000 });
  }

  async builds() {
    return Number((await this.page.locator(".playground").getAttribute("data-builds")) ?? 0);
  }

  async write(name, change) {
    const area = this.page.locator("#" + name);
    await this.built(async () => area.fill(change(await area.inputValue())));
  }

  text(name) {
    return this.page.locator("#" + name).inputValue();
  }

  verdict() {
    return this.page.locator(".verdict").textContent();
  }

  async expectVerdict(words) {
    const found = await this.verdict();
    assert.ok(found.includes(words), `"${words}" is not in: ${found}`);
  }

  problems(name) {
    return this.page.locator(`.source.${name} .problems li`).allTextContents();
  }

  async download(act) {
    const [download] = await Promise.all([this.page.waitForEvent("download"), act()]);
    return { name: download.suggestedFilename(), file: await download.path() };
  }
}

/// The link to a game.
const linkTo = (address, definition, text) => {
  const packed = zlib.deflateRawSync(JSON.stringify(["x", definition, text]), { level: 9 });
  return `${address}#game=${packed.toString("base64url")}`;
};

const cases = {
  async "nothing is loaded before a reader begins"({ page, served, requests }) {
    const playground = await Playground.open(page, served);
    assert.ok(!requests.some((url) => /-module|worker|frame/.test(url)), requests.join(" "));
    assert.match(await playground.text("definition"), /based-on = "chess"/);
    await page.locator(".still svg").waitFor();
    assert.equal(await page.evaluate(() => localStorage.length), 0);
    await playground.begin("starter");
    await playground.expectVerdict("agree");
    await playground.frame.locator("figure[data-board] svg").first().waitFor();
    assert.equal(await playground.frame.locator("h1").textContent(), "My Game");
  },

  async "the first key builds the game that is shown, where it is typed"({ page, served }) {
    const playground = await Playground.open(page, served);
    const before = await playground.text("definition");
    await page.focus("#definition");
    await page.keyboard.press("Control+Home");
    await playground.built(() => page.keyboard.type("#"));
    assert.equal(await playground.text("definition"), "#" + before);
    await playground.frame.locator("h1", { hasText: "Wyvern Chess" }).waitFor();
    assert.equal(await page.locator(".still").count(), 0);
  },

  async "the first click builds the game that is shown, and the list opens others"({ page, served }) {
    const playground = await Playground.open(page, served);
    await playground.built(() => page.click("#page"));
    await playground.expectVerdict("0 disagree");
    await playground.built(() => page.locator("[data-example] button", { hasText: /^Gliński/ }).click());
    assert.match(await playground.text("definition"), /hexagon/);
  },

  async "every example is verified"({ page, served }) {
    const playground = await Playground.open(page, served);
    const names = await page.locator("#example option").evaluateAll((all) => all.map(({ value }) => value));
    assert.ok(names.length > 30, names.join(" "));
    await playground.begin("starter");
    for (const name of names) {
      await page.evaluate(() => localStorage.clear());
      await playground.begin(name);
      const found = await page.locator(".problems li.error").allTextContents();
      // The second step of these pages has a mistake, which the third mends.
      const wrong = /(tutorial|hexagons)-2$/.test(name);
      assert.equal(found.length, wrong ? 1 : 0, `${name}: ${found}`);
      assert.equal(/ 0 disagree/.test(await playground.verdict()), !wrong, `${name}: ${await playground.verdict()}`);
      await playground.frame.locator("main h1").waitFor();
    }
  },

  async "an error has its line, and its mending shows the page again"({ page, served }) {
    const playground = await Playground.open(page, served, "starter");
    await playground.write("definition", (text) => text.replace('move = "WF"', 'move = "WE"'));
    const [problem] = await playground.problems("definition");
    assert.match(problem, /22:10 error: E is not an atom/);
    await playground.expectVerdict("error");
    assert.equal(await page.locator(".source.definition .marks mark.error").first().textContent(), "E");
    await page.locator(".source.definition .problems button").first().click();
    const chosen = await page.locator("#definition").evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.equal(chosen, "E");
    await axeFinds(page, []);
    await playground.write("definition", (text) => text.replace('move = "WE"', 'move = "WFD"'));
    assert.deepEqual(await playground.problems("definition"), []);
    const [claim] = await playground.problems("page");
    assert.match(claim ?? "", /error/);
    await playground.write("page", (text) => text.replace(/\[8 squares\]\(<claim: (.*) is 8>\)/, "[12 squares](<claim: $1 is 12>)").replace(/marks = "[^"]*"\n/, ""));
    assert.deepEqual(await playground.problems("page"), []);
    await playground.expectVerdict("0 disagree");
  },

  async "the state says where errors are, and leads there"({ page, touch, served }) {
    for (const view of [page, touch]) {
      const playground = await Playground.open(view, served, "starter");
      await playground.write("definition", (text) => text.replace('move = "WF"', 'move = "WE"'));
      await playground.expectVerdict("1 error in the definition");
      await playground.write("definition", (text) => text.replace('move = "WE"', 'move = "WF"'));
      if (view === touch) await view.tap('[data-shows="page"]');
      await playground.write("page", (text) => text + "\n" + "A long line goes on. ".repeat(20) + "[all](<claim: nonsense>)\n");
      await playground.expectVerdict("1 error in the page");
      if (view === touch) await view.tap('[data-shows="definition"]');
      await view.locator("#definition").evaluate((area) => area.focus());
      await view.evaluate(() => scrollTo(0, document.querySelector("#definition").getBoundingClientRect().top + scrollY - 100));
      await view.locator(".verdict button", { hasText: "in the page" }).click();
      const error = view.locator(".source.page .problems button").last();
      const isInSight = (part) => part.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
      });
      assert.ok(await isInSight(error), "the list is in sight");
      await error.click();
      assert.ok(await isInSight(view.locator(".verdict")), "the state is in sight");
      const mark = view.locator(".source.page .marks mark").last();
      const [inner, outer] = await mark.evaluate((mark) => [mark, mark.closest(".text")].map((part) => part.getBoundingClientRect().toJSON()));
      assert.ok(inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom, JSON.stringify([inner, outer]));
      // The text and what is behind it are laid out alike.
      const heights = await view.locator(".source.page .text").evaluate((text) => {
        const [area, marks] = [text.querySelector("textarea"), text.querySelector(".marks")];
        return [area.scrollHeight, marks.offsetHeight];
      });
      assert.ok(Math.abs(heights[0] - heights[1]) < 30, heights.join(" "));
      assert.ok((await view.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    }
  },

  async "a game with another name is told where its name is"({ page, served }) {
    const playground = await Playground.open(page, served, "starter");
    await playground.write("page", (text) => text.replace('variant = "my-game"', 'variant = "my-gme"'));
    const [problem] = await playground.problems("page");
    assert.match(problem, /has no variant my-gme.*“Name of the files”: my-game/);
  },

  async "nothing moves when a reader begins"({ page, served }) {
    const playground = await Playground.open(page, served);
    const top = () => page.locator("#definition").evaluate((area) => area.getBoundingClientRect().top + scrollY);
    const before = await top();
    assert.ok(await page.locator('[data-act="forget"]').isDisabled());
    assert.equal(await page.locator("#example option").first().textContent(), "A small game");
    assert.equal(await page.locator("#example").evaluate((list) => list.selectedIndex), 0);
    await playground.built(() => page.click("#definition"));
    assert.equal(await top(), before);
  },

  async "boards answer and go on while the page is written"({ page, served }) {
    const playground = await Playground.open(page, served, "chess");
    const figure = playground.frame.locator("figure[data-board]").filter({ has: playground.frame.locator('.wake[aria-label="Play from here"]') }).first();
    await figure.locator(".wake").click();
    const awake = playground.frame.locator("figure.awake").first();
    const press = (name) => awake.locator(`.cells path[aria-label^="${name}"]`).click({ force: true });
    await press("e2");
    await press("e4");
    await awake.locator(".moves button", { hasText: "e4" }).waitFor({ state: "attached" });
    await playground.write("page", (text) => text.replace("title = \"", "title = \"New "));
    await playground.frame.locator("h1", { hasText: "New" }).waitFor();
    await playground.frame.locator("figure.awake .moves button", { hasText: "e4" }).waitFor({ state: "attached" });
  },

  async "the book is downloaded, and builds to the same page"({ page, served }) {
    const playground = await Playground.open(page, served, "starter");
    await page.fill(".id", "six-by-six");
    await playground.write("definition", (text) => text.replace("a-h", "a-f").replace("1-8", "1-6").replace("rank 8", "rank 6").replace("e1", "e1").replace('rook = "a1 h1"', 'rook = "a1"').replace('guard = "c1 f1"', 'guard = "c1 f1"').replace('knight = "b1 g1"', 'knight = "b1"'));
    assert.match(await playground.text("page"), /variant = "six-by-six"/);
    assert.deepEqual([...(await playground.problems("definition")), ...(await playground.problems("page"))], []);
    const { name, file } = await playground.download(() => page.click('[data-act="folder"]'));
    assert.equal(name, "six-by-six.zip");
    await page.locator(".said", { hasText: "fairybook build" }).waitFor();
    assert.match(await page.locator(".said a").getAttribute("href"), /manual\/tutorial\/index\.html$/);
    // And the playground opens it again.
    await page.click('[data-act="forget"]');
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click('[data-act="open"]')]);
    await chooser.setFiles({ name, mimeType: "application/zip", buffer: fs.readFileSync(file) });
    await page.waitForFunction(() => document.querySelector(".id").value === "six-by-six");
    assert.match(await playground.text("definition"), /a-f/);
    assert.match(await playground.text("page"), /variant = "six-by-six"/);
    const place = fs.mkdtempSync(path.join(os.tmpdir(), "playground-"));
    const folder = path.join(place, "six-by-six");
    try {
      execFileSync("python3", ["-c", "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])", file, place]);
      assert.deepEqual(fs.readdirSync(place), ["six-by-six"]);
      assert.ok(fs.readFileSync(path.join(folder, "content/variants/six-by-six.toml"), "utf8").includes("a-f"));
      if (!program) return console.log("   (no program is built: the book is not built either)");
      execFileSync(program, ["build", "--quiet"], { cwd: folder });
      const built = fs.readFileSync(path.join(folder, "site/six-by-six/index.html"), "utf8");
      const shown = await playground.frame.locator("figure[data-board] svg title").first().textContent();
      assert.ok(built.includes(shown), shown);
    } finally {
      fs.rmSync(place, { recursive: true });
    }
  },

  async "a diagram is downloaded as SVG"({ page, served }) {
    const playground = await Playground.open(page, served, "starter");
    await playground.frame.locator("details.proof summary").first().click();
    const link = playground.frame.locator(".downloads a").first();
    const { name, file } = await playground.download(() => link.click());
    assert.match(name, /^my-game-.*\.svg$/);
    assert.ok(fs.readFileSync(file, "utf8").startsWith("<svg"));
  },

  async "a link opens the same game elsewhere"({ page, served, chromium, watch }) {
    const playground = await Playground.open(page, served, "glinski");
    await playground.write("page", (text) => text + "\nA *sentence* of my own.\n");
    await page.click('[data-act="link"]');
    await page.waitForFunction(() => document.querySelector(".said").textContent.includes("#game="));
    const link = (await page.locator(".said").textContent()).replace("Copied: ", "");
    const context = await chromium.newContext();
    const other = new Playground(await watch(context));
    await other.page.goto(served);
    await other.built(() => other.page.goto(link));
    assert.equal(await other.text("page"), await playground.text("page"));
    assert.equal(await other.text("definition"), await playground.text("definition"));
    await other.frame.locator("em", { hasText: "sentence" }).waitFor();
    await context.close();
  },

  async "a link with a script in it runs nothing"({ page, served }) {
    const playground = await Playground.open(page, served);
    const link = linkTo(served, "format = 1", '+++\ntitle = "<img src=x onerror=alert(1)>"\n+++\n<script>parent.hacked = true</script> <img src=x onerror="parent.hacked = true"> [a](javascript:alert(1))');
    await playground.built(async () => {
      await page.goto(link);
      await page.reload();
    });
    assert.ok((await playground.problems("page")).some((text) => text.includes("raw HTML")));
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await playground.frame.locator("img, script:not([src]):not(.boards)").count(), 0);
  },

  async "a link with too much work does not stop the tab"({ page, served }) {
    const rules = '[turn-parts]\nmove = { moves = "own", times = 100 }\n[restrictions.r]\nnever = "gives checkmate"\n[check]\ntested = "end of turn"\n';
    const definition = `format = 1\nname = "S"\nbased-on = "chess"\n${rules}`;
    await page.goto(linkTo(served, definition, '+++\ntitle = "T"\nvariant = "x"\n+++\n```position\nposition = "setup"\n```\n'));
    const playground = new Playground(page);
    await playground.frame.locator("figure .wake").last().click();
    await playground.frame.locator(".play", { hasText: "too much work to show" }).waitFor({ timeout: 8000 });
    await playground.write("page", (text) => text + "\nStill here.\n");
    await playground.frame.locator("p", { hasText: "Still here." }).waitFor();
  },

  async "a link that unpacks to too much is refused"({ page, served }) {
    for (const length of [11_000_000, 300_000_000]) {
      await page.goto("about:blank");
      await page.goto(linkTo(served, "a".repeat(length), ""));
      await page.locator(".offer", { hasText: "cannot be read" }).waitFor({ timeout: 2000 });
    }
  },

  async "the browser keeps the game, and forgets it"({ page, served }) {
    let playground = await Playground.open(page, served, "starter");
    await playground.write("definition", (text) => text + "# mine\n");
    await page.reload();
    playground = new Playground(page);
    await playground.expectVerdict("This browser has kept this game.");
    assert.match(await page.locator("#example option:checked").textContent(), /^Your game: /);
    await playground.built(() => page.click("#definition"));
    assert.match(await playground.text("definition"), /# mine\n$/);
    await page.selectOption("#example", "chess");
    await page.click('[data-act="begin"]');
    await page.locator(".offer", { hasText: "keeps the game" }).waitFor();
    await playground.built(() => page.click('.offer button:has-text("Replace it")'));
    assert.match(await playground.text("definition"), /name += "Chess"/);
    await playground.built(() => page.click('[data-act="forget"]'));
    assert.match(await playground.text("definition"), /based-on = "chess"/);
    await page.reload();
    assert.equal(await page.locator(".still").count(), 1);
  },

  async "keyboard alone"({ page, served }) {
    const playground = await Playground.open(page, served);
    await page.focus("#example");
    await page.keyboard.press("Tab");
    await playground.built(() => page.keyboard.press("Enter"));
    const at = () => page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName);
    const seen = [];
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press("Tab");
      seen.push(await at());
    }
    for (const name of ["id", "definition", "page", "IFRAME"]) assert.ok(seen.includes(name), `${name}: ${seen}`);
    await page.focus("#definition");
    await page.keyboard.press("Control+End");
    await playground.built(() => page.keyboard.type("x"));
    assert.equal((await playground.problems("definition")).length, 1);
    await page.keyboard.press("Tab");
    assert.notEqual(await at(), "definition", "Tab leaves the text");
  },

  async "as a file"({ page }) {
    const playground = await Playground.open(page, "file://" + path.join(site, "playground", "index.html"), "starter");
    await playground.expectVerdict("agree");
    await playground.frame.locator(".wake").first().click();
    await playground.frame.locator("figure.awake .cells path").first().waitFor({ state: "attached" });
    await playground.write("definition", (text) => text + "x");
    assert.equal((await playground.problems("definition")).length, 1);
  },

  async "on a phone"({ touch: page, served }) {
    const playground = await Playground.open(page, served, "starter");
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok((await over()) <= 0, `the page is ${await over()} px wider than its window`);
    await axeFinds(page, []);
    assert.ok(!(await page.locator("#page").isVisible()));
    await page.tap('[data-shows="page"]');
    await playground.write("page", (text) => text.replace("is a game for", "is a new game for"));
    await page.tap('[data-shows="result"]');
    await playground.frame.locator("p", { hasText: "is a new game for" }).waitFor();
    const wake = playground.frame.locator(".wake").first();
    await wake.tap();
    await playground.frame.locator("figure.awake .cells path").first().waitFor({ state: "attached" });
    assert.ok((await over()) <= 0);
    await axeFinds(page, []);
  },

  async "a kept game is built by its result, on a phone"({ touch: page, served }) {
    await page.goto(served);
    await page.evaluate(() => localStorage.clear());
    let playground = await Playground.open(page, served, "starter");
    await playground.write("definition", (text) => text + "# mine\n");
    await page.reload();
    playground = new Playground(page);
    await playground.expectVerdict("This browser has kept this game.");
    await playground.built(() => page.tap('[data-shows="result"]'));
    await playground.frame.locator("h1", { hasText: "My Game" }).waitFor();
  },

  async "axe finds nothing, light and dark"({ page, served }) {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.goto("about:blank");
      await page.goto(served);
      await page.evaluate(() => localStorage.clear());
      const playground = await Playground.open(page, served, "starter");
      await playground.write("definition", (text) => text.replace("WF", "WE"));
      await axeFinds(page, []);
    }
  },

  async "times from a key to the page"({ page, served, chromium }) {
    for (const rate of [1, 6]) {
      const client = await page.context().newCDPSession(page);
      await client.send("Emulation.setCPUThrottlingRate", { rate });
      for (const name of ["starter", "chess", "glinski", "armies-of-faith-1"]) {
        await page.goto("about:blank");
        await page.goto(served);
        await page.evaluate(() => localStorage.clear());
        const started = Date.now();
        const playground = await Playground.open(page, served, name);
        const first = Date.now() - started;
        await playground.frame.locator("h1").waitFor();
        const times = [];
        for (let round = 0; round < 7; round += 1) {
          const took = await page.evaluate(async (round) => {
            const area = document.querySelector("#page");
            const frame = document.querySelector("iframe");
            const shown = new Promise((done) => addEventListener("message", ({ data }) => data.shown && done()));
            area.setRangeText(`\n\nWord ${round}.\n`, area.value.length, area.value.length, "end");
            const start = performance.now();
            area.dispatchEvent(new Event("input", { bubbles: true }));
            await shown;
            return performance.now() - start;
          }, round);
          times.push(took);
        }
        times.sort((a, b) => a - b);
        const [middle, worst] = [times[3], times[6]].map(Math.round);
        console.log(`   ${name}, CPU ${rate === 1 ? "as it is" : "slowed six times"}: first page ${first} ms, a key ${middle} ms, worst ${worst} ms, 100 ms of waiting included`);
      }
    }
  },
};

async function axeFinds(page, expected) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"], preload: false, iframes: false }));
  const found = violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.target.join(" ")).slice(0, 3)}`);
  assert.deepEqual(found, expected);
}

serve(site).then((server) => {
  const root = `http://127.0.0.1:${server.address().port}/`;
  const isInside = (url) => url.startsWith("file://" + site) || url.startsWith(root) || /^(data|blob|about):/.test(url);
  const isProblem = (message) => message.type() === "error";
  const given = { served: root + "playground/index.html" };
  return runCases("playground", cases, { modules, part: process.argv[4], isProblem, isInside, given });
});
