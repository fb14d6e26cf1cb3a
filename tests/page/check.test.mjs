// The page of a check: its findings, the bot's times, and its games.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";

import { axeViolations, bot, closeBrowser, dataOf, FAULTY, folder, opened, PHONE, readable, tribunal } from "./pages.mjs";

const home = folder();
const at = (name) => join(home, name);
const SANDBOX = ["--sandbox", "none"]; // the bots are beside other bots

after(closeBrowser);

/** The page of a check, and what `--json` said of the same. */
function checked(name, words, codes) {
  const { text } = tribunal(["check", "--json", "--html", at(name), ...SANDBOX, ...words], { codes, cwd: home });
  return JSON.parse(text);
}

test("the page of a sound bot says what the check says", async () => {
  const json = checked("sound.html", ["--game", "mitch", "--players", "2-3", "--", bot("greedy")], [0]);
  const { page, address, said, requests } = await opened(at("sound.html"));
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
  assert.deepEqual(requests.filter((url) => !url.startsWith("data:") && url !== address), []);
  await readable(page, "a sound bot", [PHONE]);
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

test("a bot's output of printable characters stays as it is, and nothing is said of what was not measured", async () => {
  writeFileSync(at("quotes.py"), 'import sys\nsys.stderr.buffer.write("error: \u2018caf\u00e9\u2019 \u202e\\n".encode())\nsys.exit(1)\n');
  checked("quotes.html", ["--game", "mitch", "--players", "2", "--", `python3 ${at("quotes.py")}`], [1]);
  const { page } = await opened(at("quotes.html"));
  const text = await page.textContent("#section-check");
  assert.ok(text.includes("error: \u2018caf\u00e9\u2019 \\u202e"), text);
  assert.doesNotMatch(text, /Ready after|0 games|MiB/);
  assert.match(await page.textContent("#section-faults"), /No game was played\./);
  assert.match(await page.textContent(".lead"), /^\S+ is at fault\. To change first: /);
});

test("an analysis is shown as the check says it, with links to the decisions and their marks", async () => {
  const { analysis } = checked("analysed.html", ["--game", "revolution", "--players", "2", "--deals", "2", "--analyse", "--", bot("greedy")], [0]);
  const { page, said } = await opened(at("analysed.html"));
  const rows = await page.$$eval("table.worst tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.equal(rows.length, 3);
  const short = (value, decimals = 1) => value.toFixed(decimals).replace("-", "\u2212");
  assert.deepEqual(rows.map(([game]) => Number(game)), analysis.worst.map(({ game }) => game));
  assert.deepEqual(rows.map((row) => row[4].split(" ")[0]), analysis.worst.map(({ cost }) => short(cost)));
  const signs = { c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660" };
  const card = (word) => (/^[2-9TJQKA][cdhs]$/.test(word) ? word[0].replace("T", "10") + signs[word[1]] : word);
  const told = (reason) => reason.replace(/\b([a-z]+):([\w,]+)/g, (_, verb, words) => `${verb} ${words.split(",").map(card).join(" ")}`);
  assert.deepEqual(rows.map((row) => row[5].replaceAll("\ufe0e", "")), analysis.worst.map(({ reason }) => told(reason)));
  const sums = await page.$$eval("table.decisions tbody td", (cells) => cells.map((cell) => cell.textContent));
  const [of] = analysis.games;
  assert.equal(Number(sums.at(-1).split(" ")[0].replace("+", "").replace("\u2212", "-")).toFixed(1), of.cost_per_game.toFixed(1));
  assert.equal(Number(sums.at(-2).split(" ")[0].replace("+", "").replace("\u2212", "-")).toFixed(1), of.advantage_per_game.toFixed(1));
  assert.match(await page.textContent("#section-decisions"), /Of 2 games \(2 more repeat one of them\)/);
  assert.deepEqual(await axeViolations(page), []);
  const { games } = await dataOf(page);
  assert.deepEqual(games.map(({ analysis }) => analysis !== undefined && analysis.length > 0), [true, true, true, true]);
  await page.click("table.worst a");
  await page.waitForSelector("[data-verdict=mistake]");
  assert.match(await page.textContent("[data-verdict=mistake]"), new RegExp(`^Cost ${short(analysis.worst[0].cost)} `));
  assert.deepEqual(said, []);
});

test("a page without --analyse has no decisions; one with games that cannot be analysed says so", async () => {
  writeFileSync(at("faulty.py"), FAULTY);
  const words = ["--game", "revolution", "--players", "2", "--only", "games"];
  checked("plain.html", [...words, "--", bot("greedy")], [0]);
  assert.equal(await (await opened(at("plain.html"))).page.$("#section-decisions"), null);
  const { analysis } = checked("none.html", [...words, "--analyse", "--", `python3 ${at("faulty.py")}`], [1]);
  assert.equal(analysis.analysed_games, 0);
  const { page, said } = await opened(at("none.html"));
  assert.match(await page.textContent("#section-decisions"), /No game without a fault was played/);
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
  assert.match(refused.errors, /only one report can be printed, not --json and --html/);
  const unwritable = tribunal(["check", "--html", "no/such/folder.html", "--", bot("greedy")], { codes: [74], cwd: home });
  assert.match(unwritable.errors, /no\/such/);
});
