// Addresses that were cut, typed or made up: the page names the part that it cannot follow, and shows the rest.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";

import { axeViolations, bot, closeBrowser, folder, opened, plan, played, tribunal } from "./pages.mjs";

const home = folder();
const cup = join(home, "cup.html");
const own = join(home, "own.html");

before(() => {
  const results = played(plan({ careful: bot("careful"), greedy: bot("greedy") }, 3, { seed: "address" }));
  tribunal(["report", results, "--games", "4", "-o", cup]);
  tribunal(["report", results, "--bot", "careful", "-o", own]);
});
after(closeBrowser);

/** The lines about the address, and what the page shows below them. A page that computes for ever gives neither. */
async function shownAt(hash, file = cup) {
  const { page, said } = await opened(file, hash);
  await page.waitForSelector(".replay, #section-games");
  const lines = await page.$$eval(".misled p, .stage > .note", (all) => all.map((one) => one.textContent));
  const title = await page.textContent("h1");
  const at = (await page.$(".slider")) ? Number(await page.inputValue(".slider")) : undefined;
  assert.deepEqual(said, [], hash);
  return { page, lines, title, at };
}

const NO_GAMES = ["abc", "-1", "99999999999999999999", "4", "1.5", "1e0", "0x1", "NaN", "Infinity", "", "%20", "__proto__", "constructor", "1&game=2", "%E0%A4%A", "1%00", "%2B1", "01"];

for (const game of NO_GAMES)
  test(`a game that does not exist, '${game}', is named, and the first stands in its place`, async () => {
    const { lines, title, at } = await shownAt(`#game=${game}&step=7&seat=0`);
    assert.equal(lines.length, 1, lines.join("\n"));
    assert.match(lines[0], /^game=.* in the address: .*Here is game 0/);
    assert.match(title, /^Game 0 /);
    assert.equal(at, 0);
  });

for (const [hash, wanted] of [
  ["step=abc", /^step=abc .*expected the number of a step/],
  ["step=-3", /^step=-3 /],
  ["step=1.5", /^step=1\.5 /],
  ["step=1e9", /^step=1e9 /],
  ["seat=2", /^seat=2 .*0 to 1/],
  ["seat=-1", /^seat=-1 /],
  ["seat=x", /^seat=x /],
  ["speed=3", /^speed in the address: expected one of game, /],
  ["__proto__=1", /^__proto__ in the address/],
])
  test(`'${hash}' of a game is named, and the game shown without it`, async () => {
    const { lines, title, at, page } = await shownAt(`#game=1&${hash}`);
    assert.equal(lines.length, 1, lines.join("\n"));
    assert.match(lines[0], wanted);
    assert.match(title, /^Game 1 /);
    assert.equal(at, 0);
    assert.equal(await page.inputValue("select[name=seat]"), "");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(".misled", { state: "detached" });
  });

test("a step behind the last is named, and the last shown", async () => {
  const { lines, page, at } = await shownAt("#game=1&step=123456");
  assert.equal(lines.length, 1);
  assert.match(lines[0], /^step=123456 in the address: this game has steps 0 to \d+/);
  assert.equal(String(at), await page.getAttribute(".slider", "max"));
});

for (const hash of ["bot=nobody", "against=nobody", "deal=-1", "deal=1.5", "deal=x", "what=chess", "result=third", "fault=sleepy", "order=best", "at=cellar", "bot=constructor", "seat=0", "step=2", "nonsense", "bot=greedy&bot=careful"])
  test(`'${hash}' is named, and the list shown without it`, async () => {
    const { lines, page } = await shownAt(`#${hash}`);
    assert.equal(lines.length, 1, lines.join("\n"));
    assert.ok(lines[0].startsWith(decodeURIComponent(hash.replace("bot=greedy&bot=", "bot=greedy&"))), lines[0]);
    assert.equal(await page.$$eval("#section-games tbody tr", (rows) => rows.length), 6);
  });

test("signs that turn or break lines are not shown from an address", async () => {
  const { lines } = await shownAt(`#bot=%E2%80%AE%0Aevil${"x".repeat(5000)}`);
  assert.match(lines[0], /^bot=\?\?evilx{1,40}\.\.\. in the address/);
});

test("the page of an author shows no other seat", async () => {
  const bad = await shownAt("#game=0&seat=1", own);
  assert.match(bad.lines.join("\n"), /^seat=1 .*what careful saw$|^seat=1 .*what careful saw\.$/);
  assert.deepEqual((await shownAt("#game=0&seat=0", own)).lines, []);
});

test("an address that the page follows has no such line, and one with a line is without fault for readers", async () => {
  for (const hash of ["", "#game=3&step=2&seat=1", "#bot=careful&order=worst", "#at=standings", "#result=first&deal=2"]) assert.deepEqual((await shownAt(hash)).lines, [], hash);
  const { page } = await shownAt("#game=abc&foo=1&bot=x");
  assert.deepEqual(await axeViolations(page), []);
});
