// Common code of the tests of the page: the program that writes pages, and the browser that reads them.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
/** It plays the first legal action, but the sixth answer is none. */
export const FAULTY = scripted("faulty 1.0", 'print("thinking", asked, file=sys.stderr, flush=True)', '"<i>wrong</i>" if asked == 6 else words[3]');

/** The plan of a tournament of these bots, commands by name; `more` has further keys, and tables. */
export const plan = (bots, deals, { name = "cup", game = "mitch", seed = "1", more = "" } = {}) =>
  `name = "${name}"\n${game ? `game = "${game}"\n` : ""}players = 2\ndeals = ${deals}\nseed = "${seed}"\n${more}` +
  Object.entries(bots).map(([bot, command]) => `[[bots]]\nname = '${bot}'\ncommand = '''${command}'''\n`).join("");

export function folder() {
  const path = mkdtempSync(join(tmpdir(), "tribunal-page-"));
  process.on("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Runs the program; what it printed. Any exit code but those in `codes` is an error. */
export function tribunal(words, { codes = [0], cwd } = {}) {
  const ran = spawnSync(TRIBUNAL, words, { encoding: "utf8", cwd, maxBuffer: 1 << 28 });
  if (!codes.includes(ran.status)) throw new Error(`tribunal ${words.join(" ")}: ${ran.status}\n${ran.stderr}`);
  return { text: ran.stdout, errors: ran.stderr };
}

/** A tournament by this plan; its results folder. */
export function played(plan, { codes = [0] } = {}) {
  const home = folder();
  writeFileSync(join(home, "plan.toml"), plan);
  tribunal(["tournament", "plan.toml", "--out", "results"], { cwd: home, codes });
  return join(home, "results");
}

/** A copy of the results in which a bot has a name that versions before this one took, and plans no longer may have. */
export function renamed(results, name, other) {
  const copy = join(folder(), "results");
  cpSync(results, copy, { recursive: true });
  const script = `
import sqlite3, sys
folder, name, other = sys.argv[1:]
with sqlite3.connect(folder + "/results.db") as database:
    for quote in ("'", '"'):
        database.execute("UPDATE meta SET value = replace(value, ?, ?)", (quote + name + quote, quote + other + quote))
`;
  const ran = spawnSync("python3", ["-c", script, copy, name, other], { encoding: "utf8" });
  if (ran.status !== 0) throw new Error(ran.stderr);
  return copy;
}

let browser;
const contexts = new Map();
export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
  contexts.clear();
}

/** The browser's context with these options, for all pages: those of one context share a process, which takes long to start. They also
 * share what a page stores, and ours store nothing. */
async function contextWith(options) {
  const key = JSON.stringify(options);
  if (!contexts.has(key)) contexts.set(key, await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options }));
  return contexts.get(key);
}

/** An open page, all that it said on its console, and all that it asked the network for. */
export async function opened(file, hash = "", options = {}) {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await (await contextWith(options)).newPage();
  const said = [];
  const requests = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href + hash);
  if (options.javaScriptEnabled !== false) await page.waitForSelector("main section, .replay, main .note");
  return { page, said, requests };
}

/** Opens a file in the place of what `view`, of opened(), shows; it is as if the file were opened first. */
export async function reopened({ page, said, requests }, file, hash = "") {
  await page.goto("about:blank");
  said.length = requests.length = 0;
  await page.goto(pathToFileURL(file).href + hash);
  await page.waitForSelector("main section, .replay, main .note");
}

/** Waits until `holds` is true in the page. (Playwright's own waiting needs eval, which the page's policy forbids.) */
export async function until(page, holds, argument) {
  for (const begun = performance.now(); performance.now() - begun < 60_000; ) {
    if (await page.evaluate(holds, argument)) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`never true: ${holds} ${JSON.stringify(argument ?? null)}`);
}

/** The violations that axe-core finds, a line each. */
export async function axeViolations(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}: ${node.failureSummary}`));
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
