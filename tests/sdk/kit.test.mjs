// The JavaScript kit: the same expectations as the kits for Python (sdk_test.py) and C++ (view_test.cpp).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import * as kit from "../../sdk/javascript/tribunal_bot.mjs";

const { Action, Card, Conversation, Decision, KING, PlayedTo, Suit, UNKNOWN, View, describe } = kit;

const here = new URL(".", import.meta.url);
const read = (name) => readFileSync(new URL(name, here), "utf8");

/** The view at the end of `lines`. */
function game(lines) {
  const conversation = new Conversation("x", "1", (view) => view.legal[0], {}, () => {});
  for (const line of lines.split("\n")) conversation.hear(line);
  return conversation.view;
}

const ASK = "tribunal 1\ngame revolution players=2 seats=2 you=0\nask 1 10 play:Kh pass\n";

function said(decide) {
  const out = [];
  const conversation = new Conversation("b", "1", decide, {}, (text) => out.push(text));
  for (const line of ASK.split("\n")) conversation.hear(line);
  return out.join("");
}

/** The views of a bot that always plays its first legal action, and its output. */
function talk(lines) {
  const seen = [];
  const said = [];
  const decide = (view) => {
    seen.push(`${describe(view)}milliseconds ${view.milliseconds}\n\n`);
    return view.legal[0];
  };
  const gameEnd = (view) => seen.push(`${describe(view)}scores ${view.scores.join(" ")} places ${view.places.join(" ")}\n\n`);
  const conversation = new Conversation("first", "1", decide, { gameEnd }, (text) => said.push(text));
  for (const line of lines.split("\n")) if (!conversation.hear(line)) break;
  return { seen: seen.join(""), said: said.join("") };
}

test("the view is what the transcript says", () => {
  const transcripts = readdirSync(new URL("transcripts", here)).filter((name) => name.endsWith(".views"));
  assert.ok(transcripts.length >= 12);
  for (const transcript of transcripts) {
    const path = `transcripts/${transcript}`.replace(/\.views$/, "");
    const talked = talk(read(`${path}.txt`));
    assert.equal(talked.seen, read(`${path}.views`), transcript);
    assert.equal(talked.said, read(`${path}.said`), transcript);
  }
});

test("a suit is won as the rules say", () => {
  const cases = read("winners.txt").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  assert.ok(cases.length >= 20);
  for (const line of cases) {
    const [options, ...melds] = line.split("|");
    const winner = melds.pop().trim();
    const plays = melds.flatMap((meld, seat) =>
      meld.split(" ").filter((card) => card !== "" && card !== "-").map((card) => `play ${seat} ${card}`));
    const view = game([`game x you=0 seats=${melds.length} ${options}`, ...plays].join("\n"));
    assert.equal(view.winner(Suit.HEARTS), winner === "nobody" ? -1 : Number(winner), line);
  }
});

test("a line moves the card that it is about among equal cards", () => {
  const cases = read("equal_cards.txt").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  assert.ok(cases.length >= 15);
  for (const line of cases) {
    const [told, expected] = line.split(" | ");
    const seen = describe(game(["game chez players=2 seats=2 you=0 packs=2", "hand 1 1", ...told.split(", ")].join("\n")));
    assert.ok(seen.split("\n").includes(expected), `${line}\n${seen}`);
  }
});

test("every card reads back, and anything else is an unknown card", () => {
  for (const rank of "23456789TJQKA") for (const suit of "cdhs") assert.equal(Card.parse(rank + suit).text, rank + suit);
  assert.equal(Card.parse("Jo").text, "Jo");
  assert.deepEqual([Card.parse("Kh").rank, Card.parse("Kh").suit], [KING, Suit.HEARTS]);
  for (const text of ["??", "", "K", "kh", "1c", "10c", "Kx", "Khh"]) assert.equal(Card.parse(text), UNKNOWN);
});

test("an action tells its words, cards, numbers and seat", () => {
  for (const [text, verb, words, cards, numbers, seat] of [
    ["give:2,3c,Jo,5c", "give", "2,3c,Jo,5c", "3c Jo 5c", [2, 0], 2],
    ["next:2,1", "next", "2,1", "", [2, 1], 2],
    ["bid:no-suit", "bid", "no-suit", "", [0, 0], -1],
    ["deliver:3,Kh", "deliver", "3,Kh", "Kh", [3, 0], 3],
    ["play:Kh", "play", "Kh", "Kh", [0, 0], -1],
    ["pass", "pass", "", "", [0, 0], -1],
  ]) {
    const action = new Action(text);
    assert.deepEqual([action.text, action.verb, action.arguments, action.cards.join(" ")], [text, verb, words, cards]);
    assert.deepEqual([action.number(), action.number(1), action.seat], [...numbers, seat]);
    assert.equal(action.card.text, cards.split(" ")[0] || "??");
  }
  assert.equal(new Action("bid:7").number(1, -5), -5);
});

test("a comment goes out before the move and on one line", () => {
  assert.equal(said((view) => new Decision(view.legal[1], "two\nlines")), "ready b 1\n# two lines\nmove 1 pass\n");
  assert.equal(said(() => "play:Kh"), "ready b 1\nmove 1 play:Kh\n");
});

test("an answer that is no action is an error that names the function", () => {
  const forgetful = () => {};
  for (const decide of [forgetful, () => 7, () => "", () => new Decision(undefined, "why not"), () => Promise.resolve("pass")]) {
    assert.throws(() => said(decide), /returned .*, which is no action; expected one of view.legal: play:Kh pass/);
  }
  assert.throws(() => said(forgetful), /^TypeError: forgetful returned undefined/);
});

test("hooks hear the game and its events", () => {
  const heard = [];
  const hooks = {
    gameStart: (view) => heard.push(`start ${view.game}`),
    event: (view, event) => heard.push(`${event.verb} ${event.seat} ${event.arguments.length} ${view.hand.length}`),
    gameEnd: () => heard.push("end"),
  };
  const conversation = new Conversation("b", "1", (view) => view.legal[0], hooks, () => {});
  for (const line of ["game mitch players=2 seats=2 you=0", "deal 0 Kc Qc", "sneeze 1 loudly", "result 1 2 places 2 1", "end"]) {
    assert.equal(conversation.hear(line), true);
  }
  assert.deepEqual(heard, ["start mitch", "deal 0 2 2", "sneeze 1 1 2", "end"]);
  assert.equal(conversation.hear("quit"), false);
});

test("the Golden Rule", () => {
  const view = game("game revolution players=1 seats=2 you=0 mob=on\nplay 0 9c\nplay 1 2c\n");
  assert.deepEqual(["8c", "9c", "Tc", "Kd", "Ad"].map((card) => view.fits(0, Card.parse(card))), [true, false, false, true, false]);
  assert.ok(view.fits(1, Card.parse("Kc")), "the Mob is free of it");
  assert.ok(!view.fits(0, UNKNOWN));
  assert.ok(!view.winning(UNKNOWN.suit));
});

test("a game that is unknown is asked anything", () => {
  let asked = 0;
  const decide = (view) => {
    for (const action of [...view.legal, ...["bid:no-suit", "give:9,??", "castle", "x:Jo", ""].map((text) => new Action(text))]) {
      const { card } = action;
      for (const number of [action.seat, -2, 0, 1, 2, 64]) {
        const seat = view.seat(number);
        view.fits(number, card);
        view.beats(seat.meld(card.suit), view.mine.melds[card.suit]);
        assert.equal([...seat.melds].length, 4);
        assert.ok(Array.isArray([view.winning(card.suit), view.unseen, view.acesLeft, describe(view), card.text, action.number(7)]));
      }
      asked += 1;
    }
    assert.deepEqual(view.seat(-1).hand, []);
    return view.legal.at(-1);
  };
  for (const words of ["patience-for-two players=2 seats=2 you=0 columns=7", "x", "x high_low=on mob=on seats=2 packs=no"]) {
    const conversation = new Conversation("b", "1", decide, {}, () => {});
    const lines = `tribunal 1\ngame ${words}\nhand 0 1\ndeal 0 Kh 9c 4d\ndeal 1 ?? ?? ??\nask 1 1000 play:Kh play:9c play:4d pass`;
    for (const line of lines.split("\n")) conversation.hear(line);
  }
  assert.equal(asked, 27);
});

test("high_low follows the second card", () => {
  const view = game("game mitch players=2 seats=2 you=0 high_low=on\nplay 0 9c\nplay 1 5d\nplay 1 7d\n");
  assert.deepEqual(["8c", "9c", "Tc"].map((card) => view.fits(0, Card.parse(card))), [true, false, true]);
  assert.deepEqual(["4d", "6d", "8d"].map((card) => view.fits(1, Card.parse(card))), [false, false, true]);
});

test("options by kind, and where cards are played to", () => {
  const view = game("game mitch players=2 seats=2 you=0 high_low=on penalty=10 scoring=basic\n");
  assert.deepEqual([view.isOn("high_low"), view.isOn("mob"), view.mob], [true, false, -1]);
  assert.deepEqual([view.number("penalty"), view.number("scoring", 7), view.number("none", -1)], [10, 7, -1]);
  assert.deepEqual([view.option("scoring"), view.option("none", "x")], ["basic", "x"]);
  const places = ["mitch", "tennis", "snark", "chez", "other"].map((name) => game(`game ${name} seats=2 you=0\n`).playedTo);
  assert.deepEqual(places, [PlayedTo.MELDS, PlayedTo.TRICK, PlayedTo.TRICK, PlayedTo.PILE, PlayedTo.MELDS]);
});

test("a program of four lines plays, and leaves when it is told to or nobody speaks any more", () => {
  const file = new URL("../../sdk/javascript/tribunal_bot.mjs", here).href;
  const bot = `import { run } from "${file}"; run("b", "1", (view) => view.legal[0]);`;
  for (const [lines, expected] of [
    [ASK + "quit\nask 2 10 pass\n", "ready b 1\nmove 1 play:Kh\n"],
    [ASK.trimEnd(), "ready b 1\nmove 1 play:Kh\n"],
    ["tribunal 1\r\nquit\r\n", "ready b 1\n"],
  ]) {
    const ended = spawnSync(process.execPath, ["--input-type=module", "-e", bot], { input: lines, encoding: "utf8" });
    assert.deepEqual([ended.status, ended.stdout, ended.stderr], [0, expected, ""]);
  }
});

test("the types name what the kit has, and all members of a view", () => {
  const types = read("../../sdk/javascript/tribunal_bot.d.mts");
  const named = [...types.matchAll(/^export (?:const|class|function) (\w+)/gm)].map((found) => found[1]);
  assert.deepEqual(named.sort(), Object.keys(kit).sort());
  const members = [...types.match(/class View \{(.*?)\n\}/s)[1].matchAll(/^ {2}(?:readonly )?(\w+)[:(]/gm)].map((found) => found[1]);
  const own = [...Object.keys(new View()), ...Object.getOwnPropertyNames(View.prototype)];
  assert.deepEqual(members.sort(), own.filter((name) => name !== "constructor").sort());
});
