// The place where a game was decided: the steps at which seats went out, or the hand, trick or step in which the winners pulled ahead.
import { type RecordedGame, Table } from "./game";
import { nounOf } from "./player";
import { linkTo, type Route } from "./route";
import type { BySeat, Course } from "./scores";
import type { Step } from "./steps";
import { fixed } from "./text";

/** The games of the Anarchy family in which quartets and suits without a card count. */
export const hasBonus = (game: RecordedGame) => /^game (anarchist-bomb|organised-chaos) /.test(game.data.line);

/** The figures of the curve. */
export interface CurveFigures {
  what: string;
  values: BySeat[];
  /** The unit of which more is better. */
  unit?: string;
  /** In games whose score is a place: for each seat the place of the step at which it went out for good. */
  outs?: (number | undefined)[];
}

const LEADS = "; a click leads to a step";

/** The scores after each step, or in games whose score is a place the cards of each seat that was not killed. */
export function curveOf(game: RecordedGame, steps: Step[], viewer: number, course: Course): CurveFigures {
  const table = new Table(game, viewer);
  const isFewerBetter = table.view.playedTo === 2;
  if (!isFewerBetter && !table.hasPiles) return { what: `score if the hand ended now${hasBonus(game) ? ": also 10 points for each suit of which a seat has taken no card, so 40 before the first trick" : LEADS}`, values: course.at.map(({ seats }) => seats), unit: "points" };
  const values = steps.map((step): BySeat => {
    const { view, left } = table.goTo(step.end);
    return view.seats.map((seat, number) => (left.get(number) === "killed" ? undefined : seat.hand.length + seat.open.length + seat.pile));
  });
  const lastIn = (seat: number) => values.reduce((found, one, place) => ((one[seat] ?? 0) > 0 ? place : found), 0);
  const outs = game.data.bots.map((_, seat) => (lastIn(seat) + 1 < steps.length ? lastIn(seat) + 1 : undefined));
  return { what: `cards of each seat${isFewerBetter ? ", fewer is better" : ""}${LEADS}`, values, unit: isFewerBetter ? undefined : "cards", outs };
}

/** The figures of seats that change, as `name 4 → 7`. */
export function Figures({ game, before, after }: { game: RecordedGame; before: BySeat; after: BySeat }) {
  return (
    <>
      {after.map((to, seat) => ({ seat, from: before[seat], to })).filter(({ from, to }) => from !== to).map(({ seat, from, to }, place) => (
        <span key={seat}>
          {place > 0 && ", "}
          <bdi>{game.nameOf(seat)}</bdi> <span class="score-change">{fixed(from, 0)} → {fixed(to, 0)}</span>
        </span>
      ))}
    </>
  );
}

/** A part of a game that moves the figures as a whole: a hand, a trick, or a step. */
interface Stretch {
  name: string;
  /** The place of the step before it, of the one that a link leads to, and of its last. */
  before: number;
  shown: number;
  end: number;
}

const hasHands = (steps: Step[]) => steps.filter(({ kind }) => kind === "deal").length > 1;

function stretchesOf(game: RecordedGame, steps: Step[]): Stretch[] {
  const byHand = hasHands(steps);
  const hasTricks = steps.some(({ trick }) => trick !== undefined);
  const nameOf = ({ hand, trick, name }: Step) => (byHand ? `${nounOf(game)} ${hand}` : hasTricks ? (trick === undefined ? "" : `trick ${trick}`) : `step ${name}`);
  const stretches: Stretch[] = [];
  let deal = 0;
  steps.forEach((step, end) => {
    if (step.kind === "deal") deal = end;
    const last = stretches[stretches.length - 1];
    const name = step.kind === "decision" ? nameOf(step) : "";
    if (name === "") return; // bids alone win nothing
    if (last?.name === name) Object.assign(last, { end, shown: byHand ? last.shown : end });
    else stretches.push({ name, before: byHand ? (last?.end ?? 0) : end - 1, shown: byHand ? deal : end, end });
  });
  return stretches;
}

/** The scores without the points for suits of which a seat has taken no card yet: it loses most of them in any case. */
function withoutVoids(game: RecordedGame, steps: Step[], values: readonly BySeat[]): BySeat[] {
  const taken = game.data.bots.map(() => new Set<string>());
  let heard = 0;
  return steps.map(({ end }, place) => {
    for (; heard < end; heard += 1) {
      const event = game.events[heard];
      if (event?.verb === "capture") for (const card of event.words) if (card !== "Jo") taken[event.seat]?.add(card.slice(1));
    }
    return (values[place] ?? []).map((value, seat) => (value ?? 0) - 10 * (4 - (taken[seat]?.size ?? 4)));
  });
}

/** The hand, trick or step in which the winners pulled ahead most of the best of the others, with a link. */
function TurningPoint({ game, steps, values, route, unit }: { game: RecordedGame; steps: Step[]; values: readonly BySeat[]; route: Route; unit: string }) {
  const seats = game.data.places.map((_, seat) => seat);
  const winners = seats.filter((seat) => game.data.places[seat] === 1);
  const others = seats.filter((seat) => !winners.includes(seat));
  const figures = (place: number, those: number[]) => those.map((seat) => values[place]?.[seat] ?? 0);
  const lead = (place: number) => Math.min(...figures(place, winners)) - Math.max(...figures(place, others));
  const gain = ({ before, end }: Stretch) => lead(end) - lead(before);
  const stretches = stretchesOf(game, steps);
  const [first] = stretches;
  if (!first || others.length === 0) return null;
  const most = stretches.reduce((found, one) => (gain(one) >= gain(found) ? one : found), first); // of equal ones the last decides
  const step = steps[most.shown];
  if (!step || !(gain(most) > 0)) return null;
  return (
    <div class="turning" data-turning={most.name}>
      {winners.map((seat, place) => (
        <span key={seat}>
          {place > 0 && " and "}
          <bdi>{game.nameOf(seat)}</bdi>
        </span>
      ))}{" "}
      {lead(most.end) > 0 ? "pulled ahead" : "caught up"} most {most.name.startsWith("step") ? "at" : "in"} <a href={linkTo({ ...route, step: step.name })}>{most.name}</a>: <Figures game={game} before={values[most.before] ?? []} after={values[most.end] ?? []} /> {unit}
    </div>
  );
}

/** The steps at which seats went out, in their order. */
function Outs({ game, steps, curve, route }: { game: RecordedGame; steps: Step[]; curve: CurveFigures; route: Route }) {
  const outs = (curve.outs ?? []).flatMap((place, seat) => (place === undefined ? [] : [{ seat, place }])).sort((a, b) => a.place - b.place);
  return (
    <div class="turning">
      {outs.map(({ seat, place }, at) => {
        const name = steps[place]?.kind === "result" ? "the end" : `step ${steps[place]?.name}`;
        return (
          <span key={seat} data-out={`${seat} ${steps[place]?.name}`}>
            {at > 0 && ", "}
            <bdi>{game.nameOf(seat)}</bdi> {curve.values[place]?.[seat] === undefined ? "was killed" : "was out of cards"} at <a href={linkTo({ ...route, step: steps[place]?.name })}>{name}</a>
          </span>
        );
      })}
    </div>
  );
}

export function Decided({ curve, ...terms }: { game: RecordedGame; steps: Step[]; curve: CurveFigures; route: Route }) {
  const leavesVoids = hasBonus(terms.game) && !hasHands(terms.steps);
  const values = leavesVoids ? withoutVoids(terms.game, terms.steps, curve.values) : curve.values;
  return (
    <>
      {curve.outs && <Outs {...terms} curve={curve} />}
      {curve.unit && <TurningPoint {...terms} values={values} unit={`${curve.unit}${leavesVoids ? ", not counting missing suits" : ""}`} />}
    </>
  );
}
