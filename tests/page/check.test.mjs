// The page of a check: what was found, how long the bot took, and its games.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

import { axeViolations, bot, closeBrowser, dataOf, FAULTY, folder, opened, tribunal } from "./pages.mjs";

const home = folder();
const at = (name) => join(home, name);
const SANDBOX = ["--sandbox", "none"]; // the bots lie beside other bots

after(closeBrowser);

/** The page of a check, and what `--json` said of the same. */
function checked(name, words, codes) {
  const { text } = tribunal(["check", "--json", "--html", at(name), ...SANDBOX, ...words], { codes, cwd: home });
  return JSON.parse(text);
}

test("the page of a sound bot says what the check says", async () => {
  const json = checked("sound.html", ["--game", "mitch", "--players", "2-3", "--", bot("greedy")], [0]);
  const { page, said, requests } = await opened(at("sound.html"));
  assert.match(await page.textContent("#section-check"), /sound/);
  const shown = await page.$$eval(".examinations li", (all) => all.map((one) => one.querySelector("strong").textContent));
  assert.deepEqual(shown, json.examinations.map(({ finding }) => finding));
  const { report, games } = await dataOf(page);
  assert.equal(json.figures.by_power.reduce((sum, count) => sum + count, 0), json.figures.decisions);
  assert.equal(await page.$$eval("svg.times .column", (bars) => bars.length), json.figures.by_power.filter((count) => count > 0).length);
  assert.equal(games.length, report.games.number.length);
  assert.deepEqual([...new Set(report.what)].sort(), ["game mitch for 2", "game mitch for 3"]);
  assert.match(await page.textContent("#section-faults"), /No bot was at fault/);
  assert.deepEqual(said, []);
  assert.deepEqual(requests.filter((url) => !url.startsWith("data:") && !url.endsWith("sound.html")), []);
  for (const colorScheme of ["light", "dark"]) {
    const other = await opened(at("sound.html"), "", { colorScheme, viewport: { width: 390, height: 800 } });
    assert.deepEqual(await axeViolations(other.page), [], colorScheme);
    assert.ok(!(await other.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)));
  }
});

test("a fault is shown with its evidence, and leads to its step", async () => {
  writeFileSync(at("faulty.py"), FAULTY);
  checked("faulty.html", ["--game", "revolution", "--players", "2", "--", `python3 ${at("faulty.py")}`], [1]);
  const { page, said } = await opened(at("faulty.html"));
  const open = await page.textContent(".examinations .finding-failed details[open]");
  assert.match(open, /game revolution for 2/);
  assert.match(open, /It answered/);
  assert.match(open, /tribunal play revolution/);
  assert.match(await page.textContent(".fault-list"), /thinking/);
  await page.click(".examinations .finding-failed details[open] a");
  await page.waitForSelector("#section-games");
  assert.match(page.url(), /what=game\+revolution\+for\+2/);
  await page.click("#section-faults .fault-list a >> nth=0");
  await page.waitForSelector(".happenings .fault");
  const again = await page.getAttribute(".copies button[title^='/'], .copies button[title*=' play revolution ']", "title");
  assert.match(again, /play revolution .*--seed check --deal 1/);
  assert.equal(await page.$$eval("i", (all) => all.length), 0);
  assert.deepEqual(said, []);
});

test("a log beside the page is named in its commands", async () => {
  checked("logged.html", ["--game", "mitch", "--players", "2", "--only", "games", "--log", "games.jsonl", "--", bot("greedy")], [0]);
  const { page } = await opened(at("logged.html"), "#game=1&step=1");
  await page.waitForSelector(".replay");
  assert.equal(await page.getAttribute(".copies button[title^='tribunal replay']", "title"), "tribunal replay games.jsonl --game 1");
});

test("a page cannot be of several bots, nor be mixed with another report on standard output", () => {
  const refused = tribunal(["check", "--html", "-", "--json", "--", bot("greedy")], { codes: [2], cwd: home });
  assert.match(refused.errors, /only one of --json, --junit, --html and --log/);
  const unwritable = tribunal(["check", "--html", "no/such/folder.html", "--", bot("greedy")], { codes: [74], cwd: home });
  assert.match(unwritable.errors, /no\/such/);
});
