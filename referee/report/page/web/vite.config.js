// Builds built/page.js and built/page.css: a classic script and a style sheet, which the program puts into
// every report. Equal sources give equal bytes.
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

/**
 * The packages whose code is in every page. Their licences must be there too: each text once, below the
 * holders of its copyright.
 */
const bundled = ["preact", "d3-scale", "d3-shape", "d3-array", "d3-color", "d3-format", "d3-interpolate", "d3-path", "d3-time", "d3-time-format", "internmap"];
function licences() {
  const texts = new Map();
  for (const name of bundled) {
    const text = readFileSync(new URL(`node_modules/${name}/LICENSE`, import.meta.url), "utf8").trim();
    const [copyright] = /^Copyright.*$/m.exec(text);
    const terms = text.slice(text.indexOf(copyright) + copyright.length).trim();
    texts.set(terms, [...(texts.get(terms) ?? []), `${name}: ${copyright}`]);
  }
  return [...texts].map(([terms, holders]) => `${holders.join("\n")}\n\n${terms}`).join("\n\n");
}

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "inline" },
  build: {
    outDir: "built",
    emptyOutDir: true,
    target: "es2020",
    cssCodeSplit: false,
    modulePreload: false,
    rollupOptions: {
      input: "src/main.tsx",
      output: { banner: `/*!\n${licences()}\n*/`, format: "iife", entryFileNames: "page.js", assetFileNames: "page[extname]" },
    },
  },
});
