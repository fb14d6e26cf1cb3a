// The versions of bots over time on pages: of one folder in which a bot changed, and over the nights of a season.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { bot, closeBrowser, dataOf, folder, opened, PHONE, plan, played, readable, tribunal, until } from "./pages.mjs";

const home = folder();
const at = (name) => join(home, name);
let nights;

const night = (number, one) => played(plan({ one: bot(one), two: bot("greedy"), three: bot("random") }, 9, { name: `night ${number}`, seed: `night ${number}` }));

before(() => {
  nights = [night(1, "random"), night(2, "careful")];
  tribunal(["report", ...nights, "-o", at("season.html")]);
  tribunal(["report", nights[0], "-o", at("unchanged.html")]);
  const cup = folder();
  for (const [deals, one] of [[4, "random"], [8, "careful"]]) {
    writeFileSync(join(cup, "cup.toml"), plan({ one: bot(one), two: bot("greedy"), three: bot("random") }, deals, { seed: "cup" }));
    tribunal(["tournament", "cup.toml", "--out", "results", "--accept-changes"], { cwd: cup });
  }
  tribunal(["report", join(cup, "results"), "-o", at("changed.html")]);
});
after(closeBrowser);

const listed = (page) => page.$$eval("#section-versions table", (tables) => [...tables[0].querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)));

test("a season has a row for each bot, and its versions in a picture and a table", async () => {
  const { page, address, said, requests } = await opened(at("season.html"));
  const facts = JSON.parse(tribunal(["ratings", ...nights, "--latest", "--history", "--json"]).text);
  const rows = await page.$$eval("#section-standings .overall tbody tr", (all) => all.map((row) => row.children[1].querySelector("bdi").textContent));
  assert.deepEqual(rows, facts.standings.rows.map((row) => row.bot));
  const versions = await listed(page);
  assert.deepEqual(versions.map((row) => row[0]), facts.history.versions.map((row) => row.name));
  assert.deepEqual(versions.map((row) => Number(row[6].split(" ")[0])), facts.history.versions.map((row) => Math.round(row.elo)));
  assert.equal(versions.filter((row) => row[1].includes("(older)")).length, 1);
  const picture = "#section-versions svg";
  assert.equal(await page.getAttribute(picture, "role"), "img");
  assert.match(await page.getAttribute(picture, "aria-label"), /3 bots over nights and versions/);
  assert.equal(await page.$$eval(`${picture} circle`, (all) => all.length), facts.history.versions.reduce((sum, { nights }) => sum + nights.length, 0));
  assert.deepEqual(said, []);
  assert.deepEqual(requests.filter((url) => !url.startsWith("data:") && url !== address), []);
});

test("the first table of a season has the score of each bot against each other as heat, without links to games that it lacks", async () => {
  const { page } = await opened(at("season.html"));
  const { encounters } = JSON.parse(tribunal(["ratings", ...nights, "--latest", "--crosstable", "--json"]).text).crosstable;
  const cells = await page.$$eval("#section-standings .overall tbody td.heat", (all) => all.filter((cell) => cell.textContent !== "").map((cell) => [cell.textContent, cell.className]));
  assert.equal(cells.length, 6);
  for (const { score_percent } of encounters) {
    const found = cells.find(([text, look]) => Math.abs(Number(text) - score_percent) <= 0.5 && /above/.test(look) === score_percent > 50);
    assert.ok(found, `${score_percent} in ${JSON.stringify(cells)}`);
  }
  assert.equal(await page.$("#section-standings a"), null);
});

test("the points of the picture are as high as the Elos say", async () => {
  const { page } = await opened(at("season.html"));
  const { report } = await dataOf(page);
  const drawn = await page.$$eval("#section-versions svg circle", (all) => all.map((one) => Number(one.getAttribute("cy"))));
  const bots = new Map();
  for (const row of report.season.history.versions) bots.set(row.name, [...(bots.get(row.name) ?? []), row]);
  const elos = [...bots.values()].flatMap((versions) => versions.flatMap(({ elo, nights: those }) => those.map((at) => [at, elo])).sort((a, b) => a[0] - b[0]).map(([, elo]) => elo));
  assert.equal(elos.length, drawn.length);
  for (let i = 0; i < elos.length; i += 1)
    for (let j = 0; j < elos.length; j += 1) if (elos[i] > elos[j] + 1) assert.ok(drawn[i] < drawn[j], `${elos[i]} ${elos[j]}`);
});

test("a bot that goes back to an earlier version is drawn in the order of time", async () => {
  const back = [...nights, night(3, "random")];
  tribunal(["report", ...back, "-o", at("back.html")]);
  const { page } = await opened(at("back.html"));
  const places = await page.$$eval("#section-versions svg g[class^=line-]", (bots) => bots.map((one) => [...one.querySelectorAll("circle")].map((circle) => Number(circle.getAttribute("cx")))));
  assert.ok(places.every((of) => of.length === 3));
  for (const of of places) assert.deepEqual(of, [...of].sort((a, b) => a - b));
});

test("a page of one folder shows versions only where a bot has changed", async () => {
  assert.equal(await (await opened(at("unchanged.html"))).page.$("#section-versions"), null);
  const { page } = await opened(at("changed.html"));
  const versions = await listed(page);
  assert.deepEqual(versions.map((row) => row[0]).sort(), ["one", "one", "three", "two"]);
  assert.match(await page.textContent("#section-versions svg"), /version 2/);
});

test("axe-core finds nothing about versions, in light and dark, on a screen and a phone", async () => {
  for (const name of ["season.html", "changed.html"]) await readable((await opened(at(name))).page, name);
});

test("the index of a site leads to the pages of its nights, and these share one script", async () => {
  tribunal(["site", ...nights, "--authors", at("authors.txt"), "-o", at("www")]);
  const { page, said } = await opened(at("www/index.html"));
  const links = await page.$$eval("#section-nights a", (all) => all.map((link) => link.getAttribute("href")));
  assert.equal(links.length, 6);
  for (const link of links) assert.ok(existsSync(at(join("www", link))), link);
  assert.deepEqual(said, []);
  await readable(page, "#section-nights"); // axe-core requests the style again, which the page's policy forbids
  const own = readFileSync(at("authors.txt"), "utf8").split("\n").find((line) => line.endsWith(" one")).split(" ")[0];
  for (const [file, title] of [[links[0], "night 1"], [join(own, links[0]), "one in night 1"]]) {
    const night = await opened(at(join("www", file)));
    assert.ok((await night.page.textContent("h1")).startsWith(title), file);
    assert.deepEqual(night.said, []);
  }
});

test("the name of a row stays on a phone whose screen scrolls the table", async () => {
  const { page } = await opened(at("changed.html"), "", { viewport: PHONE });
  await until(page, () => document.querySelector("#section-standings .scroll").matches(".overflows.has-more"));
  const left = await page.$eval("#section-standings .scroll", (frame) => {
    frame.scrollLeft = frame.scrollWidth;
    return [frame.scrollLeft, ...[...frame.querySelectorAll("tbody th[scope=row], thead th.row-name")].map((name) => Math.round(name.getBoundingClientRect().left - frame.getBoundingClientRect().left))];
  });
  assert.ok(left.shift() > 0);
  assert.deepEqual(new Set(left), new Set([0]));
  await until(page, () => !document.querySelector("#section-standings .scroll").matches(".more")); // nothing further to the right
});
