// Runs the files of this folder, one after another, in one process, so that they share a browser. One alone: node --test FILE.
import { readdirSync } from "node:fs";

for (const name of readdirSync(new URL(".", import.meta.url))) if (name.endsWith(".test.mjs")) await import(`./${name}`);
