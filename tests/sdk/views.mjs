// A bot that prints its view. After every line that the JavaScript kit processes it prints the line and the view; at a
// question also the answers of all functions of the view and of its actions. It takes the first action. The views
// programs of the other languages print the same for the same lines, byte for byte.
//
//     node views.mjs < LINES
import { Decision, PlayedTo, describe, run } from "../../sdk/javascript/tribunal_bot.mjs";

const show = (view, ...heard) => process.stdout.write(`${heard.join(" ")}\n${describe(view)}\n`);

function gameStart(view) {
  const place = Object.keys(PlayedTo).find((name) => PlayedTo[name] === view.playedTo).toLowerCase();
  const options = ["high_low", "penalty", "none"].flatMap((name) => [name, view.option(name, "?"), view.number(name, 7), Number(view.isOn(name))]);
  show(view, "game", view.game, "played", place, "mob", view.mob, ...options);
}

function ofAction(view, action) {
  const { card, cards, seat, text, verb } = action;
  const numbers = [0, 1, 2, 64, -2, seat];
  const fits = numbers.map((number) => Number(view.fits(number, card)));
  const beats = numbers.map((number) => Number(view.beats(view.seat(number).meld(card.suit), view.mine.meld(card.suit))));
  return (
    `action ${text} verb ${verb} (${action.arguments}) cards (${cards.join(" ")})` +
    ` numbers ${action.number()} ${action.number(1)} ${action.number(7, -5)} seat ${seat}` +
    ` card ${card.text} fits ${fits.join("")} beats ${beats.join("")} winner ${view.winner(card.suit)} ${Number(view.winning(card.suit))}\n`
  );
}

function decide(view) {
  show(view, "asked", view.milliseconds);
  process.stdout.write(view.legal.map((action) => ofAction(view, action)).join(""));
  const [first] = view.legal;
  return { long: new Decision(first, "x" + "\u00fc".repeat(3000)), comment: new Decision(first, "with\r\ntwo lines"), plain: "plain", nothing: new Decision("", "why not") }[first.verb] ?? first;
}

run("views", "1", decide, {
  gameStart,
  event: (view, event) => show(view, "event", event.verb, event.seat, ...event.arguments),
  gameEnd: (view) => show(view, "result", ...view.scores, "places", ...view.places),
});
