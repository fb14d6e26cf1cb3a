// Common code of the tests of the page: the program that writes pages, and the browser that reads them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const web = new URL("../../referee/report/page/web/", import.meta.url);
const modules = createRequire(new URL("package.json", web));
const { chromium } = modules("playwright-core");
const axe = modules("axe-core");

export const root = fileURLToPath(new URL("../../", import.meta.url));
const { TRIBUNAL, BOTS } = process.env;
export const bot = (name) => (name.endsWith(".py") ? `python3 ${root}sample-bots/${name}` : join(BOTS, name));

/** The text of a bot in Python that executes `ask` at a question and gives the answer `answer`, an expression. */
export const scripted = (version, ask, answer) => `
import sys, time
asked = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "tribunal":
        print("ready ${version}", flush=True)
    elif words[0] == "quit":
        break
    elif words[0] == "ask":
        asked += 1
        ${ask}
        print("move", words[1], ${answer}, flush=True)
`;
/** It plays the first legal action, but the sixth answer is not an action. */
export const FAULTY = scripted("faulty 1.0", 'print("thinking", asked, file=sys.stderr, flush=True)', '"<i>wrong</i>" if asked == 6 else words[3]');

/** The plan of a tournament of these bots, commands by name; `more` has further keys, and tables. */
export const plan = (bots, deals, { name = "cup", game = "mitch", seed = "1", more = "" } = {}) =>
  `name = "${name}"\nsandbox = "none"\n${game ? `game = "${game}"\n` : ""}players = 2\ndeals = ${deals}\nseed = "${seed}"\n${more}` +
  Object.entries(bots).map(([bot, command]) => `[[bots]]\nname = '${bot}'\ncommand = '''${command}'''\n`).join("");

const folders = mkdtempSync(join(tmpdir(), "tribunal-page-"));
process.on("exit", () => rmSync(folders, { recursive: true, force: true }));
export const folder = () => mkdtempSync(join(folders, "folder-"));

/** Runs the program; what it printed. Any exit code but those in `codes` is an error. */
export function tribunal(words, { codes = [0], cwd } = {}) {
  const ran = spawnSync(TRIBUNAL, words, { encoding: "utf8", cwd, maxBuffer: 1 << 28 });
  if (!codes.includes(ran.status)) throw new Error(`tribunal ${words.join(" ")}: ${ran.status}\n${ran.stderr}`);
  return { text: ran.stdout, errors: ran.stderr };
}

/** A tournament by this plan, with these further options; its results folder. */
export function played(plan, { codes = [0], words = [] } = {}) {
  const home = folder();
  writeFileSync(join(home, "plan.toml"), plan);
  tribunal(["tournament", "plan.toml", "--out", "results", ...words], { cwd: home, codes });
  return join(home, "results");
}

export const SCREEN = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 800 };

let browser;
let shown;

/** The one page of the browser, which shows file after file: a browser takes long to start, to make a page, and to start a process for
 * one of other options. */
async function onlyPage() {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000); // a busy machine is slow
  const one = { page, devtools: await page.context().newCDPSession(page), said: [], requests: [], number: 0 };
  page.on("console", (message) => one.said.push(message.text()));
  page.on("pageerror", (error) => one.said.push(String(error)));
  page.on("request", (request) => one.requests.push(request.url()));
  return one;
}

export async function closeBrowser() {
  await browser?.close();
  browser = shown = undefined;
}

/** Opens the sections that a page shows closed. */
const openParts = (page) => page.$$eval("details.fold", (all) => all.forEach((part) => { part.open = true; }));

/** The page with a file opened in it, with its closed sections open unless `isOpen` is false, the file's address there, all that it said on its console, and all that it asked the network for.
 * Only one file is open at a time. */
export async function opened(file, hash = "", { viewport = SCREEN, colorScheme = "light", javaScriptEnabled = true, isOpen = javaScriptEnabled } = {}) {
  shown ??= await onlyPage();
  const { page, devtools } = shown;
  const said = (shown.said = []);
  const requests = (shown.requests = []);
  const address = `${pathToFileURL(file).href}?${(shown.number += 1)}`; // the browser would not load the same address again
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await devtools.send("Emulation.setScriptExecutionDisabled", { value: !javaScriptEnabled });
  await page.goto(address + hash);
  if (javaScriptEnabled) await page.waitForSelector("main section, .replay, main .note");
  if (isOpen) await openParts(page);
  return { page, address, said, requests };
}

/** Waits until `holds` is true in the page. (Playwright's own waiting needs eval, which the page's policy forbids.) */
export async function until(page, holds, argument) {
  for (const begun = performance.now(); performance.now() - begun < 60_000; ) {
    if (await page.evaluate(holds, argument)) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`never true: ${holds} ${JSON.stringify(argument ?? null)}`);
}

/** The violations that axe-core finds, a line each. Of a long list of steps, which are alike, it sees the first, and the one that is shown. */
export async function axeViolations(page) {
  // Not by page.evaluate(), which takes three times as long for a text of this length. Once per page.
  if (await page.evaluate(() => globalThis.axe === undefined)) await shown.devtools.send("Runtime.evaluate", { expression: axe.source });
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run({ include: [["html"]], exclude: [[".steps li:nth-child(n + 40):not(:has(.current))"]] }, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}: ${node.failureSummary}`));
}

/** What is open is for all readers: axe-core finds nothing, and nothing is wider than the screen. On a screen it is read in light, on a phone
 * in dark, since nearly all is on both, and only contrast, the longest of the rules, looks at colours. One size alone is read in both. */
export async function readable(page, what, viewports = [SCREEN, PHONE]) {
  await openParts(page);
  for (const [number, colorScheme] of ["light", "dark"].entries()) {
    const viewport = viewports[number % viewports.length];
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    assert.deepEqual(await axeViolations(page), [], `${what} ${colorScheme} ${viewport.width}`);
    assert.ok(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), `${what} ${viewport.width} is wider than the screen`);
  }
}

/** Steps through the game that is open from its first step to its last, by key, at most `most` steps; what `shown` finds in the page at each. */
export async function walked(page, shown, most = 1e9) {
  const walk = async (shown, most) => {
    document.body.style.display = "none"; // this text needs no drawing, which takes most of the time
    const slider = document.querySelector(".slider");
    const steps = [shown()];
    while (Number(slider.value) < Number(slider.max) && steps.length < most) {
      const before = slider.value;
      dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
      const begun = performance.now();
      while (slider.value === before) {
        if (performance.now() - begun > 60_000) throw new Error(`the key does nothing at step ${before}`);
        await null; // steps are drawn in microtasks; a timer would wait 4 ms, and let other work run
      }
      steps.push(shown());
    }
    document.body.style.display = "";
    return steps;
  };
  return page.evaluate(`(${walk})(${shown}, ${most})`);
}

/** All that a page holds, unpacked: the report and its replays. */
export async function dataOf(page) {
  return page.evaluate(async () => {
    const unpacked = async (element) => {
      const bytes = Uint8Array.from(atob(element.textContent.trim()), (letter) => letter.charCodeAt(0));
      return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
    };
    const elements = [...document.querySelectorAll("script[id^=tribunal-]")];
    const [report, ...blocks] = await Promise.all(elements.map(unpacked));
    return { report, games: blocks.flat() };
  });
}
