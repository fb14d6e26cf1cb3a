// What a bot with the JavaScript kit that always does the first thing sees of a transcript, view by view; with --said, what
// it says.
//
//     node views.mjs TRANSCRIPT [--said]
import { readFileSync } from "node:fs";

import { Conversation, describe } from "../../sdk/javascript/tribunal_bot.mjs";

const [file, what] = process.argv.slice(2);
const seen = [];
const said = [];
const decide = (view) => {
  seen.push(`${describe(view)}milliseconds ${view.milliseconds}\n\n`);
  return view.legal[0];
};
const gameEnd = (view) => seen.push(`${describe(view)}scores ${view.scores.join(" ")} places ${view.places.join(" ")}\n\n`);
const conversation = new Conversation("first", "1", decide, { gameEnd }, (text) => said.push(text));
for (const line of readFileSync(file, "utf8").split("\n")) if (!conversation.hear(line)) break;
process.stdout.write((what === "--said" ? said : seen).join(""));
