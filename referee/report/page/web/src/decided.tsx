// The course of a game in short: what each score is made of, and where the winners pulled ahead or seats went out.
import { Sentence } from "./choices";
import type { Report } from "./data";
import { Action } from "./decisions";
import { EVERYBODY, type RecordedGame, Table } from "./game";
import { Scrolled } from "./figures";
import { nounOf } from "./player";
import { linkTo, type Route } from "./route";
import type { BySeat, Course } from "./scores";
import type { Step } from "./steps";
import { bidsApart, capturesOf, kindOf, type PickUp, pickUpsOf, snarkHandsOf, talliesOf } from "./tallies";
import { fixed, grouped, signed } from "./text";

/** The games of the Anarchy family in which quartets and suits without a card count. */
export const hasBonus = (game: RecordedGame) => /^game (anarchist-bomb|organised-chaos) /.test(game.data.line);

/** The figures of the curve. */
export interface CurveFigures {
  what: string;
  values: BySeat[];
  /** The same without the points for missing suits, also at the end of a hand. */
  plain: BySeat[];
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
  if (!isFewerBetter && !table.hasPiles) {
    const values = course.at.map(({ seats }) => seats);
    const endsHand = (place: number) => steps[place + 1]?.kind !== "decision" && steps[place]?.kind === "decision";
    // An attached joker may be of any suit, so the missing suits are unknown here.
    if (!hasBonus(game) || game.data.line.includes("joker=attached")) return { what: `score if the hand ended now${LEADS}`, values, plain: values, unit: "points" };
    const plain = withoutVoids(game, steps, values);
    const shown = steps.map(({ kind }, place) => (kind === "result" || endsHand(place) ? values : plain)[place] ?? []);
    return { what: "score if the hand ended now, but missing suits, 10 points each, count only at its end", values: shown, plain, unit: "points" };
  }
  const values = steps.map((step): BySeat => {
    const { view, left } = table.goTo(step.end);
    return view.seats.map((seat, number) => (left.get(number) === "killed" ? undefined : seat.hand.length + seat.open.length + seat.pile));
  });
  const lastIn = (seat: number) => values.reduce((found, one, place) => ((one[seat] ?? 0) > 0 ? place : found), 0);
  const outs = game.data.bots.map((_, seat) => (lastIn(seat) + 1 < steps.length ? lastIn(seat) + 1 : undefined));
  return { what: `cards of each seat${isFewerBetter ? ", fewer is better" : ""}${LEADS}`, values, plain: values, unit: isFewerBetter ? undefined : "cards", outs };
}

/** The figures of seats that change, as `name 4 → 7`. */
export function Figures({ game, before, after, note }: { game: RecordedGame; before: BySeat; after: BySeat; note?: (seat: number) => string }) {
  return (
    <>
      {after.map((to, seat) => ({ seat, from: before[seat], to })).filter(({ from, to }) => from !== to).map(({ seat, from, to }, place) => (
        <span key={seat}>
          {place > 0 && ", "}
          <bdi>{game.nameOf(seat)}</bdi> <span class="score-change">{fixed(from, 0)} → {fixed(to, 0)}</span>
          {note?.(seat)}
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

function stretchesOf(game: RecordedGame, steps: Step[], byHand: boolean): Stretch[] {
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

/** The scores without the points for suits of which a seat has taken no card, which count once all have bid: it loses most of them in any case. */
function withoutVoids(game: RecordedGame, steps: Step[], values: readonly BySeat[]): BySeat[] {
  const captures = capturesOf(game).filter(({ isNewSuit }) => isNewSuit);
  const missing = game.data.bots.map(() => 4);
  let [heard, hand] = [0, 0];
  return steps.map((step, place) => {
    if (step.hand !== hand) missing.fill(4);
    hand = step.hand;
    for (let one = captures[heard]; one && one.place < step.end; one = captures[(heard += 1)]) missing[one.seat] = (missing[one.seat] ?? 0) - 1;
    const counts = step.trick !== undefined || steps[place + 1]?.trick !== undefined || step.kind === "result";
    return (values[place] ?? []).map((value, seat) => (value ?? 0) - (counts ? 10 * (missing[seat] ?? 0) : 0));
  });
}

interface Terms {
  report: Report;
  game: RecordedGame;
  steps: Step[];
  curve: CurveFigures;
  route: Route;
  viewer: number;
}

const winnersOf = ({ data }: RecordedGame) => data.places.flatMap((place, seat) => (place === 1 ? [seat] : []));

const Names = ({ game, seats }: { game: RecordedGame; seats: number[] }) => (
  <>
    {seats.map((seat, place) => (
      <span key={seat}>
        {place > 0 && " and "}
        <bdi>{game.nameOf(seat)}</bdi>
      </span>
    ))}
  </>
);

/** The stretch in which the winners gained most on the best of the others, the last of equal ones, and their lead after it. */
function largestGain(game: RecordedGame, stretches: Stretch[], values: readonly BySeat[]): { most: Stretch; lead: number; isAlone: boolean } | undefined {
  const winners = winnersOf(game);
  const figures = (place: number, isWinner: boolean) => game.data.places.flatMap((_, seat) => (winners.includes(seat) === isWinner ? [values[place]?.[seat] ?? 0] : []));
  const lead = (place: number) => Math.min(...figures(place, true)) - Math.max(...figures(place, false));
  const gain = ({ before, end }: Stretch) => lead(end) - lead(before);
  const [first] = stretches;
  if (!first || winners.length === game.data.places.length) return undefined;
  const most = stretches.reduce((found, one) => (gain(one) >= gain(found) ? one : found), first);
  const isAlone = stretches.every((one) => one === most || gain(one) < gain(most));
  return gain(most) > 0 ? { most, lead: lead(most.end), isAlone } : undefined;
}

/** What a seat made its figures of in a hand or round: the parts of its points, or the tricks. */
function madeOf(game: RecordedGame, seat: number, begin: number, end: number): string {
  const rows = game.points.filter((row) => row.seat === seat && row.event >= begin && row.event < end);
  const tricks = game.events.slice(begin, end).filter(({ verb }) => verb === "trick" || verb === "aside");
  if (tricks.length > 0) return ` (takes ${tricks.filter((one) => one.verb === "trick" && one.seat === seat).length} of ${tricks.length} tricks)`;
  const hand = snarkHandsOf(game).get(rows[0]?.hand ?? 0);
  if (hand) return hand.held[seat] === 0 ? " (ran out)" : ` (holds ${hand.held[seat]} cards)`;
  const parts = rows.flatMap((row) => row.parts.map(([what, points]) => `${what} ${signed(points, 0)}`));
  return parts.length > 0 ? ` (${parts.join(", ")})` : "";
}

/** The hand, trick or step in which the winners pulled ahead most of the best of the others, with a link. */
function TurningPoint({ report, game, steps, curve, route }: Terms) {
  const byHand = hasHands(steps);
  const values = byHand ? curve.values : curve.plain;
  const found = largestGain(game, stretchesOf(game, steps, byHand), values);
  const step = steps[found?.most.shown ?? -1];
  if (!found || !step) return null;
  const { most, lead } = found;
  const told = most.name.startsWith("step") ? game.events[step.begin] : undefined;
  const [begin, end] = [steps[most.before + 1]?.begin ?? 0, steps[most.end]?.end ?? 0];
  const inside = byHand && curve.plain !== curve.values ? largestGain(game, stretchesOf(game, steps, false).filter((one) => one.before >= most.shown && one.end <= most.end), curve.plain) : undefined;
  const note = (seat: number) => (byHand && winnersOf(game).includes(seat) ? madeOf(game, seat, begin, end) : "");
  return (
    <p class="turning" data-turning={most.name}>
      <Names game={game} seats={winnersOf(game)} /> {lead > 0 ? "pulled ahead" : "caught up"} most {told ? "at" : "in"} <a href={linkTo({ ...route, step: step.name })}>{most.name}</a>
      {told && <>, when <bdi>{game.nameOf(told.seat)}</bdi> <Sentence report={report} game={game} verb={told.verb} words={told.words} /></>}:{" "}
      <Figures game={game} before={values[most.before] ?? []} after={values[most.end] ?? []} note={note} /> {curve.unit}
      {!byHand && curve.plain !== curve.values && ", not counting missing suits"}
      {inside?.isAlone && <>; there most in <a data-inside={inside.most.name} href={linkTo({ ...route, step: steps[inside.most.shown]?.name })}>{inside.most.name}</a></>}
    </p>
  );
}

const hasBet = ({ events }: RecordedGame, seat: number) => events.some((event) => event.verb === "lay" && event.seat === seat);

/** The steps at which seats went out, in their order, or the decision that ended the game before the winner was out. */
function Outs({ report, game, steps, curve, route }: Terms) {
  const outs = (curve.outs ?? []).flatMap((place, seat) => (place === undefined ? [] : [{ seat, place }])).sort((a, b) => a.place - b.place);
  const last = steps[steps.length - 2];
  const isDecided = winnersOf(game).every((seat) => curve.outs?.[seat] !== undefined) || game.data.places.length - outs.length === 1;
  const told = kindOf(game) === "chez" && !isDecided && last?.kind === "decision" ? game.events[last.begin] : undefined;
  if (outs.length === 0 && !told) return null;
  return (
    <p class="turning">
      {outs.map(({ seat, place }, at) => {
        const name = steps[place]?.kind === "result" ? "the end" : `step ${steps[place]?.name}`;
        return (
          <span key={seat} data-out={`${seat} ${steps[place]?.name}`}>
            {at > 0 && ", "}
            <bdi>{game.nameOf(seat)}</bdi> {curve.values[place]?.[seat] === undefined ? "was killed" : hasBet(game, seat) ? "laid all cards as the betting man" : "was out of cards"} at <a href={linkTo({ ...route, step: steps[place]?.name })}>{name}</a>
          </span>
        );
      })}
      {told && <span data-ended={last?.name}>{outs.length > 0 && "; "}the game ended at <a href={linkTo({ ...route, step: last?.name })}>step {last?.name}</a>: <bdi>{game.nameOf(told.seat)}</bdi> <Sentence report={report} game={game} verb={told.verb} words={told.words} /></span>}
    </p>
  );
}

/** What the bids of Organised Chaos brought the winner and the next, where they differ most. */
function BidsApart({ game }: Terms) {
  const { scores } = game.data;
  const [first = 0, next = 0] = scores.map((_, seat) => seat).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const bids = kindOf(game) === "organised-chaos" ? bidsApart(game, first, next) : [];
  if (bids.length === 0) return null;
  return (
    <p class="turning" data-bids={bids.map((bid) => bid.join(" ")).join(", ")}>
      The bids that differ most between <bdi>{game.nameOf(first)}</bdi> and <bdi>{game.nameOf(next)}</bdi>: {bids.map(([bid, ours, theirs]) => `${bid} ${ours} to ${theirs}`).join(", ")} points
    </p>
  );
}

/** The hands of Snark that no seat ended by running out of cards. */
function Unended({ game }: Terms) {
  return (
    <>
      {[...snarkHandsOf(game)].filter(([, { held }]) => !held.includes(0)).map(([hand, { tricks }]) => (
        <p key={hand} class="turning" data-unended={hand}>Nobody ran out in hand {hand}: the limit of {grouped(tricks)} tricks ended it</p>
      ))}
    </>
  );
}

/** The costliest mistake of each seat that the viewer may know, by the analysis. */
function WorstMistakes({ report, game, route, viewer }: Terms) {
  const worst = new Map<number, { decision: number; cost: number; taken: string; better: string }>();
  for (const [decision, { best, cost }] of game.worths) {
    const seat = game.deciders[decision] ?? 0;
    if (best === undefined || (viewer !== EVERYBODY && viewer !== seat) || cost <= (worst.get(seat)?.cost ?? 0)) continue;
    worst.set(seat, { decision, cost, taken: game.takenAt(decision), better: game.legal[decision]?.[best] ?? "" });
  }
  const rows = [...worst].sort(([, a], [, b]) => b.cost - a.cost);
  if (rows.length === 0) return null;
  return (
    <p class="turning">
      What cost each bot most, as the analysis estimates:{" "}
      {rows.map(([seat, { decision, cost, taken, better }], place) => (
        <span key={seat} data-worst={`${seat} ${decision} ${taken} ${better}`}>
          {place > 0 && "; "}
          <bdi>{game.nameOf(seat)}</bdi> <Action report={report} game={game} text={taken} /> at <a href={linkTo({ ...route, step: String(decision + 1) })}>step {decision + 1}</a> (better <Action report={report} game={game} text={better} />: {fixed(cost, 1)} points)
        </span>
      ))}
    </p>
  );
}

/** The most cards that each seat of Chez picked up at once, with links. */
function MostAtOnce({ game, steps, route }: Terms) {
  const pickUps = kindOf(game) === "chez" ? pickUpsOf(game) : [];
  const rows = game.data.bots.flatMap((_, seat) => {
    const most = pickUps.reduce<PickUp | undefined>((found, one) => (one.seat === seat && one.count > (found?.count ?? 1) ? one : found), undefined);
    const step = steps.find(({ end }) => most !== undefined && most.place < end);
    return most && step ? [{ ...most, step }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <p class="turning">
      The most cards at once were picked up by{" "}
      {rows.sort((a, b) => b.count - a.count).map(({ seat, count, by, step }, at) => (
        <span key={seat} data-most={[seat, count, step.name, by ?? ""].join(" ")}>
          {at > 0 && ", "}
          <bdi>{game.nameOf(seat)}</bdi>: {count} at <a href={linkTo({ ...route, step: step.name })}>step {step.name}</a>
          {by !== undefined && (by === seat ? " (its own 6)" : <> (a joker of <bdi>{game.nameOf(by)}</bdi>)</>)}
        </span>
      ))}
    </p>
  );
}

function Result({ game }: Terms) {
  const { places, scores, forfeited } = game.data;
  const order = places.map((_, seat) => seat).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const tallies = forfeited.length > 0 ? [] : talliesOf(game);
  return (
    <Scrolled label="result">
      <table class="outcome">
        <thead>
          <tr>
            <th class="number">place</th>
            <th>bot</th>
            <th class="number">score</th>
            {tallies.map(({ title }) => <th key={title} class="number">{title}</th>)}
          </tr>
        </thead>
        <tbody>
          {order.map((seat) => (
            <tr key={seat} data-outcome={`${seat} ${places[seat]} ${scores[seat]}`} data-tallies={tallies.map(({ texts }) => texts[seat]).join("|")}>
              <td class="number">{places[seat]}</td>
              <th scope="row">
                <bdi>{game.nameOf(seat)}</bdi> <span class="quiet">seat {seat}</span>
              </th>
              <td class="number">
                {fixed(scores[seat], 0)}
                {forfeited.includes(seat) && <span class="fault"> forfeit</span>}
              </td>
              {tallies.map(({ title, texts }) => <td key={title} class="number">{texts[seat]}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

/** How a game went. A forfeit decides by itself, so nothing else is said to have decided. */
export function Outcome(terms: Terms) {
  return (
    <div class="course-of">
      <Result {...terms} />
      <div>
      {terms.game.data.forfeited.length === 0 && (
        <>
          {terms.curve.outs && <Outs {...terms} />}
          {terms.curve.unit && <TurningPoint {...terms} />}
          <MostAtOnce {...terms} />
          <BidsApart {...terms} />
          <Unended {...terms} />
        </>
      )}
      <WorstMistakes {...terms} />
      </div>
    </div>
  );
}
