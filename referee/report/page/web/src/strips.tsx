// Small pictures in the rows of a table, drawn at their own size, so that their text is as large as other text.
import { scaleLinear } from "d3-scale";
import type { StandingsRow } from "./data";
import { fixed } from "./text";

/** The scale of intervals: Elo from `low` to `high`. Rows outside it are named at its edge. */
export interface Scale {
  low: number;
  high: number;
}

const WIDTH = 190;
const EDGE = 6;

/**
 * The scale for these rows. Undefined if no row has an interval. Bots far from the others are left out one by
 * one, up to a third of them, as they would press the others together.
 */
export function scaleOf(rows: readonly StandingsRow[]): Scale | undefined {
  const known = rows.flatMap(({ elo, elo_error, sweep }) => (elo === null || elo_error === null || sweep ? [] : [{ low: elo - elo_error, high: elo + elo_error }]));
  if (known.length === 0) return undefined;
  const spanOf = (some: Scale[]) => ({ low: Math.min(...some.map(({ low }) => low)), high: Math.max(...some.map(({ high }) => high)) });
  const width = ({ low, high }: Scale) => high - low;
  let inside = known;
  while (inside.length > 2 && known.length - inside.length < Math.floor(known.length / 3)) {
    const shorter = inside.map((one) => inside.filter((other) => other !== one)).sort((a, b) => width(spanOf(a)) - width(spanOf(b)))[0] ?? inside;
    if (width(spanOf(shorter)) > 0.6 * width(spanOf(inside))) break;
    inside = shorter;
  }
  return spanOf(inside);
}

export function IntervalOnScale({ row, scale }: { row: StandingsRow; scale: Scale }) {
  const { elo, elo_error } = row;
  if (elo === null || elo_error === null || row.sweep) return null;
  const x = scaleLinear([scale.low, scale.high], [EDGE, WIDTH - EDGE]).clamp(true);
  const below = elo + elo_error < scale.low;
  const above = elo - elo_error > scale.high;
  const text = `${fixed(elo, 0)} ± ${fixed(elo_error, 0)}`;
  return (
    <svg class="strip" width={WIDTH} height="18" aria-hidden="true">
      <line class="mark" x1={EDGE} x2={WIDTH - EDGE} y1="9" y2="9" />
      {below || above ? (
        <text x={below ? 0 : WIDTH} y="13" text-anchor={below ? "start" : "end"}>
          {below ? `◂ ${text}` : `${text} ▸`}
        </text>
      ) : (
        <>
          <rect class="band" x={x(elo - elo_error)} width={Math.max(2, x(elo + elo_error) - x(elo - elo_error))} y="6" height="6" rx="3" />
          <circle cx={x(elo)} cy="9" r="4.5" />
        </>
      )}
    </svg>
  );
}

const BAR = 180;

/** The games of a bot by its place, as parts of a bar. */
export function PlacesBar({ places }: { places: readonly number[] }) {
  const all = places.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let from = 0;
  const text = places.map((count, place) => `${fixed((100 * count) / all, 0)} % in place ${place + 1}`).join(", ");
  return (
    <svg class="strip places" width={BAR} height="18" role="img" aria-label={text}>
      {places.map((count, place) => {
        const x = from;
        const width = (BAR * count) / all;
        from += width;
        return (
          <g key={place} class={`place-${Math.min(place, 3)}`}>
            <rect x={x} width={width} height="18" />
            {width >= 20 && (
              <text x={x + 4} y="13">
                {fixed((100 * count) / all, 0)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

const DOTS = 340;
const DOTS_HEIGHT = 46;
const FLOOR = 30;

/** The range of scores of several pictures of dots. */
export function rangeOf(scores: readonly number[]): Scale {
  return { low: Math.min(...scores), high: Math.max(...scores) };
}

/** The scores of others as grey dots, equal ones above another, and one's own as a larger dot. */
export function Dots({ own, others, range }: { own: number; others: readonly number[]; range: Scale }) {
  const x = scaleLinear([range.low, range.high === range.low ? range.low + 1 : range.high], [8, DOTS - 8]);
  const counts = new Map<number, number>();
  for (const score of others) counts.set(score, (counts.get(score) ?? 0) + 1);
  const step = Math.min(3.4, (FLOOR - 3) / Math.max(1, ...counts.values()));
  return (
    <svg class="strip dots" width={DOTS} height={DOTS_HEIGHT} aria-hidden="true">
      {x.ticks(4).map((tick) => (
        <text key={tick} x={x(tick)} y={DOTS_HEIGHT - 2} text-anchor="middle">
          {fixed(tick, 0)}
        </text>
      ))}
      {[...counts].flatMap(([score, count]) =>
        Array.from({ length: count }, (_, place) => <circle key={`${score} ${place}`} class="other" cx={x(score)} cy={FLOOR - place * step} r="1.6" />),
      )}
      <circle class="own-dot" cx={x(own)} cy={FLOOR} r="4.5" />
    </svg>
  );
}
