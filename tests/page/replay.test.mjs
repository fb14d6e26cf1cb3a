// The replay of every game of the catalogue: step by step what `tribunal replay` shows, and for a seat what it was sent.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { appendFileSync, readFileSync } from "node:fs";

import { bot, closeBrowser, dataOf, folder, opened, tribunal, until, walked } from "./pages.mjs";

const home = folder();
const log = join(home, "all.jsonl");
const page_file = join(home, "all.html");
/** For each game, its name and the lines that each seat was sent. */
const games = [];

/** The events in what a trace says that a seat was sent. */
function sentTo(trace, seat) {
  const lines = [];
  for (const line of trace.split("\n")) {
    const found = /^ *[0-9.]+ +(\d+) \S+ +> (.*)$/.exec(line);
    if (!found || Number(found[1]) !== seat) continue;
    if (!/^(tribunal|game|ask|result|end|quit)\b/.test(found[2])) lines.push(found[2]);
  }
  return lines;
}

before(() => {
  const kinds = JSON.parse(tribunal(["games", "--json"]).text);
  for (const { name, fewest_players } of [...kinds, { name: "chez-two-packs", fewest_players: 2 }]) {
    const players = Math.max(fewest_players, 2);
    const bots = Array.from({ length: players }, (_, seat) => bot(seat === 0 ? "careful" : "random"));
    const { errors } = tribunal(["play", name, "--sandbox", "none", "--seed", "page", "--trace", "--log", join(home, "one.jsonl"), "--", ...bots]);
    games.push({ name, players, sent: Array.from({ length: players }, (_, seat) => sentTo(errors, seat)) });
    appendFileSync(log, readFileSync(join(home, "one.jsonl")));
  }
  tribunal(["report", log, "-o", page_file]);
});
after(closeBrowser);

const SIGNS = { "\u2663": "c", "\u2666": "d", "\u2665": "h", "\u2660": "s" };
const CARDS = /^(?:(?:[2-9TJQKA][cdhs]|Jo|\?\?)(?: |$))*/;

/** The seats of a frame of `tribunal replay`: score, hand and melds. */
function seatsIn(frame) {
  return frame.split("\n").flatMap((line) => {
    const found = /^ {2}[ >] seat (\d+) (?:the referee|\S+) +(-?\d+) {2}hand ?(.*)$/.exec(line);
    if (!found) return [];
    const rest = found[3];
    const hand = CARDS.exec(rest)[0].trim();
    const melds = /  melds(.*?)(?:  (?:pile|plays|open|bid|captured|chips|out)|$)/.exec(rest)?.[1] ?? "";
    const ranks = [...melds.matchAll(/([cdhs])((?: (?:10|[2-9TJQKA]))+)/g)].map(([, suit, cards]) =>
      cards.trim().split(" ").map((rank) => rank + suit).join(" "),
    );
    const open = /  open (.*?)(?:  |$)/.exec(rest)?.[1] ?? "";
    return [{ seat: Number(found[1]), score: Number(found[2]), hand, open, melds: ranks }];
  });
}

/** The frames as `tribunal replay` prints them. */
function frames(game) {
  const { text } = tribunal(["replay", log, "--game", String(game), "--all", "--color", "never"]);
  return text.trimEnd().split("\n\n");
}

/** What the page shows at a step. */
const shownTable = () => ({
  seats: [...document.querySelectorAll("[data-seat]")].map((seat) => ({
    seat: Number(seat.dataset.seat),
    score: Number(seat.querySelector("[data-score]").dataset.score),
    hand: seat.querySelector("[data-hand]").dataset.hand,
    open: seat.querySelector("[data-part=open]")?.dataset.cards ?? "",
    melds: [...seat.querySelectorAll("[data-meld]")].map((meld) => meld.dataset.meld),
  })),
  outcome: [...document.querySelectorAll("[data-outcome]")].map((row) => row.dataset.outcome),
  legal: [...document.querySelectorAll(".legal li")].length,
  kind: document.querySelector("[data-kind]").dataset.kind,
  decisions: document.querySelector("[data-kind]").dataset.decisions.split(" ").filter(Boolean),
  now: Object.fromEntries([...document.querySelectorAll("[data-now]")].map((one) => [one.closest("[data-seat]").dataset.seat, Number(one.dataset.now) + Number(one.querySelector("[data-missing]")?.dataset.missing ?? 0)])),
});

const shownLines = () => [...document.querySelectorAll(".protocol")].map((line) => line.textContent);

test("each step of each game is as tribunal replay shows it", async () => {
  const { page, address, said, requests } = await opened(page_file);
  for (const [number, game] of games.entries()) {
    await page.goto(`${address}#game=${number}`);
    await page.waitForSelector(".replay");
    await until(page, (n) => document.querySelector("h1")?.textContent.startsWith(`Game ${n} `), number);
    const steps = await walked(page, shownTable);
    const wanted = frames(number);
    assert.equal(steps.reduce((sum, { decisions }) => sum + Math.max(1, decisions.length), 0), wanted.length, game.name);
    let at = -1;
    for (const [place, { seats: shown, kind, decisions, legal }] of steps.entries()) {
      at += Math.max(1, decisions.length); // simultaneous decisions are one step
      const frame = wanted[at];
      assert.equal(frame.startsWith(kind === "decision" ? `decision ${decisions.at(-1)} of ` : "decision "), kind === "decision", `${game.name}, step ${place}:\n${frame}`);
      if (kind === "result") continue; // below
      const seats = seatsIn(frame);
      assert.ok(seats.length >= game.players, `${game.name}: ${frame}`);
      assert.deepEqual(shown, seats, `${game.name}, step ${place}:\n${frame}`);
      if (kind === "decision") assert.ok(legal > 0, `${game.name}, step ${place} says what was legal`);
    }
    const outcome = [...wanted.at(-1).matchAll(/seat (\d+) .*?place (\d+) with (-?\d+)/g)].map(([, ...three]) => three.join(" "));
    assert.deepEqual([...steps.at(-1).outcome].sort(), outcome.sort(), game.name);
  }
  assert.deepEqual(said, []);
  assert.deepEqual(requests, [address]);
});

/** The scores before each decision, in the form in which the program writes them. */
function scoresIn({ now, line, us }) {
  const figures = Array(Number(/ seats=(\d+)/.exec(line)[1]) + 4).fill(0);
  const changes = now.split(",");
  return Array.from({ length: us.split(",").length }, (_, decision) => {
    for (const [, figure, change] of (changes[decision] ?? "").matchAll(/([a-p])(-?\d+)/g)) figures[figure.charCodeAt(0) - 97] += Number(change);
    return [...figures];
  });
}

test("each step of each game shows the scores that the engine has before the next decision, and at last the result", async () => {
  const { page, address } = await opened(page_file);
  const data = await dataOf(page);
  for (const [number, game] of games.entries()) {
    await page.goto(`${address}#game=${number}`);
    await page.waitForSelector(".replay");
    await until(page, (n) => document.querySelector("h1")?.textContent.startsWith(`Game ${n} `), number);
    const steps = await walked(page, shownTable);
    const scores = scoresIn(data.games[number]);
    let compared = 0;
    for (const [place, { kind, now }] of steps.entries()) {
      const next = steps[place + 1];
      const wanted = kind === "result" ? data.games[number].scores : next?.kind === "decision" ? scores[Number(next.decisions[0]) - 1] : undefined;
      if (!wanted || Object.keys(now).length === 0) continue; // the end of a hand; Chez has no scores before somebody is out
      for (const [seat, score] of Object.entries(now)) assert.equal(score, wanted[Number(seat)], `${game.name}, step ${place}, seat ${seat}`);
      compared += 1;
    }
    assert.ok(compared > 0, game.name);
  }
});

test("a seat's view shows what that seat was sent, and nothing else", async () => {
  const { page, address, said, requests } = await opened(page_file);
  for (const [number, game] of games.entries()) {
    for (const [seat, sent] of game.sent.entries()) {
      await page.goto(`${address}#game=${number}&seat=${seat}`);
      await page.waitForSelector(".replay");
      await until(page, ([n, s]) => document.querySelector("h1")?.textContent.startsWith(`Game ${n} `) && document.querySelector("select[name=seat]")?.value === String(s), [number, seat]);
      const list = await page.$$eval(".steps button", (steps) => steps.map((step) => step.textContent).join(" "));
      assert.deepEqual((await walked(page, shownLines)).flat(), sent, `${game.name}, seat ${seat}`);
      const heard = new Set(sent.join(" ").split(" "));
      for (const [, rank, sign] of list.matchAll(/(10|[2-9JQKA])([\u2663\u2666\u2665\u2660])/g)) {
        const card = (rank === "10" ? "T" : rank) + SIGNS[sign];
        assert.ok(heard.has(card), `${game.name}, seat ${seat}: ${card}`);
      }
    }
  }
  assert.deepEqual(said, []);
});

test("the page of an author holds only what the bot's seat was sent", async () => {
  const file = join(home, "author.html");
  tribunal(["report", log, "--bot", "careful", "-o", file]);
  const { page } = await opened(file);
  const data = await dataOf(page);
  assert.equal(data.games.length, games.length);
  for (const [number, game] of data.games.entries()) {
    const told = game.events.split("\n").map((line) => line.replace(/^=/, "").split("#"));
    assert.deepEqual(told.map(([line]) => line), games[number].sent[0], games[number].name);
    for (const [place, [, reason = ""]] of told.entries()) {
      const known = games[number].sent[0].slice(0, place + 1).join(" ");
      for (const card of reason.match(/\b[2-9TJQKA][cdhs]\b/g) ?? []) assert.ok(known.includes(card), `${games[number].name}: ${reason}`);
    }
    assert.equal(game.key, undefined);
  }
});

test("a link leads to a step, and going on changes it", async () => {
  const { page } = await opened(page_file, "#game=1&step=3");
  await page.waitForSelector(".replay");
  assert.equal(await page.inputValue(".slider"), "3");
  await page.keyboard.press("End");
  const last = await page.getAttribute(".slider", "max");
  await until(page, (step) => document.querySelector(".slider").value === step, last);
  await until(page, (step) => location.hash.includes(`step=${step}`), last);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await until(page, () => document.querySelector(".slider").value === "1");
  await page.keyboard.press(" ");
  await until(page, () => Number(document.querySelector(".slider").value) > 1);
});
