// The first words of a page, the bots that it marks, and the parts that it leaves out.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { axeViolations, bot, closeBrowser, FAULTY, folder, opened, plan, played, tribunal } from "./pages.mjs";

const home = folder();
const at = (name) => join(home, name);
const FIVE = { a: bot("careful"), b: bot("greedy"), c: bot("hoarder"), d: bot("random.py"), e: bot("greedy") };
const inFormat = (format, deals, more = "", all = FIVE) => plan(all, deals, { name: format, more: `format = "${format}"\n${more}` });
const standings = (results) => JSON.parse(tribunal(["standings", results, "--json", "--los", "--crosstable"]).text);

const results = {};
before(() => {
  const two = { a: FIVE.a, d: FIVE.d };
  results.short = played(inFormat("round-robin", 4));
  results.long = played(inFormat("round-robin", 12, "", { ...two, c: FIVE.c }));
  results.swiss = played(inFormat("swiss", 4, "rounds = 3\n"));
  results.knockout = played(inFormat("knockout", 4));
  for (const [name, folder] of Object.entries(results)) tribunal(["report", folder, "-o", at(`${name}.html`)]);
});
after(closeBrowser);

const cells = (page) => page.$$eval("#section-standings table >> nth=0", ([table]) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)));
/** The columns of the main table, by their titles. */
async function columns(page) {
  const [titles, ...rows] = (await cells(page)).filter((row) => row.length > 2);
  return Object.fromEntries(titles.map((title, place) => [title, rows.map((row) => row[place])]));
}

test("a page says who won and how sure that is", async () => {
  const { page, said } = await opened(at("long.html"));
  const [first, next] = standings(results.long).standings.rows;
  const lead = await page.textContent(".lead");
  assert.ok(lead.startsWith(`${first.bot} won (Elo ${Math.round(first.elo)}`), lead);
  assert.ok(lead.includes(`stronger than ${next.bot}`) && lead.includes(`${(Math.min(Math.floor(first.superiority * 1000), 999) / 10).toFixed(1)} % sure`), lead);
  assert.deepEqual(said, []);
});

test("columns and tables without figures are left out, with the reason", async () => {
  const { page, said } = await opened(at("short.html"));
  assert.match(await page.textContent(".lead"), /^a won \(Elo \d+\); how sure .* not known: 4 deals of 8 that are needed\.$/);
  const table = await columns(page);
  assert.deepEqual(Object.keys(table), ["#", "bot", "Elo", "points a deal", "score %", "games", "places", "faults"]);
  for (const column of Object.values(table)) assert.ok(column.some((text) => /[0-9a-z]/.test(text)));
  assert.doesNotMatch(await page.textContent("#section-standings table"), /[±–]/);
  const reasons = await page.$$eval("[data-left-out]", (all) => all.map((one) => one.textContent));
  assert.equal(reasons.length, 3);
  assert.match(reasons[0], /^Left out: the intervals of Elo, LOS \(4 deals of 8/);
  assert.match(reasons[1], /the table of LOS/);
  for (const table of await page.$$eval("table", (all) => all.map((one) => [...one.tBodies[0].rows].map((row) => [...row.cells].slice(1).map((cell) => cell.textContent.trim()).filter((text) => text !== "" && text !== "–")))))
    assert.ok(table.flat().length > 0, "a table of dashes");
  assert.deepEqual(await axeViolations(page), []);
  assert.deepEqual(said, []);
});

test("games of a bot whose cards no other had are not compared, and the page says so", async () => {
  const cup = played(plan({ a: FIVE.a, b: FIVE.b }, 2, { name: "alone" }));
  writeFileSync(at("alone.jsonl"), tribunal(["export", cup, "--game", "0", "--logs", "-"]).text);
  tribunal(["report", at("alone.jsonl"), "-o", at("alone.html")]);
  const { page } = await opened(at("alone.html"), "#bot=a");
  assert.doesNotMatch(await page.textContent("#section-games thead"), /same cards/);
  assert.match(await page.textContent("#section-games [data-left-out]"), /points over others with the same cards \(no other bot had them\)/);
});

test("the main table of a Swiss tournament has what ranks it", async () => {
  const { page } = await opened(at("swiss.html"));
  const { swiss, standings: all } = standings(results.swiss);
  const table = await columns(page);
  const rows = all.rows.map(({ bot }) => swiss.standing.find((row) => row.bot === bot));
  assert.deepEqual(table.bot, rows.map(({ bot }) => bot));
  assert.deepEqual(table["place points"], rows.map((row) => `${row.place_points.toFixed(1)} of ${row.of.toFixed(1)}`));
  for (const name of Object.keys(rows[0].tie_breaks))
    assert.deepEqual(table[`${name.replaceAll("-", " ")} %`], rows.map((row) => (row.tie_breaks[name] === null ? "–" : (row.tie_breaks[name] * 100).toFixed(1))), name);
  assert.match(await page.textContent(".lead"), new RegExp(`^a won \\(${rows[0].place_points.toFixed(1)} of `));
});

test("the main table of a knockout has the round reached", async () => {
  const { page } = await opened(at("knockout.html"));
  const table = await columns(page);
  const { rounds, knockout } = standings(results.knockout);
  for (const [place, bot] of table.bot.entries()) {
    const last = rounds.findLastIndex((round) => round.groups.flat().some((one) => one.bot === bot));
    assert.equal(table.reached[place], bot === knockout.winner ? "won the knockout" : last === rounds.length - 1 ? "final" : `round ${last + 1}`, bot);
  }
});

test("a bot that never won has a bound for an Elo", async () => {
  const { page } = await opened(at("knockout.html"));
  const table = await columns(page);
  for (const [place, row] of standings(results.knockout).standings.rows.entries())
    assert.equal(/ or less$/.test(table.Elo[place]), row.sweep === "hopeless", row.bot);
});

test("the page of an author begins with the author's bot, names what cost most, and marks it everywhere", async () => {
  tribunal(["report", results.long, "--bot", "d", "-o", at("own.html")]);
  const { page, said } = await opened(at("own.html"));
  const titles = await page.$$eval("main h2", (all) => all.map((one) => one.textContent));
  assert.deepEqual(titles.slice(0, 3), ["This bot", "Faults", "Games"]);
  const lead = await page.textContent(".lead");
  assert.match(lead, /^d has place \d of 3 \(Elo .*\)\. .*What cost most: game \d+, \d+\.\d points less than /);
  for (const [section, rows] of [["standings", 1], ["crosstable", 2], ["times", 1]]) {
    const marked = await page.$$eval(`#section-${section} tr[data-own]`, (all) => all.map((row) => (row.querySelector("th[scope=row]") ?? row).textContent));
    assert.equal(marked.length, rows, section);
    assert.ok(marked.every((name) => name === "d"), section);
  }
  assert.deepEqual(await page.$$eval("#section-crosstable thead th[data-own]", (all) => all.map((one) => one.textContent)), ["d", "d"]);
  assert.deepEqual(await page.$$eval("#section-own tbody th", (all) => all.map((one) => one.textContent).sort()), ["a", "c"]);
  assert.deepEqual(await axeViolations(page), []);
  await page.click(".lead a");
  await page.waitForSelector(".replay");
  assert.match(await page.textContent("h1"), new RegExp(`^Game ${/game (\d+)/.exec(lead)[1]} `));
  assert.deepEqual(said, []);
  assert.equal(await (await opened(at("long.html"))).page.$("[data-own]"), null);
});

test("the page of a check begins with what to change first, and its evidence stands open", async () => {
  writeFileSync(at("faulty.py"), FAULTY);
  const { text } = tribunal(["check", "--json", "--html", at("faulty.html"), "--sandbox", "none", "--game", "revolution", "--players", "2", "--", `python3 ${at("faulty.py")}`], { codes: [1], cwd: home });
  const failed = JSON.parse(text).examinations.find(({ finding }) => finding === "failed");
  const { page } = await opened(at("faulty.html"));
  const lead = await page.textContent(".lead");
  assert.ok(lead.includes(`To change first: ${failed.name}: ${failed.message}`), lead);
  assert.ok((await page.textContent(".examinations li >> nth=0 >> details[open]")).includes(failed.message));
  tribunal(["check", "--html", at("sound.html"), "--sandbox", "none", "--game", "mitch", "--players", "2", "--only", "games", "--", bot("greedy")], { cwd: home });
  assert.match(await (await opened(at("sound.html"))).page.textContent(".lead"), /^greedy is sound: no examination asks for a change\.$/);
});

test("the page of a log says who came first how often", async () => {
  writeFileSync(at("one.jsonl"), tribunal(["export", results.short, "--game", "0", "--logs", "-"]).text);
  tribunal(["report", at("one.jsonl"), "-o", at("log.html")]);
  assert.match(await (await opened(at("log.html"))).page.textContent(".lead"), /^Came first, of 1 game: \w+ in 1\b.*A log has no ratings\.$/);
});
