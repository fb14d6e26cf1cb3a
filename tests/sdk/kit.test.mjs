// Cases that only authors in JavaScript meet. The rest of the kit is tested with those of other languages in
// kits_test.py.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as kit from "../../sdk/javascript/tribunal_bot.mjs";

const { Conversation, Decision, View } = kit;

const here = new URL(".", import.meta.url);
const read = (name) => readFileSync(new URL(name, here), "utf8");

const ASK = "tribunal 1\ngame revolution players=2 seats=2 you=0\nask 1 10 play:Kh pass\n";

function said(decide) {
  const out = [];
  const conversation = new Conversation("b", "1", decide, {}, (text) => out.push(text));
  for (const line of ASK.split("\n")) conversation.hear(line);
  return out.join("");
}

test("an answer that is not an action is an error that names the function", () => {
  const forgetful = () => {};
  for (const decide of [forgetful, () => 7, () => "", () => new Decision(undefined, "why not"), () => Promise.resolve("pass")]) {
    assert.throws(() => said(decide), /returned .*, which is not an action; expected one of view.legal: play:Kh pass/);
  }
  assert.throws(() => said(forgetful), /^TypeError: forgetful returned undefined/);
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
