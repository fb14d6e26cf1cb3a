// Measures the time to write, draw and step through the page of a tournament, and its size.
//
// `./dev bench page [GAMES]` runs this, on a quiet machine: the demo, played anew, GAMES games (default 24000) by
// built-in players that answer at once, and the longest of several games of Snark. Exits with 1 if a target is missed.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { bot, closeBrowser, dataOf, folder, opened, plan as planOf, root, SCREEN, tribunal } from "../page/pages.mjs";

const games = Number(process.argv[2] ?? 24000);
if (!Number.isInteger(games) || games < 1000) {
  console.error(`${process.argv[2]}: expected a number of games, 1000 or more`);
  process.exit(2);
}
const home = folder();
let missed = false;

function line(what, value, unit, target) {
  const miss = target !== undefined && value > target;
  missed ||= miss;
  console.log(`${what.padEnd(44)} ${value.toFixed(2).padStart(10)} ${unit.padEnd(4)} ${target === undefined ? "" : `at most ${target}`}${miss ? "  MISSED" : ""}`);
}

const seconds = (work) => {
  const begin = performance.now();
  work();
  return (performance.now() - begin) / 1000;
};

/** Memory of the processes that show pages, in MB: what each has for itself, and its part of what it shares. */
function memoryOfPages() {
  let kib = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer")) continue;
      kib += Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]);
    } catch {
      // it has ended
    }
  }
  return kib / 1024;
}

/** Steps through the game that is open, by key, and waits for each to be drawn; the times, in milliseconds. */
const timesOfSteps = (page) =>
  page.evaluate(async () => {
    const slider = document.querySelector(".slider");
    const times = [];
    for (let step = 0; step < 200; step += 1) {
      const forward = Number(slider.value) < Number(slider.max);
      const before = slider.value;
      const begin = performance.now();
      dispatchEvent(new KeyboardEvent("keydown", { key: forward ? "ArrowRight" : "Home" }));
      const channel = new MessageChannel();
      while (slider.value === before) await new Promise((done) => { channel.port1.onmessage = done; channel.port2.postMessage(0); });
      document.body.getBoundingClientRect(); // its layout is part of the step
      times.push(performance.now() - begin);
    }
    return times.sort((a, b) => a - b);
  });

/** Memory of the page's objects after a collection, in MB. */
async function heapOf(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  return (await devtools.send("Runtime.getHeapUsage")).usedSize / 1e6;
}

/** The steps of the game that is open. */
async function measureSteps(page) {
  const times = await timesOfSteps(page);
  line("a step of a game, median", times[100], "ms", 16);
  line("a step of a game, 95 of 100 within", times[190], "ms");
}

/** Opens a file in a context of its own, so that it starts a process, as in any browser; the page, and the seconds until it is drawn. */
async function drawnAnew(browser, file, shown) {
  const begin = performance.now();
  const page = await browser.newPage({ viewport: SCREEN });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector(shown);
  return { page, time: (performance.now() - begin) / 1000 };
}

async function measure(what, results, aims, choice = ["--games", "all"]) {
  const file = join(home, "page.html");
  console.log(`\n${what}\n`);
  line("written in", seconds(() => tribunal(["report", results, ...choice, "-o", file])), "s", aims.written);
  line("size", statSync(file).size / 1e6, "MB", aims.size);
  const first = (await opened(file)).page;
  const browser = first.context().browser();
  await first.close();
  const blank = join(home, "blank.html");
  writeFileSync(blank, "<!doctype html><title>blank</title><main><table><tbody><tr><td>nothing</table></main>");
  const { page: nothing, time: alone } = await drawnAnew(browser, blank, "tbody tr");
  await nothing.close();
  const { page, time } = await drawnAnew(browser, file, "#section-games tbody tr");
  line("a blank page, which starts a process too", alone, "s");
  line("drawn, with the list of all games, beyond it", time - alone, "s", aims.drawn);
  line("heap", await heapOf(page), "MB", aims.heap);
  line("memory of the page", memoryOfPages(), "MB", aims.memory);
  await page.goto(`${page.url().replace(/#.*/, "")}#game=5`);
  await page.waitForSelector(".replay");
  await measureSteps(page);
  await closeBrowser();
}

/** The game with most steps of some of Snark, which are the longest. */
async function measureLongest() {
  const results = join(home, "snark");
  writeFileSync(plan, planOf({ one: bot("random"), two: bot("random"), three: bot("random") }, 60, { game: "snark", more: "" }).replace("players = 2", "players = 3"));
  tribunal(["tournament", plan, "--quiet", "--out", results]);
  const file = join(home, "page.html");
  tribunal(["report", results, "--games", "all", "-o", file]);
  const { page, address } = await opened(file);
  const { games: replays } = await dataOf(page);
  const longest = replays.reduce((most, one) => (one.events.length > most.events.length ? one : most));
  console.log(`\nThe longest of ${replays.length} games of Snark, ${longest.us.split(",").length} decisions\n`);
  await page.goto(`${address}#game=${longest.game}`);
  await page.waitForSelector(".replay");
  await measureSteps(page);
  await closeBrowser();
}

/** The demo's plan, by the bots of this build. */
const demoPlan = () =>
  readFileSync(join(root, "tournaments/demo.toml"), "utf8")
    .replaceAll("../build/release/bin", join(bot(""), "."))
    .replaceAll("../sample-bots", join(root, "sample-bots"))
    .replaceAll("../sdk", join(root, "sdk"));

const plan = join(home, "demo.toml");
writeFileSync(plan, demoPlan());
tribunal(["tournament", plan, "--quiet", "--out", join(home, "demo")]);
await measure("The demo, 3,000 games, each of which can be replayed", join(home, "demo"), { written: 2, size: 1.3, drawn: 0.6, heap: 25, memory: 300 });

const deals = Math.ceil(games / 60); // twenty groups in three seatings
writeFileSync(plan, demoPlan().replace(/^deals = \d+/m, `deals = ${deals}`));
const filled = spawnSync(join(bot(""), "instant-games"), ["fill", plan, join(home, "many"), String(deals * 60)], { encoding: "utf8" });
if (filled.status !== 0) throw new Error(filled.stderr);
const many = `${(deals * 60).toLocaleString("en-GB")} games`;
await measure(`${many}, with as many replays as are usual`, join(home, "many"), { size: 4, drawn: 0.6, heap: 25, memory: 300 }, []);
await measure(`${many}, each of which can be replayed`, join(home, "many"), { memory: 300 });
await measureLongest();
process.exit(missed ? 1 : 0);
