// The pages of tournaments: their content, their links, who can read them, and what they do not publish.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { axeViolations, bot, closeBrowser, dataOf, folder, opened, plan, played, readable, scripted, tribunal, until } from "./pages.mjs";

const HOSTILE = "<img/src=x/onerror=alert(1)>";
const home = folder();
let results;
const at = (name) => join(home, name);

/** A bot that says what would be markup, breaks a rule in its third decision, and writes to standard error. */
const RUDE = scripted("rude <i>1.0</i>", 'print("# </script><script>alert(2)</script>", flush=True); print("only for its author", file=sys.stderr, flush=True)',
  '"<b>nonsense</b>" if asked % 40 == 3 else words[3]');

before(() => {
  writeFileSync(at("rude.py"), RUDE);
  const three = { careful: bot("careful"), plain: bot("greedy"), rude: `python3 ${at("rude.py")}` };
  results = played(plan(three, 3, { name: "cup <b>", seed: "page", more: '[limits]\non_fault = "strikes"\n' }), { codes: [0, 5] });
  tribunal(["report", results, "-o", at("cup.html")]);
});
after(closeBrowser);

test("the overview says what standings say", async () => {
  const { page, address, said, requests } = await opened(at("cup.html"));
  const standings = JSON.parse(tribunal(["standings", results, "--json"]).text);
  const rows = await page.$$eval("#section-standings .overall tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.deepEqual(rows.map((row) => row[1]), standings.standings.rows.map((row) => row.bot));
  assert.deepEqual(rows.map((row) => Number(row[2].split(" ")[0])), standings.standings.rows.map((row) => Math.round(row.elo)));
  assert.equal(await page.textContent("h1"), "cup <b>");
  assert.match(await page.textContent("#section-facts"), new RegExp(standings.content_sha256));
  assert.deepEqual(said, []);
  assert.deepEqual(requests.filter((url) => !url.startsWith("data:") && url !== address), []);
});

test("a note that is not a warning does not look like a fault", async () => {
  tribunal(["report", results, "--games", "2", "-o", at("few.html")]);
  const { page } = await opened(at("few.html"));
  const notes = await page.$$eval("header .note", (all) => all.map((one) => ({ text: one.textContent, edge: getComputedStyle(one).borderLeftColor })));
  const fault = await page.$eval(".fault", (one) => getComputedStyle(one).color);
  const about = notes.find(({ text }) => /^2 of the \d+ games can be replayed here/.test(text));
  assert.notEqual(about?.edge, fault);
  assert.ok(about);
});

test("load is a warning for a bot with a timeout, and a condition for others", async () => {
  const cores = availableParallelism();
  writeFileSync(at("late.py"), scripted("late 1.0", "time.sleep(1 if asked == 3 else 0)", "words[3]"));
  const busy = played(plan({ quick: bot("greedy"), late: `python3 ${at("late.py")}` }, cores + 1, { more: "[limits]\nmove_ms = 500\nstartup_ms = 30000\n" }), { codes: [0, 5], words: ["--workers", String(cores + 1)] });
  for (const name of ["quick", "late"]) {
    tribunal(["report", busy, "--bot", name, "-o", at("busy.html")]);
    const { page } = await opened(at("busy.html"));
    assert.equal(/played under load/.test(await page.textContent("header")), name === "late", name);
    assert.equal(/by the wall clock/.test(await page.textContent("#section-facts")), name === "quick", name);
  }
});

test("rulings of the organiser are told, and mark their games", async () => {
  const ruled = played(plan({ one: bot("greedy"), two: bot("careful"), three: bot("random.py"), four: bot("greedy") }, 2));
  tribunal(["ruling", ruled, "--void", "0", "--reason", HOSTILE]);
  tribunal(["ruling", ruled, "--exclude", "four", "--reason", "copied"]);
  tribunal(["tournament", join(ruled, "../plan.toml"), "--out", ruled, "--quiet"]);
  tribunal(["report", ruled, "-o", at("ruled.html")]);
  const { page, said } = await opened(at("ruled.html"));
  const marked = await page.$$eval("[data-mark]", (all) => all.map((mark) => mark.textContent));
  assert.equal(marked[0], "played again: the original is void by ruling 1");
  assert.equal(marked.filter((mark) => mark === "does not count: a bot is excluded").length, 12);
  assert.match(await page.textContent("body"), /The organiser has made 2 rulings: 1 game void and played again; excluded: four/);
  const hash = JSON.parse(tribunal(["standings", ruled, "--json"]).text).rulings_sha256;
  assert.match(await page.textContent("body"), new RegExp(`hash of all rulings *${hash}`));
  assert.match(await page.textContent("#section-standings"), /four \(excluded\)/);
  assert.deepEqual(said, []);
});

test("standings without luck are a second table, with the luck and its z", async () => {
  tribunal(["luck", results, "--pairs", "2"]);
  tribunal(["report", results, "--luck", "-o", at("luck.html")]);
  const { page, said } = await opened(at("luck.html"));
  const rows = await page.$$eval("#section-luck tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const found = JSON.parse(tribunal(["standings", results, "--luck", "--json"]).text).without_luck;
  assert.deepEqual(rows.map((row) => row[1]), found.rows.map((row) => row.bot));
  assert.deepEqual(rows.map((row) => Number(row[2].split(" ")[0])), found.rows.map((row) => Math.round(row.elo_without_luck)));
  assert.match(await page.textContent("#section-luck"), /without the luck of each bot: draws, in \d+ of \d+ games, by 2 pairs/);
  assert.deepEqual(await axeViolations(page), []);
  assert.deepEqual(said, []);
  const without = await opened(at("cup.html"));
  assert.equal(await without.page.$("#section-luck"), null);
});

test("names and comments are text, whatever they say", async () => {
  for (const file of ["cup.html", "ruled.html"]) {
    const { page, said } = await opened(at(file), "#game=1&step=2");
    await page.waitForSelector(".replay");
    assert.equal(await page.$$eval("img, iframe, b, i", (all) => all.length), 0);
    const html = readFileSync(at(file), "utf8");
    assert.ok(!html.includes("<img"));
    assert.ok(!html.includes("alert(2)"));
    assert.deepEqual(said, []);
  }
});

test("the policy of the page allows its own script, and no other", async () => {
  const { page, said } = await opened(at("cup.html"));
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'taken over'";
    document.body.append(script);
  });
  assert.equal(await page.title(), "cup <b>");
  assert.match(said.join("\n"), /Content Security Policy/);
});

test("filters choose games, and a fault leads to its step", async () => {
  const { page } = await opened(at("cup.html"), "#bot=rude&fault=any");
  const { report } = await dataOf(page);
  const faulty = Object.keys(report.games.faults).map(Number);
  const shown = await page.$$eval("#section-games tbody tr", (rows) => rows.map((row) => Number(row.children[0].textContent)));
  assert.ok(shown.length > 0);
  assert.deepEqual(shown, faulty);
  await page.click("#section-games tbody a");
  await page.waitForSelector(".replay");
  await page.keyboard.press("End");
  await page.keyboard.press("[");
  await page.waitForSelector(".happenings .fault, .happenings .comment");
  await page.click("nav a >> nth=0");
  await page.waitForSelector("#section-games");
  assert.equal(await page.inputValue("select[name=bot]"), "rude");
  await page.selectOption("select[name=bot]", "careful");
  await until(page, () => location.hash.includes("bot=careful"));
  await page.click("#section-faults .fault-list a >> nth=0");
  await page.waitForSelector(".happenings .fault");
});

test("a published page has no standard error; the page of an author has that of his bot", async () => {
  const open = await dataOf((await opened(at("cup.html"))).page);
  assert.ok(!JSON.stringify(open).includes("only for its author"));
  tribunal(["report", results, "--bot", "rude", "-o", at("rude.html")]);
  const own = await dataOf((await opened(at("rude.html"))).page);
  assert.match(JSON.stringify(own.report.faults), /only for its author/);
  assert.ok(own.report.games.bots.every((seats) => seats.map((seat) => own.report.bots[seat]).includes("rude")));
  for (const game of own.games) assert.ok(game.comments.every(([seat]) => seat === game.seat));
});

test("the worst of a bot's games by what others made of the same cards stand first", async () => {
  const { page } = await opened(at("cup.html"), "#bot=careful&order=worst");
  const values = await page.$$eval("#section-games tbody tr", (rows) => rows.map((row) => Number(row.children[3].textContent.replace("\u2212", "-"))));
  assert.ok(values.length > 1 && values.some((value) => value !== 0));
  assert.deepEqual(values, [...values].sort((a, b) => a - b));
});

test("axe-core finds nothing, in light and dark, on a screen and a phone", async () => {
  const { page, address } = await opened(at("cup.html"));
  for (const hash of ["", "#game=1&step=4", "#game=1&step=4&seat=0"]) {
    await page.goto(address + hash);
    await until(page, ([replay, seat]) => (document.querySelector(".replay") !== null) === replay && (document.querySelector("select[name=seat]")?.value ?? "") === seat,
      [hash !== "", hash.includes("seat") ? "0" : ""]);
    await readable(page, hash);
    const scales = await page.$$eval("svg:has(text)", (all) => all.map((picture) => picture.getScreenCTM().a));
    assert.ok(scales.length > 0 && scales.every((scale) => scale === 1), `text of pictures at ${scales} of its size`);
  }
});

test("the keyboard alone reaches everything that can be pressed", async () => {
  const { page } = await opened(at("cup.html"), "#game=1&step=4");
  await page.waitForSelector(".replay");
  const wanted = await page.$$eval("a[href], button:not(:disabled), select, input", (all) => all.filter((one) => one.offsetParent !== null && one.tabIndex >= 0).length);
  const reached = new Set();
  for (let presses = 0; presses < wanted + 5; presses += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => [...document.querySelectorAll("a[href], button, select, input")].indexOf(document.activeElement)));
  }
  reached.delete(-1);
  assert.equal(reached.size, wanted);
});

test("without scripts the standings can be read", async () => {
  const { page } = await opened(at("cup.html"), "", { javaScriptEnabled: false });
  const text = await page.textContent("noscript");
  assert.match(text, /careful/);
});

test("a folder of files serves hosts that forbid scripts in pages", async () => {
  tribunal(["report", results, "--folder", at("site")]);
  const { page, said } = await opened(join(at("site"), "index.html"));
  assert.equal(await page.textContent("h1"), "cup <b>");
  assert.deepEqual(said, []);
  assert.ok(!/<script>|<style>/.test(readFileSync(join(at("site"), "index.html"), "utf8")));
});

test("rounds of a Swiss tournament, a knockout, a ladder and a final are drawn", async () => {
  const five = { a: bot("careful"), b: bot("greedy"), c: bot("hoarder"), d: bot("random.py"), e: bot("greedy") };
  const formats = { swiss: "rounds = 3\n", knockout: "", ladder: "target_error = 300\n", final: "rounds = 5\n" };
  for (const [format, more] of Object.entries(formats)) {
    const text = plan(five, 4, { name: format, more: `format = "${format}"\n${more}` });
    const cup = played(format === "ladder" ? `${text}candidate = true\n` : text, { codes: [0, 3] });
    tribunal(["report", cup, "-o", at(`${format}.html`)]);
    const { page, said } = await opened(at(`${format}.html`));
    const { rounds } = JSON.parse(tribunal(["standings", cup, "--json"]).text);
    const shown = await page.$$eval("#section-rounds .rounds > section", (all) => all.map((round) => [...round.querySelectorAll(".group")].map((group) => [...group.querySelectorAll("li span:first-child")].map((name) => name.textContent))));
    assert.ok(rounds.length > 0, format);
    assert.deepEqual(shown, rounds.map(({ groups }) => groups.map((group) => group.map((one) => one.bot))), format);
    const byes = await page.$$eval("#section-rounds .rounds > section", (all) => all.map((round) => round.querySelector(".byes")?.textContent ?? ""));
    assert.deepEqual(byes, rounds.map(({ byes: resting }) => (resting.length === 0 ? "" : `${resting.length === 1 ? "bye" : "byes"}: ${resting.join(", ")}`)), format);
    assert.equal(byes[0] !== "", format === "swiss" || format === "knockout", format);
    const head = await page.$$eval("#section-standings thead th", (all) => all.map((cell) => cell.textContent));
    assert.equal(head.some((title) => title.includes("best in %")), format === "final", head.join());
    assert.deepEqual(await axeViolations(page), [], format);
    assert.deepEqual(said, []);
  }
});

test("a tournament of several games says of each game what was played", async () => {
  const cup = played(plan({ a: bot("careful"), b: bot("greedy") }, 2, { name: "two", game: "", more: '[[games]]\ngame = "mitch"\n[[games]]\ngame = "tennis"\n' }));
  tribunal(["report", cup, "-o", at("two.html")]);
  const { page, said } = await opened(at("two.html"));
  const { report } = await dataOf(page);
  const rows = await page.$$eval("#section-games tbody tr", (all) => all.map((row) => row.textContent));
  assert.equal(rows.length, 8);
  for (const game of ["mitch", "tennis"]) assert.equal(rows.filter((row) => row.includes(game)).length, 4, game);
  assert.equal(report.how_far, "");
  const heat = await page.$$eval("#section-standings table.overall >> nth=1", ([table]) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)));
  const facts = JSON.parse(tribunal(["standings", cup, "--json"]).text);
  const score = (game, bot) => Math.round(facts.by_game[game].standings.rows.find((row) => row.bot === bot).score_percent);
  assert.deepEqual(heat[0], ["bot", ...facts.by_game.map(({ name }) => name)]);
  for (const [bot, ...figures] of heat.slice(1)) assert.deepEqual(figures.map(Number), [score(0, bot), score(1, bot)], bot);
  assert.deepEqual(await axeViolations(page), []);
  assert.deepEqual(said, []);
});

/** A tournament that is being played, once some of its games are; `stop` ends it. */
async function playing(text) {
  const place = folder();
  writeFileSync(join(place, "plan.toml"), text);
  const run = spawn(process.env.TRIBUNAL, ["tournament", "plan.toml", "--out", "results"], { cwd: place, stdio: "ignore" });
  const ended = new Promise((done) => run.on("exit", done));
  const games = () => tribunal(["export", join(place, "results"), "--csv"], { codes: [0, 1, 2] }).text.trim().split("\n").length - 1;
  while (games() < 1) {
    assert.equal(run.exitCode, null, "it ended before its first game");
    await new Promise((done) => setTimeout(done, 100));
  }
  const stop = async () => { run.kill("SIGINT"); return ended; };
  return { results: join(place, "results"), stop };
}

test("a page can be written while its tournament is played, and says how far it is", async () => {
  writeFileSync(at("slow.py"), RUDE.replace("asked += 1", "asked = 1; time.sleep(0.01)"));
  const running = await playing(plan({ slow: `python3 ${at("slow.py")}`, greedy: bot("greedy") }, 2000, { name: "slow" }));
  tribunal(["report", running.results, "-o", at("running.html")]);
  assert.equal(await running.stop(), 75);
  const { page, said } = await opened(at("running.html"));
  assert.match(await page.textContent("header .note"), /^Not finished: \d+ of 4,?000 games/);
  assert.ok((await dataOf(page)).games.length > 0);
  assert.deepEqual(said, []);
  tribunal(["report", running.results, "-o", at("running.html")]);
  assert.match(await (await opened(at("running.html"))).page.textContent("header .note"), /^Not finished/);
});

test("a log that was tampered with is shown below what differs, on every part of the page", async () => {
  const log = tribunal(["export", results, "--game", "1", "--logs", "-"]).text;
  writeFileSync(at("tampered.jsonl"), log.replace(/"result":\[(-?\d+)/, (_, points) => `"result":[${Number(points) + 1}`));
  const { errors } = tribunal(["verify", at("tampered.jsonl")], { codes: [1] });
  const written = tribunal(["report", at("tampered.jsonl"), "-o", at("tampered.html")], { codes: [1] });
  assert.equal(written.errors, errors);
  for (const place of ["", "#game=0&step=1"]) {
    const { page, said } = await opened(at("tampered.html"), place);
    assert.equal(await page.textContent(".differs pre"), errors.trim().replace("tribunal: ", ""));
    assert.deepEqual(said, []);
  }
  const plain = (await opened(at("tampered.html"), "", { javaScriptEnabled: false })).page;
  assert.match(await plain.textContent("noscript, body"), /line \d+: differs/);
  assert.equal(await (await opened(at("cup.html"))).page.$(".differs"), null);
});

test("a page for an author names a game that differs, and not the cards in it", async () => {
  const log = tribunal(["export", results, "--game", "1", "--logs", "-"]).text;
  writeFileSync(at("hidden.jsonl"), log.replace(/"line":"draw (\d) \w\w/, '"line":"draw $1 2c'));
  tribunal(["report", at("hidden.jsonl"), "--bot", "careful", "-o", at("hidden.html")], { codes: [0, 1] });
  const { page } = await opened(at("hidden.html"));
  const shown = await page.$$eval(".differs pre", (all) => all.map((one) => one.textContent));
  assert.ok(shown.every((text) => /line \d+: differs$/.test(text)), shown.join());
});

test("a page that cannot be written is an error of one line", () => {
  const { errors } = tribunal(["report", results], { codes: [2] });
  assert.match(errors, /expected one of -o FILE, --folder DIR and --watch/);
  assert.match(tribunal(["report", results, "--bot", "carefull", "-o", at("x.html")], { codes: [2] }).errors, /did you mean 'careful'/);
  for (const games of ["some", "-1"])
    assert.match(tribunal(["report", results, "--games", games, "-o", at("x.html")], { codes: [2] }).errors, /expected all, faults or a number/);
  assert.match(tribunal(["report", results, "-o", at("no/such/x.html")], { codes: [74] }).errors, /cannot be written/);
});
