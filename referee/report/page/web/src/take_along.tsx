// Tables for other programs: sorted by any heading, and copied as CSV or Markdown, as they are shown.
import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "./copy";

/** The text of a cell without marks that are only for eyes, in one line. */
const textOf = (cell: Element): string => (cell.textContent ?? "").replace(/\s+/g, " ").trim();

/** The number with which a text begins: 1615 for `1615 ± 22`. Undefined for words. */
function numberIn(text: string): number | undefined {
  const found = /^[#<>+]?(\u2212|-)?[\d,]+(\.\d+)?/.exec(text)?.[0];
  return found === undefined ? undefined : Number(found.replace(/[#<>+,]/g, "").replace("\u2212", "-"));
}

/** Numbers before words, and cells without text last, whichever the direction. */
function compared(a: string, b: string, direction: number): number {
  if (a === "" || a === "–" || b === "" || b === "–") return (a === "" || a === "–" ? 1 : 0) - (b === "" || b === "–" ? 1 : 0);
  const [x, y] = [numberIn(a), numberIn(b)];
  if (x !== undefined && y !== undefined) return direction * (x - y);
  if (x !== undefined || y !== undefined) return x !== undefined ? -1 : 1;
  return direction * a.localeCompare(b);
}

interface Sort {
  rows: readonly unknown[];
  at: number;
  direction: 1 | -1;
  order: number[];
}

/** The order of the rows: their own, or by the heading that was pressed: first the largest, then the smallest. */
export function useOrder(table: RefObject<HTMLTableElement>, rows: readonly unknown[]) {
  const [sort, setSort] = useState<Sort>();
  const current = sort?.rows === rows || sort?.rows.length === rows.length ? sort : undefined;
  const own = rows.map((_, place) => place);
  const sortBy = (at: number) => {
    const shown = [...(table.current?.tBodies[0]?.rows ?? [])];
    const texts = new Map(shown.map((row) => [Number(row.dataset.place), textOf(row.cells[at] ?? row)]));
    const isNumeric = [...texts.values()].some((text) => numberIn(text) !== undefined);
    const first = isNumeric ? -1 : 1;
    if (current?.at === at && current.direction !== first) return setSort(undefined);
    const direction = current?.at === at ? ((-first) as 1 | -1) : first;
    setSort({ rows, at, direction, order: [...own].sort((a, b) => compared(texts.get(a) ?? "", texts.get(b) ?? "", direction)) });
  };
  const sortOf = (at: number): "ascending" | "descending" | undefined => (current?.at !== at ? undefined : current.direction === 1 ? "ascending" : "descending");
  return { order: current?.order ?? own, sortOf, sortBy };
}

function cellsOf(table: HTMLTableElement | null): string[][] {
  const rows = [...(table?.tHead?.rows ?? []), ...(table?.tBodies[0]?.rows ?? [])];
  return rows.map((row) => [...row.cells].map((cell) => exact(cell)));
}

/** The text of a cell, or what its picture says. Lines below a name are apart. */
function exact(cell: Element): string {
  const picture = cell.querySelector("svg[aria-label]")?.getAttribute("aria-label");
  if (picture) return picture;
  if (cell.querySelector("svg")) return "";
  const small = cell.querySelector("small");
  const text = textOf(cell);
  return small ? text.slice(0, text.length - textOf(small).length).trim() : text;
}

/** A field of CSV as the program writes it: a spreadsheet takes no text for a formula. */
function csvField(text: string): string {
  const plain = text.replace(/^\u2212(?=[\d.])/, "-");
  const isFormula = /^[=+@\-\t\r]/.test(plain) && !/^[+-]?\d+(\.\d+)?$/.test(plain);
  const safe = isFormula ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Text that Markdown shows as it is. */
const markdownField = (text: string): string => text.replace(/[\\`*_{}[\]<>#|~&!]/g, "\\$&");

/** The columns in which any row has text. */
function filled(rows: string[][]): string[][] {
  const [, ...body] = rows;
  return rows.map((row) => row.filter((_, at) => body.some((one) => (one[at] ?? "") !== "")));
}

export const asCsv = (rows: string[][]): string => rows.map((row) => row.map(csvField).join(",")).join("\r\n") + "\r\n";

export function asMarkdown(rows: string[][]): string {
  const [head = [], ...body] = rows.map((row) => `| ${row.map(markdownField).join(" | ")} |`);
  return [head, `|${(rows[0] ?? []).map(() => " --- |").join("")}`, ...body].join("\n") + "\n";
}

export function CopyTable({ table, name }: { table: RefObject<HTMLTableElement>; name: string }) {
  return (
    <p class="take-along">
      <CopyButton text={() => asCsv(filled(cellsOf(table.current)))} label={`Copy ${name} as CSV`}>
        Copy as CSV
      </CopyButton>
      <CopyButton text={() => asMarkdown(filled(cellsOf(table.current)))} label={`Copy ${name} as Markdown`}>
        Markdown
      </CopyButton>
    </p>
  );
}
