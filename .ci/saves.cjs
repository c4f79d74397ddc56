// Saves a page twice within 200 ms, again and again: does the open page show the last save?
//   FAIRYBOOK=PROGRAM node .ci/saves.cjs SITE MODULES [ROUNDS]
"use strict";

const { execFileSync, spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { launch } = require("./browser.cjs");

const [program, modules] = [process.env.FAIRYBOOK, process.argv[3]].map((file) => path.resolve(file));
const rounds = Number(process.argv[4] ?? 84);
const wait = (time) => new Promise((done) => setTimeout(done, time));

/// Starts `serve` and returns its process and address.
const serve = (book) =>
  new Promise((done) => {
    const child = spawn(program, ["serve", "--port", "0", "--format", "json"], { cwd: book });
    child.stderr.resume();
    child.stdout.once("data", (line) => done({ child, url: JSON.parse(line).url }));
  });

(async () => {
  const book = fs.mkdtempSync(path.join(os.tmpdir(), "fairybook-saves-"));
  execFileSync(program, ["new", "book", "."], { cwd: book });
  const file = path.join(book, "content/variants/my-game.md");
  const text = fs.readFileSync(file, "utf8");
  const save = (words) => fs.writeFileSync(file, `${text}\nSaved ${words}.\n`);
  const { child, url } = await serve(book);
  const browser = await launch(modules);
  let stale = 0;
  try {
    const page = await browser.newPage();
    await page.goto(`${url}my-game/`);
    for (let round = 0; round < rounds; round += 1) {
      save(`first ${round}`);
      await wait((round * 200) / rounds);
      save(`last ${round}`);
      const shown = page.locator("p", { hasText: `Saved last ${round}.` }).waitFor({ timeout: 5000 });
      await shown.catch(() => {
        stale += 1;
        console.log(`round ${round}: the page shows an old save`);
      });
    }
  } finally {
    await browser.close();
    child.kill();
    fs.rmSync(book, { recursive: true });
  }
  console.log(`${rounds} double saves: ${stale} stale pages`);
  process.exitCode = stale ? 1 : 0;
})();
