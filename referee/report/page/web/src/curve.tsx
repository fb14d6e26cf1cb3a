// The course of a game as a picture: the scores of all seats over its steps. A click leads to a step.
import { scaleLinear } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import { Grid, labelPlaces, lineKind, shortened } from "./charts";
import type { RecordedGame } from "./game";
import type { BySeat } from "./scores";
import { useWidth } from "./measure";
import type { Step } from "./steps";
import { fixed } from "./text";

const HEIGHT = 132;
const TOP = 18;
const BOTTOM = 20;
const LEFT = 34;
/** The width below which names stand in a legend instead of at the ends of the lines. */
const NARROW = 620;
const MOST_LINES = 60;
/** A hand of more steps, and so many times those of the shortest, would leave the others as lines. */
const [LONG_HAND, MUCH_LONGER] = [100, 8];
/** The least distance of two marks in a row. */
const MARK_WIDTH = 10;
const mostMarks = (width: number) => (width - LEFT) / MARK_WIDTH - (width < NARROW ? 1 : 13);
const isBelow = ({ kind }: Mark) => kind === "mistake" || kind === "fault";

export interface CurveTerms {
  game: RecordedGame;
  steps: Step[];
  /** Name of the figures: `score if the hand ended now`. */
  what: string;
  /** For each step the figures of all seats. */
  values: readonly BySeat[];
  /** For each step the standard errors of the figures, if they are estimates. */
  errors?: readonly BySeat[];
  /** How the figures came about, if a reader asks. */
  how?: string;
  /** For each step the seats whose bid can only fall until the hand's end. */
  falling?: readonly (readonly boolean[])[];
}

/** The figure of a seat at a step, with two standard errors if it is an estimate. */
function figureAt({ values, errors }: Pick<CurveTerms, "values" | "errors">, place: number, seat: number): string {
  const value = values[place]?.[seat];
  const error = errors?.[place]?.[seat] ?? 0;
  if (value === undefined && values.slice(0, place).some((one) => one[seat] !== undefined)) return "out";
  return error > 0 ? `${fixed(value, 1)} ± ${fixed(2 * error, 1)}` : fixed(value, errors ? 1 : 0);
}

interface Mark {
  place: number;
  kind: string;
  sign: string;
  cost?: number;
}

/** The steps with an ace, the joker of Anarchist Bomb, a revolution or a death of Chez, a mistake or a fault, each with the sign for it. */
function marksOf(game: RecordedGame, steps: Step[]): Mark[] {
  return steps.flatMap((step, place) => {
    const events = game.events.slice(step.begin, step.end);
    const count = (wanted: string) => events.filter(({ verb }) => verb === wanted).length;
    const cost = Math.max(0, ...step.decisions.map((decision) => (game.worstMistakes.has(decision) ? (game.worths.get(decision)?.cost ?? 0) : 0)));
    return [
      { place, kind: "ace", sign: "A".repeat(count("ace")) },
      { place, kind: "bomb", sign: "★".repeat(count("bomb")) },
      { place, kind: "revolution", sign: "R".repeat(count("revolution")) },
      { place, kind: "death", sign: "†".repeat(count("killed")) },
      { place, kind: "mistake", sign: cost > 0 ? "?" : "", cost },
      { place, kind: "fault", sign: game.faultsAt(step).length > 0 ? "!" : "" },
    ].filter(({ sign }) => sign !== "");
  });
}

/** The lines, which do not change from step to step. */
const Lines = memo(function Lines({ game, steps, values, errors, falling, what, marks, width }: CurveTerms & { marks: Mark[]; width: number }) {
  const isNarrow = width < NARROW;
  const right = isNarrow ? 8 : 130;
  const { x, y } = scalesOf({ steps, values }, width, right);
  const seats = values[0]?.length ?? 0;
  const last = values[values.length - 1] ?? [];
  const places = labelPlaces(Array.from({ length: seats }, (_, seat) => ({ key: seat, y: y(last[seat] ?? 0) })), HEIGHT - 8);
  const markAt = [true, false].map((below) => labelPlaces(marks.filter((mark) => isBelow(mark) === below).map((key) => ({ key, y: Math.max(x(key.place), LEFT + 8) })), width - right, MARK_WIDTH));
  const highest = Math.max(...marks.map(({ cost }) => cost ?? 0));
  const hands = steps.flatMap((step, place) => (step.kind === "deal" && place > 0 ? [place] : []));
  return (
    <>
      <Grid y={y} left={LEFT} right={width - right} ticks={isNarrow ? 3 : 4} text={(tick) => (Number.isInteger(tick) ? fixed(tick, 0) : "")} />
      {hands.length <= MOST_LINES && hands.map((place) => <line key={place} class="hand-line" x1={x(place)} x2={x(place)} y1={TOP - 6} y2={HEIGHT - BOTTOM} />)}
      {Array.from({ length: seats }, (_, seat) => {
        const falls = (place: number) => falling?.[place]?.[seat] ?? false;
        const drawn = (isFalling: boolean) =>
          line<BySeat>((_, place) => x(place), (one) => y(one[seat] ?? 0))
            .defined((one, place) => one[seat] !== undefined && (isFalling ? [place - 1, place, place + 1].some(falls) : !falls(place)))
            .curve(curveStepAfter)([...values]) ?? "";
        return (
          <g key={seat} class={lineKind(seat)}>
            <path class="line" data-curve={seat} d={drawn(false)} />
            {falling?.some((one) => one[seat]) && <path class="line falling" data-falling={seat} d={drawn(true)} />}
            {!isNarrow && (
              <text class="name" x={width - right + 8} y={(places.get(seat) ?? 0) + 4}>
                {shortened(game.nameOf(seat), 12)} {figureAt({ values, errors }, values.length - 1, seat)}
              </text>
            )}
          </g>
        );
      })}
      {marks.length <= mostMarks(width) &&
        marks.map((mark) => ({ ...mark, left: markAt[isBelow(mark) ? 0 : 1]?.get(mark), isLow: isBelow(mark) })).map(({ place, kind, sign, cost, left, isLow }) => (
          <text key={`${kind}${place}`} class={`curve-mark ${kind}`} data-mark={`${kind} ${steps[place]?.name}`} x={left} y={isLow ? HEIGHT - 5 : 11} text-anchor="middle" style={cost ? { fontSize: `${11 + (7 * cost) / highest}px` } : undefined}>
            {sign}
            <title>{`step ${steps[place]?.name}: ${kind}${cost ? ` that cost ${fixed(cost, 1)}` : ""}`}</title>
          </text>
        ))}
      <title>{what}</title>
    </>
  );
});

/** The places of the steps from left to right. If some hand is very long, as at the limit of Snark, all are equally wide. */
function scaleOfSteps(steps: Step[], left: number, right: number) {
  const last = Math.max(1, steps.length - 1);
  const ends = [0, ...steps.flatMap(({ kind }, place) => (kind === "deal" && place > 0 ? [place] : [])), last];
  const lengths = ends.slice(1).map((end, at) => end - (ends[at] ?? 0));
  const longest = Math.max(...lengths);
  const hasLong = longest > LONG_HAND && longest > MUCH_LONGER * Math.min(...lengths);
  const places = hasLong ? ends : [0, last];
  return scaleLinear(places, places.map((_, at) => left + ((right - left) * at) / (places.length - 1)));
}

function scalesOf({ steps, values }: Pick<CurveTerms, "steps" | "values">, width: number, right: number) {
  const all = values.flat().filter((value) => value !== undefined);
  const [low, high] = [Math.min(...all, 0), Math.max(...all, 0)];
  const x = scaleOfSteps(steps, LEFT, width - right);
  const y = scaleLinear([low, high === low ? low + 1 : high], [HEIGHT - BOTTOM, TOP]);
  return { x, y };
}

export function Curve({ at, onGo, ...terms }: CurveTerms & { at: number; onGo: (step: number) => void }) {
  const [picture, width] = useWidth<SVGSVGElement>(700);
  const { game, steps, values, what, how } = terms;
  const marks = useMemo(() => (terms.errors ? [] : marksOf(game, steps)), [game, steps, terms.errors]);
  const signs = marks.length <= mostMarks(width) ? [...new Map(marks.map(({ kind, sign }) => [kind, sign[0]]))].map(([kind, sign]) => `${sign} ${kind}`) : [`${marks.length} marks (${[...new Set(marks.map(({ kind }) => kind))].join(", ")}), too many to draw`];
  const isNarrow = width < NARROW;
  const { x } = scalesOf(terms, width, isNarrow ? 8 : 130);
  const leads = (event: MouseEvent) => {
    const inside = event.clientX - (picture.current?.getBoundingClientRect().left ?? 0);
    onGo(Math.round(Math.max(0, Math.min(values.length - 1, x.invert(inside)))));
  };
  const figures = (values[at] ?? []).map((_, seat) => ({ seat, text: figureAt(terms, at, seat) }));
  const said = figures.map(({ seat, text }) => `${game.nameOf(seat)} ${text}`).join(", ");
  return (
    <figure class={terms.errors ? "curve expected" : "curve"} data-figures={figures.map(({ text }) => text).join(", ")}>
      <figcaption class="quiet">
        {what[0]?.toUpperCase()}
        {what.slice(1)}
        {terms.falling?.some((one) => one.includes(true)) && " · dotted: can only fall"}
        {signs.map((sign) => ` · ${sign}`).join("")}
        {how !== undefined && (
          <details class="how">
            <summary aria-label="how this was estimated">?</summary>
            {how}
          </details>
        )}
      </figcaption>
      <svg ref={picture} width="100%" height={HEIGHT} role="img" aria-label={`${what}: ${said}`} onClick={leads}>
        <Lines {...terms} marks={marks} width={width} />
        <line class="here" x1={x(at)} x2={x(at)} y1={TOP - 8} y2={HEIGHT - BOTTOM + 4} />
      </svg>
      {(isNarrow || terms.errors) && (
        <p class="legend">
          {figures.map(({ seat, text }) => (
            <span key={seat}>
              <span class={`seat-key ${lineKind(seat)}`} /> <bdi>{game.nameOf(seat)}</bdi> {text}
            </span>
          ))}
        </p>
      )}
    </figure>
  );
}
