// The explorer in a real browser: whole games against the proof, links, searches, the page in a file, mates.
// `run.sh` says where the browser, its driver and the command are.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { TOOLS, WINPROOF, CHROMIUM, SHOTS, ONLY } = process.env;
const driver = join(TOOLS, "node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js");
const { default: puppeteer } = await import(pathToFileURL(driver).href);
const folder = mkdtempSync(join(tmpdir(), "winproof-browser-"));
const MATE = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** What was started and has not ended. */
const running = new Set();

/** Starts `winproof explore` and waits for its link. */
async function explore(...words) {
  const child = spawn(WINPROOF, ["explore", ...words], { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  child.on("exit", () => running.delete(child));
  let [output, remarks] = ["", ""];
  child.stderr.on("data", (piece) => (remarks += piece));
  const link = await new Promise((done, fail) => {
    child.stdout.on("data", (piece) => {
      output += piece;
      if (output.endsWith("\n")) done(output.trim());
    });
    child.on("exit", (code) => fail(new Error(`explore ${words.join(" ")} ended with ${code}: ${remarks}`)));
  });
  return {
    link,
    end: () =>
      new Promise((done) => {
        child.on("exit", done);
        child.kill("SIGINT");
      }),
  };
}

const browser = await puppeteer.launch({
  executablePath: CHROMIUM,
  userDataDir: join(folder, "profile"),
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

/** A page that fails the test if it writes to the console, throws, or asks anybody but its own server. */
async function open(link, size = { width: 1280, height: 900 }) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => {
    // A refused position is reported by the browser itself, and by no other means.
    if (!(page.expectsRefusal && /status of 422/.test(message.text()))) troubles.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const address = request.url();
    const own = link.startsWith("file:") ? ["file:", "data:", "blob:"] : [new URL(link).origin];
    if (!own.some((start) => address.startsWith(start))) troubles.push(`request to ${address}`);
  });
  await page.setViewport(size);
  await page.goto(link);
  page.close_well = async () => {
    assert.deepEqual(troubles, []);
    await context.close();
  };
  return page;
}

const text = (page, selector) => page.$eval(selector, (one) => one.textContent.trim());
const waitText = (page, selector, wanted, timeout = 20000) =>
  page.waitForFunction(
    (s, w) => new RegExp(w).test(document.querySelector(s)?.textContent ?? ""),
    { timeout },
    selector,
    wanted,
  );
/** The number of moves played. */
const played = (page) => page.$$eval("#line li button:not(.taken-back)", (all) => all.length);
const waitPlayed = (page, least, timeout = 20000) =>
  page.waitForFunction(
    (n) =>
      document.querySelectorAll("#line li button:not(.taken-back)").length >= n ||
      /ended/.test(document.querySelector("#verdict-turn").textContent),
    { timeout },
    least,
  );

/** Clicks or taps what a selector finds. It may be drawn anew between looking and clicking, while a search goes on. */
async function press(page, selector, how = "click") {
  for (let tries = 1; ; tries += 1) {
    try {
      await page.waitForSelector(selector);
      return await page[how](selector);
    } catch (error) {
      if (tries === 5 || !/detached|not clickable/.test(error.message)) throw error;
    }
  }
}

/** Clicks a square of the board. */
async function clickSquare(page, number) {
  // In one go: the board is drawn anew while a search goes on.
  const box = await page.evaluate(
    (n) => document.querySelectorAll("#board .target-square")[n].getBoundingClientRect().toJSON(),
    number,
  );
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Picks up a man. Words that arrive can move the board between looking and clicking, so it may take a second click. */
async function pickUp(page, number) {
  const isPicked = () => page.waitForSelector("#board .selected", { timeout: 3000 }).then(() => true, () => false);
  for (let clicks = 0; clicks < 3; clicks += 1) {
    await clickSquare(page, number);
    if (await isPicked()) return;
  }
  assert.fail(`square ${number} cannot be picked up`);
}

const tests = {
  async "a whole game against the proof by clicks"() {
    const { link, end } = await explore(proof());
    const page = await open(link);
    await waitText(page, "#verdict-words", "^draw$");
    // Play O against X's strategy: X begins by itself.
    await press(page, '[data-oppose="0"]');
    for (let moves = 1; ; moves += 2) {
      await waitPlayed(page, moves);
      await page.waitForFunction(() => /O to move|ended/.test(document.querySelector("#verdict-turn").textContent));
      if (/ended/.test(await text(page, "#verdict-turn"))) break;
      // Any column that is open: the top cell of its column is free to be clicked.
      const squares = await page.$$eval("#board .target-square", (all) =>
        all.map((one, n) => (one.classList.contains("playable") ? n : -1)).filter((n) => n >= 0),
      );
      await clickSquare(page, squares[(moves * 7) % squares.length]);
      await waitPlayed(page, moves + 1);
    }
    // X has made sure of a draw at least.
    assert.match(await text(page, "#verdict-words"), /^(draw|X wins)$/);
    const all = await played(page);
    assert.ok(all >= 7);
    // A move is taken back with the answer to it, by the button and by the browser: it is O's turn again.
    await press(page, "#first");
    await waitPlayed(page, 1);
    await waitText(page, "#verdict-turn", "^O to move");
    await clickSquare(page, 0);
    await waitPlayed(page, 3);
    await waitText(page, "#verdict-turn", "^O to move");
    await press(page, "#back");
    await page.waitForFunction(() => document.querySelectorAll("#line li button:not(.taken-back)").length === 1);
    await waitText(page, "#verdict-turn", "^O to move");
    await clickSquare(page, 1);
    await waitPlayed(page, 3);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll("#line li button:not(.taken-back)").length === 1);
    await pause(600);
    assert.equal(await played(page), 1, "the answer does not come again");
    await page.close_well();
    assert.equal(await end(), 0);
  },

  async "a whole game against the proof by keys"() {
    const { link, end } = await explore(proof());
    const page = await open(link);
    await waitText(page, "#verdict-words", "^draw$");
    await page.focus('[data-oppose="1"]');
    await page.keyboard.press("Enter");
    // Play X against O's strategy.
    for (let moves = 1; ; moves += 2) {
      await page.waitForFunction(() => /X to move|ended/.test(document.querySelector("#verdict-turn").textContent));
      if (/ended/.test(await text(page, "#verdict-turn"))) break;
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await waitPlayed(page, moves + 1);
    }
    assert.match(await text(page, "#verdict-words"), /^(draw|O wins)$/);
    const all = await played(page);
    // Back to the last choice: a move with the answer to it.
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(
      (n) => document.querySelectorAll("#line li button:not(.taken-back)").length === n,
      {},
      all - 2 + (all % 2),
    );
    await waitText(page, "#verdict-turn", "^X to move");
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.querySelectorAll("#line li button:not(.taken-back)").length === 0);
    await page.keyboard.press("End");
    await page.waitForFunction(
      (n) => document.querySelectorAll("#line li button:not(.taken-back)").length === n,
      {},
      all,
    );
    await page.close_well();
    await end();
  },

  async "deep links, back and forward"() {
    const { link, end } = await explore("tic-tac-toe");
    const page = await open(`${link}#m=b2&m=a1`);
    await waitText(page, "#verdict-turn", "^X to move");
    assert.equal(await played(page), 2);
    await press(page, '[data-move="c3"]');
    await page.waitForFunction(() => document.querySelectorAll("#line li").length === 3);
    assert.match(page.url(), /m=b2&m=a1&m=c3$/);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll("#line li button:not(.taken-back)").length === 2);
    await page.goForward();
    await page.waitForFunction(() => document.querySelectorAll("#line li button:not(.taken-back)").length === 3);
    // A position of its own.
    await page.goto(`${link}#p=${encodeURIComponent("xx./oo./...")}`);
    await page.reload();
    await waitText(page, "#verdict-words", "^X wins$");
    assert.match(await page.$eval('[data-move="c3"]', (one) => one.textContent), /X wins/);
    // What is copied: the position, the moves, and a command that gives this answer.
    // A browser without a window has no clipboard to look into.
    await page.evaluate(() => (navigator.clipboard.writeText = async (words) => void (window.clipped = words)));
    const copied = async (button) => {
      await page.evaluate(() => (document.querySelector("#copied").textContent = ""));
      await press(page, button);
      await waitText(page, "#copied", ".");
      return page.evaluate(() => window.clipped);
    };
    assert.equal(await copied("#copy-position"), "xx./oo./...");
    await press(page, '[data-move="c1"]');
    await waitText(page, "#verdict-turn", "^O to move");
    assert.equal(await copied("#copy-moves"), "c1");
    assert.match(await copied("#copy-link"), /#p=xx.*&m=c1$/);
    const command = (await copied("#copy-command")).split(" ");
    assert.equal(command.shift(), "winproof");
    assert.match(execFileSync(WINPROOF, command, { encoding: "utf8" }), /^O wins$/m);
    await page.close_well();
    await end();
  },

  async "a search that ends, and values that stay"() {
    const { link, end } = await explore("connect4", "--size", "4x4");
    const page = await open(link);
    await waitText(page, "#live-state", "^done", 60000);
    await waitText(page, "#verdict-words", "^draw$");
    const values = await page.$$eval("#moves .value", (all) => all.map((one) => one.textContent));
    assert.equal(values.length, 4);
    assert.ok(
      values.every((value) => value === "draw"),
      values.join(),
    );
    // Kept for the session: another page knows them at once.
    const other = await open(link);
    await waitText(other, "#verdict-words", "^draw$", 5000);
    await other.close_well();
    // The proof is found on request, and then the outline opens.
    await press(page, "#prove");
    await page.waitForSelector(".strategy .open", { timeout: 60000 });
    await page.waitForSelector(".tree .key");
    // It closes and opens; levels say how much there is below.
    await press(page, ".strategy .open");
    assert.equal((await page.$$(".tree .key")).length, 0);
    await press(page, ".strategy .open");
    await page.waitForSelector(".tree .key .count");
    await page.close_well();
    await end();
  },

  async "scores on the board, and the move that is pointed at"() {
    const { link, end } = await explore("othello", "--size", "4x4");
    const page = await open(`${link}#m=b1`);
    await waitText(page, "#live-state", "^done", 60000);
    const chips = await page.$$eval("#board .chip text", (all) => all.map((one) => one.textContent).sort());
    assert.deepEqual(chips, ["+8", "−8", "−9"]);
    await page.hover('[data-move="a1"]');
    await page.waitForSelector("#board .pointed.win");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.waitForSelector("#board .pointed.loss");
    // Whoever plays by keys goes on in the list.
    await page.keyboard.press("Enter");
    await waitText(page, "#verdict-turn", "^Black to move");
    assert.ok(await page.evaluate(() => document.activeElement.matches("#moves button")));
    await page.close_well();
    await end();
  },

  async "a search that is stopped, by a button and by leaving"() {
    const { link, end } = await explore("connect4", "--time", "10m");
    const page = await open(link);
    await waitText(page, "#numbers", "nodes/s");
    await page.waitForSelector("#plot:not([hidden])", { timeout: 20000 });
    await press(page, "#stop");
    await waitText(page, "#live-state", "^stopped$");
    await press(page, '[data-move="4"]');
    await waitText(page, "#live-state", "^searching");
    await press(page, "#back");
    await waitText(page, "#verdict-turn", "^X to move");
    // Nothing is left behind: the limit on searches at a time would show it.
    for (const move of ["1", "2", "3", "4"]) {
      await press(page, `[data-move="${move}"]`);
      await waitText(page, "#verdict-turn", "^O to move");
      await waitText(page, "#live-state", "^searching");
      await press(page, "#back");
      await waitText(page, "#verdict-turn", "^X to move");
    }
    await waitText(page, "#numbers", "nodes/s");
    await page.close_well();
    await end();
  },

  async "one file, opened from disk"() {
    // Without a certificate, it is made first.
    const file = join(folder, "proof.html");
    execFileSync(WINPROOF, ["explore", "tic-tac-toe", "x../.o./...", "--html", file], { stdio: "ignore" });
    const page = await open(pathToFileURL(file).href);
    await waitText(page, "#verdict-words", "^draw$");
    assert.match(await text(page, "#proof"), /holds the whole proof: [0-9,]+ positions/);
    await page.evaluate(() => (navigator.clipboard.writeText = async (words) => void (window.clipped = words)));
    await press(page, "#copy-command");
    await waitText(page, "#copied", ".");
    const command = await page.evaluate(() => window.clipped);
    assert.equal(command, "winproof solve tic-tac-toe x../.o./... --move-values");
    await press(page, '[data-oppose="1"]');
    for (let moves = 1; ; moves += 2) {
      await page.waitForFunction(() => /X to move|ended/.test(document.querySelector("#verdict-turn").textContent));
      if (/ended/.test(await text(page, "#verdict-turn"))) break;
      await page.evaluate(() => document.querySelector("#moves button").click());
      await waitPlayed(page, moves + 1);
    }
    assert.match(await text(page, "#verdict-words"), /^(draw|O wins)$/);
    await page.waitForSelector(".tree .key");
    await page.close_well();
  },

  async "a mate with its defences in groups"() {
    const { link, end } = await explore("--mate", MATE);
    const page = await open(link);
    await waitText(page, "#verdict-words", "White mates");
    assert.match(await page.$eval('[data-move="Qg6"]', (one) => one.textContent), /White mates in 2 or fewer.*proof/);
    if (SHOTS) await page.screenshot({ path: join(SHOTS, "mate.png") });
    await page.waitForSelector(".tree .key");
    const outline = await text(page, ".tree");
    assert.match(outline, /1\.Qg6!/);
    assert.match(outline, /1…fxg6\s*2\.Nxg6#/);
    assert.match(outline, /1…Bh3, Bg4, Bf5, Bd7|1…Bd7, Bf5, Bg4, Bh3/);
    assert.match(outline, /other moves \(28\)/);
    // The board follows the outline.
    await page.evaluate(() =>
      [...document.querySelectorAll(".tree .link")].find((one) => /Nxg6/.test(one.textContent)).click(),
    );
    await waitText(page, "#verdict-turn", "checkmate");
    assert.equal(await played(page), 3);
    assert.match(await page.$eval("#verdict", (one) => one.className), /win/, "whoever mates has won");
    // A defence that is clicked gets its answer.
    await page.evaluate(() =>
      [...document.querySelectorAll(".tree .link")].find((one) => /Bf5/.test(one.textContent)).click(),
    );
    await page.waitForFunction(() => /Bf5.*Nxf7/.test(document.querySelector("#line").textContent));
    await waitText(page, "#verdict-turn", "checkmate");
    // Pieces move by two clicks: from Qg3 to g6.
    await page.goto(`${link}#`);
    await waitText(page, "#verdict-turn", "^White to move");
    const names = await page.evaluate(() =>
      fetch("api/position")
        .then((answer) => answer.json())
        .then((view) => view.board.names),
    );
    await pickUp(page, names.indexOf("g3"));
    await clickSquare(page, names.indexOf("g6"));
    await waitText(page, "#verdict-turn", "^Black to move");
    await page.close_well();
    await end();
  },

  async "the width of a phone"() {
    const { link, end } = await explore(proof());
    const page = await open(link, { width: 360, height: 740, isMobile: true, hasTouch: true });
    await waitText(page, "#verdict-words", "^draw$");
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(content <= window, `${content} > ${window}`);
    const board = await page.$eval("#board", (one) => one.getBoundingClientRect().width);
    assert.ok(board > 280 && board <= 360, String(board));
    await press(page, '[data-move="3"]', "tap");
    await waitText(page, "#verdict-turn", "^O to move");
    await page.close_well();
    await end();
  },

  async "a position that is none, and the way back"() {
    const { link, end } = await explore("tic-tac-toe");
    const page = await open(link);
    await waitText(page, "#verdict-turn", "^X to move");
    page.expectsRefusal = true;
    await page.goto(`${link}#p=xx`);
    await waitText(page, "#problem-text", ".");
    let sentence = "";
    try {
      execFileSync(WINPROOF, ["solve", "tic-tac-toe", "xx"], { stdio: ["ignore", "pipe", "pipe"] });
    } catch (error) {
      sentence = String(error.stderr);
    }
    assert.ok(sentence.includes(await text(page, "#problem-text")), sentence);
    await press(page, "#problem-back");
    await page.waitForFunction(() => document.querySelector("#problem").hidden);
    await waitText(page, "#verdict-turn", "^X to move");
    await page.close_well();
    await end();
  },

  async "away from the loopback address, with the token of the link"() {
    const { link, end } = await explore("tic-tac-toe", "xx./oo./...", "--listen", "0.0.0.0:0");
    assert.match(link, /^http:\/\/(?!0\.0\.0\.0)[^/]+\/\?token=[0-9a-f]{32}$/);
    const page = await open(link);
    await waitText(page, "#live-state", "^done", 30000);
    await press(page, '[data-move="c3"]');
    await waitText(page, "#verdict-turn", "^Play has ended");
    const status = async (path) => (await fetch(new URL(path, link))).status;
    assert.deepEqual([await status("/"), await status("/api/position"), await status("/style.css")], [403, 403, 200]);
    await page.close_well();
    await end();
  },

  async "what a screen reader hears"() {
    const { link, end } = await explore("tic-tac-toe", "xx./oo./...");
    const page = await open(link);
    await waitText(page, "#live-state", "^done", 30000);
    const tree = await page.accessibility.snapshot({ interestingOnly: false });
    const found = [];
    const walk = (node) => {
      found.push(`${node.role} ${node.name}`);
      (node.children ?? []).forEach(walk);
    };
    walk(tree);
    assert.ok(
      found.some((one) => /^button c3\s*X wins/.test(one)),
      found.join("\n"),
    );
    assert.ok(
      found.some((one) => /Board: xx/.test(one)),
      found.join("\n"),
    );
    await page.close_well();
    await end();
  },
};

let certificate = null;
/** A certificate of Connect Four 5x4. */
function proof() {
  if (!certificate) {
    certificate = join(folder, "5x4.wpf");
    execFileSync(WINPROOF, ["solve", "connect4", "--size", "5x4", "--proof", certificate], { stdio: "ignore" });
  }
  return certificate;
}

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (ONLY && !name.includes(ONLY)) continue;
  const started = Date.now();
  try {
    await test();
    console.log(`ok      ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
    for (const child of running) child.kill("SIGKILL");
    if (SHOTS)
      for (const page of await browser.pages())
        await page.screenshot({ path: join(SHOTS, `failed-${failed}.png`) }).catch(() => {});
  }
}
await browser.close();
await pause(100);
rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
process.exit(failed === 0 ? 0 : 1);
