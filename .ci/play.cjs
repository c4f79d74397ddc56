// Plays on the boards of a site in Chromium: by mouse, by touch, by keyboard alone, from links.
//
//   node .ci/play.cjs SITE MODULES [PART]
//
// With PART only the cases with that text in their names; with SHOTS=FOLDER each case leaves a
// picture there. Exits with 1 where a board does not do what it should.
"use strict";

const assert = require("assert");
const fs = require("fs");
const path = require("path");
const zlib = require("zlib");
const { isViolation, runCases } = require("./browser.cjs");

const [site, modules] = process.argv.slice(2, 4).map((folder) => path.resolve(folder));
const axe = fs.readFileSync(path.join(modules, "axe-core", "axe.min.js"), "utf8");

/// The board of one figure of a page.
class Board {
  constructor(page, id) {
    this.page = page;
    this.figure = page.locator(`figure[id="${id}"]`);
  }

  /// The first figure whose content has that name: `setup`, `moves` or `position`.
  static async open(page, file, kind = "setup", hash = "") {
    await page.goto("file://" + path.join(site, file, "index.html") + hash);
    const id = await page.evaluate((kind) => {
      const { figures } = JSON.parse(document.querySelector("script.boards").textContent);
      const all = Array.from(document.querySelectorAll("figure[data-board]"), (figure) => figure.id);
      return all.find((id) => kind in figures[id].shows && !figures[id].only && !figures[id].shows[kind].side);
    }, kind);
    return new Board(page, id);
  }

  async wake() {
    await this.figure.locator(".wake:not(.dress)").click();
    await this.awake();
    return this;
  }

  async awake() {
    await this.figure.locator(".cells path[aria-label]").first().waitFor({ state: "attached", timeout: 60000 });
  }

  cell(name) {
    return this.figure.locator(`.cells path[aria-label="${name}"], .cells path[aria-label^="${name},"]`);
  }

  async middle(name) {
    await this.cell(name).scrollIntoViewIfNeeded();
    const box = await this.cell(name).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  async click(...names) {
    for (const name of names) await this.page.mouse.click(...(await this.middle(name)));
  }

  async tap(...names) {
    for (const name of names) await this.page.touchscreen.tap(...(await this.middle(name)));
  }

  text(part) {
    return this.figure.locator(".play ." + part).textContent();
  }

  /// The moves as links have them.
  async moves() {
    const moves = await this.figure.locator(".play .moves button").evaluateAll((all) => all.map((it) => it.dataset.move));
    return moves.join(" ");
  }

  /// The moves as readers see them.
  async listed() {
    const rows = await this.figure.locator(".play .moves li").allTextContents();
    return rows.join(" ");
  }

  async expect(part, words) {
    const found = await this.text(part);
    assert.ok(found.includes(words), `"${words}" is not in: ${found}`);
  }

  async press(text) {
    await this.figure.locator(".play").getByRole("button", { name: new RegExp("^" + text) }).first().click();
  }

  /// A cell that may be moved to.
  async targets() {
    return this.figure.locator('.cells path[aria-label*=", may "]').evaluateAll((all) =>
      all.map((path) => path.getAttribute("aria-label").split(",")[0]));
  }

  async movable() {
    return this.figure.locator(".cells path.may").evaluateAll((all) =>
      all.map((path) => path.getAttribute("aria-label").split(",")[0]));
  }

  /// The cells where a move begins and ends, from its text.
  async ends(text) {
    const labels = await this.figure.locator(".cells path[aria-label]").evaluateAll((all) => all.map((path) => path.getAttribute("aria-label").split(",")[0]));
    const pairs = labels.flatMap((from) => labels.filter((to) => text.startsWith(from + to) || text.startsWith(`${from}-${to}`)).map((to) => [from, to]));
    return pairs.sort((a, b) => b.join("").length - a.join("").length)[0];
  }

  /// Plays a move that is given as the engine prints it, by clicks alone.
  async play(text) {
    const last = async () => (await this.moves()).split(" ").at(-1);
    const drop = text.match(/^[^@]+@(.+)$/);
    const attempts = drop ? this.figure.locator(".hands button:enabled") : this.figure.locator(".choices button");
    const ways = drop ? await attempts.count() : 1;
    for (let way = 0; way < Math.max(ways, 1); way += 1) {
      if (drop) {
        await attempts.nth(way).click();
        if (!(await this.targets()).includes(drop[1])) {
          await this.page.keyboard.press("Escape");
          continue;
        }
        await this.click(drop[1]);
        if ((await last()) === text) return;
        await this.press("Undo");
        continue;
      }
      const [from, to] = await this.ends(text);
      await this.click(from, to);
      const count = await attempts.count();
      for (let choice = 0; choice < count; choice += 1) {
        await attempts.nth(choice).click();
        if ((await last()) === text) return;
        await this.press("Undo");
        await this.click(from, to);
      }
      if ((await last()) === text) return;
    }
    assert.fail(`${text} was not played: ${await this.moves()}; ${await this.text("note")}`);
  }

  /// Plays some move: the first that is offered.
  async playAny(offset = 0) {
    const from = await this.movable();
    await this.click(from[offset % from.length]);
    const targets = await this.targets();
    await this.click(targets[0]);
    const choice = this.figure.locator(".play .choices button").first();
    if (await choice.isVisible()) await choice.click();
  }
}

/// Whole games, found by random play, with the words at their ends. In shogi pieces are dropped and promoted.
const GAMES = {
  chess: ["Checkmate. White wins.", "e2e4 h7h5 c2c3 b7b5 d1h5 a7a5 f1c4 a8a7 c4f7"],
  glinski: ["Checkmate. White wins.", "g1g2 f11g9 f3g1 b7b6 g2g3 e10d8 c1e3 c8b7 g4g6 f7g6 e1g4 b7c8 e3e2 f10b2 d1c3 d8b4 g4e1 g6g5 c3b5 b4a3 e1i6 g10f11 i6l2 i7i5 g3g2 b2c1 i1h2 h9i6 l2f7 a3a4 f7f9"],
  raumschach: ["Checkmate. Black wins.", "Bc1-Dc3 Da5-Ad2 Dc3-Db3 Eb5-Cb4 Db3-Dd3 Ea5-Da5 Dd3-Bd3 Ed4-Ed3 Ba2-Ca2 Cb4-Ab3 Aa2-Ab3 Dd4-Dd3 Ba1-Ed1 Dc5-Cb5 Ed1-Eb3 Cb5-Cb1 Eb3-Ea4 Cb1-Bc1"],
  shogi: ["Checkmate. White wins.", "1g1f 8b6b 4g4f 5c5d 2h7h 6b4b 3i4h 9a9b 9i9h 3a3b 7g7f 5a5b 1f1e 2c2d 8h3c+ 5b6b 3c5e 2b4d 4i5h 6a7b 1i1f 4d3c 8g8f 7a8b 2g2f 3c4d 5e7c 6b7a 7c5a 4d6f 5h6h 1a1b 6i5h 4a5a 6h6i 5d5e 4f4e B@2h 2i1g 5a4a 8i7g 2h1i 5h4g 6c6d 7h6h 3b3c 9g9f 7b7c 7i7h 5e5f 7g6e 4b3b 6e7c+ 3c2b 4g5f 6f8h+ 7h8g 8h8i 5f5e 2a3c 5e4d 1i3g+ G@7b 3b7b 2f2e G@4g 4h3g P@7e 6h8h 7b4b B@1h 4b7b 8f8e 4a3a 8g8f 7b3b 7c7d 3a2a 5g5f 8i6g 3g3f P@5b 4d5c 4g3h 9h9g 3h4i"],
};

/// Longer games, one a line: the id of the game, the words at the end and the moves.
const LONG_GAMES = new Map(fs.readFileSync(path.join(__dirname, "whole-games.txt"), "utf8").trim().split("\n").filter((line) => !line.startsWith("#")).map((line) => {
  const [id, words, moves] = line.split(" | ");
  return [id, { words, moves: moves.split(" ") }];
}));

/// Opens a long game with all moves but the last ones, which `play` then makes, and looks at the end.
async function finish(page, id, byHand, play) {
  const { words, moves } = LONG_GAMES.get(id);
  const before = moves.slice(0, Math.max(moves.length - byHand, 0));
  let board = await Board.open(page, id);
  const figure = await board.figure.getAttribute("id");
  board = await Board.open(page, id, "setup", `#play=${figure}&moves=${encodeURIComponent(before.join(","))}`);
  await page.reload();
  await board.awake();
  for (const text of moves.slice(before.length)) {
    await board.expect("turn", "to move.");
    await play(board, text);
  }
  assert.deepEqual((await board.moves()).split(" ").slice(before.length), moves.slice(before.length));
  await board.expect("turn", words);
  await board.expect("away", words);
  assert.equal((await board.movable()).length, 0, "nothing moves after the end");
  await axeFinds(page, []);
}

const cases = {
  async "nothing of the engine is loaded before a click"({ page, requests }) {
    await Board.open(page, "chess");
    assert.ok(!requests.some((url) => /play-(module|board)/.test(url)), requests.join(" "));
  },

  async "the first click is carried out"({ page, requests }) {
    const board = await Board.open(page, "chess");
    const drawing = board.figure.locator(".drawing svg");
    await drawing.scrollIntoViewIfNeeded();
    const box = await drawing.boundingBox();
    // e2 on a board of 8 files, with names of ranks to the left.
    const before = await drawing.innerHTML();
    await page.mouse.click(box.x + box.width * 0.58, box.y + box.height * 0.77);
    await board.awake();
    await page.waitForFunction(() => document.querySelector('.cells [aria-label*="chosen"]'));
    assert.notEqual(await drawing.innerHTML(), before);
    assert.deepEqual((await board.targets()).length, 2);
    assert.ok(requests.some((url) => url.includes("play-module")));
  },

  async "opening changes nothing in the picture"({ page }) {
    const board = await Board.open(page, "chess");
    const shown = () => board.figure.locator(".drawing svg").evaluate((svg) =>
      Array.from(svg.children, (child) => {
        if (child.matches(".cells")) return "";
        const board = child.matches("use") && document.querySelector(child.getAttribute("href"));
        return board ? board.innerHTML : child.outerHTML;
      }).join(""));
    const before = await shown();
    await board.wake();
    assert.equal(await shown(), before);
  },

  async "a game of chess ends in mate"({ page }) {
    const board = await (await Board.open(page, "chess")).wake();
    await board.click("f2", "f3", "e7", "e5", "g2", "g4", "d8", "h4");
    await board.expect("turn", "Checkmate. Black wins.");
    await board.press("Undo");
    await board.expect("turn", "Black to move.");
    await board.press("Start");
    await board.press("Redo");
    assert.equal(await board.moves(), "f2f3 e7e5 g2g4 d8h4");
  },

  async "whole games to their ends"({ page }) {
    for (const [id, [result, game]] of Object.entries(GAMES)) {
      const board = await (await Board.open(page, id)).wake();
      for (const text of game.split(" ")) await board.play(text);
      await board.expect("turn", result);
      assert.equal(await board.moves(), game);
      assert.equal((await board.movable()).length, 0, "nothing moves after the end");
    }
  },

  async "a game on three boards ends by mouse"({ page }) {
    await finish(page, "afterlife-chess", 6, (board, text) => board.play(text));
  },

  async "a game of four sides ends by touch"({ touch: page }) {
    await finish(page, "xiang-aikou", 8, async (board, text) => {
      const [from, to] = await board.ends(text);
      await board.tap(from, to);
    });
  },

  async "the largest game ends by keyboard"({ page }) {
    await finish(page, "armies-of-faith-1", 4, async (board, text) => {
      for (const name of await board.ends(text)) {
        await board.cell(name).focus();
        await page.keyboard.press("Enter");
      }
      const choice = board.figure.locator(".play .choices button").first();
      if (await choice.isVisible()) await page.keyboard.press("Enter");
    });
  },

  async "a piece is gated after a first move, by mouse to the end"({ page }) {
    const board = await (await Board.open(page, "seirawan")).wake();
    const gate = async (name, cell) => {
      await board.figure.locator(".hands button:enabled", { hasText: name }).click();
      assert.deepEqual(await board.targets(), [cell]);
      await board.click(cell);
    };
    await board.click("b1", "c3");
    await board.expect("turn", "White to move.");
    await gate("Hawk", "b1");
    await board.click("b8", "c6");
    await gate("Elephant", "b8");
    await board.click("e2", "e4", "e7", "e5", "f1", "c4");
    await board.press("Pass");
    await board.click("a7", "a6", "d1", "h5");
    await gate("Elephant", "d1");
    await board.click("a6", "a5", "h5", "f7");
    await board.expect("turn", "Checkmate. White wins.");
    const gated = (await board.moves()).split(" ").filter((text) => text.includes("@"));
    assert.deepEqual(gated, ["H@b1", "E@b8", "E@d1"]);
    await axeFinds(page, []);
  },

  async "a duck is placed after each move, by touch to the end"({ touch: page }) {
    const board = await Board.open(page, "duck");
    await board.figure.locator(".wake").tap();
    await board.awake();
    await board.tap("e2", "e4");
    await board.expect("turn", "White to move.");
    await board.figure.locator(".hands button:enabled", { hasText: "Duck" }).tap();
    await axeFinds(page, []);
    await board.tap("a3");
    await board.tap("f7", "f6", "a3", "a6", "d1", "h5", "a6", "a5", "b7", "b6", "a5", "h3", "h5", "e8", "h3", "h4");
    await board.expect("turn", "White wins.");
    assert.equal((await board.moves()).split(" ").length, 10);
    assert.equal((await board.movable()).length, 0, "nothing moves after the end");
  },

  async "a move that is not allowed now is marked, and a click says why"({ page }) {
    const from = encodeURIComponent("k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1");
    let board = await Board.open(page, "chess");
    const id = await board.figure.getAttribute("id");
    board = await Board.open(page, "chess", "setup", `#play=${id}&from=${from}`);
    await page.reload();
    await board.awake();
    await board.click("e2");
    assert.equal(await board.figure.locator(".cells path.barred").count(), 7);
    await axeFinds(page, []);
    await board.click("d2");
    await board.expect("note", "would attack the King");
  },

  async "a game is copied as PGN"({ page }) {
    const board = await (await Board.open(page, "chess")).wake();
    await board.click("f2", "f3", "e7", "e5", "g2", "g4", "d8", "h4");
    await board.figure.locator("summary", { hasText: "Moves" }).click();
    await board.press("Copy PGN");
    await page.waitForFunction(() => document.querySelector(".copied").textContent);
    await board.expect("copied", "1. f3 e5 2. g4 Qh4# 0-1");
    assert.equal(await board.listed(), "1. f3 e5 2. g4 Qh4#");
  },

  async "a choice of a piece shows its moves on the first board, and a refusal says them"({ page }) {
    await page.goto("file://" + path.join(site, "xiangqi", "index.html"));
    const cannon = page.locator('[data-shows="start-cannon"]');
    await cannon.click();
    const board = new Board(page, "start");
    await board.awake();
    await board.expect("words", "Cannon: ");
    assert.equal(await cannon.getAttribute("aria-pressed"), "true");
    assert.ok((await board.figure.locator("[data-cell]").count()) > 10);
    await axeFinds(page, []);
    await cannon.click();
    await board.expect("turn", "Red to move.");
    await board.click("b1", "b2");
    await board.expect("note", "Horse: ");
    await board.click("h3", "h5");
    await board.expect("turn", "Last move: ");
  },

  async "characters and figurines are a choice that is remembered"({ page }) {
    const file = "file://" + path.join(site, "xiangqi", "index.html");
    await page.goto(file);
    const drawing = () => page.locator("#start .drawing").innerHTML();
    const before = await drawing();
    await page.getByRole("button", { name: "Figurines" }).click();
    await page.waitForFunction((before) => document.querySelector("#start .drawing").innerHTML !== before, before);
    const after = await drawing();
    await page.goto(file);
    await page.waitForFunction((after) => document.querySelector("#start .drawing").innerHTML === after, after);
    await axeFinds(page, []);
    await page.getByRole("button", { name: "Traditional pieces" }).click();
    await page.waitForFunction((after) => document.querySelector("#start .drawing").innerHTML !== after, after);
  },

  async "what is checked is shown on demand, and that is remembered"({ page }) {
    const file = "file://" + path.join(site, "chess", "index.html");
    await page.goto(file);
    assert.equal(await page.locator("a.claim[href]").count(), 0);
    await page.getByRole("button", { name: "Show what is checked" }).click();
    assert.ok((await page.locator("a.claim[href]").count()) > 10);
    await axeFinds(page, []);
    await page.goto(file);
    await page.locator("a.claim[href]").first().click();
    assert.match(page.url(), /#claim-1$/);
  },

  async "a board in a frame answers"({ page }) {
    await page.goto("file://" + path.join(site, "chess", "board.html"));
    const board = await new Board(page, "start").wake();
    await board.click("e2", "e4");
    assert.equal(await board.moves(), "e2e4");
    assert.ok(!(await board.figure.getByRole("button", { name: "Copy link" }).isVisible()));
    await axeFinds(page, []);
  },

  async "the first board answers"({ page }) {
    await page.goto("file://" + path.join(site, "glinski", "index.html"));
    const board = await new Board(page, "start").wake();
    await board.playAny();
    assert.equal((await board.moves()).split(" ").length, 1);
    await axeFinds(page, []);
  },

  async "a piece is dragged"({ page }) {
    const board = await (await Board.open(page, "chess")).wake();
    await page.mouse.move(...(await board.middle("e2")));
    await page.mouse.down();
    await page.mouse.move(...(await board.middle("e3")), { steps: 4 });
    await page.mouse.move(...(await board.middle("e4")), { steps: 4 });
    await page.mouse.up();
    assert.equal(await board.moves(), "e2e4");
    assert.equal(await board.figure.locator('[aria-label*="chosen"]').count(), 0);
  },

  async "the first drag wakes a board and is carried out"({ page }) {
    const drag = async (board, [fromX, fromY], [toX, toY]) => {
      const drawing = board.figure.locator(".drawing svg").first();
      await drawing.scrollIntoViewIfNeeded();
      const box = await drawing.boundingBox();
      await page.mouse.move(box.x + box.width * fromX, box.y + box.height * fromY);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * toX, box.y + box.height * toY, { steps: 5 });
      await page.mouse.up();
      await board.awake();
    };
    // e2 and e4 on a board of 8 files, with names of ranks to the left.
    const board = await Board.open(page, "chess");
    await drag(board, [0.58, 0.77], [0.58, 0.55]);
    await page.waitForFunction(() => document.querySelector(".play .moves button"));
    assert.equal(await board.moves(), "e2e4");
    // The first board, whose picture is a link.
    for (const file of ["chess", "armies-of-faith-1"]) {
      await page.goto("file://" + path.join(site, file, "index.html"));
      const small = new Board(page, "start");
      if ((await small.figure.count()) === 0) continue;
      await drag(small, [0.58, 0.77], [0.58, 0.55]);
      assert.equal(page.url().includes(".svg"), false, "the picture is not opened");
    }
  },

  async "promotion is a choice"({ page }) {
    const from = encodeURIComponent("6k1/P7/8/8/8/8/8/4K3 w - - 0 1");
    let board = await Board.open(page, "chess");
    const id = await board.figure.getAttribute("id");
    board = await Board.open(page, "chess", "setup", `#play=${id}&from=${from}`);
    await page.reload();
    await board.awake();
    await board.click("a7", "a8");
    assert.equal(await board.figure.locator(".choices button").count(), 4);
    await axeFinds(page, []);
    await page.keyboard.press("Escape");
    assert.equal(await board.moves(), "");
    await board.click("a8");
    await board.press("Promote to Knight");
    assert.equal(await board.moves(), "a7a8n");
  },

  async "castling by its end and by the Rook"({ page }) {
    const from = encodeURIComponent("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let board = await Board.open(page, "chess");
    const id = await board.figure.getAttribute("id");
    board = await Board.open(page, "chess", "setup", `#play=${id}&from=${from}`);
    await page.reload();
    await board.awake();
    await board.click("e1", "g1");
    assert.equal(await board.moves(), "e1g1");
    await board.press("Undo");
    await board.click("e1", "a1");
    assert.equal(await board.moves(), "e1c1");
  },

  async "a piece in hand is dropped in shogi"({ page }) {
    const board = await (await Board.open(page, "shogi")).wake();
    for (let ply = 0; ply < 60 && !(await board.figure.locator(".hands button:enabled").count()); ply += 1) {
      const capture = await board.figure.locator(".cells path").count();
      assert.ok(capture > 0);
      await board.playAny(ply * 7);
    }
    const hand = board.figure.locator(".hands button:enabled").first();
    await hand.click();
    await board.expect("away", "drops");
    await board.click((await board.targets())[0]);
    assert.ok((await board.moves()).includes("@"), await board.moves());
  },

  async "hexagons"({ page }) {
    const board = await (await Board.open(page, "glinski")).wake();
    await board.playAny(3);
    await board.playAny(5);
    assert.equal((await board.moves()).split(" ").length, 2);
  },

  async "five levels, and the stack of them"({ page }) {
    const board = await (await Board.open(page, "raumschach")).wake();
    const from = (await board.movable())[0];
    const stack = board.figure.locator('.cells path[aria-hidden="true"]');
    assert.equal(await stack.count(), 125);
    await board.click(from);
    const target = (await board.targets())[0];
    const index = await board.cell(target).evaluate((path) => {
      const all = Array.from(path.parentNode.querySelectorAll("path:not([aria-hidden])"));
      return all.indexOf(path);
    });
    const box = await stack.nth(index).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    assert.equal((await board.moves()).split(" ").length, 1);
    await board.cell(target).focus();
    await page.keyboard.press("PageUp");
  },

  async "the largest game"({ page }) {
    const board = await (await Board.open(page, "armies-of-faith-1")).wake();
    for (let ply = 0; ply < 4; ply += 1) await board.playAny(ply);
    assert.equal((await board.moves()).split(" ").length, 4);
  },

  async "several boards with transfers"({ page }) {
    const board = await (await Board.open(page, "afterlife-chess")).wake();
    for (let ply = 0; ply < 6; ply += 1) await board.playAny(ply * 3);
    assert.equal((await board.moves()).split(" ").length, 6);
  },

  async "four sides, and the board from each seat"({ page }) {
    const board = await (await Board.open(page, "xiang-aikou")).wake();
    const turns = new Set();
    for (let ply = 0; ply < 4; ply += 1) {
      turns.add(await board.text("turn"));
      await board.playAny(ply);
    }
    assert.equal(turns.size, 4, [...turns].join(" "));
    assert.match(await board.listed(), /^1\. \S+ \S+ \S+ \S+$/);
    assert.equal(await board.figure.locator(".sides li").count(), 4);
    const seen = new Set();
    for (let seat = 0; seat < 4; seat += 1) {
      seen.add(await board.figure.locator(".cells path").first().getAttribute("d"));
      await board.press("Turn the board");
    }
    assert.ok(seen.size > 1);
  },

  async "a diagram of moves is looked at"({ page }) {
    const board = await (await Board.open(page, "chess", "moves")).wake();
    await board.click("a1");
    assert.ok((await board.figure.locator("[data-cell]").count()) > 0);
    await board.press("Play from here");
    await board.expect("turn", "White to move.");
  },

  async "a forbidden target has its reason"({ page }) {
    const board = await (await Board.open(page, "chess")).wake();
    await board.click("a1", "a4");
    await board.expect("note", "The white Pawn on a2 blocks the move from a1 to a4.");
    await board.click("a1", "e7");
    await board.expect("note", "It is the turn of White.");
  },

  async "a message moves no button"({ page, touch }) {
    for (const view of [page, touch]) {
      const board = await (await Board.open(view, "chess")).wake();
      const top = () => board.figure.locator(".play .bar").first().evaluate((bar) => bar.offsetTop);
      const before = await top();
      for (const cells of [["a1", "a4"], ["e7"], ["b1", "b5"]]) {
        await board.click(...cells);
        assert.notEqual(await board.text("note"), "");
        assert.equal(await top(), before, await board.text("note"));
      }
    }
  },

  async "a link is copied without opening anything, and a caption is of its position"({ page }) {
    const board = await (await Board.open(page, "gallery")).wake();
    const caption = board.figure.locator(".caption");
    assert.equal(await caption.textContent(), "Chess");
    assert.ok(await caption.isVisible());
    await board.click("e2", "e4");
    assert.ok(!(await caption.isVisible()));
    await board.press("Copy link");
    await page.waitForFunction(() => document.querySelector(".copied").textContent);
    await board.expect("copied", "&moves=e2e4");
    await board.press("Undo");
    assert.ok(await caption.isVisible());
  },

  async "keyboard alone"({ page }) {
    const board = await Board.open(page, "chess");
    await board.figure.locator(".wake").focus();
    await page.keyboard.press("Enter");
    await board.awake();
    const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") || "");
    await page.waitForFunction(() => document.activeElement.closest(".cells"));
    const go = async (name) => {
      const file = (label) => label.charCodeAt(0);
      const rank = (label) => Number(label[1]);
      for (let step = 0; step < 20 && !(await focused()).startsWith(name); step += 1) {
        const label = await focused();
        if (file(label) !== file(name)) await page.keyboard.press(file(label) < file(name) ? "ArrowRight" : "ArrowLeft");
        else await page.keyboard.press(rank(label) < rank(name) ? "ArrowUp" : "ArrowDown");
      }
      assert.ok((await focused()).startsWith(name), `${await focused()} is not ${name}`);
    };
    for (const name of ["f2", "f3", "e7", "e5", "g2", "g4", "d8", "h4"]) {
      await go(name);
      await page.keyboard.press("Enter");
    }
    await board.expect("turn", "Checkmate. Black wins.");
    await board.expect("away", "Checkmate. Black wins.");
    await page.keyboard.press("u");
    await board.expect("away", "Taken back.");
    await page.keyboard.press("Tab");
    assert.ok(!(await page.evaluate(() => document.activeElement.closest(".cells"))), "the board is no trap");
  },

  async "a move is typed"({ page }) {
    const board = await (await Board.open(page, "chess")).wake();
    await board.figure.locator("summary", { hasText: "Moves" }).click();
    await board.figure.locator(".play input").fill("e2-e4");
    await page.keyboard.press("Enter");
    assert.equal(await board.moves(), "e2e4");
  },

  async "a link restores a game, and an illegal one says where"({ page }) {
    let board = await Board.open(page, "chess");
    const id = await board.figure.getAttribute("id");
    board = await Board.open(page, "chess", "setup", `#play=${id}&moves=e2e4,e7e5,g1f3`);
    await page.reload();
    await board.awake();
    assert.equal(await board.moves(), "e2e4 e7e5 g1f3");
    await page.evaluate((id) => (location.hash = `#play=${id}&moves=e2e4,e2e4`), id);
    await page.waitForFunction(() => document.querySelector(".play .note").textContent);
    await board.expect("note", "The link stops after 1 move");
    assert.equal(await board.moves(), "e2e4");
  },

  async "a board on a phone is touched"({ touch: page }) {
    const board = await Board.open(page, "raumschach");
    await board.figure.locator(".wake").tap();
    await board.awake();
    await page.waitForTimeout(300);
    const sizes = await board.figure.locator(".cells path[aria-label]").evaluateAll((all) =>
      all.map((path) => Math.min(path.getBoundingClientRect().width, path.getBoundingClientRect().height)));
    assert.ok(Math.min(...sizes) >= 24, `a cell has ${Math.min(...sizes)} px`);
    const from = (await board.movable())[0];
    await board.tap(from);
    await board.tap((await board.targets())[0]);
    assert.equal((await board.moves()).split(" ").length, 1);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the page is ${over} px wider than its window`);
    await axeFinds(page, []);
  },

  async "levels stand one under the other on a phone, where a touch means its cell"({ touch: page }) {
    await page.goto("file://" + path.join(site, "gallery", "index.html"));
    const figure = page.locator("figure.wide[data-board]:has(svg.column)").first();
    const parts = figure.locator("svg.column > svg");
    assert.equal(await parts.count(), 5);
    assert.equal(await figure.locator("svg.row").isVisible(), false);
    const column = figure.locator("svg.column");
    await column.evaluate((it) => scrollTo(0, it.getBoundingClientRect().top + scrollY - 20));
    const box = await column.boundingBox();
    assert.ok(box.width <= 390 && box.height > 3 * box.width, JSON.stringify(box));
    const [width, height] = await column.evaluate((it) => [it.viewBox.baseVal.width, it.viewBox.baseVal.height]);
    const cell = (100 * box.width) / width;
    assert.ok(cell >= 24, `a cell of ${cell} pixels`);
    const first = await parts.first().evaluate((it) => [it.x.baseVal.value, it.y.baseVal.value, it.viewBox.baseVal.width]);
    const right = box.x + ((first[0] + first[2]) / width) * box.width;
    const top = box.y + (first[1] / height) * box.height;
    // The Pawn on Ab2: the second of five files, the second of five ranks, on the first level.
    const [x, y] = [right - 3.5 * cell, top + 3.5 * cell];
    // By its id: awake, the board has no column any more.
    const id = await figure.getAttribute("id");
    const board = new Board(page, id);
    await page.touchscreen.tap(x, y);
    await board.awake();
    await page.waitForFunction((id) => document.getElementById(id).querySelector("[aria-label*='may move here']"), id);
    assert.ok((await board.targets()).includes("Ab3"), "the Pawn under the finger is chosen");
    const chosen = await board.figure.locator(".cells [aria-label^='Ab2']").boundingBox();
    const far = Math.hypot(chosen.x + chosen.width / 2 - x, chosen.y + chosen.height / 2 - y);
    assert.ok(far < cell / 2, `its cell is now ${far} pixels away`);
  },

  async "chess on a phone"({ touch: page }) {
    const board = await Board.open(page, "chess");
    await board.figure.locator(".wake").tap();
    await board.awake();
    await board.tap("e2", "e4");
    assert.equal(await board.moves(), "e2e4");
  },

  async "a sample game is stepped through where its moves and boards are"({ page }) {
    await page.goto("file://" + path.join(site, "chess", "index.html"));
    const section = page.locator("section.game");
    const shown = () => section.locator('[data-ply] button[aria-current="true"]').allTextContents();
    const id = (nth) => section.locator("figure").nth(nth).getAttribute("id");
    await section.locator('[data-ply] button', { hasText: /^Nf6$/ }).click();
    const first = new Board(page, await id(0));
    await first.awake();
    await page.waitForFunction(() => document.querySelector('.game [aria-current="true"]'));
    assert.deepEqual(await shown(), ["Nf6"]);
    await first.expect("turn", "White to move.");
    await axeFinds(page, []);
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await shown(), ["Qd3"]);
    await first.expect("away", "Queen");
    await first.press("Next");
    assert.deepEqual(await shown(), ["e5?"]);
    await first.press("First");
    assert.deepEqual(await shown(), []);
    // Another board of the game keeps its place until it is stepped itself.
    const last = new Board(page, await id(2));
    await last.figure.locator(".steps button", { hasText: "Back" }).click();
    await last.awake();
    await page.waitForFunction(() => document.querySelector('.game [aria-current="true"]')?.textContent === "Kc7");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Back");
    await last.press("Next");
    await last.expect("turn", "Checkmate. White wins.");
    // The reader's own move takes the place of the game; a move of the game brings it back.
    await last.press("First");
    await last.click("a2", "a4");
    assert.equal(await last.moves(), "a2a4");
    await section.locator('[data-ply] button', { hasText: "Bd8#" }).click();
    await last.expect("turn", "Checkmate. White wins.");
  },

  async "a sample game of four sides is stepped through on a phone"({ touch: page }) {
    await page.goto("file://" + path.join(site, "yang-aikou", "index.html"));
    const section = page.locator("section.game");
    await section.locator("[data-ply] button").nth(4).tap();
    await page.waitForFunction(() => document.querySelector('.game [aria-current="true"]'));
    const current = section.locator('[data-ply] [aria-current="true"]');
    assert.equal(await current.locator("..").getAttribute("data-ply"), "5");
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the page is ${over} px wider than its window`);
    await axeFinds(page, []);
  },

  async "axe finds nothing on an open board, light and dark"({ page }) {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const board = await (await Board.open(page, "crazyhouse")).wake();
      await board.click("e2", "e4", "d7", "d5", "e4", "d5", "d8", "d5");
      await board.figure.locator("summary", { hasText: "Moves" }).click();
      await board.click("b1");
      await axeFinds(page, []);
    }
  },

  async "a fault of the engine is survived"({ page }) {
    const board = await (await Board.open(page, "chess")).wake();
    await board.click("e2", "e4");
    await page.evaluate(() => {
      const parse = JSON.parse;
      let once = true;
      JSON.parse = (text) => {
        if (once && text.includes('"svg"')) {
          once = false;
          throw new Error("a fault");
        }
        return parse(text);
      };
    });
    await board.click("e7");
    await page.waitForFunction(() => document.querySelector(".play .note").textContent);
    await board.expect("note", "Something went wrong: a fault. The board was set up again.");
    assert.equal(await board.moves(), "e2e4");
  },

  // A click changes only the parts of the picture that differ: together they are the whole picture.
  async "what is drawn is the picture of the engine"({ page }) {
    for (const file of ["chess", "shogi", "raumschach", "armies-of-faith-1"]) {
      await Board.open(page, file);
      const different = await page.evaluate(async () => {
        const figure = Array.from(document.querySelectorAll("figure[data-board]")).at(-1);
        figure.querySelector(".wake").click();
        while (!fairybook.open.has(figure.id)) await new Promise((done) => setTimeout(done, 20));
        const board = fairybook.open.get(figure.id);
        const template = document.createElement("template");
        const inner = (svg) => Array.from(svg.childNodes).filter((it) => it !== board.group);
        for (let round = 1; round <= 60; round += 1) {
          const targets = board.answer.labels.flatMap((label, index) => (label.includes(", may ") ? [index] : []));
          const wanted = targets.length ? targets : board.cells.map((_, index) => index);
          if (round % 10 === 0) await board.ask({ do: "turn" });
          else if (round % 13 === 0) await board.ask({ do: "go", shown: 0 });
          else await board.press(wanted[(round * 7) % wanted.length]);
          template.innerHTML = board.answer.svg;
          const [seen, meant] = [board.svg, template.content.firstChild].map(inner);
          const isSame = seen.length === meant.length && seen.every((node, index) => node.isEqualNode(meant[index]));
          if (!isSame) return round;
        }
        return null;
      });
      assert.equal(different, null, `${file}: the picture differs after so many clicks`);
    }
  },

  async "budgets: bytes and times"({ chromium }) {
    const size = (name) => fs.statSync(path.join(site, "assets", name)).size;
    const packed = (name) => zlib.gzipSync(fs.readFileSync(path.join(site, "assets", name)), { level: 9 }).length;
    const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
    console.log(`   before the first touch: play.js, ${kB(size("play.js"))}, ${kB(packed("play.js"))} compressed`);
    for (const name of ["play-board.js", "play-module.js"]) {
      console.log(`   with the first touch: ${name}, ${kB(size(name))}, ${kB(packed(name))} compressed`);
    }
    assert.ok(size("play.js") <= 14500);
    for (const rate of [1, 6]) {
      for (const file of ["chess", "glinski", "raumschach", "armies-of-faith-1"]) {
        const context = await chromium.newContext({ viewport: { width: 1280, height: 900 } });
        const page = await context.newPage();
        await Board.open(page, file);
        const client = await context.newCDPSession(page);
        await client.send("Emulation.setCPUThrottlingRate", { rate });
        const { first, clicks } = await page.evaluate(async () => {
          const { figures } = JSON.parse(document.querySelector("script.boards").textContent);
          const figure = Array.from(document.querySelectorAll("figure[data-board]")).find(({ id }) => "setup" in figures[id].shows);
          const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          const begin = performance.now();
          figure.querySelector(".wake").click();
          while (!figure.querySelector(".cells path[aria-label]")) await frame();
          const first = performance.now() - begin;
          const clicks = [];
          for (let round = 0; round < 15; round += 1) {
            const may = figure.querySelectorAll(".cells path.may");
            const start = performance.now();
            may[round % may.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
            await new Promise((done) => setTimeout(done));
            figure.getBoundingClientRect();
            clicks.push(performance.now() - start);
          }
          return { first, clicks: clicks.sort((a, b) => a - b) };
        });
        const [middle, worst] = [clicks[7], clicks[14]].map(Math.round);
        console.log(`   ${file}, CPU ${rate === 1 ? "as it is" : "slowed six times"}: first answer ${Math.round(first)} ms, a click ${middle} ms, worst ${worst} ms`);
        await context.close();
      }
    }
  },

  async "without scripts pages are as before"({ chromium }) {
    const context = await chromium.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto("file://" + path.join(site, "chess", "index.html"));
    assert.equal(await page.locator(".wake").count(), 0);
    assert.ok((await page.locator("figure[data-board] svg").count()) > 5);
    await context.close();
  },
};

async function axeFinds(page, expected) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"], preload: false }));
  const found = violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.target.join(" ")).slice(0, 3)}`);
  assert.deepEqual(found, expected);
}

const isInside = (url) => url.startsWith("file://" + site) || url.startsWith("data:");
runCases("play", cases, { modules, part: process.argv[4], isProblem: isViolation, isInside });
