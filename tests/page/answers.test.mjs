// The first words of a page, the bots that it marks, and the parts that it leaves out.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { axeViolations, bot, closeBrowser, dataOf, FAULTY, folder, opened, PHONE, plan, played, tribunal, until } from "./pages.mjs";

const home = folder();
const at = (name) => join(home, name);
const FIVE = { a: bot("careful"), b: bot("greedy"), c: bot("hoarder"), d: bot("random.py"), e: bot("greedy") };
const inFormat = (format, deals, more = "", all = FIVE) => plan(all, deals, { name: format, more: `format = "${format}"\n${more}` });
const standings = (results) => JSON.parse(tribunal(["standings", results, "--json", "--los", "--crosstable"]).text);

const results = {};
before(() => {
  const two = { a: FIVE.a, d: FIVE.d };
  results.short = played(inFormat("round-robin", 4));
  results.long = played(inFormat("round-robin", 12, "", { ...two, c: FIVE.c }));
  results.swiss = played(inFormat("swiss", 4, "rounds = 3\n"));
  results.knockout = played(inFormat("knockout", 4));
  for (const [name, folder] of Object.entries(results)) tribunal(["report", folder, "-o", at(`${name}.html`)]);
});
after(closeBrowser);

const cells = (page) => page.$$eval("#section-standings table >> nth=0", ([table]) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)));
/** The columns of the main table, by their titles. */
async function columns(page) {
  const [titles, ...rows] = (await cells(page)).filter((row) => row.length > 2);
  return Object.fromEntries(titles.map((title, place) => [title, rows.map((row) => row[place])]));
}

test("a page says who won and how sure that is", async () => {
  const { page, said } = await opened(at("long.html"));
  const [first, next] = standings(results.long).standings.rows;
  const lead = await page.textContent(".lead");
  const percent = first.superiority >= 0.9995 ? ">99.9" : (100 * first.superiority).toFixed(1);
  const [verb, doubt] = first.superiority >= 0.95 ? ["won", first.superiority > 0.999 ? `ahead of ${next.bot} beyond doubt` : `${first.superiority > 0.99 ? "almost certainly" : "very likely"} ahead of ${next.bot}`] : first.superiority >= 0.8 ? ["is first", `probably ahead of ${next.bot}`] : ["is first", `but cannot be distinguished from ${next.bot}`];
  assert.ok(lead.startsWith(`${first.bot} ${verb} with Elo ${Math.round(first.elo)} ± ${Math.round(first.elo_error)}, ${doubt} (${percent} %).`), lead);
  const { encounters } = standings(results.long).crosstable;
  const met = encounters.find(({ bot, against }) => bot === first.bot && against === next.bot);
  assert.equal(first.superiority >= 0.8, lead.includes(` Against ${next.bot} it scored ${Math.round(met.score_percent)} %.`), lead);
  assert.deepEqual(said, []);
});

test("on a phone a row of the first table is at most four lines high", async () => {
  const { page } = await opened(at("long.html"), "", { viewport: PHONE });
  const heights = await page.$$eval(".overall tbody tr", (all) => all.map((row) => row.getBoundingClientRect().height));
  assert.ok(heights.length === 3 && heights.every((height) => height < 80), `${heights}`);
});

test("below the first table what repeats it in full is closed, and opens where a reader is led", async () => {
  const { page } = await opened(at("long.html"), "", { isOpen: false });
  const closed = await page.$$eval("details.fold:not([open])", (all) => all.map((one) => one.parentElement.id));
  assert.deepEqual(closed, ["crosstable", "course", "seats", "times", "facts"].map((id) => `section-${id}`));
  await page.click("nav[aria-label=sections] button >> text=Crosstable");
  await until(page, () => document.querySelector("#section-crosstable details").open);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.$("details.fold:not([open])"), null, "printed whole");
});

test("the links of a crosstable are one stop of the tab key, and arrows lead from cell to cell", async () => {
  const { page } = await opened(at("long.html"));
  for (const table of [".overall", ".crosstable >> nth=0"]) {
    const place = `${table.startsWith(".o") ? "#section-standings " : "#section-crosstable "}${table}`;
    const stops = () => page.$eval(place, (one) => [...one.querySelectorAll("td a")].filter((link) => link.closest(".heat, .met")).map((link) => link.tabIndex));
    assert.deepEqual(await stops(), [0, -1, -1, -1, -1, -1]);
    await page.focus(`${place} >> td a[tabindex="0"]`);
    for (const key of ["ArrowRight", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
    assert.equal((await stops()).indexOf(0), 1, "the score against the last");
    assert.ok(await page.evaluate(() => document.activeElement.tabIndex === 0 && document.activeElement.tagName === "A"));
  }
});

test("of more than two bots that cannot be told apart, the lead says how many deals would separate some", async () => {
  const cup = played(plan({ a: FIVE.a, b: bot("counter"), c: bot("counter"), d: FIVE.d }, 12, { name: "alike" }));
  tribunal(["report", cup, "-o", at("alike.html")]);
  const { page } = await opened(at("alike.html"));
  const rows = standings(cup).standings.rows.slice(0, 2);
  assert.ok(rows.every(({ superiority }) => superiority < 0.8));
  const fewest = Math.min(...rows.map(({ deals_to_separate: deals }) => deals?.[0] ?? Infinity).filter((deals) => deals > 0));
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(fewest)) - 1);
  const shown = String(Math.ceil(fewest / unit) * unit).replace(/\B(?=(\d{3})+$)/g, ",");
  assert.match(await page.textContent(".lead"), new RegExp(`, \\w and \\w cannot be distinguished: at least some ${shown} further deals would be needed to separate any of them\\.$`));
});

test("columns and tables without figures are left out, with the reason", async () => {
  const { page, said } = await opened(at("short.html"));
  assert.match(await page.textContent(".lead"), /^a is first with Elo \d+; it is unknown whether it is stronger than \w, the next: \w has played 4 deals of 8 that are needed\.$/);
  const table = await columns(page);
  assert.deepEqual(Object.keys(table), ["#", "bot", "Elo", "points a deal", "1st / 2nd, %", ...standings(results.short).crosstable.bots]);
  for (const column of Object.values(table)) assert.ok(column.some((text) => /[0-9a-z]/.test(text)));
  assert.doesNotMatch(await page.textContent("#section-standings table"), /[±–]/);
  const reasons = await page.$$eval("[data-left-out]", (all) => all.map((one) => one.textContent));
  assert.equal(reasons.length, 3);
  assert.match(reasons[0], /^Left out: the intervals of Elo, LOS \(4 deals of 8/);
  assert.match(reasons[1], /the table of LOS/);
  for (const table of await page.$$eval("table", (all) => all.map((one) => [...one.tBodies[0].rows].map((row) => [...row.cells].slice(1).map((cell) => cell.textContent.trim()).filter((text) => text !== "" && text !== "–")))))
    assert.ok(table.flat().length > 0, "a table of dashes");
  assert.deepEqual(await axeViolations(page), []);
  assert.deepEqual(said, []);
});

test("games of a bot whose cards no other had are not compared, and the page says so", async () => {
  const cup = played(plan({ a: FIVE.a, b: FIVE.b }, 2, { name: "alone" }));
  writeFileSync(at("alone.jsonl"), tribunal(["export", cup, "--game", "0", "--logs", "-"]).text);
  tribunal(["report", at("alone.jsonl"), "-o", at("alone.html")]);
  const { page } = await opened(at("alone.html"), "#bot=a");
  assert.doesNotMatch(await page.textContent("#section-games thead"), /same cards/);
  assert.match(await page.textContent("#section-games [data-left-out]"), /points over others with the same cards \(no other bot had them\)/);
});

test("the main table of a Swiss tournament has what ranks it", async () => {
  const { page } = await opened(at("swiss.html"));
  const { swiss, standings: all } = standings(results.swiss);
  const table = await columns(page);
  const rows = all.rows.map(({ bot }) => swiss.standing.find((row) => row.bot === bot));
  assert.deepEqual(table.bot, rows.map(({ bot }) => bot));
  assert.deepEqual(table["place points"], rows.map((row) => `${row.place_points.toFixed(1)} of ${row.of.toFixed(1)}`));
  for (const name of Object.keys(rows[0].tie_breaks))
    assert.deepEqual(table[`${name.replaceAll("-", " ")} %`], rows.map((row) => (row.tie_breaks[name] === null ? "–" : (row.tie_breaks[name] * 100).toFixed(1))), name);
  assert.match(await page.textContent(".lead"), new RegExp(`^a won with ${rows[0].place_points.toFixed(1)} of `));
});

test("the main table of a knockout has the round reached", async () => {
  const { page } = await opened(at("knockout.html"));
  const table = await columns(page);
  const { rounds, knockout } = standings(results.knockout);
  for (const [place, bot] of table.bot.entries()) {
    const last = rounds.findLastIndex((round) => round.groups.flat().some((one) => one.bot === bot));
    assert.equal(table.reached[place], bot === knockout.winner ? "won the knockout" : { 1: "final", 2: "semi-finals", 4: "quarter-finals" }[rounds[last].groups.length + rounds[last].byes.length], bot);
  }
  const final = rounds.at(-1).groups[0];
  const points = ({ bot }) => final.find((one) => one.bot === bot).place_points.toFixed(1);
  const [second] = final.filter(({ bot }) => bot !== knockout.winner);
  assert.equal(await page.textContent(".lead"), `${knockout.winner} won the final ${points({ bot: knockout.winner })} : ${points(second)} against ${second.bot}.`);
  const bots = (groups) => groups.flat().map((one) => one.bot);
  const joined = rounds.map(({ groups }, place) => {
    const next = rounds[place + 1]?.groups ?? [];
    return next.length > 0 && groups.length === 2 * next.length && next.every((group, to) => bots([group]).every((bot) => bots(groups.slice(2 * to, 2 * to + 2)).includes(bot)));
  });
  assert.deepEqual(await page.$$eval(".bracket > section", (all) => all.map((round) => round.classList.contains("joined"))), joined);
  assert.ok(joined.includes(true), "two groups and the one of their winners");
  await page.click(".bracket .group a >> nth=0");
  await page.waitForSelector("#section-games");
  assert.match(page.url(), /round=1/);
  const games = await page.$$eval("#section-games tbody tr", (all) => all.length);
  assert.equal(games, rounds[0].deals * 2);
});

test("a bot that never won has a bound for an Elo", async () => {
  const { page } = await opened(at("knockout.html"));
  const table = await columns(page);
  for (const [place, row] of standings(results.knockout).standings.rows.entries())
    assert.equal(/ or less$/.test(table.Elo[place]), row.sweep === "hopeless", row.bot);
});

test("the page of an author begins with the author's bot, names what cost most, and marks it everywhere", async () => {
  tribunal(["report", results.long, "--bot", "d", "-o", at("own.html")]);
  const [winner, next] = standings(results.long).standings.rows;
  tribunal(["report", results.long, "--bot", winner.bot, "-o", at("first.html")]);
  const tile = await (await opened(at("first.html"))).page.textContent(".tile >> nth=2");
  assert.match(tile, winner.superiority >= 0.8 ? new RegExp(`^First place${Math.round(winner.elo) - Math.round(next.elo)} Elo ahead of ${next.bot}$`) : /^To gain a placenobody is ahead/);
  const { page, said } = await opened(at("own.html"));
  const titles = await page.$$eval("main h2", (all) => all.map((one) => one.textContent));
  assert.deepEqual(titles.slice(0, 3), ["What costs most", "This bot", "Faults"]);
  const lead = await page.textContent(".lead");
  assert.match(lead, /^d has place \d of 3, Elo .*\.$/);
  const tiles = await page.$$eval(".tile", (all) => all.map((one) => one.textContent));
  assert.match(tiles[1], /^Faultsnone in 48 gameslongest move /);
  assert.match(tiles[2], /^To gain a place\d+ Elo behind \w[\d.]+\s:\s[\d.]+\s% against \w/);
  assert.ok(tiles.every((tile) => !/;\s*$/.test(tile)), tiles.join("\n"));
  assert.match(tiles[0], /^What costs mostdeals \d+, \d+, \d+\d+\.\d to \d+\.\d points less than others made of the same cards$/);
  for (const [section, rows] of [["standings", 2], ["crosstable", 2], ["times", 1]]) {
    const marked = await page.$$eval(`#section-${section} tr[data-own]`, (all) => all.map((row) => (row.querySelector("th[scope=row]") ?? row).textContent));
    assert.equal(marked.length, rows, section);
    assert.ok(marked.every((name) => name === "d"), section);
  }
  assert.deepEqual(await page.$$eval("#section-crosstable thead th[data-own]", (all) => all.map((one) => one.textContent)), ["d", "d"]);
  assert.deepEqual(await page.$$eval("#section-own tbody th", (all) => all.map((one) => one.textContent).sort()), ["a", "c"]);
  assert.deepEqual(await axeViolations(page), []);
  const first = await page.textContent("#section-deals tbody th");
  await page.click("#section-deals tbody a");
  await page.waitForSelector(".replay");
  assert.match(await page.textContent("h1"), new RegExp(`^Game ${/game (\d+)/.exec(first)[1]} `));
  assert.deepEqual(said, []);
  assert.equal(await (await opened(at("long.html"))).page.$("[data-own]"), null);
});

/** The points over others with the same cards in the list of games, by game. */
async function overOthers(file, hash) {
  const { page } = await opened(file, hash);
  const { report } = await dataOf(page);
  while (await page.$(".more")) await page.click(".more");
  const at = await page.$$eval("#section-games thead th", (all) => all.findIndex((one) => one.textContent.startsWith("points over others")));
  const rows = await page.$$eval("#section-games tbody tr", (all, at) => all.map((row) => [Number(row.cells[0].textContent), row.cells[at].textContent]), at);
  return { page, report, rows };
}

test("what a bot made over others with the same cards is one figure on all pages", async () => {
  tribunal(["report", results.long, "--bot", "d", "-o", at("own.html")]);
  const all = await overOthers(at("long.html"), "#bot=d&order=worst");
  const own = await overOthers(at("own.html"), "");
  assert.equal(own.rows.length, 48);
  assert.deepEqual(own.rows, all.rows);
  assert.ok(own.rows.some(([, over]) => /\d/.test(over) && over !== "0.0"));
});

test("an author's replay has the others with the same cards as everybody's page has them", async () => {
  const { report, games } = await dataOf((await opened(at("own.html"))).page);
  let told = 0;
  for (const number of [games[0], games[17], games[40]].map(({ game }) => game)) {
    const seat = report.games.bots[report.games.number.indexOf(number)].map((bot) => report.bots[bot]).indexOf("d");
    const shown = [];
    for (const [file, hash] of [["long.html", `#game=${number}&seat=${seat}`], ["own.html", `#game=${number}`]]) {
      const { page } = await opened(at(file), hash);
      await page.waitForSelector(".same-cards tbody tr");
      await until(page, () => [...document.querySelectorAll(".same-cards tbody tr")].every((row) => row.lastElementChild.textContent !== ""));
      shown.push(await page.$$eval(".same-cards tbody tr", (rows) => rows.map((row) => [row.cells[0].textContent, row.cells[1].textContent, row.lastElementChild.textContent.replace(/step \d+/, "")])));
      if (file === "own.html") {
        await page.click(".same-cards tbody a");
        await until(page, () => location.hash.includes("step="));
      }
    }
    assert.deepEqual(shown[1], shown[0]);
    told += shown[0].filter(([, , text]) => text.includes(": it ")).length;
  }
  assert.ok(told > 0);
});

test("an author's page replays the games that cost most, of many deals, and leads to those that it lacks", async () => {
  tribunal(["report", results.long, "--bot", "d", "--games", "6", "-o", at("six.html")]);
  const { page } = await opened(at("six.html"));
  const { report } = await dataOf(page);
  const deal = (number) => report.games.deal[report.games.number.indexOf(number)];
  const over = (number) => report.against_others[report.games.number.indexOf(number)];
  const taken = new Map();
  const wanted = [...report.games.number].sort((a, b) => over(a) - over(b) || a - b).filter((number) => taken.set(deal(number), (taken.get(deal(number)) ?? 0) + 1).get(deal(number)) <= 2).slice(0, 6);
  assert.deepEqual(report.replays, wanted.sort((a, b) => a - b));
  assert.ok(new Set(report.replays.map(deal)).size >= 3);
  assert.match(await page.textContent("header"), /6 of the 48 games can be replayed here: games with faults, then the worst games of d, at most two of each deal at first, of \d deals\./);
  tribunal(["report", results.long, "--bot", "d", "--games", "1", "-o", at("one.html")]);
  const one = (await opened(at("one.html"))).page;
  assert.match(await one.getAttribute("#section-deals button.copy", "title"), /^tribunal report \S+ --bot d --games all -o d\.html$/);
  tribunal(["report", results.long, "--games", "4", "--analyse", "--worlds", "20", "-o", at("spread.html")]);
  const spread = (await dataOf((await opened(at("spread.html"))).page)).report;
  assert.ok(new Set(spread.replays.map((number) => spread.games.deal[number])).size >= 4);
});

test("page and terminal round alike, and say one LOS", async () => {
  const short = (text) => text.replaceAll("\u2212", "-").split(" ")[0].replace("–", "-");
  for (const name of ["long", "swiss"]) {
    const { text } = tribunal(["standings", results[name], "--columns", "bot,elo,superiority,score_percent"]);
    const lines = text.split("\n");
    const begin = lines.findIndex((line) => line.startsWith("Bot"));
    const terminal = lines.slice(begin + 1).map((line) => line.trim().split(/ +/)).filter((words) => words.length === 4 && results[name]).slice(0, name === "long" ? 3 : 5);
    const { page } = await opened(at(`${name}.html`));
    const shown = await page.$$eval("#section-standings details table >> nth=0", ([table]) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)));
    const [titles, ...rows] = shown.filter((row) => row.length > 2);
    const column = (row, title) => (titles.includes(title) ? row[titles.indexOf(title)] : "–");
    assert.deepEqual(rows.map((row) => [column(row, "bot"), short(column(row, "LOS %")), short(column(row, "score %"))]), terminal.map(([bot, , los, score]) => [bot, los, score]));
  }
});

test("names of bots are isolated from the figures beside them", async () => {
  for (const [name, places] of [["long", ["#section-standings tbody th", ".lead strong", "#section-games .result"]], ["knockout", ["#section-rounds .group li"]]]) {
    const { page } = await opened(at(`${name}.html`));
    for (const place of places) assert.ok((await page.$$eval(place, (all) => all.map((one) => one.querySelector("bdi") !== null))).every((has) => has), place);
  }
});

test("the page of a check begins with what to change first, and its evidence stands open", async () => {
  writeFileSync(at("faulty.py"), FAULTY);
  const { text } = tribunal(["check", "--json", "--html", at("faulty.html"), "--sandbox", "none", "--game", "revolution", "--players", "2", "--", `python3 ${at("faulty.py")}`], { codes: [1], cwd: home });
  const failed = JSON.parse(text).examinations.find(({ finding }) => finding === "failed");
  const { page } = await opened(at("faulty.html"));
  const lead = await page.textContent(".lead");
  assert.ok(lead.includes(`To change first: ${failed.name}: ${failed.message}`), lead);
  assert.ok((await page.textContent(".examinations li >> nth=0 >> details[open]")).includes(failed.message));
  tribunal(["check", "--html", at("sound.html"), "--sandbox", "none", "--game", "mitch", "--players", "2", "--only", "games", "--", bot("greedy")], { cwd: home });
  assert.match(await (await opened(at("sound.html"))).page.textContent(".lead"), /^greedy is sound: no examination asks for a change\.$/);
});

test("the page of a log says who came first how often, that of one game its result", async () => {
  const lead = async (name, ...games) => {
    writeFileSync(at("log.jsonl"), games.map((game) => tribunal(["export", results.short, "--game", game, "--logs", "-"]).text).join(""));
    tribunal(["report", at("log.jsonl"), "-o", at(name)]);
    const { page } = await opened(at(name));
    return { text: await page.textContent(".lead"), data: await dataOf(page), links: await page.$$eval(".lead a", (all) => all.map((one) => one.hash)) };
  };
  assert.match((await lead("log.html", "0", "1")).text, /^Came first, of 2 games: \w+ in [12]\b.*A log has no ratings\.$/);
  const { text, data, links } = await lead("one.html", "0");
  const { scores: [scores], places: [places], bots: [bots] } = data.report.games;
  const named = (seat) => `${data.report.bots[bots[seat]]} ${String(scores[seat]).replace("-", "−")}`;
  const order = [...places.keys()].sort((a, b) => places[a] - places[b]);
  const firsts = order.filter((seat) => places[seat] === 1).map((seat) => data.report.bots[bots[seat]]);
  assert.equal(text, `${firsts.join(" and ")} ${firsts.length > 1 ? "share the first place" : "won"}: ${order.map(named).join(", ")}. How it went`);
  assert.deepEqual(links, ["#game=0"]);
});
