// Getting about: addresses of lists, the way back, titles, tables that are sorted and copied, and a page that grows.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { bot, closeBrowser, folder, opened, plan, played, readable, scripted, tribunal, until } from "./pages.mjs";

const home = folder();
const at = (name) => join(home, name);
const THREE = { careful: bot("careful"), greedy: bot("greedy"), random: bot("random.py") };
let results;

before(() => {
  results = played(plan(THREE, 12, { name: "cup one" }));
  tribunal(["report", results, "-o", at("cup.html")]);
});
after(closeBrowser);

test("an address with a filter leads to the list, and Clear stays there", async () => {
  const { page } = await opened(at("cup.html"));
  await page.selectOption("select[name=bot]", "greedy");
  await until(page, () => location.hash === "#at=games&bot=greedy");
  const again = (await opened(at("cup.html"), "#at=games&bot=greedy")).page;
  const top = () => again.$eval("#title-games", (title) => Math.abs(title.getBoundingClientRect().top));
  assert.ok((await top()) < 60, `${await top()}`);
  await again.click(".reset");
  await until(again, () => location.hash === "#at=games");
  assert.ok((await top()) < 60);
});

test("Back returns to the row from which a game was opened, and so does the page's own link", async () => {
  const { page } = await opened(at("cup.html"), "#at=games");
  const row = page.locator("#section-games tbody tr >> nth=29").locator("a");
  const link = await row.getAttribute("href");
  for (const back of [() => page.goBack(), () => page.click("nav a >> nth=0")]) {
    await row.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    assert.ok(before > 300);
    await row.click();
    await page.waitForSelector(".replay");
    await page.keyboard.press("ArrowRight");
    await until(page, () => location.hash.includes("step="));
    await back();
    await page.waitForSelector("#section-games");
    await until(page, (link) => document.activeElement?.getAttribute("href") === link, link);
    assert.ok(Math.abs((await page.evaluate(() => scrollY)) - before) < 5);
  }
});

test("the title says which game is shown, with its result", async () => {
  const { page } = await opened(at("cup.html"));
  assert.equal(await page.title(), "cup one");
  const icon = await page.evaluate(async () => { const drawn = new Image(); drawn.src = document.querySelector("link[rel=icon]").href; await drawn.decode(); return drawn.naturalWidth; });
  assert.ok(icon > 0, "the window has a picture");
  await page.click("#section-games tbody a");
  await until(page, () => document.title.startsWith("Game 0: "));
  assert.match(await page.title(), /^Game 0: \w+ −?\d+, \w+ −?\d+ · cup one$/);
});

test("a title can be given, and a season has that which its nights share", async () => {
  const other = played(plan(THREE, 1, { name: "cup two", seed: "2" }));
  const third = played(plan(THREE, 1, { name: "évening", seed: "3" }));
  const title = async (...words) => {
    tribunal(["report", ...words, "-o", at("title.html")]);
    return (await opened(at("title.html"))).page.textContent("h1");
  };
  assert.equal(await title(results, other), "cup, 2 nights");
  assert.equal(await title(results, third), "2 results folders");
  assert.equal(await title(results, other, "--title", "Autumn <i>"), "Autumn <i>");
  assert.equal(await title(results, "--title", "Autumn"), "Autumn");
});

test("a heading sorts its table: the largest first, then the smallest, then as before", async () => {
  const { page } = await opened(at("cup.html"));
  const names = () => page.$$eval(".overall tbody th bdi", (all) => all.map((one) => one.textContent));
  const ranked = await names();
  const press = () => page.click(".overall thead button.sort >> text=points a deal");
  await press();
  const points = await page.$$eval(".overall tbody tr", (rows) => rows.map((row) => Number(row.cells[4].textContent.replace("−", "-"))));
  assert.deepEqual(points, [...points].sort((a, b) => b - a));
  assert.equal(await page.getAttribute(".overall th[aria-sort]", "aria-sort"), "descending");
  const largest = await names();
  await press();
  assert.deepEqual(await names(), [...largest].reverse());
  await press();
  assert.deepEqual(await names(), ranked);
  assert.equal(await page.$(".overall th[aria-sort]"), null);
});

test("a table is copied as CSV and as Markdown, as it is shown", async () => {
  const names = { "a+b": bot("careful"), x_y: bot("greedy") };
  const cup = played(plan(names, 2, { name: "copied" }));
  tribunal(["report", cup, "-o", at("copied.html")]);
  const { page } = await opened(at("copied.html"));
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => { document.body.dataset.copied = text; };
  });
  const copied = async (label) => {
    await page.click(`button[title="${label}"]`);
    await until(page, () => document.body.dataset.copied !== undefined);
    return page.evaluate(() => { const text = document.body.dataset.copied; delete document.body.dataset.copied; return text; });
  };
  const csv = await copied("Copy standings as CSV");
  assert.match(csv, /^#,bot,Elo,/);
  assert.match(csv, /\r\n\d,a\+b,/);
  assert.equal(csv.trim().split("\r\n").length, 3);
  const markdown = await copied("Copy standings as Markdown");
  assert.match(markdown, /^\| \\# \| bot \| /);
  assert.match(markdown, /\| x\\_y \|/);
});

test("tables of all kinds can be read by everybody", async () => {
  const { page } = await opened(at("cup.html"));
  await page.$$eval("details", (all) => all.forEach((one) => { one.open = true; }));
  await readable(page, "all tables");
  tribunal(["report", results, "--bot", "random", "-o", at("own.html")]);
  await readable((await opened(at("own.html"))).page, "an author");
});

test("a page that grows keeps what its reader opened, and waits for a click", async () => {
  writeFileSync(at("slow.py"), scripted("slow 1.0", "time.sleep(0.01)", "words[3]"));
  const place = folder();
  writeFileSync(join(place, "plan.toml"), plan({ slow: `python3 ${at("slow.py")}`, greedy: bot("greedy") }, 2000, { name: "slow" }));
  const run = spawn(process.env.TRIBUNAL, ["tournament", "plan.toml", "--out", "results"], { cwd: place, stdio: "ignore" });
  const stored = join(place, "results");
  while (tribunal(["export", stored, "--csv"], { codes: [0, 1, 2] }).text.trim().split("\n").length < 3) await new Promise((done) => setTimeout(done, 100));
  const server = spawn(process.env.TRIBUNAL, ["report", stored, "--watch"], { stdio: ["ignore", "pipe", "ignore"] });
  const [address] = /http:\S+/.exec(String(await new Promise((done) => server.stdout.once("data", done))));
  try {
    const { page } = await opened(at("cup.html"));
    await page.goto(address);
    await page.waitForSelector("#section-standings details");
    await page.click("#section-standings summary >> nth=0");
    await page.waitForSelector(".watch button:not([hidden])");
    assert.match(await page.textContent(".watch button"), /^Show \d+ more$/);
    await new Promise((done) => setTimeout(done, 6000));
    const isOpen = () => document.querySelector("#section-standings details")?.open === true;
    assert.ok(await page.evaluate(isOpen));
    const played = () => Number(/(\d[\d,]*) games?/.exec(document.querySelector("header .quiet")?.textContent ?? "")?.[1]);
    await page.click(".watch button");
    await until(page, isOpen);
    assert.ok((await page.evaluate(played)) > 1);
    await page.goto("about:blank");
  } finally {
    server.kill("SIGINT");
    run.kill("SIGINT");
    await new Promise((done) => run.on("exit", done));
  }
});
