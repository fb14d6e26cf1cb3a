// The last change of lead of a game, with its cards, and the trick of a hand that brought most.
import { Clause, Sentence } from "./choices";
import type { Report } from "./data";
import { type CurveFigures, Figures } from "./decided";
import type { RecordedGame, SeatPoints } from "./game";
import { nounOf } from "./player";
import { linkTo, type Route } from "./route";
import { type Step, TRICK_ENDS } from "./steps";
import { snarkHandsOf } from "./tallies";
import { fixed, ordinal, signed } from "./text";

/** What all sentences on the course of a game need. */
export interface Terms {
  report: Report;
  game: RecordedGame;
  steps: Step[];
  curve: CurveFigures;
  route: Route;
  viewer: number;
}

/** A part of a game that moves the figures as a whole: a hand, a trick, or a step. */
export interface Stretch {
  name: string;
  /** The place of the step before it, -1 before the first hand, of the one that a link leads to, and of its last. */
  before: number;
  shown: number;
  end: number;
}

/** Whether the figures of a game are compared hand by hand: there are several, and their points add up. */
export const isByHand = ({ steps, curve }: Pick<Terms, "steps" | "curve">) => steps.filter(({ kind }) => kind === "deal").length > 1 && !curve.outs;

function stretchesOf({ game, steps }: Pick<Terms, "game" | "steps">, byHand: boolean): Stretch[] {
  const hasTricks = steps.some(({ trick }) => trick !== undefined);
  const hasRounds = !byHand && game.events.some(({ verb }) => verb === "round");
  const trickOf = ({ hand, trick }: Step) => (trick === undefined ? "" : `${hasRounds ? `round ${hand}, ` : ""}trick ${trick}`);
  const nameOf = (step: Step) => (byHand ? `${nounOf(game)} ${step.hand}` : hasTricks ? trickOf(step) : `step ${step.name}`);
  const stretches: Stretch[] = [];
  let deal = 0;
  steps.forEach((step, end) => {
    if (step.kind === "deal") deal = end;
    const last = stretches[stretches.length - 1];
    const name = step.kind === "decision" ? nameOf(step) : "";
    if (name === "") return; // bids alone win nothing
    if (last?.name === name) Object.assign(last, { end, shown: byHand ? last.shown : end });
    else stretches.push({ name, before: byHand ? (last?.end ?? -1) : end - 1, shown: byHand ? deal : end, end });
  });
  return stretches;
}

export const winnersOf = ({ data }: RecordedGame) => data.places.flatMap((place, seat) => (place === 1 ? [seat] : []));

export const Names = ({ game, seats }: { game: RecordedGame; seats: number[] }) => (
  <>
    {seats.map((seat, place) => (
      <span key={seat}>
        {place > 0 && (place === seats.length - 1 ? " and " : ", ")}
        <bdi>{game.nameOf(seat)}</bdi>
      </span>
    ))}
  </>
);

/** The figures of the winners and of the best of the others after a step: the least of the winners, the seats that have most of the others. */
function standingAt({ game, curve }: Pick<Terms, "game" | "curve">, place: number, values = curve.values) {
  const winners = winnersOf(game);
  const figure = (seat: number) => values[place]?.[seat] ?? 0;
  const others = game.data.places.map((_, seat) => seat).filter((seat) => !winners.includes(seat));
  const [own, most] = [Math.min(...winners.map(figure)), Math.max(...others.map(figure))];
  return { own, most, lead: own - most, best: others.filter((seat) => figure(seat) === most) };
}

/** The last change of lead: where the winners were behind for the last time, if ever, and where they came ahead for good. */
export interface Change {
  behind?: Stretch;
  ahead: Stretch;
}

/** Undefined if the winners do not end ahead, or led from the first stretch on. */
export function lastChange(terms: Terms): Change | undefined {
  const byHand = isByHand(terms);
  const stretches = stretchesOf(terms, byHand);
  const lead = (place: number) => standingAt(terms, place).lead;
  if (winnersOf(terms.game).length === terms.game.data.places.length || stretches.length === 0) return undefined;
  const ahead = [...stretches].reverse().find(({ before, end }) => lead(before) <= 0 && lead(end) > 0);
  const behind = [...stretches].reverse().find(({ before }) => lead(before) < 0);
  return ahead && lead(stretches[stretches.length - 1]?.end ?? 0) > 0 ? { behind, ahead } : undefined;
}

/** The stretch in which the winners gained most on the best of the others. Undefined if there are several. */
function largestGain(terms: Terms, stretches: Stretch[]): Stretch | undefined {
  const gain = ({ before, end }: Stretch) => standingAt(terms, end, terms.curve.plain).lead - standingAt(terms, before, terms.curve.plain).lead;
  const most = Math.max(0, ...stretches.map(gain));
  const found = stretches.filter((one) => gain(one) === most);
  return most > 0 && found.length === 1 ? found[0] : undefined;
}

/** What a seat made its figures of in a hand: the parts of its points, or the cards that it held. */
function madeOf(game: RecordedGame, seat: number, begin: number, end: number): string {
  const rows = game.points.filter((row) => row.seat === seat && row.event >= begin && row.event < end);
  const hand = snarkHandsOf(game).get(rows[0]?.hand ?? 0);
  if (hand) return hand.held[seat] === 0 ? " (ran out)" : ` (held ${hand.held[seat]} cards)`;
  const parts = rows.flatMap((row) => row.parts.map(([what, points]) => `${what} ${signed(points, 0)}`));
  return parts.length > 0 ? ` (${parts.join(", ")})` : "";
}

/** The events of a stretch that tell what happened: the decision of a step, or who took cards of a trick. */
function toldIn({ game, steps }: Terms, { name, before, end, shown }: Stretch) {
  const last = name.startsWith("step") ? game.events.slice(steps[shown]?.begin, steps[shown]?.end) : game.events.slice(steps[before]?.end ?? 0, steps[end]?.end);
  return last.filter(({ verb, decision, reason }) => (name.startsWith("step") ? decision !== undefined || reason !== undefined : TRICK_ENDS.includes(verb)));
}

/** What was played in a stretch, and which figures it changed. */
function Played(terms: Terms & { stretch: Stretch }) {
  const { report, game, steps, curve, stretch } = terms;
  const byHand = isByHand(terms);
  const figuresAt = (place: number) => curve.values[place] ?? game.data.scores.map(() => 0);
  const events = byHand ? [] : toldIn(terms, stretch);
  const [begin, end] = [steps[stretch.before + 1]?.begin ?? 0, steps[stretch.end]?.end ?? 0];
  const isVoid = ({ seat, event, parts }: SeatPoints) => event >= begin && event < end && parts.some(([what, points]) => what === "missing suits" && points > 0) && seat;
  const voids = byHand || curve.plain === curve.values ? [] : game.points.map(isVoid);
  const note = (seat: number) => (byHand && winnersOf(game).includes(seat) ? madeOf(game, seat, begin, end) : voids.includes(seat) ? " (with missing suits)" : "");
  return (
    <>
      {events.map(({ verb, seat, words, reason }, place) => (
        <span key={place}>
          {place > 0 && "; "}
          <bdi>{game.nameOf(seat)}</bdi> <Sentence report={report} game={game} verb={verb} words={words} />
          {reason !== undefined && verb !== "capture" && <> (<Clause text={reason} game={game} />)</>}
        </span>
      ))}
      {events.length > 0 && ": "}
      <Figures game={game} before={figuresAt(stretch.before)} after={figuresAt(stretch.end)} note={note} /> {curve.unit}
    </>
  );
}

const linkToStretch = ({ steps, route }: Terms, { name, shown }: Stretch) => <a href={linkTo({ ...route, step: steps[shown]?.name })}>{name}</a>;

/** The least lead between the change of lead and the end, if it was not less at first. */
function Least(terms: Terms & { stretch: Stretch }) {
  const { stretch } = terms;
  const lead = ({ end }: Stretch) => standingAt(terms, end).lead;
  const later = stretchesOf(terms, isByHand(terms)).filter(({ end }) => end > stretch.end);
  const least = later.reduce((found, one) => (lead(one) <= lead(found) ? one : found), stretch);
  if (least === stretch || least === later[later.length - 1]) return null;
  return <span data-least={least.name}> After that the lead never fell below {fixed(lead(least), 0)} ({linkToStretch(terms, least)}).</span>;
}

/** Where the winners gained most on the best of the others, if that is neither of the stretches that decided the lead. */
function Most(terms: Terms & Change) {
  const { behind, ahead } = terms;
  const most = isByHand(terms) ? undefined : largestGain(terms, stretchesOf(terms, false));
  if (!most || most.name === behind?.name || most.name === ahead.name) return null;
  return (
    <span data-most-gained={most.name}>
      {" "}
      <Names game={terms.game} seats={winnersOf(terms.game)} /> gained most on the others at {linkToStretch(terms, most)}: <Played {...terms} stretch={most} />.
    </span>
  );
}

/** The ace that ended the hand at the last step, if one did. */
function Ending({ game, steps, stretch }: Terms & { stretch: Stretch }) {
  const last = steps[steps.length - 2];
  const ace = game.events.slice(last?.begin, last?.end).find(({ verb }) => verb === "ace");
  if (!last || !ace || steps.filter(({ kind }) => kind === "deal").length > 1) return null;
  const count = game.events.filter(({ verb }) => verb === "ace").length;
  return (
    <span data-ending={count}>
      {" "}
      {stretch.end === steps.length - 2 ? "Then" : `After step ${last.name}`} <bdi>{game.nameOf(ace.seat)}</bdi> drew the {ordinal(count)} ace, which ended the hand.
    </span>
  );
}

/** The last change of lead with what was played there; or that the winners were never behind, and where their lead became final. */
export function TurningPoint(terms: Terms) {
  const { game, steps, curve, route } = terms;
  const found = lastChange(terms);
  const first = found?.behind ?? found?.ahead;
  if (!found || !first) return null;
  const { behind, ahead } = found;
  const link = (stretch: Stretch) => linkToStretch(terms, stretch);
  const winners = <Names game={game} seats={winnersOf(game)} />;
  const { own, most, best } = standingAt(terms, first.before);
  const falls = !isByHand(terms) && best.some((seat) => curve.falling?.[first.before]?.[seat]);
  const isLater = behind !== undefined && behind !== ahead;
  const inside = isByHand(terms) ? largestGain(terms, stretchesOf(terms, false).filter((one) => one.before >= ahead.shown && one.end <= ahead.end)) : undefined;
  const level = standingAt(terms, ahead.before).own;
  return (
    <p class="turning" data-turning={[behind?.name ?? "", ahead.name].join("|")}>
      {behind === undefined && <>{winners} {winnersOf(game).length > 1 ? "were" : "was"} never behind{isByHand(terms) && ` after a ${nounOf(game)}`}, and ahead for good from {link(ahead)} on: </>}
      {behind !== undefined && (
        <>
          <Names game={game} seats={best} /> led {winners} {fixed(most, 0)} : {fixed(own, 0)}
          {falls && " by a bid that can only fall"} until {link(behind)}: <Played {...terms} stretch={behind} />
        </>
      )}
      {isLater && <>. {winnersOf(game).length > 1 ? "The last of them" : winners} was level with the best other at {fixed(level, 0)} until {link(ahead)}: </>}
      {(isLater || behind === undefined) && <Played {...terms} stretch={ahead} />}
      {inside && <>. In that {nounOf(game)} {winners} gained most in <a data-inside={inside.name} href={linkTo({ ...route, step: steps[inside.shown]?.name })}>{inside.name}</a></>}.
      <Least {...terms} stretch={ahead} />
      <Most {...terms} behind={behind} ahead={ahead} />
      <Ending {...terms} stretch={ahead} />
    </p>
  );
}
