// The page in the repository is what its sources give: users of the program need no node.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { folder, root } from "./pages.mjs";

const web = join(root, "referee/report/page/web");

function ran(words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: web, encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
}

test("the page's types hold", () => ran(["node_modules/typescript/bin/tsc", "--noEmit"]));

test("the built page is that of the sources (./dev page builds it)", () => {
  const out = folder();
  ran(["node_modules/vite/bin/vite.js", "build", "--outDir", out, "--emptyOutDir", "--logLevel", "error"]);
  for (const name of ["page.js", "page.css"])
    assert.ok(readFileSync(join(out, name)).equals(readFileSync(join(web, "built", name))), `${name} is old: run ./dev page`);
});

test("the script can stand in a page, and asks nothing of a network", () => {
  const script = readFileSync(join(web, "built/page.js"), "utf8");
  assert.ok(!/<\/script|<!--/i.test(script));
  assert.ok(!/\b(fetch|XMLHttpRequest|WebSocket|eval|Function)\(/.test(script));
});
