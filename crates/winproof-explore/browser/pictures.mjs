// Screenshots to look at: every game, light and dark, wide and narrow, into the folder that PICTURES names; and
// explorer.png, the picture in the README. `PICTURES=folder run.sh` runs it.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { TOOLS, WINPROOF, CHROMIUM, PICTURES, ONLY } = process.env;
const driver = join(TOOLS, "node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js");
const { default: puppeteer } = await import(pathToFileURL(driver).href);
mkdirSync(PICTURES, { recursive: true });

const certificate = join(PICTURES, "5x4.wpf");
execFileSync(WINPROOF, ["solve", "connect4", "--size", "5x4", "--proof", certificate], { stdio: "ignore" });
const graph = join(PICTURES, "walk.graph");
writeFileSync(graph, "root a\nrepetition 0\na max b c\nb min a d\nc = -1\nd = win\n");
const ULTIMATE =
  ".xx.x..x./xooo.xoxx/o..xx..../x..o.x.xo/oo.ox.o../oo..oxoo./...xxx.../xxo..oo../.x.....oo x 9";
const MATE = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";

/** What is explored, and the moves that are played first. */
const subjects = {
  breakthrough: [["breakthrough", "--size", "4x5"], "a2a3", "d4d3"],
  chess: [["chess", "7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -", "--time", "4s"]],
  connect4: [["connect4", "--time", "5s"], "4", "4", "4"],
  "connect4-score": [["connect4-score", "--size", "4x4"], "2", "2"],
  domineering: [["domineering", "--size", "5x5"], "b1", "c3"],
  giveaway: [["giveaway", "--time", "4s"], "d4"],
  graph: [["graph", graph]],
  othello: [["othello", "--size", "4x4"], "b1"],
  "pawn-ending": [["pawn-ending", "8/p7/8/2P1k3/K7/8/8/8 w - -"]],
  "tic-tac-toe": [["tic-tac-toe"], "b2", "a1"],
  "ultimate-tic-tac-toe": [["ultimate-tic-tac-toe", ULTIMATE, "--time", "4s"]],
  woodpush: [["woodpush", "--size", "8"]],
  proof: [[certificate], "3"],
  mate: [["--mate", MATE]],
  explorer: [[certificate], "3", "3", "2"],
};

const browser = await puppeteer.launch({
  executablePath: CHROMIUM,
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
for (const [name, [words, ...moves]] of Object.entries(subjects)) {
  if (ONLY && !name.includes(ONLY)) continue;
  const child = spawn(WINPROOF, ["explore", ...words], { stdio: ["ignore", "pipe", "ignore"] });
  const link = await new Promise((done) => child.stdout.once("data", (piece) => done(String(piece).trim())));
  const isReadme = name === "explorer";
  for (const scheme of isReadme ? ["light"] : ["light", "dark"]) {
    for (const width of isReadme ? [1280] : [1280, 375]) {
      const page = await browser.newPage();
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.setViewport({ width, height: 800, deviceScaleFactor: isReadme ? 1.5 : 1, isMobile: width < 500 });
      await page.goto(`${link}#${new URLSearchParams(moves.map((move) => ["m", move]))}`);
      await page.waitForFunction(() => document.querySelector("#verdict-words").textContent !== "");
      // Until the search, if there is one, has ended and the outline is there.
      await new Promise((done) => setTimeout(done, 1000));
      await page.waitForFunction(() => document.querySelector("#stop").disabled, { timeout: 60000 });
      const path = join(PICTURES, isReadme ? "explorer.png" : `${name}-${scheme}-${width}.png`);
      await page.screenshot({ path, fullPage: !isReadme });
      await page.close();
    }
  }
  child.kill("SIGINT");
  console.log(name);
}
await browser.close();
