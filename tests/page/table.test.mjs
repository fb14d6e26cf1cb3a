// The replay's display of tricks, of simultaneous decisions, of choices and of points.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { axeViolations, bot, closeBrowser, dataOf, FAULTY, folder, opened, PHONE, SCREEN, tribunal, until, walked } from "./pages.mjs";

const home = folder();
const log = join(home, "all.jsonl");
const file = join(home, "all.html");
const GAMES = ["tennis", "anarchist-bomb", "snark", "revolution", "chez", "hustler", "organised-chaos", "stud", "mitch", "anarchy"];
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
    document.querySelector("select[name=seat]")?.value === seat && // simultaneous decisions are one step
    (step === "0" ? document.querySelector(".slider")?.value === "0" : document.querySelector("[data-kind]")?.dataset.decisions.split(" ").includes(step)),
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

test("the sentence of a capture says why, with cards drawn and seats named", async () => {
  for (const name of ["anarchist-bomb", "snark", "tennis", "mitch"]) {
    const { page } = await game(name);
    const steps = await walked(page, () => [...document.querySelectorAll(".happenings li")].map((line) => ({
      line: line.querySelector(".protocol")?.textContent ?? "",
      reason: line.querySelector("[data-reason]")?.textContent ?? "",
      cards: line.querySelectorAll("[data-reason] [data-card]").length,
    })), 60);
    const captures = steps.flat().filter(({ line }) => /^(capture|gather|trick|aside) /.test(line));
    assert.ok(captures.every(({ reason }) => reason !== ""), name);
    const reasons = steps.flat().filter(({ reason }) => reason !== "");
    assert.ok(reasons.length > 2 && reasons.some(({ cards }) => cards > 0), name);
    for (const { reason } of reasons) assert.doesNotMatch(reason, /seat \d|\b[2-9TJQKA][cdhs]\b/);
  }
});

test("in chez the middle says who picks up, and what happens without a card to play", async () => {
  const { page } = await game("chez");
  const { games } = await dataOf(page);
  const known = games.find(({ game }) => game === GAMES.indexOf("chez"));
  const shown = await walked(page, () => [...document.querySelectorAll("[data-fact]")].map(({ dataset }) => dataset.fact));
  const before = (decision) => known.facts.filter(([first]) => first <= decision).at(-1)?.[1].map(([name, text]) => `${name}: ${text}`) ?? [];
  shown.slice(0, -2).forEach((facts, place) => assert.deepEqual(facts, before(place), `step ${place}`));
  assert.deepEqual(shown.at(-1), []);
  assert.ok(shown.flat().some((fact) => /^who cannot play: picks up 1 card$/.test(fact)));
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
    const sentences = await page.$$eval(".happenings li > span", (all) => all.map((one) => one.textContent));
    assert.ok(sentences.every((text) => !/ -\d/.test(text)), "minus signs");
    if (name === "revolution") assert.match(await page.textContent(".points"), /, the fifth suit \+10/);
    if (name === "revolution" || name === "mitch") assert.match(rows.flat().join(" "), /(clubs|diamonds|hearts|spades) \d+/);
    if (name === "anarchist-bomb") assert.match(rows.flat().join(" "), /bid [a-z-]+ \d+/);
  }
});

test("points of several hands stand in one table, with the bids", async () => {
  for (const name of ["snark", "organised-chaos"]) {
    const { page } = await game(name);
    await page.keyboard.press("End");
    await page.waitForSelector("[data-hands]");
    const cells = await page.$$eval("[data-hands] tbody tr", (all) => all.map((row) => [...row.cells].slice(1).map((cell) => cell.textContent.replace("\u2212", "-"))));
    const scores = await page.$$eval("[data-outcome]", (all) => all.map((row) => row.dataset.outcome.split(" ").map(Number)));
    // The outcome and the columns have the seats in the order of places.
    for (const [column, [seat, , score]] of scores.entries()) assert.equal(cells.reduce((sum, row) => sum + Number(/[-+]?\d+$/.exec(row[column])[0]), 0), score, `${name} seat ${seat}`);
    if (name === "organised-chaos") assert.ok(cells.flat().every((cell) => /^(([a-z ]+ [-+]?\d+, )+[a-z ]+ [-+]?\d+|[a-z]+) [-+]?\d+$/.test(cell)), cells.flat().join("; "));
  }
});

test("the points stand at the step that ends a hand as tribunal replay tells them", async () => {
  const { page } = await game("snark");
  const steps = await tables(page);
  const scored = steps.slice(0, -1).filter(({ lines }) => lines.some((line) => line.startsWith("score ")));
  assert.ok(scored.length > 1);
  const held = new Set(scored.flatMap(({ points }) => points).flatMap((row) => row.split("|").slice(3)).map((part) => part.replace(/\d+$/, "")));
  assert.deepEqual([...held].sort(), ["cards in hand ", "running out of cards "]);
  for (const { points } of scored) assert.ok(points.filter((row) => row.endsWith("|running out of cards 10")).length === 1, "one seat ran out");
  for (const { lines, points } of scored)
    assert.deepEqual(points.map((row) => row.split("|").slice(0, 3).join(" ")), lines.filter((line) => line.startsWith("score ")).map((line) => line.replace("score ", "")));
});

test("keys have names, and the table the width of a wide screen", async () => {
  const { page } = await game("mitch", "&step=3", { width: 1920, height: 1080 });
  await page.click(".keys summary");
  const help = await page.innerText(".keys");
  assert.match(help, /\[\s*previous remark/);
  assert.match(help, /\]\s*next remark \(a fault or a comment\)/);
  assert.ok((await page.$$eval(".table", (all) => all[0].getBoundingClientRect().width)) > 1300);
  for (const [name, step] of [["tennis", 10], ["organised-chaos", 10], ["chez", 10], ["anarchist-bomb", 1], ["snark", 5]]) {
    const other = await game(name, `&step=${step}`, PHONE);
    assert.deepEqual(await axeViolations(other.page), [], name);
    assert.ok(!(await other.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), name);
    await other.page.keyboard.press("End");
    assert.deepEqual(await axeViolations(other.page), [], name);
  }
});

const handsIn = (page) => page.$$eval("[data-hand]", (all) => all.map((one) => one.dataset.hand.split(" ").filter(Boolean).length));

for (const name of ["organised-chaos", "snark"])
  test(`the deal of a further hand of ${name} is a step of its own, before which bids and captured cards stay`, async () => {
    const { page, address } = await game(name);
    const steps = await walked(page, () => ({
      lines: [...document.querySelectorAll(".protocol")].map((line) => line.textContent),
      kind: document.querySelector("[data-kind]").dataset.kind,
      fresh: document.querySelectorAll(".card.new").length,
      bids: document.querySelectorAll("[data-part=bid]").length,
      captured: [...document.querySelectorAll("[data-captured]")].map((one) => Number(one.textContent.match(/^\d+/)[0])).reduce((sum, one) => sum + one, 0),
    }));
    let deals = 0;
    for (const [place, { kind, lines, fresh }] of steps.entries()) {
      assert.equal(kind === "deal", lines.some((line) => line.startsWith("hand ")), `step ${place}`);
      if (kind !== "deal") continue;
      assert.equal(fresh, 0, `step ${place}: all cards are new, and none is marked`);
      if (place === 0) continue;
      deals += 1;
      assert.ok(steps[place - 1].lines.some((line) => line.startsWith("score ")), `step ${place - 1}`);
      if (name === "organised-chaos") assert.ok(steps[place - 1].bids === 4 && steps[place - 1].captured > 40, `step ${place - 1}`);
    }
    assert.ok(deals > 0);
    await page.goto(`${address}#game=${GAMES.indexOf(name)}&step=hand2`);
    await until(page, () => document.querySelector("[data-kind]")?.dataset.kind === "deal" && document.querySelector(".position").textContent[0] !== "0");
    const hands = await handsIn(page);
    assert.ok(hands.slice(0, 4).every((cards) => cards === hands[0]), `${hands}`);
    assert.equal(await page.$(".misled"), null);
  });

test("a card is marked as new where it came to, and nowhere else", async () => {
  const { page } = await game("revolution");
  const steps = await walked(page, () => ({
    line: document.querySelector(".protocol")?.textContent ?? "",
    fresh: [...document.querySelectorAll(".card.new")].map((card) => `${card.closest("[data-seat]")?.dataset.seat ?? ""} ${card.closest("[data-meld]") ? "meld" : card.closest("[data-hand]") ? "hand" : "middle"} ${card.dataset.card}`),
  }));
  for (const { line, fresh } of steps.slice(1, -1)) {
    const [verb, seat, card] = line.split(" ");
    if (verb === "play") assert.deepEqual(fresh.filter((one) => one.startsWith(`${seat} `)), [`${seat} meld ${card}`], line);
    if (verb === "discard") assert.ok(fresh.includes(` middle ${card}`), line);
  }
});

test("there is one score of a seat on a screen, and who is out is told how", async () => {
  for (const name of GAMES) {
    const { page } = await game(name);
    await page.keyboard.press("End");
    await page.waitForSelector("[data-outcome]");
    const outcome = await page.$$eval("[data-outcome]", (all) => all.map((row) => row.dataset.outcome.split(" ")));
    const shown = Object.fromEntries(await page.$$eval("[data-now]", (all) => all.map((one) => [one.closest("[data-seat]").dataset.seat, one.dataset.now])));
    for (const [seat, , score] of outcome) assert.equal(shown[seat] ?? "0", score, `${name} seat ${seat}`);
  }
});

test("the figures of seats are called alike above them and beside them, and leave out points only where suits can be missing", async () => {
  for (const name of GAMES) {
    const { page } = await game(name);
    const names = await page.$$eval(".table-head .now, .now-what", (all) => all.map((one) => one.textContent));
    const expected = name === "anarchist-bomb" || name === "organised-chaos" ? "so far" : "if it ended now";
    assert.deepEqual([...new Set(names)], name === "chez" ? [] : [expected], name);
  }
});

test("a seat of Tennis still has the cards of its pile, too", async () => {
  const { page } = await game("tennis");
  await page.keyboard.press("End");
  await page.waitForSelector("[data-outcome]");
  const figures = (await page.getAttribute(".curve", "data-figures")).split(", ");
  const left = await page.$$eval("[data-left^=still]", (all) => all.map((one) => [one.closest("[data-seat]").dataset.seat, one.dataset.left]));
  assert.deepEqual(left, figures.flatMap((cards, seat) => (cards === "0" ? [] : [[`${seat}`, `still has ${cards} card${cards === "1" ? "" : "s"}`]])));
  assert.ok(left.length > 0);
});

test("of a seat that is out or has cards left the table says so", async () => {
  const { page } = await game("chez");
  await page.keyboard.press("End");
  await page.waitForSelector("[data-outcome]");
  const left = await page.$$eval("[data-left]", (all) => all.map((one) => one.dataset.left));
  assert.equal(left.length, 4);
  assert.ok(left.every((how) => /^(\d(st|nd|rd|th) out|killed|(still has|won with) \d+ cards?( left)?|lost with the betting man|place \d)$/.test(how)), left.join("; "));
});

test("the columns of the suits add up to the score if the hand ended now", async () => {
  const { page } = await game("revolution");
  const steps = await walked(page, () =>
    [...document.querySelectorAll("[data-seat]")].map((seat) => ({ fifth: document.querySelector("[data-fifth]")?.dataset.fifth, twice: [...seat.querySelectorAll(".suit")].findIndex((one) => one.textContent.endsWith("fifth suit")), now: Number(seat.querySelector("[data-now]").dataset.now), suits: [...seat.querySelectorAll("[data-suit]")].map((one) => Number(one.dataset.suit.split(" ")[1])) })),
  );
  for (const [place, seats] of steps.entries()) for (const { now, suits } of seats) assert.equal(suits.reduce((sum, one) => sum + one, 0), now, `step ${place}`);
  const changes = steps.filter(([{ fifth }]) => fifth !== undefined);
  assert.ok(changes.length > 0, "the fifth suit is named where it changes");
  for (const seats of changes) for (const { fifth, twice, suits } of seats) if (twice >= 0) assert.ok(suits[twice] === 10 && fifth === ["clubs", "diamonds", "hearts", "spades"][twice]);
  assert.ok(steps.flat().some(({ suits }) => suits.some((one) => one > 0)));
});

test("the curve has a line for each seat and the aces, and a click on it leads to the step", async () => {
  const { page } = await game("revolution", "&step=1");
  assert.equal((await page.$$("[data-curve]")).length, 4);
  assert.ok((await page.$$("[data-mark^=ace]")).length > 0);
  const box = await (await page.$(".curve svg")).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await until(page, () => Number(document.querySelector(".slider").value) > 3);
  const line = await page.$eval(".curve .here", (one) => Number(one.getAttribute("x1")));
  assert.ok(Math.abs(line - box.width / 2) < 30, `${line} of ${box.width}`);
  for (const name of ["chez", "revolution", "mitch"]) {
    const other = (await game(name, "", { width: 1440, height: 900 })).page;
    const ends = (await other.$$eval(".curve .name", (all) => all.map((one) => Number(one.getAttribute("y"))))).sort((a, b) => a - b);
    assert.ok(ends.length > 1 && ends.every((y, place) => y < 131 && (place === 0 || y - ends[place - 1] >= 12.9)), `${name}: ${ends}`);
    const aces = await other.$$eval("[data-mark^=ace]", (all) => all.map((one) => one.getBBox().x));
    assert.ok(aces.every((x) => x > 32), `${name}: ${aces}`);
    for (const row of [".ace, .revolution, .death", ".mistake, .fault"].map((kinds) => kinds.replaceAll(".", ".curve-mark."))) {
      const marks = (await other.$$eval(row, (all) => all.map((one) => Number(one.getAttribute("x"))))).sort((a, b) => a - b);
      assert.ok(marks.every((x, place) => place === 0 || x - marks[place - 1] >= 9.9), `${name}: ${marks}`);
    }
  }
});

test("curve, table and sentences have one score if the hand ended now, to which missing suits come only at its end", async () => {
  for (const name of ["anarchist-bomb", "organised-chaos"]) {
    const { page } = await game(name);
    assert.match(await page.textContent(".curve figcaption"), /^Score so far in the hand; missing suits count only at its end/, name);
    const steps = await readings(page);
    const missing = voids(steps);
    let compared = 0;
    for (const [place, { figures, now, unpaid, heading }] of steps.entries()) {
      const isEnd = steps[place + 1]?.kind !== "decision";
      const hasBids = heading.includes(", trick ") || steps[place + 1]?.heading.includes(", trick ");
      assert.deepEqual(figures.split(", ").map((text) => Number(text.replace("\u2212", "-"))), now, `${name}, step ${place}`);
      assert.deepEqual(unpaid, now.map((_, seat) => (hasBids && !isEnd ? missing[place][seat] : 0)), `${name}, step ${place}`);
      compared += isEnd ? 0 : missing[place].filter((points) => points > 0).length;
    }
    assert.ok(compared > 5);
  }
});

test("if a hand has nearly all steps, all hands are equally wide in the curve, and the limit of tricks is named", async () => {
  tribunal(["play", "snark", "--sandbox", "none", "--seed", "1", "--log", join(home, "long.jsonl"), "--", ...["careful", "greedy", "greedy"].map(bot)]);
  tribunal(["report", join(home, "long.jsonl"), "-o", join(home, "long.html")]);
  const { page } = await opened(join(home, "long.html"), "#game=0");
  await page.waitForSelector(".curve");
  const { games } = await dataOf(page);
  const held = {}; // by hand and seat
  let hand = 0;
  for (const [verb, seat, ...words] of games[0].events.split("\n").map((line) => line.replace("=", "").split(/[|#]/)[0].split(" "))) {
    if (verb === "hand") held[(hand = Number(words[0]))] = [0, 0, 0];
    if (verb === "deal" || verb === "gather") held[hand][Number(seat)] += words.length;
    if (verb === "play") held[hand][Number(seat)] -= 1;
  }
  const ended = Object.keys(held).filter((one) => held[one].includes(0));
  const shown = await page.$$eval("[data-unended]", (all) => all.map((one) => [one.dataset.unended, one.textContent]));
  assert.deepEqual(shown, Object.keys(held).filter((one) => !ended.includes(one)).map((one) => [one, `Nobody ran out in hand ${one}: the limit of 1,000 tricks ended it.`]));
  assert.ok(shown.length > 0 && ended.length > 0);
  const hands = await page.$$eval(".curve .hand-line", (all) => all.map((one) => Number(one.getAttribute("x1"))));
  const widths = hands.map((x, at) => x - (hands[at - 1] ?? 34)); // the figures stand on the left
  assert.ok(widths.length > 1 && widths.every((width) => Math.abs(width - widths[0]) < 1), `${widths}`);
});

test("a step is counted as its heading says", async () => {
  for (const [name, step] of [["tennis", 9], ["anarchist-bomb", 5], ["chez", 3]]) {
    const { page } = await game(name, `&step=${step}`);
    const [, first, all] = /^Decisions? (\d+).* of (\d+)/.exec(await page.textContent(".step h2"));
    assert.equal((await page.textContent(".position")).trim(), `${first} / ${all}`);
  }
  assert.ok(await (await game("tennis")).page.$(".controls [aria-label='previous round']"));
  assert.ok(await (await game("anarchist-bomb")).page.$("[data-mark^=bomb]"), "the bomb is marked");
});

/** The points for suits of which a seat has captured no card in the hand, after each step. */
function voids(steps) {
  let suits = {};
  return steps.map(({ figures, lines, kind }) => {
    if (kind === "deal") suits = {};
    for (const [verb, seat, ...cards] of kind === "result" ? [] : lines.map((line) => line.split(" "))) if (verb === "capture") for (const card of cards.filter((one) => one !== "Jo")) (suits[seat] ??= new Set()).add(card[1]);
    return figures.split(", ").map((_, seat) => 10 * (4 - (suits[seat]?.size ?? 0)));
  });
}

/** The last change of lead by the figures of the curve at all steps: the names of the hands, tricks or steps in which the winners were behind for
 * the last time, and came ahead for good; and the one in which they gained most, if it is another. */
function lastChange(steps, isTennis) {
  const winners = steps.at(-1).outcome.filter(([, place]) => place === 1).map(([seat]) => seat);
  const figures = steps.map((step) => step.figures.split(", ").map((text) => Number(text.replace("\u2212", "-"))));
  const others = steps.at(-1).outcome.map(([seat]) => seat).filter((seat) => !winners.includes(seat)); // without the Mob
  const lead = (place) => (place < 0 ? 0 : Math.min(...winners.map((seat) => figures[place][seat])) - Math.max(...others.map((seat) => figures[place][seat])));
  const byHand = !isTennis && steps.filter(({ kind }) => kind === "deal").length > 1;
  const hasTricks = steps.some(({ heading }) => / trick \d+$/.test(heading));
  const found = new Map(); // name to the places before it and of its end
  let hand = "";
  let end = -1;
  steps.forEach(({ kind, heading, name, lines }, place) => {
    if (kind === "deal") hand = lines.map((line) => /^(hand|round) \d+ (\d+)/.exec(line)?.slice(1).join(" ")).find(Boolean) ?? hand;
    if (kind !== "decision") return;
    const trick = /trick \d+$/.exec(heading)?.[0];
    const called = byHand ? hand : !hasTricks ? `step ${name}` : trick && (isTennis ? `${hand}, ${trick}` : trick);
    if (called === undefined) return;
    found.set(called, { before: found.get(called)?.before ?? (byHand ? end : place - 1), end: place });
    end = place;
  });
  const all = [...found];
  const ahead = all.findLast(([, { before, end }]) => lead(before) <= 0 && lead(end) > 0);
  const behind = all.findLast(([, { before }]) => lead(before) < 0);
  if (!ahead || lead(end) <= 0) return {};
  const gains = all.map(([called, one]) => ({ called, gain: lead(one.end) - lead(one.before) }));
  const most = gains.filter(({ gain }) => gain === Math.max(...gains.map((one) => one.gain)));
  const isOther = !byHand && most.length === 1 && ![behind?.[0], ahead[0]].includes(most[0].called);
  return { turning: `${behind?.[0] ?? ""}|${ahead[0]}`, most: isOther ? most[0].called : undefined };
}

/** What the tests below read at each step. */
const readings = (page) =>
  walked(page, () => ({
    figures: document.querySelector(".curve").dataset.figures,
    expected: document.querySelector(".curve.expected")?.dataset.figures,
    kind: document.querySelector("[data-kind]").dataset.kind,
    name: document.querySelector("[data-kind]").dataset.decisions.split(" ")[0],
    heading: document.querySelector(".step h2").textContent,
    lines: [...document.querySelectorAll(".protocol")].map((line) => line.textContent),
    outcome: [...document.querySelectorAll("[data-outcome]")].map((row) => row.dataset.outcome.split(" ").map(Number)),
    now: [...document.querySelectorAll("[data-now]")].map((one) => Number(one.dataset.now)),
    unpaid: [...document.querySelectorAll("[data-now]")].map((one) => Number(one.querySelector("[data-missing]")?.dataset.missing ?? 0)),
    turning: document.querySelector("[data-turning]")?.dataset.turning,
    outs: [...document.querySelectorAll("[data-out]")].map((one) => [one.dataset.out, one.textContent]),
  }));

test("of the hand in which the winners of organised chaos came ahead for good, the trick that brought most is named", async () => {
  const { page } = await game("organised-chaos");
  const steps = await readings(page);
  const missing = voids(steps);
  const winners = steps.at(-1).outcome.filter(([, place]) => place === 1).map(([seat]) => seat);
  const lead = (place) => {
    const plain = steps[place].figures.split(", ").map((text, seat) => Number(text.replace("\u2212", "-")) - (steps[place + 1].kind === "decision" || steps[place].kind === "deal" ? 0 : missing[place][seat]));
    return Math.min(...plain.filter((_, seat) => winners.includes(seat))) - Math.max(...plain.filter((_, seat) => !winners.includes(seat)));
  };
  const [, hand] = /\|hand (\d+)$/.exec(steps.at(-1).turning);
  const begins = steps.flatMap(({ kind }, place) => (kind === "deal" ? [place] : []));
  const tricks = steps.flatMap(({ heading }, place) => (place >= begins[hand - 1] && place < (begins[hand] ?? steps.length) && heading.includes(", trick ") ? [{ name: /trick \d+$/.exec(heading)[0], gain: lead(place) - lead(place - 1) }] : []));
  const most = Math.max(...tricks.map(({ gain }) => gain));
  const best = tricks.filter(({ gain }) => gain === most);
  const inside = await page.$("[data-inside]");
  assert.equal(await inside?.getAttribute("data-inside"), best.length === 1 ? best[0].name : undefined);
  assert.ok(inside, "this game has one such trick");
  await inside.click();
  await page.waitForSelector("[data-kind=decision]");
  assert.ok((await page.textContent(".step h2")).endsWith(best[0].name));
});

test("the result tells the last change of lead, what was played there, and that the winners were never behind only if so", async () => {
  const named = new Set();
  const gained = new Set();
  for (const name of ["anarchist-bomb", "anarchy", "mitch", "revolution", "hustler", "snark", "organised-chaos", "tennis"]) {
    const { page } = await game(name);
    const steps = await readings(page);
    const { turning } = steps.at(-1);
    const expected = lastChange(steps, name === "tennis");
    assert.equal(turning, expected.turning, name);
    if (turning === undefined) continue; // a bid that can only fall led from the first trick on
    if (name !== "anarchist-bomb") { // missing suits count there at the end
      const shown = await page.$$eval("[data-most-gained]", (all) => all.map((one) => [one.dataset.mostGained, one.textContent]));
      assert.deepEqual(shown.map(([most]) => most), expected.most === undefined ? [] : [expected.most], name);
      for (const [, text] of shown) assert.match(text, /^ \S+( and \S+)* gained most on the others at .*: .* \u2212?\d+ → \u2212?\d+.* (points|cards)\.$/);
      gained.add(shown.length);
    }
    const [behind, ahead] = turning.split("|");
    const text = await page.textContent("[data-turning]");
    assert.match(text, behind === "" ? /^.* (was|were) never behind( after a \w+)?, and ahead for good from .* on: / : / led .* \u2212?\d+ : \u2212?\d+( by a bid that can only fall)? until /, name);
    assert.match(text, / \S+ \u2212?\d+ → \u2212?\d+.* (points|cards)\b.*\.$/);
    if (name === "tennis") assert.match(text, /wins the trick and \d+ cards|lie aside/);
    const links = await page.$$eval("[data-turning] a:not([data-inside], [data-least] a, [data-most-gained] a)", (all) => all.map((one) => one.textContent));
    assert.deepEqual(links, [...new Set([behind, ahead])].filter((one) => one !== ""), name);
    await page.click("[data-turning] a");
    await page.waitForSelector(/^(hand|round \d+$)/.test(links[0]) ? "[data-kind=deal]" : "[data-kind=decision]");
    const trick = /trick \d+$/.exec(links[0])?.[0];
    if (trick) assert.match(await page.textContent(".step h2"), new RegExp(`${trick}$`));
    named.add(`${behind === ""} ${ahead.split(" ")[0]}`);
  }
  assert.equal(gained.size, 2, "some gained most where the lead changed, others elsewhere");
  assert.deepEqual([...new Set([...named].map((one) => one.split(" ")[1]))].sort(), ["hand", "round", "step", "trick"]);
  assert.equal(new Set([...named].map((one) => one.split(" ")[0])).size, 2, "some winners were behind, others never");
});

test("a fourth ace that ends the hand is told beside the change of lead", async () => {
  const { page } = await game("revolution");
  assert.equal(await page.getAttribute("[data-analysed]", "data-analysed"), "0");
  const aces = (await dataOf(page)).games[GAMES.indexOf("revolution")].events.split("\n").filter((line) => line.startsWith("ace "));
  assert.match(await page.textContent("[data-ending='4']"), new RegExp(` \\S+ drew the fourth ace, which ended the hand\\.$`));
  assert.equal(aces.length, 4);
});

test("the bids of the winner and the next are told with the cards that they took, and those who had one bid left", async () => {
  for (const name of ["anarchist-bomb", "anarchy", "organised-chaos"]) {
    const { page } = await game(name);
    const { events, points, legal, places } = (await dataOf(page)).games[GAMES.indexOf(name)];
    const lines = events.split("\n").map((line) => line.replace("=", "").split(/[|#]/)[0].split(" "));
    const stories = await page.$$eval("[data-story]", (all) => all.map((one) => [...one.dataset.story.split("|"), one.textContent]));
    assert.ok(stories.length > 0 && stories.some(([, seat]) => places[seat] === 1), name);
    for (const [hand, seat, bid, cards, counted, , made, text] of stories) {
      const begin = lines.findIndex(([verb, , number]) => verb === "hand" && number === hand);
      const end = lines.findIndex(([verb], place) => verb === "hand" && place > begin);
      const taken = lines.slice(begin, end < 0 ? undefined : end).flatMap(([verb, by, ...all]) => (verb === "capture" && by === seat ? all : []));
      assert.equal(taken.length, Number(cards), `${name} ${text}`);
      assert.equal(points.find(([, one, by]) => one === Number(hand) && by === Number(seat))[4], Number(made), `${name} ${text}`);
      const suits = { black: "cs", red: "dh", clubs: "c", diamonds: "d", hearts: "h", spades: "s" }[bid];
      assert.equal(counted, suits ? String(taken.filter((card) => suits.includes(card[1])).length) : "", `${name} ${text}`);
    }
    const deciders = events.split("\n").filter((line) => line.startsWith("="));
    const forced = await page.$$eval("[data-forced]", (all) => all.flatMap((one) => one.dataset.forced.split(" ").map(Number)));
    const [[hand]] = stories;
    const begin = events.split("\n").slice(0, events.split("\n").findIndex((line) => line.startsWith("hand ") && line.endsWith(` ${hand}`))).filter((line) => line.startsWith("=")).length;
    for (const seat of forced) assert.equal(legal.split("\n")[deciders.findIndex((line, place) => place >= begin && line.startsWith(`=bid ${seat} `))].split(";").length, 1);
    if (name === "organised-chaos") assert.ok(hand !== "10" || forced.length > 0);
  }
});

test("who threw the bomb is told with its trick, and the list of steps marks it", async () => {
  const { page } = await game("anarchist-bomb");
  const events = (await dataOf(page)).games[GAMES.indexOf("anarchist-bomb")].events.split("\n");
  const at = events.findIndex((line) => line.startsWith("bomb "));
  const trick = events.slice(0, at).filter((line, place) => line.startsWith("capture") && !events[place + 1].startsWith("capture")).length + 1;
  assert.equal(await page.getAttribute("[data-bomb]", "data-bomb"), `${events[at].split(" ")[1]} ${trick}`);
  const captures = events.slice(at).filter((line) => line.startsWith("capture")).slice(0, 1);
  assert.ok((await page.textContent("[data-bomb]")).includes(": ") === captures.length > 0);
  const marked = await page.$$eval(".steps button", (all) => all.filter((one) => one.lastChild.textContent.includes("★")).map((one) => one.textContent));
  assert.equal(marked.length, 1);
  assert.match(marked[0], new RegExp(`trick ${trick}, .* takes \\d`));
  assert.match(await page.textContent(".meanings"), /★ bomb/);
});

test("a bid that can only fall is dotted in the curve, from the bids to the end of its hand", async () => {
  let dotted = 0;
  for (const name of ["anarchist-bomb", "anarchy", "organised-chaos"]) {
    const { page } = await game(name);
    const { events } = (await dataOf(page)).games[GAMES.indexOf(name)];
    const falling = new Set(events.split("\n").flatMap((line) => /^=?bid (\d) (unders|misere)/.exec(line)?.[1] ?? []));
    assert.deepEqual((await page.$$eval("[data-falling]", (all) => all.map((one) => one.dataset.falling))).sort(), [...falling].sort(), name);
    assert.equal((await page.textContent(".curve figcaption")).includes("dotted: can only fall"), falling.size > 0, name);
    dotted += falling.size;
  }
  assert.ok(dotted > 0);
});

test("both red sixes that win alone are told as a roll, and no roll is said to have killed a seat that could not play", async () => {
  for (const [seed, bots] of [["46", ["shedder", "shedder", "random"]], ["9", ["shedder", "shedder", "random"]]]) {
    tribunal(["play", "chez", "--sandbox", "none", "--seed", seed, "--log", join(home, "sixes.jsonl"), "--", ...bots.map(bot)]);
    tribunal(["report", join(home, "sixes.jsonl"), "-o", join(home, "sixes.html")]);
    const { page } = await opened(join(home, "sixes.html"), "#game=0");
    await page.waitForSelector(".curve");
    const lines = (await dataOf(page)).games[0].events.split("\n").map((line) => line.replace("=", "").split("|")[0]);
    const at = lines.findIndex((line, place) => /^play .*6d 6h/.test(line) && /^roll \d 1 6 6$/.test(lines[place + 1]) && lines[place + 2].startsWith("place"));
    assert.equal(at >= 0, seed === "46", "the seeds have what they are for");
    const rolled = await page.$$eval("[data-rolled]", (all) => all.map((one) => one.textContent));
    assert.equal(rolled.length, at >= 0 ? 1 : 0);
    if (at >= 0) assert.match(rolled[0], /^\. With both red sixes it rolled a 6, by a chance of 1 in 6, and won alone; before, it held \d+ cards?/);
    if (seed === "9") assert.ok(lines.some((line, place) => line.startsWith("killed") && lines[place - 1].startsWith("roll")), "a roll without an outcome came just before");
    assert.equal(await page.$("[data-fatal]"), null);
  }
});

test("a bid that earned nothing is named beside the bonus of its hand", async () => {
  const { page } = await game("organised-chaos");
  await page.keyboard.press("End");
  await page.waitForSelector("[data-hands]");
  const cells = await page.$$eval("[data-hands] tbody td:not(:first-child)", (all) => all.map((one) => one.textContent));
  assert.equal(cells.length, 40);
  for (const text of cells) assert.match(text, /\b(cards|black|red|best|spades|clubs|hearts|diamonds|overs|unders)\b/);
  const { points } = (await dataOf(page)).games[GAMES.indexOf("organised-chaos")];
  const bonuses = points.flatMap((row) => row[6].filter(([what]) => !what.startsWith("bid ")));
  assert.equal(cells.join(" ").match(/missing suits \+|quartets \+/g).length, bonuses.length, "each bonus has its name");
  for (const text of cells) if (/suits|quartets/.test(text)) assert.match(text, /\b(cards|black|red|best|spades|clubs|hearts|diamonds|overs|unders) [+0]/);
});

/** What the result says of each seat: place, score, and of what it is made. */
const talliesIn = (page) => page.$$eval("[data-tallies]", (all) => all.map((row) => ({ seat: Number(row.dataset.outcome.split(" ")[0]), score: Number(row.dataset.outcome.split(" ")[2]), texts: row.dataset.tallies.split("|"), titles: [...row.closest("table").tHead.querySelectorAll("th")].slice(3).map((one) => one.textContent) })));

test("the deal and the result say of what each score is made", async () => {
  const { page } = await game("chez");
  const { games } = await dataOf(page);
  for (const [number, name] of GAMES.entries()) {
    await game(name);
    const rows = await talliesIn(page);
    await page.keyboard.press("End");
    await page.waitForSelector("[data-kind=result]");
    assert.deepEqual(await talliesIn(page), rows, name);
    const left = (await page.getAttribute(".curve", "data-figures")).split(", ");
    assert.equal(rows.length, games[number].scores.length, name);
    const events = games[number].events.split("\n").map((line) => line.replace("=", "").split(/[|#]/)[0].split(" "));
    const counted = (verbs, seat, amount) => events.filter(([verb, by]) => verbs.includes(verb) && Number(by) === seat).reduce((sum, [, , ...words]) => sum + amount(words), 0);
    for (const { seat, score, texts, titles } of rows) {
      const [first, second, third] = texts.map(Number);
      if (name === "tennis") {
        assert.deepEqual([first, second, third], [counted(["trick"], seat, () => 1), counted(["trick"], seat, ([cards]) => Number(cards)), counted(["play"], seat, () => 1)], name);
      } else if (name === "chez") {
        assert.deepEqual(titles, ["cards played", "picked up", "unable to play"]);
        // A turn without a card to play: one card is picked up, and no dice, joker or swap that counts came just before.
        const stuck = events.filter(([verb, who], at) => {
          if (verb !== "draw" || Number(who) !== seat) return false;
          let back = at - 1;
          let nopes = 0;
          while (["nope", "pass", "reshuffle"].includes(events[back][0])) nopes += events[back--][0] === "nope" ? 1 : 0;
          const [cause, by, ...words] = events[back];
          if (cause === "draw" && by === who) return false;
          const target = events[back - 1][0] === "burden" ? events[back - 1][2] : by;
          return !((cause === "offer" || (cause === "roll" && target === who)) && nopes % 2 === 0) && words.length >= 0;
        }).length;
        assert.equal(third, stuck, `${name}, seat ${seat}`);
        assert.equal(second, counted(["draw"], seat, () => 1) + counted(["seize"], seat, (cards) => cards.length), name);
        const given = counted(["deliver", "execute"], seat, (words) => words.filter((word) => word.length === 2).length);
        const got = events.filter(([verb, , to]) => verb === "deliver" && Number(to) === seat).reduce((sum, [, , , ...cards]) => sum + cards.length, 0);
        if (left[seat] !== "out") assert.equal(7 + second + got - given - first, Number(left[seat]), `${name}, seat ${seat}`);
      } else {
        const numbers = texts.join(" ").replaceAll("\u2212", "-").match(/[+-]\d+/g) ?? [];
        assert.equal(numbers.reduce((sum, one) => sum + Number(one), 0), score, `${name}, seat ${seat}: ${texts}`);
      }
    }
  }
});

test("in chez the most cards that a seat picked up at once are named, with the joker or the six that demands them", async () => {
  let named = 0;
  for (const [number, bots] of [["shedder", "random", "shedder"], ["careful", "greedy", "random", "shedder"], ["greedy", "greedy", "shedder"]].entries()) {
    tribunal(["play", "chez", "--sandbox", "none", "--seed", `${number}`, "--log", join(home, "jokers.jsonl"), "--", ...bots.map((name) => bot(name === "shedder" ? "shedder.py" : name))]);
    tribunal(["report", join(home, "jokers.jsonl"), "-o", join(home, "jokers.html")]);
    const { page } = await opened(join(home, "jokers.html"), "#game=0");
    await page.waitForSelector(".curve");
    const events = (await dataOf(page)).games[0].events.split("\n").map((line) => line.replace("=", "").split(/[|#]/)[0].split(" "));
    const drawn = events.filter(([verb]) => verb !== "reshuffle");
    for (const [seat, count, step, by] of (await page.$$eval("[data-most]", (all) => all.map((one) => one.dataset.most.split(" "))))) {
      const runs = drawn.flatMap(([verb, who], at) => {
        if (verb !== "draw" || who !== seat || (drawn[at - 1][0] === "draw" && drawn[at - 1][1] === seat)) return [];
        const end = drawn.findIndex(([verb, who], place) => place > at && (verb !== "draw" || who !== seat));
        return [{ at, length: (end < 0 ? drawn.length : end) - at }];
      });
      const seized = drawn.filter(([verb, who]) => verb === "seize" && who === seat).map((line) => line.length - 2);
      assert.ok([...runs.map(({ length }) => length), ...seized].some((length) => length === Number(count) || length === Number(count) + 1), `${seat} ${count}`);
      if (by === "") continue;
      // Going back from these cards: nopes and passes, the dice, and the choice of the seat or the sixes.
      const found = runs.some(({ at, length }) => {
        let place = at - 1;
        while (["nope", "pass"].includes(drawn[place][0])) place -= 1;
        const [verb, , , , total] = drawn[place];
        const [cause, who, whom] = drawn[place - 1];
        if (verb !== "roll" || Number(total) !== Number(count) || length < Number(count)) return false;
        return drawn.slice(place, at).filter(([one]) => one === "nope").length % 2 === 0 && (by === seat ? cause === "play" && who === seat && whom[0] === "6" : cause === "burden" && who === by && whom === seat);
      });
      assert.ok(found, `${number}: ${seat} ${count} at step ${step} by ${by}`);
      named += 1;
    }
  }
  assert.ok(named > 2);
});

test("the result of organised chaos names the bids that differ most between the first and the next", async () => {
  const { page } = await game("organised-chaos");
  const { points, scores } = (await dataOf(page)).games[GAMES.indexOf("organised-chaos")];
  const [first, next] = scores.map((_, seat) => seat).sort((a, b) => scores[b] - scores[a]);
  const made = (seat, bid) => points.filter(([, , who]) => who === seat).flatMap((row) => row[6]).filter(([what]) => what === `bid ${bid}`).reduce((sum, [, count]) => sum + count, 0);
  const shown = (await page.getAttribute("[data-bids]", "data-bids")).split(", ").map((text) => text.split(" "));
  const bids = ["cards", "black", "red", "best", "spades", "clubs", "hearts", "diamonds", "overs", "unders"].map((bid) => Math.abs(made(first, bid) - made(next, bid))).sort((a, b) => b - a);
  assert.deepEqual(shown.map(([, ours, theirs]) => Math.abs(ours - theirs)), bids.slice(0, 3));
  for (const [bid, ours, theirs] of shown) assert.deepEqual([Number(ours), Number(theirs)], [made(first, bid), made(next, bid)], bid);
});

test("of a game that was forfeited nothing else is said to have decided", async () => {
  writeFileSync(join(home, "faulty.py"), FAULTY);
  tribunal(["play", "mitch", "--sandbox", "none", "--seed", "1", "--log", join(home, "forfeit.jsonl"), "--", `python3 ${join(home, "faulty.py")}`, bot("greedy")], { codes: [0, 1] });
  tribunal(["report", join(home, "forfeit.jsonl"), "-o", join(home, "forfeit.html")]);
  const { page } = await opened(join(home, "forfeit.html"), "#game=0");
  await page.waitForSelector(".outcome");
  assert.match(await page.textContent(".outcome"), /forfeit/);
  assert.equal(await page.$(".turning"), null);
});

test("in games whose score is a place the result leads to the steps at which seats went out", async () => {
  for (const name of ["tennis", "chez"]) {
    const { page } = await game(name);
    const steps = await readings(page);
    const figures = steps.map((step) => step.figures.split(", "));
    const outs = figures[0].flatMap((_, seat) => {
      const place = figures.findLastIndex((one) => !["0", "out"].includes(one[seat])) + 1;
      return place < steps.length ? [[`${seat} ${steps[place].kind === "result" ? "" : steps[place].name}`, place]] : [];
    });
    const shown = steps.at(-1).outs;
    assert.deepEqual(shown.map(([out]) => out.split(" ")[0]), outs.sort((a, b) => a[1] - b[1]).map(([out]) => out.split(" ")[0]), name);
    for (const [at, [out, text]] of shown.entries()) {
      if (steps[outs[at][1]].kind === "decision") assert.equal(out, outs[at][0]);
      assert.match(text, / was (out of cards|killed) at (step \d+|the end)$/);
    }
    assert.ok(shown.length > 0);
  }
});

test("in chez a seat that was killed leaves the curve, and its death and each revolution are marked", async () => {
  tribunal(["play", "chez", "--sandbox", "none", "--seed", "50", "--log", join(home, "deaths.jsonl"), "--", ...["careful", "greedy", "random", "shedder"].map(bot)]);
  tribunal(["report", join(home, "deaths.jsonl"), "-o", join(home, "deaths.html")]);
  const { page } = await opened(join(home, "deaths.html"), "#game=0");
  await page.waitForSelector(".curve");
  const steps = await walked(page, () => ({
    name: document.querySelector("[data-kind]").dataset.decisions.split(" ")[0],
    figures: document.querySelector(".curve").dataset.figures.split(", "),
    lines: [...document.querySelectorAll(".protocol")].map((line) => line.textContent.split(" ")),
  }));
  const marks = await page.$$eval("[data-mark]", (all) => all.map((one) => `${one.dataset.mark} ${one.firstChild.textContent}`));
  const expected = [];
  const dead = new Set();
  for (const { name, figures, lines } of steps) {
    const count = (wanted) => lines.filter(([verb]) => verb === wanted).length;
    for (const [verb, seat] of lines) if (verb === "killed") dead.add(Number(seat));
    if (name !== "" && count("revolution") > 0) expected.push(`revolution ${name} ${"R".repeat(count("revolution"))}`);
    if (name !== "" && count("killed") > 0) expected.push(`death ${name} ${"†".repeat(count("killed"))}`);
    assert.deepEqual(figures.map((one) => one === "out"), figures.map((_, seat) => dead.has(seat)), `step ${name}`);
  }
  assert.ok(dead.size > 0);
  assert.deepEqual(marks.sort(), expected.sort());
  assert.match(await page.textContent(".curve figcaption"), / · † death/);
  assert.match((await page.$$eval("[data-out]", (all) => all.map((one) => one.textContent))).join(""), / was killed at step \d+/);
});

test("a quartet is said at the step that completes it", async () => {
  let said = 0;
  for (const name of ["anarchist-bomb", "organised-chaos"]) {
    const { page } = await game(name);
    const steps = await walked(page, () => ({
      lines: [...document.querySelectorAll(".protocol")].map((line) => line.textContent.split(" ")),
      quartets: [...document.querySelectorAll("[data-quartet]")].map((one) => one.dataset.quartet),
      isResult: document.querySelector("[data-outcome]") !== null,
    }));
    const taken = {};
    for (const { lines, quartets, isResult } of steps) {
      const complete = [];
      if (lines.some(([verb]) => verb === "hand")) for (const key of Object.keys(taken)) delete taken[key];
      if (!isResult)
        for (const [, seat, ...cards] of lines.filter(([verb]) => verb === "capture"))
          for (const card of cards.filter((card) => card !== "Jo")) {
            taken[seat + card[0]] = (taken[seat + card[0]] ?? 0) + 1;
            if (taken[seat + card[0]] % 4 === 0) complete.push(`${seat} ${{ T: "tens", J: "jacks", Q: "queens", K: "kings", A: "aces" }[card[0]] ?? `${card[0]}s`}`);
          }
      assert.deepEqual(quartets, complete, name);
      said += quartets.length;
    }
  }
  assert.ok(said > 0, "a game with a quartet");
});

test("of many choices the one that was taken comes first", async () => {
  const { page } = await game("organised-chaos", "&step=1");
  const steps = await walked(page, () => [...document.querySelectorAll(".legal")].map((one) => [...one.querySelectorAll("li")].map((choice) => choice.classList.contains("taken"))), 20);
  const many = steps.flat().filter((taken) => taken.length > 20);
  assert.ok(many.length > 0);
  for (const taken of many) assert.equal(taken.indexOf(true), 0);
});

test("the list of steps says who takes a trick, and what all bid", async () => {
  const { page } = await game("anarchist-bomb");
  const rows = await page.$$eval(".steps button > span:nth-child(3)", (all) => all.map((one) => one.textContent));
  assert.match(rows[1], /^bids: careful [\w-]+, greedy [\w-]+, random [\w-]+, random(-2)? [\w-]+$/);
  for (const row of rows.slice(2, -1)) assert.match(row, /^trick \d+(, \S+ takes [1-5])+$/);
});

test("with all hands each trick of a simultaneous game is one step", async () => {
  const { page } = await game("snark");
  for (const { lines } of (await tables(page, 30)).slice(1)) {
    const plays = lines.filter((line) => line.startsWith("play ")).length;
    assert.ok(plays === 4 || (plays === 0 && lines.some((line) => line.startsWith("hand "))), lines.join("; "));
  }
});

test("steps are one stop of the tab key, and a long game has only the rows in view", async () => {
  const { page } = await game("snark", "&seat=1");
  const rows = await page.$$eval(".steps button", (all) => all.map((one) => one.tabIndex));
  assert.ok(Number(await page.getAttribute(".slider", "max")) > 150 && rows.length < 80, `${rows.length}`);
  assert.equal(rows.filter((tab) => tab === 0).length, 1);
  await page.focus(".steps .current");
  for (const key of ["End", "Home", "ArrowRight"]) {
    await page.keyboard.press(key);
    await until(page, ([last, first]) => (last ? document.querySelector(".slider").value === document.querySelector(".slider").max : document.querySelector(".slider").value === first) && document.activeElement.matches(".steps .current"), [key === "End", key === "Home" ? "0" : "1"]);
  }
  assert.match(await page.getAttribute(".slider", "aria-valuetext"), /^1 of \d+: \S/);
  for (const width of [1280, 1440]) {
    const chez = (await game("chez", "", { width, height: 900 })).page;
    const words = await chez.$$eval(".steps button > span:nth-child(3)", (all) => all.map((one) => ({ text: one.textContent, title: one.title, isCut: one.scrollWidth > one.clientWidth })));
    assert.ok(words.every(({ text, title }) => title === text) && words.some(({ text }) => /^plays the pair/.test(text)));
    assert.deepEqual(words.filter(({ text, isCut }) => isCut && text.length < 22), [], `${width}`);
  }
});

test("a replay has its game and result as title, and the focus; a button that can do no more keeps it", async () => {
  const { page } = await game("mitch");
  assert.match(await page.title(), /^Game 8: \S+ \S+, .* · /);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "H1");
  await page.focus("[aria-label^='last step']");
  await page.keyboard.press("Enter");
  await until(page, () => document.querySelector(".slider").value === document.querySelector(".slider").max);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-disabled")), "true");
});

test("both digits of a ten that another card covers are visible", async () => {
  for (const viewport of [SCREEN, PHONE]) {
    let seen = 0;
    for (const name of ["mitch", "revolution", "hustler", "stud"]) {
      const { page } = await game(name, "&step=2", viewport);
      for (let step = 0; step < 40 && seen === 0; step += 1) {
        const gaps = await page.$$eval(".cards.fanned .card[data-card^=T]:not(:last-child)", (all) => all.filter((card) => card.nextElementSibling.offsetTop === card.offsetTop).map((card) => {
          const digits = document.createRange();
          digits.selectNodeContents(card.firstElementChild);
          return card.nextElementSibling.getBoundingClientRect().left - digits.getBoundingClientRect().right;
        }));
        assert.ok(gaps.every((gap) => gap >= -1), `${name} ${viewport.width}: ${gaps}`);
        seen += gaps.length;
        await page.evaluate(() => dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })));
      }
    }
    assert.ok(seen > 0, `${viewport.width}`);
  }
});

test("the text of pictures keeps its size on a phone", async () => {
  const { page } = await game("revolution", "&step=5", PHONE);
  const scales = await page.$$eval("svg:has(text)", (all) => all.map((one) => one.getScreenCTM().a));
  assert.ok(scales.length > 0 && scales.every((scale) => scale === 1), `${scales}`);
});

test("the controls stay at the bottom edge of a phone", async () => {
  const { page } = await game("mitch", "&step=3", PHONE);
  const box = await page.$eval(".controls", (one) => one.getBoundingClientRect().bottom);
  assert.equal(Math.round(box), PHONE.height);
  for (const name of ["chez", "organised-chaos", "anarchist-bomb", "tennis"]) {
    const deal = (await game(name, "&step=1", PHONE)).page; // the deal says first how the game went
    const { top, height } = await deal.$eval(".controls", (one) => one.getBoundingClientRect());
    const card = await deal.$eval(".hand .card", (one) => one.getBoundingClientRect().bottom);
    assert.ok(height < 90 && card < top, `${name}: cards to ${card}, controls ${height} high from ${top}`);
  }
});
