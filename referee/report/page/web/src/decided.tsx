// The course of a game in short: what each score is made of, and where the winners pulled ahead or seats went out.
import { Bids, Bombs } from "./bids";
import { Sentence } from "./choices";
import { Action } from "./decisions";
import { EVERYBODY, type GameEvent, type RecordedGame, Table } from "./game";
import { Scrolled } from "./figures";
import { seatsByPlace } from "./ranking";
import { linkTo } from "./route";
import type { BySeat, Course } from "./scores";
import type { Step } from "./steps";
import { bidsApart, capturesOf, kindOf, type PickUp, pickUpsOf, snarkHandsOf, talliesOf } from "./tallies";
import { counted, fixed, grouped } from "./text";
import { type Terms, TurningPoint, winnersOf } from "./turning";

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
  /** In games with bids: for each step the seats whose bid can only fall until the hand's end. */
  falling?: boolean[][];
}

const LEADS = "; click to open a step";

/** The scores after each step, or in games whose score is a place the cards of each seat that was not killed. */
export function curveOf(game: RecordedGame, steps: Step[], viewer: number, course: Course): CurveFigures {
  const table = new Table(game, viewer);
  const isFewerBetter = table.view.playedTo === 2;
  if (!isFewerBetter && !table.hasPiles) {
    const values = course.at.map(({ seats }) => seats);
    const endsHand = (place: number) => steps[place + 1]?.kind !== "decision" && steps[place]?.kind === "decision";
    // An attached joker may be of any suit, so the missing suits are unknown here.
    if (!hasBonus(game) || game.data.line.includes("joker=attached")) return { what: `score if the hand ended now${LEADS}`, values, plain: values, unit: "points", falling: fallingBids(game, steps, values, hasBonus(game)) };
    const plain = withoutVoids(game, steps, values);
    const shown = steps.map(({ kind }, place) => (kind === "result" || endsHand(place) ? values : plain)[place] ?? []);
    return { what: "score so far in the hand; missing suits count only at its end", values: shown, plain, unit: "points", falling: fallingBids(game, steps, plain, false) };
  }
  const values = steps.map((step): BySeat => {
    const { view, left } = table.goTo(step.end);
    return view.seats.map((seat, number) => (left.get(number) === "killed" ? undefined : seat.hand.length + seat.open.length + seat.pile));
  });
  const lastIn = (seat: number) => values.reduce((found, one, place) => ((one[seat] ?? 0) > 0 ? place : found), 0);
  const outs = game.data.bots.map((_, seat) => (lastIn(seat) + 1 < steps.length ? lastIn(seat) + 1 : undefined));
  return { what: `cards of each seat${isFewerBetter ? ", fewer is better" : ""}${LEADS}`, values, plain: values, unit: isFewerBetter ? undefined : "cards", outs };
}

/**
 * For each step the seats whose bid is worth points before a trick is played, so that it can only fall: it is not counted as a lead yet.
 * `voids`: every seat has the points of its missing suits then, which are no bid.
 */
function fallingBids(game: RecordedGame, steps: Step[], values: readonly BySeat[], voids: boolean): boolean[][] | undefined {
  if (!game.events.some(({ verb }) => verb.startsWith("bid"))) return undefined;
  let [deal, falls] = [0, [] as boolean[]];
  return steps.map(({ kind }, place) => {
    if (kind === "deal") deal = place;
    if (kind !== "decision" || steps[place + 1]?.kind !== "decision") falls = [];
    else if (steps[place]?.trick === undefined && steps[place + 1]?.trick !== undefined) {
      const rises = game.data.bots.map((_, seat) => (values[place]?.[seat] ?? 0) - (values[deal]?.[seat] ?? 0));
      const least = voids ? Math.min(...rises) : 0;
      falls = rises.map((rise) => rise > least);
    }
    return falls;
  });
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

const hasBet = ({ events }: RecordedGame, seat: number) => events.some((event) => event.verb === "lay" && event.seat === seat);

const dice = ([count, sides, total]: string[]) => `${total} with ${count}d${sides}`;

/** The roll of both red sixes that ended the game at this step. */
function winningRoll(game: RecordedGame, step: Step): GameEvent | undefined {
  const [play, roll, end] = game.events.slice(step.begin, step.begin + 3);
  return play?.verb === "play" && ["6d", "6h"].every((six) => play.words.includes(six)) && roll?.verb === "roll" && end?.verb === "place" ? roll : undefined;
}

/** The roll whose cards killed a seat, as it could not pick them up. Undefined if it could not play, or another reason killed it. */
function fatalRoll(game: RecordedGame, seat: number): GameEvent | undefined {
  let at = game.events.findIndex((event) => event.verb === "killed" && event.seat === seat) - 1;
  let nopes = 0;
  for (let event = game.events[at]; event && (["nope", "pass", "reshuffle"].includes(event.verb) || (event.verb === "draw" && event.seat === seat)); event = game.events[(at -= 1)]) nopes += event.verb === "nope" ? 1 : 0;
  const [cause, roll] = [game.events[at - 1], game.events[at]];
  const isFor = roll?.seat === seat || (cause?.verb === "burden" && Number(cause.words[0]) === seat);
  return roll?.verb === "roll" && isFor && nopes % 2 === 0 ? roll : undefined;
}

/** The steps at which seats went out, in their order, or the decision that ended the game before the winner was out. */
function Outs({ report, game, steps, curve, route }: Terms) {
  const outs = (curve.outs ?? []).flatMap((place, seat) => (place === undefined ? [] : [{ seat, place }])).sort((a, b) => a.place - b.place);
  const last = steps[steps.length - 2];
  const isDecided = winnersOf(game).every((seat) => curve.outs?.[seat] !== undefined) || game.data.places.length - outs.length === 1;
  const told = kindOf(game) === "chez" && !isDecided && last?.kind === "decision" ? game.events[last.begin] : undefined;
  if (outs.length === 0 && !told) return null;
  const rolled = told && last && winningRoll(game, last);
  const cards = (seat: number) => counted(curve.values[steps.length - 3]?.[seat] ?? 0, "card");
  const others = game.data.places.map((_, seat) => seat).filter((seat) => seat !== rolled?.seat && curve.outs?.[seat] === undefined);
  return (
    <p class="turning">
      {outs.map(({ seat, place }, at) => {
        const name = steps[place]?.kind === "result" ? "the end" : `step ${steps[place]?.name}`;
        const isKilled = curve.values[place]?.[seat] === undefined;
        const roll = isKilled ? fatalRoll(game, seat) : undefined;
        return (
          <span key={seat} data-out={`${seat} ${steps[place]?.name}`}>
            {at > 0 && ", "}
            <bdi>{game.nameOf(seat)}</bdi> {isKilled ? "was killed" : hasBet(game, seat) ? "laid all cards as the betting man" : "was out of cards"} at <a href={linkTo({ ...route, step: steps[place]?.name })}>{name}</a>
            {roll && <span data-fatal={seat}> (<bdi>{game.nameOf(roll.seat)}</bdi> rolled {dice(roll.words)}, more cards than it could pick up)</span>}
          </span>
        );
      })}
      {told && (
        <span data-ended={last?.name}>
          {outs.length > 0 && ". "}The game ended at <a href={linkTo({ ...route, step: last?.name })}>step {last?.name}</a>: <bdi>{game.nameOf(told.seat)}</bdi> <Sentence report={report} game={game} verb={told.verb} words={told.words} />
          {rolled && <span data-rolled={rolled.words.join(" ")}>. With both red sixes it rolled a {rolled.words[2]}, by a chance of 1 in {rolled.words[1]}, and won alone; before, it held {cards(rolled.seat)}, {others.map((seat, at) => <span key={seat}>{at > 0 && ", "}<bdi>{game.nameOf(seat)}</bdi> {cards(seat)}</span>)}</span>}
        </span>
      )}
      .
    </p>
  );
}

/** The cards of Tennis that nobody won by the end of a round, which leave the game, in those rounds that had any. */
function Removed({ game }: Terms) {
  const rounds = game.events.flatMap(({ verb, words }, place) => (verb === "remove" ? [{ cards: Number(words[0]), round: game.events.slice(0, place).filter((one) => one.verb === "round").length }] : []));
  const all = rounds.reduce((sum, { cards }) => sum + cards, 0);
  if (all === 0) return null;
  return (
    <p class="turning" data-removed={all}>
      {counted(all, "card")} left the game, as nobody won the last tricks of {rounds.length === 1 ? "round" : "rounds"} {rounds.map(({ round, cards }) => `${round} (${cards})`).join(", ")}.
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
      The bids that differ most between <bdi>{game.nameOf(first)}</bdi> and <bdi>{game.nameOf(next)}</bdi>: {bids.map(([bid, ours, theirs]) => `${bid} ${ours} to ${theirs}`).join(", ")} points.
    </p>
  );
}

/** The hands of Snark that no seat ended by running out of cards. */
function Unended({ game }: Terms) {
  return (
    <>
      {[...snarkHandsOf(game)].filter(([, { held }]) => !held.includes(0)).map(([hand, { tricks }]) => (
        <p key={hand} class="turning" data-unended={hand}>Nobody ran out in hand {hand}: the limit of {grouped(tricks)} tricks ended it.</p>
      ))}
    </>
  );
}

/** The costliest mistake of each seat that the viewer may know, by the analysis. */
function WorstMistakes({ report, game, route, viewer }: Terms) {
  if (game.worths.size === 0)
    return game.data.forfeited.length > 0 ? null : <p class="turning quiet" data-analysed="0">This game was not analysed, so it is unknown whether other actions were better.</p>;
  const known = [...game.worths].filter(([decision]) => viewer === EVERYBODY || viewer === game.deciders[decision]);
  if (known.length > 0 && known.every(([, { best }]) => best === undefined))
    return <p class="turning" data-analysed={known.length}>No other action was surely better in {counted(known.length, "analysed decision")}.</p>;
  const worst = new Map<number, { decision: number; cost: number; taken: string; better: string }>();
  for (const [decision, { best, cost }] of known) {
    const seat = game.deciders[decision] ?? 0;
    if (best === undefined || !game.worstMistakes.has(decision) || cost <= (worst.get(seat)?.cost ?? 0)) continue;
    worst.set(seat, { decision, cost, taken: game.takenAt(decision), better: game.legal[decision]?.[best] ?? "" });
  }
  const rows = [...worst].sort(([, a], [, b]) => b.cost - a.cost);
  if (rows.length === 0) return null;
  return (
    <p class="turning">
      Costliest decision of each bot, by the analysis:{" "}
      {rows.map(([seat, { decision, cost, taken, better }], place) => (
        <span key={seat} data-worst={`${seat} ${decision} ${taken} ${better}`}>
          {place > 0 && "; "}
          <bdi>{game.nameOf(seat)}</bdi> <Action report={report} game={game} text={taken} /> at <a href={linkTo({ ...route, step: String(decision + 1) })}>step {decision + 1}</a> (better by {fixed(cost, 1)} points: <Action report={report} game={game} text={better} />)
        </span>
      ))}
      .
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
      .
    </p>
  );
}

function Result({ game }: Terms) {
  const { places, scores, forfeited } = game.data;
  const order = seatsByPlace(places);
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
          {terms.curve.unit && <TurningPoint {...terms} />}
          {terms.curve.outs && <Outs {...terms} />}
          <Removed {...terms} />
          <Bids {...terms} />
          <Bombs {...terms} />
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
