// Figures in tables and lists.
import type { ComponentChildren, JSX } from "preact";

/** A column of a table. */
export interface Column<Row> {
  title: ComponentChildren;
  cell: (row: Row, place: number) => ComponentChildren;
  /** Whether its cells name their rows. */
  isName?: boolean;
  /** Class of its cells, by default that of numbers. `head`: class of its heading, if it differs. */
  class?: string;
  head?: string;
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
}

export function FigureTable<Row>({ label, columns, rows, mark, class: kind, foot }: TableTerms<Row>) {
  const classOf = (column: Column<Row>) => column.class ?? (column.isName ? undefined : "number");
  return (
    <Scrolled label={label}>
      <table class={kind}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={at} class={column.head ?? classOf(column)} title={column.hint}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place} {...mark?.(row)}>
              {columns.map((column, at) => {
                const kinds = { key: at, class: classOf(column), children: column.cell(row, place) };
                return column.isName ? <th {...kinds} scope="row" /> : <td {...kinds} />;
              })}
            </tr>
          ))}
        </tbody>
        {foot}
      </table>
    </Scrolled>
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
