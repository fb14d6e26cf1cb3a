// The costs of decisions on pages, against `tribunal analyse` of the same games.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { axeViolations, bot, closeBrowser, dataOf, folder, opened, PHONE, plan, played, SCREEN, tribunal, walked } from "./pages.mjs";

const home = folder();
const at = (name) => join(home, name);
let results;
let facts;

before(() => {
  results = played(plan({ mine: bot("random"), other: bot("greedy") }, 2));
  tribunal(["report", results, "--analyse", "--worlds", "30", "-o", at("all.html")]);
  tribunal(["report", results, "--bot", "mine", "--analyse", "--worlds", "30", "-o", at("mine.html")]);
  tribunal(["report", results, "-o", at("plain.html")]);
  facts = JSON.parse(tribunal(["analyse", results, "--bot", "mine", "--worlds", "30", "--json"]).text);
});
after(closeBrowser);

const worstRows = (page) => page.$$eval("table.worst tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
const shownStep = (page) => page.$eval(".position", (place) => Number(place.textContent.split("/")[0]));
const rounded = (value) => value.toFixed(1).replace("-", "\u2212");

test("an author's page begins with the ten worst decisions, as the analysis has them", async () => {
  const { page, said } = await opened(at("mine.html"));
  assert.deepEqual(await page.$$eval("main section", (all) => all.slice(0, 2).map((section) => section.id)), ["section-deals", "section-decisions"]);
  const rows = await worstRows(page);
  assert.deepEqual(rows.map((row) => Number(row[0])), facts.worst.slice(0, 10).map(({ game }) => game));
  assert.deepEqual(rows.map((row) => row[4].split(" ")[0]), facts.worst.slice(0, 10).map(({ cost }) => rounded(cost)));
  assert.ok(rows.length > 3 && rows.length <= 10);
  assert.equal(await page.textContent("#section-decisions p"), `The ${rows.length} costliest of ${facts.bots[0].mistakes} mistakes.`);
  assert.deepEqual(said, []);
});

test("an author's page names the kinds of decisions that cost most, as the analysis has them", async () => {
  const { page } = await opened(at("mine.html"));
  const rows = await page.$$eval("#section-deals table.kinds tbody tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const [{ kinds }] = facts.bots;
  const costliest = kinds.filter(({ mistakes }) => mistakes > 0).sort((a, b) => b.cost_per_game - a.cost_per_game).slice(0, 5);
  assert.ok(costliest.length >= 3);
  assert.deepEqual(rows.map(([, mistakes]) => mistakes), costliest.map(({ mistakes, decisions }) => `${mistakes} of ${decisions}`));
  assert.deepEqual(rows.map(([, , cost]) => cost), costliest.map((kind) => kind.cost_per_game.toFixed(2)));
  const isOf = ({ by, value }, { taken, phase, cards }) => value === { verb: taken.split(":")[0], phase, cards: `${cards.split(" ").length}` }[by];
  const worst = costliest.map((kind) => facts.worst.slice(0, 10).find((one) => isOf(kind, one)));
  rows.forEach(([, , , text], place) => assert.match(text, worst[place] ? new RegExp(`^game ${worst[place].game}: \\S.*, better \\S`) : /^game \d+(, game \d+)*$/));
  assert.ok(worst.some(Boolean));
  assert.match(await page.textContent(".tile >> nth=0"), new RegExp(`^Costliest decision(plays|discards) \\S+better by ${rounded(facts.worst[0].cost)} ± .* points: .*\\. Open step \\d+ of game ${facts.worst[0].game} `));
  for (const [name] of rows) assert.match(name, /^(plays|discards|early in the hand|in the middle of the hand|late in the hand|with \d+ cards?)$/);
  await page.click("#section-deals table.kinds a[href*=step]");
  await page.waitForSelector("[data-verdict]");
});

/** What these decisions have in common, in the words of the page. Empty if that is nothing, or if they are too few. */
function common(all, by) {
  const same = (of) => (all.length >= 3 && all.every((one) => of(one) === of(all[0])) ? of(all[0]) : "");
  const verb = (action) => ({ play: "plays", discard: "discards" })[action.split(":")[0]];
  const rank = (action) => "23456789TJQKA".indexOf(action.split(":")[1][0]);
  const way = ({ taken, best }) => (rank(taken) === rank(best) || [taken, best].some((one) => rank(one) === 12) ? "" : rank(best) < rank(taken) ? "a lower card" : "a higher card");
  const [taken, best] = [same((one) => verb(one.taken)), same((one) => verb(one.best))];
  const better = taken !== "" && taken === best ? same(way) : best;
  const phase = { early: "early in the hand", middle: "in the middle of the hand", late: "late in the hand" };
  return [better && `${by === "verb" ? "" : taken} better ${better}`.trim(), by === "phase" ? "" : same((one) => phase[one.phase])].filter(Boolean).join(", ");
}

test("a kind of decisions has a pattern only if all of the costliest share it", async () => {
  let found = 0;
  const other = played(plan({ mine: bot("random"), other: bot("careful") }, 6));
  for (const name of ["mine", "other"]) {
    tribunal(["report", other, "--bot", name, "--analyse", "--worlds", "30", "-o", at("kinds.html")]);
    const { page } = await opened(at("kinds.html"));
    const { worst, bots } = (await dataOf(page)).report.analysis;
    const kinds = bots[0].kinds.filter(({ mistakes, decisions }) => mistakes > 0 && decisions < bots[0].decisions).sort((a, b) => b.cost_per_game - a.cost_per_game).slice(0, 5);
    const isOf = ({ by, value }, { taken, phase, cards }) => value === { verb: taken.split(":")[0], phase, cards: `${cards.split(" ").length}` }[by];
    const shown = await page.$$eval("table.kinds tbody tr", (all) => all.map((row) => row.querySelector("[data-pattern]")?.dataset.pattern ?? ""));
    assert.deepEqual(shown, kinds.map((kind) => common(worst.filter((one) => isOf(kind, one)), kind.by)));
    found += shown.filter(Boolean).length;
  }
  assert.ok(found > 0);
});

test("on a phone the costliest decision, its reason and the link to it are on an author's first screen", async () => {
  const { page } = await opened(at("mine.html"), "", { viewport: PHONE });
  const link = await page.$eval(".tile a", (one) => ({ bottom: one.getBoundingClientRect().bottom, text: one.textContent }));
  assert.ok(link.bottom < PHONE.height, `${link.bottom}`);
  const [worst] = (await dataOf(page)).report.analysis.worst;
  assert.equal(link.text, `Open step ${worst.decision + 1} of game ${worst.game}`);
  await page.click(".tile a");
  await page.waitForSelector("[data-verdict=mistake]");
});

test("a replay begins with the costliest mistake of each bot, and leads to it", async () => {
  const { page } = await opened(at("all.html"), "#game=0");
  await page.waitForSelector(".went");
  const [game] = (await dataOf(page)).games;
  const deciders = game.events.split("\n").filter((line) => line.startsWith("=")).map((line) => Number(line.split(" ")[1]));
  const worst = new Map();
  for (const [decision, best, cost, error] of game.analysis) if (best >= 0 && cost > 2 * error && cost > (worst.get(deciders[decision])?.cost ?? 0)) worst.set(deciders[decision], { decision, cost });
  const shown = await page.$$eval("[data-worst]", (all) => all.map((one) => [...one.dataset.worst.split(" ").slice(0, 2).map(Number), one.textContent]));
  assert.deepEqual(shown.map(([seat, decision]) => [seat, decision]), [...worst].sort(([, a], [, b]) => b.cost - a.cost).map(([seat, { decision }]) => [seat, decision]));
  assert.ok(shown.length > 0);
  for (const [seat, , text] of shown) assert.match(text, new RegExp(`\\(better by ${rounded(worst.get(seat).cost)} points: `));
  assert.equal(await page.$("[data-analysed]"), null);
  await page.click("[data-worst] a");
  await page.waitForSelector("[data-verdict=mistake]");
  const lossOf = ([, , , , scores]) => Math.max(...scores) - Math.min(...scores);
  const scores = game.analysis.find(([decision]) => decision === shown[0][1])[4];
  const widths = scores.map((score) => Math.round(4 + 36 * (1 - (Math.max(...scores) - score) / Math.max(...game.analysis.map(lossOf)))));
  const bars = await page.$$eval(".worth-bar", (all) => all.map((bar) => parseInt(bar.style.width, 10)));
  assert.deepEqual(bars.sort((a, b) => a - b), widths.sort((a, b) => a - b), "bars have one scale in a game");
});

test("on a phone the step is read before any scrolling, and the controls are in two lines", async () => {
  tribunal(["play", "snark", "--sandbox", "none", "--seed", "table", "--log", at("snark.jsonl"), "--", bot("careful"), bot("random"), bot("random"), bot("random")]);
  tribunal(["report", at("snark.jsonl"), "--analyse", "--worlds", "20", "-o", at("snark.html")]);
  const { page } = await opened(at("snark.html"), "#game=0&step=17", { viewport: PHONE });
  await page.waitForSelector(".curve.expected");
  const { top, height } = await page.$eval(".controls", (one) => one.getBoundingClientRect());
  assert.equal((await page.$$(".controls .remark")).length, 4, "hands and mistakes");
  assert.ok(height < 90, `${height}`);
  const seat = await page.$eval("[data-seat]", (one) => one.getBoundingClientRect().top);
  assert.ok(seat < top, `the table begins at ${seat}, the controls at ${top}`);
});

test("on a phone the worst deals and the costliest decisions need no scrolling to the side", async () => {
  const { page } = await opened(at("mine.html"), "", { viewport: PHONE });
  for (const place of ["#section-deals", "#section-decisions"]) {
    const { inner, outer, below } = await page.$eval(`${place} .scroll`, (one) => ({ inner: one.scrollWidth, outer: one.clientWidth, below: one.querySelector("tbody .below").getBoundingClientRect() }));
    assert.ok(inner <= outer + 1 && below.width > 300, `${place}: ${inner} of ${outer}, ${below.width}`);
  }
  assert.deepEqual(await axeViolations(page), []);
  await page.setViewportSize(SCREEN);
});

test("a link to a decision shows its cost, the better action and a bar for each legal one", async () => {
  const { page } = await opened(at("mine.html"));
  const [link] = await page.$$eval("table.worst a", (links) => links.map((one) => one.getAttribute("href")));
  await page.click(`table.worst a[href="${link}"]`);
  await page.waitForSelector("[data-verdict]");
  assert.match(await page.textContent("[data-verdict=mistake]"), new RegExp(`^Cost ${rounded(facts.worst[0].cost)} `));
  assert.ok(await page.$(".step [data-verdict=mistake] [data-card]"), "beside the sentence, with cards drawn");
  assert.doesNotMatch(await page.textContent(".replay"), /(play|discard):\w/);
  assert.ok((await page.$$eval(".curve-mark.mistake title", (all) => all.map((one) => one.textContent))).every((title) => /^step \d+: mistake that cost \d+\.\d$/.test(title)));
  assert.equal(await page.$$eval(".legal li", (all) => all.length), await page.$$eval(".legal .worth", (all) => all.length));
  assert.equal(await page.$$eval(".legal .best", (all) => all.length), 1);
  assert.equal(await page.$$eval(".legal .best.taken", (all) => all.length), 0);
  assert.match(await page.textContent(".steps .current"), /\?/);
});

test("keys lead to the three costliest mistakes of a seat, and stay where there is no other", async () => {
  const { page } = await opened(at("mine.html"));
  await page.click("table.worst a");
  await page.waitForSelector("[data-verdict]");
  const number = Number(/game=(\d+)/.exec(page.url())[1]);
  const { analysis } = (await dataOf(page)).games.find(({ game }) => game === number);
  const listed = await page.$$eval(".steps button", (steps) => steps.flatMap((step, place) => (step.lastChild.textContent.includes("?") ? [place] : [])));
  assert.equal(listed.length, analysis.filter(([, best]) => best >= 0).length, "the list is whole");
  const costly = analysis.filter(([, best, cost, error]) => best >= 0 && cost > 2 * error).sort((a, b) => b[2] - a[2]).slice(0, 3);
  const marked = costly.map(([decision]) => decision + 1).sort((a, b) => a - b);
  assert.deepEqual(await page.$$eval("[data-mark^=mistake]", (all) => all.map((one) => Number(one.dataset.mark.split(" ")[1]))), marked);
  await page.keyboard.press("Home");
  const visited = [];
  for (const _ of marked) {
    await page.keyboard.press("m");
    visited.push(await shownStep(page));
  }
  assert.deepEqual(visited, marked);
  await page.keyboard.press("m");
  assert.equal(await shownStep(page), marked.at(-1));
  await page.keyboard.press("M");
  assert.equal(await shownStep(page), marked.at(-2) ?? marked.at(-1));
});

test("the page for everybody orders the bots by their advantage and says what better means", async () => {
  const { page } = await opened(at("all.html"));
  const rows = await page.$$eval("table.decisions tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.deepEqual(rows.map((row) => row[0]).sort(), ["mine", "other"]);
  const advantages = rows.map((row) => Number(row[4].split(" ")[0].replace("\u2212", "-")));
  assert.ok(advantages[0] >= advantages[1]);
  assert.match(await page.textContent("#section-decisions"), /Better means better\s+against players like the policy/);
  assert.deepEqual(await axeViolations(page), []);
});

test("a second curve has each seat's expected score at its own decisions, and the result at the end", async () => {
  const { page } = await opened(at("all.html"), "#game=0");
  await page.waitForSelector(".curve.expected");
  assert.match(await page.textContent(".curve.expected figcaption"), /^Points each seat could expect\?At each seat's own decisions, by what it knew then: the mean of 30 games that a fast policy plays on, ± two standard errors\. A figure stays until the next such decision\.$/);
  const { games } = await dataOf(page);
  const game = games.find(({ game }) => game === 0);
  const own = game.bots.findIndex(([name]) => name === "mine");
  const values = new Map(JSON.parse(tribunal(["analyse", results, "--bot", "mine", "--game", "0", "--worlds", "30", "--json"]).text).games[0].decisions.map((one) => [one.decision, one]));
  const shown = await walked(page, () => ({ decision: Number(document.querySelector("[data-decisions]").dataset.decisions), figures: document.querySelector(".curve.expected").dataset.figures.split(", ") }));
  let seen = 0;
  for (const { decision, figures } of shown) {
    const one = values.get(decision);
    if (!one) continue;
    const { score, score_error } = one.actions.find(({ action }) => action === one.taken);
    const [mean, error] = figures[own].replace("\u2212", "-").split(" ± ").map(Number);
    assert.ok(Math.abs(mean - score) < 0.06 && Math.abs((error ?? 0) - 2 * score_error) < 0.07, `decision ${decision}: ${figures[own]}, expected ${score} ± ${2 * score_error}`);
    seen += 1;
  }
  assert.ok(seen > 5);
  assert.deepEqual(shown.at(-1).figures, game.scores.map((score) => rounded(score)));
  assert.deepEqual(await axeViolations(page), []);
});

test("a page without an analysis has nothing of it", async () => {
  const { page } = await opened(at("plain.html"));
  assert.equal(await page.$("#section-decisions"), null);
  await page.click("#section-games a[href*='game=']");
  await page.waitForSelector(".steps");
  assert.equal(await page.$(".worth"), null);
  assert.equal(await page.$(".curve.expected"), null);
  assert.equal((await page.textContent(".controls")).includes("mistake"), false);
});
