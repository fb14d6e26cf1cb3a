// The replay's display of tricks, of simultaneous decisions, of choices and of points.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { axeViolations, bot, closeBrowser, folder, opened, PHONE, SCREEN, tribunal, until, walked } from "./pages.mjs";

const home = folder();
const log = join(home, "all.jsonl");
const file = join(home, "all.html");
const GAMES = ["tennis", "anarchist-bomb", "snark", "revolution", "chez", "hustler", "organised-chaos", "stud", "mitch"];
const PLAYERS = { hustler: 2 };

before(() => {
  for (const name of GAMES) {
    const bots = Array.from({ length: PLAYERS[name] ?? 4 }, (_, seat) => bot(seat === 0 ? "careful" : seat === 1 ? "greedy" : "random"));
    tribunal(["play", name, "--sandbox", "none", "--seed", "table", "--log", join(home, "one.jsonl"), "--", ...bots]);
    appendFileSync(log, readFileSync(join(home, "one.jsonl")));
  }
  tribunal(["report", log, "-o", file]);
});
after(closeBrowser);

let view;
/** A game at its first step, or at the one that `hash` names, in the file that all tests share. */
async function game(name, hash = "", viewport = SCREEN) {
  view ??= await opened(file);
  await view.page.setViewportSize(viewport);
  await view.page.goto(`${view.address}#game=${GAMES.indexOf(name)}${hash}`);
  await until(view.page, ([number, seat, step]) =>
    document.querySelector("h1")?.textContent.startsWith(`Game ${number} `) &&
    document.querySelector("select[name=seat]")?.value === seat && document.querySelector(".slider")?.value === step,
  [GAMES.indexOf(name), /seat=(\d+)/.exec(hash)?.[1] ?? "", /step=(\d+)/.exec(hash)?.[1] ?? "0"]);
  return view;
}

/** The contents of the table at each of the first `most` steps. */
const tables = (page, most) =>
  walked(page, () => {
    const cards = (all) => [...all].map((card) => card.dataset.card);
    return {
      lines: [...document.querySelectorAll(".protocol")].map((line) => line.textContent),
      waits: document.querySelectorAll("[data-hidden]").length,
      plays: [...document.querySelectorAll("[data-seat]")].map((seat) => cards(seat.querySelectorAll("[data-part^=play] [data-card]"))),
      bids: [...document.querySelectorAll("[data-part=bid]")].map((one) => one.textContent),
      takes: [...document.querySelectorAll("[data-seat]")].map((seat) => seat.querySelector("[data-takes]")?.dataset.takes),
      nobody: document.querySelector("[data-nobody]") !== null,
      points: [...document.querySelectorAll("[data-points]")].map((row) => row.dataset.points),
      choices: [...document.querySelectorAll(".legal li")].map((one) => ({ text: one.textContent, cards: cards(one.querySelectorAll("[data-card]")) })),
    };
  }, most);

test("a trick that is over lies there with who takes it, until the next card", async () => {
  const { page } = await game("tennis");
  const steps = await tables(page);
  let tricks = 0;
  for (const [place, { lines, plays, takes, nobody }] of steps.entries()) {
    const ends = lines.map((line) => /^(trick|aside) (\d+)/.exec(line)).find(Boolean);
    if (!ends) continue;
    tricks += 1;
    assert.ok(plays.every((cards) => cards.length <= 1) && plays.flat().length > 1, `step ${place}: ${JSON.stringify(plays)}`);
    assert.equal(nobody, ends[1] === "aside", `step ${place}`);
    if (ends[1] === "trick") assert.deepEqual(takes.map(Boolean), takes.map((_, seat) => seat === Number(ends[2])), `step ${place}`);
    const next = steps[place + 1];
    if (next?.lines.length > 0 && /^play/.test(next.lines[0])) assert.ok(next.plays.flat().length < plays.flat().length && next.takes.every((one) => one === undefined), `step ${place + 1}`);
  }
  assert.ok(tricks > 3);
});

for (const name of ["anarchist-bomb", "snark", "organised-chaos"])
  test(`cards that are played at the same time in ${name} are shown together, and each with who takes it`, async () => {
    for (const seat of ["", "&seat=1"]) {
      const { page } = await game(name, seat);
      const steps = await tables(page, 80);
      let whole = 0;
      for (const [place, { lines, plays, takes, waits, bids }] of steps.entries()) {
        if (waits > 0) {
          assert.deepEqual(lines, [], `step ${place}`);
          assert.ok(plays.flat().every((card) => card === "??"), `step ${place}: ${JSON.stringify(plays)}`);
        }
        const captured = lines.filter((line) => /^(capture|gather) /.test(line));
        if (captured.length === 0) continue;
        whole += 1;
        assert.equal(lines.filter((line) => line.startsWith("play ")).length, 4, `step ${place}`);
        assert.ok(plays.every((cards) => cards.length === 1 && cards[0] !== "??"), `step ${place}: ${JSON.stringify(plays)}`);
        for (const line of captured) {
          const [, taker, ...cards] = line.split(" ");
          const inTrick = cards.filter((card) => plays.flat().includes(card));
          assert.deepEqual([...(takes[Number(taker)] ?? "").split(" ")].sort().join(" "), inTrick.sort().join(" "), `step ${place}`);
        }
        assert.ok(bids.every((bid) => !bid.includes("chosen")));
      }
      assert.ok(whole > 3, `${whole} tricks`);
    }
  });

test("the choices of a seat are shown in cards and sentences", async () => {
  for (const name of GAMES) {
    const { page } = await game(name);
    for (const { choices } of (await tables(page, 60)).slice(1))
      for (const { text, cards } of choices) {
        assert.doesNotMatch(text, /:[A-Z0-9]|\b[2-9TJQKA][cdhs]\b|_|;/, name);
        assert.ok(text.trim() !== "" || cards.length > 0, name);
      }
  }
});

test("the points of each game are said with what they are for, and add up", async () => {
  for (const name of GAMES) {
    const { page } = await game(name);
    await page.keyboard.press("End");
    await page.waitForSelector("[data-points]", { state: "attached" });
    const rows = (await page.$$eval("[data-points]", (all) => all.map((row) => row.dataset.points))).map((row) => row.split("|"));
    for (const [seat, points, , ...parts] of rows)
      assert.equal(parts.reduce((sum, part) => sum + Number(/-?\d+$/.exec(part)[0]), 0), Number(points), `${name} seat ${seat}: ${parts}`);
    const outcome = await page.$$eval("[data-outcome]", (all) => all.map((row) => row.dataset.outcome.split(" ")));
    for (const [seat, , score] of outcome) assert.equal(rows.filter((row) => row[0] === seat).at(-1)[2], score, `${name} seat ${seat}`);
    if (name === "revolution" || name === "mitch") assert.match(rows.flat().join(" "), /(clubs|diamonds|hearts|spades) \d+/);
    if (name === "anarchist-bomb") assert.match(rows.flat().join(" "), /bid [a-z-]+ \d+/);
  }
});

test("the points stand at the step that ends a hand as tribunal replay tells them", async () => {
  const { page } = await game("snark");
  const steps = await tables(page);
  const scored = steps.slice(0, -1).filter(({ lines }) => lines.some((line) => line.startsWith("score ")));
  assert.ok(scored.length > 1);
  for (const { lines, points } of scored)
    assert.deepEqual(points.map((row) => row.split("|").slice(0, 3).join(" ")), lines.filter((line) => line.startsWith("score ")).map((line) => line.replace("score ", "")));
});

test("keys have names, and hands the width of a wide screen", async () => {
  const { page } = await game("mitch", "&step=3", { width: 1920, height: 1080 });
  const help = await page.innerText(".keys");
  assert.match(help, /\[\s*previous remark/);
  assert.match(help, /\]\s*next remark \(a fault or a comment\)/);
  assert.ok((await page.$$eval(".hand", (all) => all[0].getBoundingClientRect().width)) > 1300);
  for (const name of ["tennis", "organised-chaos", "chez"]) {
    const other = await game(name, "&step=10", PHONE);
    assert.deepEqual(await axeViolations(other.page), [], name);
    assert.ok(!(await other.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), name);
    await other.page.keyboard.press("End");
    assert.deepEqual(await axeViolations(other.page), [], name);
  }
});
