// Figures in tables and lists.
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
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

/** A part that a narrow screen scrolls. */
export function Scrolled({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
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
  const classOf = (column: Column<Row>) => column.class ?? (column.isName ? undefined : "number");
  return (
    <>
      <Scrolled label={label}>
        <table class={kind} ref={table}>
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
