// A bot that always does the first thing and shows what it sees: after every line that the JavaScript kit takes in, what
// it heard, and the view. views.py and views.cpp show the same of the same lines, byte for byte.
//
//     node views.mjs < LINES
import { describe, run } from "../../sdk/javascript/tribunal_bot.mjs";

const show = (heard, view) => process.stdout.write(`${heard}\n${describe(view)}\n`);

const decide = (view) => {
  show(`asked ${view.milliseconds}`, view);
  return view.legal[0];
};

run("views", "1", decide, {
  gameStart: (view) => show(`game ${view.game}`, view),
  event: (view, event) => show(["event", event.verb, event.seat, ...event.arguments].join(" "), view),
  gameEnd: (view) => show(["result", ...view.scores, "places", ...view.places].join(" "), view),
});
