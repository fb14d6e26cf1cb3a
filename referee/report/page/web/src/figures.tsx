// Figures in tables and lists.
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CopyTable, useOrder } from "./take_along";

/** A column of a table. */
export interface Column<Row> {
  title: ComponentChildren;
  cell: (row: Row, place: number) => ComponentChildren;
  /** Whether its cells name their rows. */
  isName?: boolean;
  /** Class of its cells, by default that of numbers. `head`: class of its heading, if it differs. */
  class?: string;
  head?: string;
  /** Class of a cell, if it depends on the row. */
  cellClass?: (row: Row) => string;
  hint?: string;
}

/** A part that a narrow screen scrolls: its names of rows stay, and a shadow is where more follows. */
export function Scrolled({ label, children }: { label: string; children: ComponentChildren }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scroll = part.current;
    if (!scroll) return undefined;
    const look = () => {
      scroll.classList.toggle("overflows", scroll.scrollWidth > scroll.clientWidth + 1);
      scroll.classList.toggle("has-more", scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 1);
    };
    const resized = new ResizeObserver(look);
    for (const one of [scroll, scroll.firstElementChild]) if (one) resized.observe(one);
    scroll.addEventListener("scroll", look, { passive: true });
    return () => resized.disconnect();
  }, []);
  return (
    <div class="scroll" ref={part} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}

const ARROWS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Makes the links of a crosstable one stop of the tab key, within which arrows lead from cell to cell. */
export function useOneStop(table: RefObject<HTMLTableElement>) {
  const stopAt = (chosen?: HTMLAnchorElement) => {
    const links = [...(table.current?.querySelectorAll<HTMLAnchorElement>("td.heat a, td.met a") ?? [])];
    const stop = chosen ?? links.find((link) => link === document.activeElement) ?? links[0];
    for (const link of links) link.tabIndex = link === stop ? 0 : -1;
  };
  useEffect(() => stopAt());
  return (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const cell = event.target instanceof Element ? event.target.closest<HTMLTableCellElement>("td.heat, td.met") : null;
    if (!arrow || !cell) return;
    event.preventDefault();
    let [row, column] = [(cell.parentElement as HTMLTableRowElement).rowIndex, cell.cellIndex];
    for (let next: Element | undefined = cell; next; next = table.current?.rows[row]?.cells[column]) {
      [row, column] = [row + arrow[0], column + arrow[1]];
      const link = table.current?.rows[row]?.cells[column]?.querySelector<HTMLAnchorElement>("a");
      if (!link?.closest("td.heat, td.met")) continue;
      stopAt(link);
      link.focus();
      return;
    }
  };
}

interface TableTerms<Row> {
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  /** Attributes of a row. */
  mark?: (row: Row) => JSX.HTMLAttributes<HTMLTableRowElement>;
  class?: string;
  foot?: ComponentChildren;
  /** With it, the table can be copied; the word names it in the labels of the buttons. */
  copy?: string;
  /** Whether it has all rows, so that it can be sorted. */
  isWhole?: boolean;
}

export function FigureTable<Row>({ label, columns, rows, mark, class: kind, foot, copy, isWhole = true }: TableTerms<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const { order, sortOf, sortBy } = useOrder(table, rows);
  const onKeyDown = useOneStop(table);
  const classOf = (column: Column<Row>) => column.class ?? (column.isName ? undefined : "number");
  return (
    <>
      <Scrolled label={label}>
        <table class={kind} ref={table} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={at} class={[column.head ?? classOf(column), column.isName ? "row-name" : ""].join(" ").trim() || undefined} title={column.hint} aria-sort={sortOf(at)}>
                  {isWhole && rows.length > 1 ? (
                    <button type="button" class="sort" onClick={() => sortBy(at)}>
                      {column.title}
                    </button>
                  ) : (
                    column.title
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.map((place) => {
              const row = rows[place] as Row;
              return (
                <tr key={place} data-place={place} {...mark?.(row)}>
                  {columns.map((column, at) => {
                    const kinds = { key: at, class: column.cellClass?.(row) ?? classOf(column), children: column.cell(row, place) };
                    return column.isName ? <th {...kinds} scope="row" /> : <td {...kinds} />;
                  })}
                </tr>
              );
            })}
          </tbody>
          {foot}
        </table>
      </Scrolled>
      {copy && rows.length > 0 && <CopyTable table={table} name={copy} />}
    </>
  );
}

/** Names with their values. */
export function Facts({ facts }: { facts: { name: string; value: string }[] }) {
  return (
    <dl class="facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
