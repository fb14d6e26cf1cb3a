// Pictures drawn as SVG. Each is beside a table with its figures, so screen readers get only its title.
import { scaleLinear, scaleLog, type ScaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { Convergence, Night, VersionRow } from "./data";
import { useWidth } from "./measure";
import { grouped, shownTime } from "./text";

/** A value with its interval. */
export interface Interval {
  value: number;
  error: number;
}

/** The span of all intervals, with some room. */
export function spanOf(intervals: readonly (Interval | undefined)[]): [number, number] {
  const ends = intervals.flatMap((interval) => (interval ? [interval.value - interval.error, interval.value + interval.error] : []));
  if (ends.length === 0) return [0, 1];
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  const room = (high - low) * 0.05 || 1;
  return [low - room, high + room];
}

/** A scale in percent of the width of a picture, so that its text keeps its size at any width. */
function percentScale(span: [number, number]) {
  const x = scaleLinear(span, [2, 98]);
  return { x, percent: (value: number) => `${x(value).toFixed(2)}%` };
}

/** A value as a dot and its interval as a line, on a scale that all rows of a table share. */
export function IntervalPicture({ interval, span, mark }: { interval?: Interval; span: [number, number]; mark?: number }) {
  const { percent } = percentScale(span);
  return (
    <svg class="interval" aria-hidden="true">
      {mark !== undefined && <line class="mark" x1={percent(mark)} x2={percent(mark)} y1="0" y2="16" />}
      {interval && (
        <>
          <line class="bar" x1={percent(interval.value - interval.error)} x2={percent(interval.value + interval.error)} y1="8" y2="8" />
          <circle cx={percent(interval.value)} cy="8" r="3.5" />
        </>
      )}
    </svg>
  );
}

/** The scale under a column of intervals. */
export function IntervalAxis({ span }: { span: [number, number] }) {
  const { x, percent } = percentScale(span);
  return (
    <svg class="interval" aria-hidden="true">
      {x.ticks(3).map((tick) => (
        <g key={tick}>
          <line class="mark" x1={percent(tick)} x2={percent(tick)} y1="0" y2="4" />
          <text x={percent(tick)} y="14" text-anchor="middle">
            {tick}
          </text>
        </g>
      ))}
    </svg>
  );
}

const WIDTH = 760;
/** The width below which names stand in a legend instead of at the ends of lines. */
const NARROW = 560;
const HEIGHT = 300;
const MARGIN = { top: 10, bottom: 28, left: 48 };
const rightOf = (width: number) => (width < NARROW ? 12 : 120);
export const shortened = (name: string, most: number) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

/** The names of lines below a narrow picture. */
function Legend({ names, width }: { names: string[]; width: number }) {
  if (width >= NARROW) return null;
  return (
    <p class="legend">
      {names.map((name, place) => (
        <span key={name} class={lineKind(place)}>
          <span class="seat-key" /> <bdi>{name}</bdi>
        </span>
      ))}
    </p>
  );
}

/** The places of names at the ends of lines, by their keys, moved apart so that each is readable, and none is below `bottom`. */
export function labelPlaces<Key>(wanted: { key: Key; y: number }[], bottom: number, gap = 13): Map<Key, number> {
  const placed = [...wanted].sort((a, b) => a.y - b.y);
  for (let i = 1; i < placed.length; i += 1) {
    const [above, here] = [placed[i - 1], placed[i]];
    if (above && here) here.y = Math.max(here.y, above.y + gap);
  }
  placed.reverse().forEach((here, place) => {
    here.y = Math.min(here.y, bottom - gap * place);
  });
  return new Map(placed.map(({ key, y }) => [key, y]));
}

/** The name of a line at its end, if the picture is wide enough. */
function EndName({ name, y, width }: { name: string; y: number; width: number }) {
  if (width < NARROW) return null;
  return (
    <text class="name" x={width - rightOf(width) + 10} y={y + 4}>
      {shortened(name, 16)}
    </text>
  );
}

/** Lines across a picture from `left` to `right` at round values, which are named on the left. */
export function Grid({ y, left, right, ticks, text = String }: { y: ScaleLinear<number, number>; left: number; right: number; ticks: number; text?: (tick: number) => string }) {
  return (
    <>
      {y.ticks(ticks).map((tick) => (
        <g key={tick}>
          <line class="grid" x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text x={left - 6} y={y(tick) + 4} text-anchor="end">
            {text(tick)}
          </text>
        </g>
      ))}
    </>
  );
}


export const lineKind = (place: number) => `line-${place % 8}`;

export function CoursePicture({ course, most }: { course: Convergence; most: number }) {
  const [picture, width] = useWidth<SVGSVGElement>(WIDTH);
  const bots = course.bots.slice(0, most);
  const points = bots.flatMap(({ elo, error }) =>
    elo.map((value, place) => (value === null ? undefined : { value, error: place >= 2 ? (error[place] ?? 0) : 0 })),
  );
  const x = scaleLinear([0, course.games[course.games.length - 1] ?? 1], [MARGIN.left, width - rightOf(width)]);
  const y = scaleLinear(spanOf(points), [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const drawn = line<{ games: number; elo: number }>()
    .x((point) => x(point.games))
    .y((point) => y(point.elo));
  const ends = bots.flatMap(({ bot, elo }) => {
    const last = elo[elo.length - 1];
    return last === null || last === undefined ? [] : [{ key: bot, y: y(last) }];
  });
  const places = labelPlaces(ends, HEIGHT - 8);
  return (
    <>
      <svg ref={picture} class="course" height={HEIGHT} aria-hidden="true">
        <Grid y={y} left={MARGIN.left} right={width - rightOf(width)} ticks={5} />
        {x.ticks(width < NARROW ? 3 : 5).map((tick) => (
          <text key={tick} x={x(tick)} y={HEIGHT - 10} text-anchor="middle">
            {grouped(tick)}
          </text>
        ))}
        {bots.map(({ bot, elo, error }, place) => {
          const known = elo.flatMap((value, at) => (value === null ? [] : [{ games: course.games[at] ?? 0, elo: value, error: error[at] ?? 0 }]));
          const last = known[known.length - 1];
          return (
            <g key={bot} class={lineKind(place)}>
              <path class="line" d={drawn(known) ?? ""} />
              {last && <line class="whisker" x1={x(last.games)} x2={x(last.games)} y1={y(last.elo - last.error)} y2={y(last.elo + last.error)} />}
              {last && <circle cx={x(last.games)} cy={y(last.elo)} r="3" />}
              <EndName name={bot} y={places.get(bot) ?? 0} width={width} />
            </g>
          );
        })}
      </svg>
      <Legend names={bots.map(({ bot }) => bot)} width={width} />
    </>
  );
}

/** The largest number of versions per bot that are drawn if there is only one night. */
const MOST_VERSIONS = 50;
const MOST_LABELS = 12;
const FEW_LABELS = 4;

/**
 * A version at a place in the picture. The place is a night in which it played or, if there is only one
 * night, its number among the versions of its bot.
 */
interface DrawnVersion {
  row: VersionRow;
  elo: number;
  error: number;
  at: number;
  /** Whether the version differs from the one at the place before. */
  isNew: boolean;
}

/** The drawn versions of a bot in the order of places. A bot may return to an earlier version. */
function drawnVersions(versions: VersionRow[], isSeason: boolean): DrawnVersion[] {
  const shown = isSeason ? versions : versions.slice(-MOST_VERSIONS);
  const drawn = shown.flatMap((row, number) => (row.elo === null ? [] : (isSeason ? row.nights : [number]).map((at) => ({ row, elo: row.elo ?? 0, error: row.elo_error ?? 0, at, isNew: true }))));
  drawn.sort((a, b) => a.at - b.at);
  return drawn.map((version, place) => ({ ...version, isNew: version.row !== drawn[place - 1]?.row }));
}

const versionPoint = ({ row, elo, error }: DrawnVersion) => `${row.name}, version ${row.sha256?.slice(0, 8) ?? "without files"}: ${Math.round(elo)}${error > 0 ? ` ± ${Math.round(error)}` : ""}`;

/** The Elo of each bot from version to version, with the interval of each version where it begins. */
export function VersionsPicture({ nights, bots }: { nights: Night[]; bots: { name: string; versions: VersionRow[] }[] }) {
  const [picture, width] = useWidth<SVGSVGElement>(WIDTH);
  const isSeason = nights.length > 1;
  const lines = bots.map(({ name, versions }) => ({ name, drawn: drawnVersions(versions, isSeason) }));
  const all = lines.flatMap(({ drawn }) => drawn);
  const end = Math.max(1, isSeason ? nights.length - 1 : 0, ...all.map(({ at }) => at));
  const x = scaleLinear([0, end], [MARGIN.left + 8, width - rightOf(width) - 8]);
  const y = scaleLinear(spanOf(all.map(({ elo, error }) => ({ value: elo, error }))), [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const path = line<[number, number]>()
    .x(([at]) => x(at))
    .y(([, elo]) => y(elo));
  const ends = lines.flatMap(({ name, drawn }) => {
    const last = drawn[drawn.length - 1];
    return last ? [{ key: name, y: y(last.elo) }] : [];
  });
  const places = labelPlaces(ends, HEIGHT - 8);
  const step = Math.ceil((end + 1) / (width < NARROW ? FEW_LABELS : MOST_LABELS));
  const labels = Array.from({ length: end + 1 }, (_, at) => at).filter((at) => at % step === 0);
  return (
    <>
      <svg ref={picture} class="course versions" height={HEIGHT} role="img" aria-label={`Elo of ${bots.length} bots over ${isSeason ? "nights and " : ""}versions; the table below has the figures`}>
        <title>Elo over {isSeason ? "nights and " : ""}versions</title>
        <Grid y={y} left={MARGIN.left} right={width - rightOf(width)} ticks={5} />
        {labels.map((at) => (
          <text key={at} x={x(at)} y={HEIGHT - 10} text-anchor="middle">
            {isSeason ? nights[at]?.first_game?.slice(5, 10) ?? at + 1 : `version ${at + 1}`}
          </text>
        ))}
        {lines.map(({ name, drawn }, place) => (
          <g key={name} class={lineKind(place)}>
            <path class="line" d={path(drawn.map(({ elo, at }): [number, number] => [at, elo])) ?? ""} />
            {drawn.map((version) => (
              <g key={`${version.row.bot} ${version.at}`}>
                <title>{versionPoint(version)}</title>
                {version.isNew && version.error > 0 && <line class="whisker" x1={x(version.at)} x2={x(version.at)} y1={y(version.elo - version.error)} y2={y(version.elo + version.error)} />}
                <circle cx={x(version.at)} cy={y(version.elo)} r={version.isNew ? 3 : 2} />
              </g>
            ))}
            <EndName name={name} y={places.get(name) ?? 0} width={width} />
          </g>
        ))}
      </svg>
      <Legend names={lines.map(({ name }) => name)} width={width} />
    </>
  );
}

/**
 * The p50 and the longest time as dots, and the p99 as the end of a bar, on a logarithmic scale with a mark
 * at the limit.
 */
export function TimePicture({ times, limit }: { times: { p50: number; p99: number; max: number }; limit: number }) {
  const end = Math.max(limit, times.max, 1000);
  const scale = scaleLog([1, end], [2, 97]).clamp(true);
  const x = (us: number) => `${scale(us).toFixed(2)}%`;
  return (
    <svg class="interval" aria-hidden="true">
      {limit > 0 && <line class="limit" x1={x(limit)} x2={x(limit)} y1="1" y2="15" />}
      <line class="bar" x1={x(times.p50)} x2={x(times.p99)} y1="8" y2="8" />
      <line class="mark" x1={x(times.p99)} x2={x(times.max)} y1="8" y2="8" />
      <circle cx={x(times.p50)} cy="8" r="3.5" />
      <circle class="hollow" cx={x(times.max)} cy="8" r="2.5" />
    </svg>
  );
}

const TIMES_HEIGHT = 160;

/**
 * A histogram of decision times in microseconds, with a bar for each power of two. A line marks the limit.
 */
export function TimesPicture({ times, limit }: { times: readonly number[]; limit: number }) {
  const [picture, width] = useWidth<SVGSVGElement>(WIDTH);
  const first = Math.max(0, times.findIndex((count) => count > 0) - 1);
  const last = Math.max(times.reduce((found, count, power) => (count > 0 ? power : found), 0) + 1, limit > 0 ? Math.ceil(Math.log2(limit)) : 0) + 1;
  const x = scaleLinear([first, last], [MARGIN.left, width - 20]);
  const y = scaleLinear([0, Math.max(...times, 1)], [TIMES_HEIGHT - MARGIN.bottom, 14]);
  const decades = [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((power) => power * Math.log2(10) >= first && power * Math.log2(10) <= last);
  return (
    <svg ref={picture} class="times" height={TIMES_HEIGHT} aria-hidden="true">
      <Grid y={y} left={MARGIN.left} right={width - 20} ticks={3} text={grouped} />
      {times.map((count, power) =>
        count > 0 ? <rect key={power} class="column" x={x(power) + 1} width={x(power + 1) - x(power) - 2} y={y(count)} height={y(0) - y(count)} /> : null,
      )}
      {decades.filter((_, place) => width >= NARROW || place % 2 === 0).map((power) => (
        <text key={power} x={x(power * Math.log2(10))} y={TIMES_HEIGHT - 8} text-anchor="middle">
          {shownTime(10 ** power)}
        </text>
      ))}
      {limit > 0 && (
        <>
          <line class="limit" x1={x(Math.log2(limit))} x2={x(Math.log2(limit))} y1="14" y2={TIMES_HEIGHT - MARGIN.bottom} />
          <text x={x(Math.log2(limit)) - 4} y="12" text-anchor="end">
            limit
          </text>
        </>
      )}
    </svg>
  );
}
