// A bot that always does the first thing and shows what it sees: after every line that the JavaScript kit takes in, what
// it heard, and the view. views.py and views.cpp show the same of the same lines, byte for byte.
//
//     node views.mjs < LINES
//     node views.mjs cases < QUESTIONS     answers what kits_test.py asks of a view, of a card, or of an action
import { readFileSync } from "node:fs";

import { Action, Card, Conversation, PlayedTo, SUIT_NAMES, View, describe, run } from "../../sdk/javascript/tribunal_bot.mjs";

const show = (heard, view) => process.stdout.write(`${heard}\n${describe(view)}\n`);

const decide = (view) => {
  show(`asked ${view.milliseconds}`, view);
  return view.legal[0];
};

function viewAfter(lines) {
  const conversation = new Conversation("x", "1", (view) => view.legal[0], {}, () => {});
  for (const line of lines) conversation.hear(line);
  return conversation.view ?? new View();
}

/** All that the view and the action may be asked of each other. */
function ofAction(view, action) {
  const { card, cards, seat, verb } = action;
  const numbers = [seat, -2, 0, 1, 2, 64];
  const fits = numbers.filter((number) => view.fits(number, card)).length;
  const beats = numbers.filter((number) => view.beats(view.seat(number).meld(card.suit), view.mine.meld(card.suit))).length;
  return (
    `${verb} (${action.arguments}) cards (${cards.join(" ")}) card ${card.text} numbers ` +
    `${action.number()} ${action.number(1)} ${action.number(7, -5)} seat ${seat} fits ${fits} beats ${beats} ` +
    `winning ${Number(view.winning(card.suit))}`
  );
}

function answer(question) {
  const at = question.lastIndexOf(" | ");
  const view = viewAfter(question.slice(0, Math.max(at, 0)).split(", "));
  const asked = question.slice(at < 0 ? 0 : at + 3);
  const [word, ...rest] = asked.split(" ");
  return {
    action: () => ofAction(view, new Action(rest[0])),
    card: () => Card.parse(rest[0]).text,
    winner: () => view.winner(SUIT_NAMES.indexOf(rest[0])),
    fits: () => Number(view.fits(Number(rest[0]), Card.parse(rest[1]))),
    on: () => Number(view.isOn(rest[0])),
    number: () => view.number(rest[0], Number(rest[1])),
    option: () => view.option(rest[0], rest[1]),
    mob: () => view.mob,
    held: () => view.seat(Number(rest[0])).hand.length,
    played: () => Object.keys(PlayedTo).find((name) => PlayedTo[name] === view.playedTo).toLowerCase(),
    seat: () => describe(view).split("\n").find((line) => line.startsWith(asked)),
  }[word]();
}

if (process.argv[2] === "cases") {
  const questions = readFileSync(0, "utf8").slice(0, -1).split("\n");
  process.stdout.write(questions.map((question) => `${answer(question)}\n`).join(""));
  process.exit();
}
run("views", "1", decide, {
  gameStart: (view) => show(`game ${view.game}`, view),
  event: (view, event) => show(["event", event.verb, event.seat, ...event.arguments].join(" "), view),
  gameEnd: (view) => show(["result", ...view.scores, "places", ...view.places].join(" "), view),
});
