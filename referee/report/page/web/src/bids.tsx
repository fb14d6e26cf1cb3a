// The bids of the hand that decided a game, with the cards that they brought, and the bomb.
import { Sentence } from "./choices";
import type { RecordedGame } from "./game";
import { linkTo } from "./route";
import type { Step } from "./steps";
import { bidsOf, suitsOfBid } from "./tallies";
import { counted, signed } from "./text";
import { isByHand, lastChange, Names, type Terms, winnersOf } from "./turning";

/** A bid in a hand, and what the seat took. */
interface Taken {
  seat: number;
  bid: string;
  cards: number;
  /** How many of them are of the suits that the bid counts. Undefined for a bid that counts all. */
  counted?: number;
  /** The last trick of which the seat took a card; undefined if it is the last of the hand. */
  last?: number;
  points: number;
}

/** The bids of a hand with what they brought, by seat. */
function takenIn(game: RecordedGame, steps: Step[], hand: number): Taken[] {
  const tricks = steps.filter((step) => step.hand === hand && step.trick !== undefined);
  const most = Math.max(0, ...tricks.map(({ trick }) => trick ?? 0));
  return [...bidsOf(game, hand)].sort(([a], [b]) => a - b).map(([seat, bid]) => {
    const suits = suitsOfBid(bid).map((suit) => "cdhs"[suit]);
    const captures = tricks.flatMap(({ begin, end, trick }) => game.events.slice(begin, end).filter((event) => event.verb === "capture" && event.seat === seat).map(({ words }) => ({ words, trick })));
    const cards = captures.flatMap(({ words }) => words);
    const last = captures[captures.length - 1]?.trick ?? 0;
    return {
      seat,
      bid,
      cards: cards.length,
      counted: suits.length > 0 ? cards.filter((card) => suits.includes(card[1])).length : undefined,
      last: last < most ? last : undefined,
      points: game.points.find((row) => row.hand === hand && row.seat === seat)?.points ?? 0,
    };
  });
}

/** The seats that had but one bid left in a hand, by the choices that the program wrote. */
function forcedIn(game: RecordedGame, hand: number): Set<number> {
  const begin = game.events.findIndex(({ verb, words }) => verb === "hand" && words[0] === String(hand));
  const end = game.events.findIndex(({ verb }, place) => verb === "hand" && place > begin);
  const bids = game.events.slice(Math.max(0, begin), end < 0 ? undefined : end).filter(({ verb, decision }) => verb === "bid" && decision !== undefined);
  return new Set(bids.filter(({ decision }) => game.legal[decision ?? -1]?.length === 1).map(({ seat }) => seat));
}

/** Whether a bid can only fall, by the figures of the hand: few cards then count. */
const isFalling = ({ curve, steps }: Terms, hand: number, seat: number) => steps.some((step, place) => step.hand === hand && curve.falling?.[place]?.[seat]);

function Told({ terms, hand, one, isForced }: { terms: Terms; hand: number; one: Taken; isForced: boolean }) {
  const { seat, bid, cards, last, points } = one;
  const suits = bid === "black" || bid === "red" ? bid : one.counted === 1 ? bid.replace(/s$/, "") : bid;
  return (
    <span data-story={[hand, seat, bid, cards, one.counted ?? "", last ?? "", points].join("|")}>
      <bdi>{terms.game.nameOf(seat)}</bdi> {isForced ? `had only ${bid} left` : `bid ${bid}`} and took {counted(cards, "card")}
      {one.counted !== undefined && `, ${one.counted} of them ${suits}`}
      {isFalling(terms, hand, seat) && last !== undefined && `, none after trick ${last}`}: {signed(points, 0)}
    </span>
  );
}

/** The bids of the hand that decided: those of the winners, and of the others the next, or all that had no choice. */
export function Bids(terms: Terms) {
  const { game, steps, route } = terms;
  const { places } = game.data;
  const byHand = isByHand(terms);
  const change = lastChange(terms);
  const hand = byHand ? steps[change?.ahead.end ?? -1]?.hand : 1;
  const all = hand === undefined ? [] : takenIn(game, steps, hand);
  if (hand === undefined || all.length < places.length) return null;
  const winners = winnersOf(game);
  const forced = forcedIn(game, hand);
  const next = Math.min(...places.filter((place) => place > 1));
  const isTold = ({ seat }: Taken) => winners.includes(seat) || forced.has(seat) || places[seat] === next;
  const order = all.filter(isTold).sort((a, b) => (places[a.seat] ?? 0) - (places[b.seat] ?? 0));
  const [firsts, others] = [order.filter(({ seat }) => !forced.has(seat) || winners.includes(seat)), order.filter(({ seat }) => forced.has(seat) && !winners.includes(seat))];
  const bids = [...new Set(others.map(({ bid }) => bid))];
  return (
    <p class="turning">
      {byHand && <>In <a href={linkTo({ ...route, step: hand === 1 ? "0" : `hand${hand}` })}>hand {hand}</a> </>}
      {firsts.map((one, place) => (
        <span key={one.seat}>
          {place > 0 && "; "}
          <Told terms={terms} hand={hand} one={one} isForced={forced.has(one.seat)} />
        </span>
      ))}
      {others.length > 0 && (
        <span data-forced={others.map(({ seat }) => seat).join(" ")}>
          . <Names game={game} seats={others.map(({ seat }) => seat)} /> had only {bids.length === 1 ? bids[0] : `one bid (${others.map(({ bid }) => bid).join(", ")})`} left
        </span>
      )}
      .
    </p>
  );
}

/** Who played the bomb, in which trick, and who took cards of it with the ranks reversed. */
export function Bombs({ report, game, steps, route }: Terms) {
  return (
    <>
      {steps.map((step) => {
        const [bomb, ...events] = game.events.slice(step.begin, step.end).filter((_, at, all) => at >= all.findIndex(({ verb }) => verb === "bomb"));
        if (bomb?.verb !== "bomb") return null;
        return (
          <p key={step.name} class="turning" data-bomb={`${bomb.seat} ${step.trick}`}>
            <bdi>{game.nameOf(bomb.seat)}</bdi> played the bomb in <a href={linkTo({ ...route, step: step.name })}>trick {step.trick}</a>, which reversed the ranks
            {events.filter(({ verb }) => verb === "capture").map(({ seat, verb, words }, at) => (
              <span key={at}>
                {at === 0 ? ": " : "; "}
                <bdi>{game.nameOf(seat)}</bdi> <Sentence report={report} game={game} verb={verb} words={words} />
              </span>
            ))}
            .
          </p>
        );
      })}
    </>
  );
}
