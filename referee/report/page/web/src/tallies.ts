// The parts of each seat's score, counted from the events and the points of the program.
import type { RecordedGame } from "./game";
import { fifthWorth, SUIT_NAMES } from "./scores";
import { fixed, signed } from "./text";

export const kindOf = (game: RecordedGame): string => /^game (\S+)/.exec(game.data.line)?.[1] ?? "";

/** A captured card. `ofRank`: how many of its rank the seat then has in this hand. */
interface Captured {
  place: number;
  seat: number;
  rank: string;
  ofRank: number;
  isNewSuit: boolean;
}

/** The captured cards of all hands, without those of the dummy, which do not count, and without the joker, which has no rank. */
export function capturesOf(game: RecordedGame): Captured[] {
  const taken = new Map<string, number>();
  const next = (key: string) => taken.set(key, (taken.get(key) ?? 0) + 1).get(key) ?? 0;
  return game.events.flatMap(({ verb, seat, words }, place) => {
    if (verb === "hand") taken.clear();
    if (verb !== "capture" || !game.data.bots[seat]) return [];
    return words.filter((card) => card !== "Jo").map(([rank = "", suit]) => ({ place, seat, rank, ofRank: next(rank + seat), isNewSuit: next(`${suit}${seat}`) === 1 }));
  });
}

/** A hand of Snark: how many tricks it had, and how many cards each seat held at its end. */
export interface SnarkHand {
  tricks: number;
  held: number[];
}

/** The hands of a game of Snark by their numbers. None of another game. */
export function snarkHandsOf(game: RecordedGame): Map<number, SnarkHand> {
  const hands = new Map<number, SnarkHand>();
  if (kindOf(game) !== "snark") return hands;
  let now: SnarkHand = { tricks: 0, held: [] };
  for (const { verb, seat, words } of game.events) {
    if (verb === "hand") hands.set(Number(words[0]), (now = { tricks: 0, held: game.data.bots.map(() => 0) }));
    if (verb === "play") now.tricks += 1 / now.held.length;
    now.held[seat] = (now.held[seat] ?? 0) + (verb === "play" ? -1 : ["deal", "gather"].includes(verb) ? words.length : 0);
  }
  for (const hand of hands.values()) hand.tricks = Math.round(hand.tricks);
  return hands;
}

/** Cards that a seat of Chez picks up at once. */
export interface PickUp {
  seat: number;
  count: number;
  /** The event of the last of them. */
  place: number;
  /** The seat whose joker or own six demands it, if it does. */
  by?: number;
  /** Whether nothing demands it: the seat had no card to play. */
  isStuck: boolean;
}

export function pickUpsOf(game: RecordedGame): PickUp[] {
  const all: PickUp[] = [];
  /** What a joker, a six, a roll or a swap demands of one seat, or of any, until another event shows that it is over. `cards`: by the dice. */
  let demand: { by?: number; to?: number; cards?: number; nopes: number } | undefined;
  let open: PickUp | undefined;
  game.events.forEach(({ verb, seat, words }, place) => {
    if (verb === "draw") {
      if (open?.seat !== seat || (open.by !== undefined && open.count === demand?.cards)) {
        if (open?.by !== undefined) demand = undefined;
        const isDue = demand !== undefined && (demand.to ?? seat) === seat && demand.nopes % 2 === 0;
        all.push((open = { seat, count: 0, place, by: isDue ? demand?.by : undefined, isStuck: !isDue }));
      }
      Object.assign(open, { count: open.count + 1, place });
      return;
    }
    if (verb === "reshuffle") return;
    open = undefined;
    if (verb === "seize") all.push({ seat, count: words.length, place, isStuck: false });
    if (verb === "burden") demand = { by: seat, to: Number(words[0]), nopes: 0 };
    else if (verb === "play" && words[0]?.startsWith("6")) demand = { by: seat, to: seat, nopes: 0 };
    else if (verb === "offer") demand = { nopes: 0 };
    else if (verb === "roll") demand = demand?.by !== undefined && demand.cards === undefined ? { ...demand, cards: Number(words[2]) } : { to: seat, nopes: 0 };
    else if (verb === "nope" && demand) demand.nopes += 1;
    else if (verb !== "pass") demand = undefined;
  });
  return all;
}

/** The suits that a bid counts; none for a bid that counts all cards. */
export function suitsOfBid(bid: string): number[] {
  if (bid === "black") return [0, 3];
  if (bid === "red") return [1, 2];
  return SUIT_NAMES.flatMap((name, suit) => (name === bid ? [suit] : []));
}

/** The bids of a hand, by seat. */
export function bidsOf(game: RecordedGame, hand: number): Map<number, string> {
  const begin = game.events.findIndex(({ verb, words }) => verb === "hand" && words[0] === String(hand));
  const end = game.events.findIndex(({ verb }, place) => verb === "hand" && place > begin);
  const bids = game.events.slice(Math.max(0, begin), end < 0 ? undefined : end).filter(({ verb }) => verb.startsWith("bid"));
  return new Map(bids.map(({ seat, verb, words: [word = ""] }) => [seat, verb === "bid" ? word : (SUIT_NAMES["cdhs".indexOf(word[1] ?? "")] ?? "")]));
}

/** A column of figures, a text for each seat. */
export interface Tally {
  title: string;
  texts: string[];
}

const SIGNS = ["♣", "♦", "♥", "♠"];

/** A part of the points as a column: all suits are one, and all bids. */
function columnOf(what: string, isOneHand: boolean): string {
  if (SUIT_NAMES.includes(what)) return "suits won";
  if (what.startsWith("bid ")) return isOneHand ? "bid" : "bids";
  return what.replace("cards in suits that others won", "cards lost");
}

/** The parts of the points, in one hand with the suits and the bid. Of a game for chips those of the chips. */
function pointsTallies(game: RecordedGame): Tally[] {
  const unit = game.points.some((row) => row.unit === "chips") ? "chips" : "points";
  const rows = game.points.filter((row) => row.unit === unit);
  const isOneHand = new Set(rows.map(({ hand }) => hand)).size === 1;
  const parts = rows.flatMap((row) => row.parts.map(([what, points]) => ({ seat: row.seat, what, points, column: columnOf(what, isOneHand) })));
  const sum = (of: typeof parts) => of.reduce((all, { points }) => all + points, 0);
  const titles = [...new Set(parts.map(({ column }) => column))].sort((a, b) => sum(parts.filter(({ column }) => column === b)) - sum(parts.filter(({ column }) => column === a)));
  return titles.map((title) => ({
    title,
    texts: game.data.bots.map((_, seat) => {
      const own = parts.filter((part) => part.seat === seat && part.column === title);
      const sign = ({ what, points }: (typeof parts)[number]) => (SIGNS[SUIT_NAMES.indexOf(what)] ?? "") + (SUIT_NAMES.includes(what) && points === fifthWorth(game) ? " (fifth suit)" : "");
      const names = isOneHand ? own.map((part) => (part.what.startsWith("bid ") ? part.what.slice(4) : sign(part))) : [];
      return own.length === 0 ? "" : [...names, signed(sum(own), 0)].filter(Boolean).join(" ");
    }),
  }));
}

/** The columns that tell of what the score of each seat is made. In Tennis and Chez, whose score is a place: its cards. */
export function talliesOf(game: RecordedGame): Tally[] {
  const counted = (wanted: string[], amount: (words: string[]) => number) =>
    game.data.bots.map((_, seat) => fixed(game.events.reduce((sum, one) => (wanted.includes(one.verb) && one.seat === seat ? sum + amount(one.words) : sum), 0), 0));
  switch (kindOf(game)) {
    case "tennis":
      return [
        { title: "tricks taken", texts: counted(["trick"], () => 1) },
        { title: "cards taken", texts: counted(["trick"], ([cards]) => Number(cards)) },
        { title: "cards played", texts: counted(["play"], () => 1) },
      ];
    case "chez": {
      const pickUps = pickUpsOf(game);
      const summed = (amount: (one: PickUp) => number) => game.data.bots.map((_, seat) => fixed(pickUps.reduce((sum, one) => (one.seat === seat ? sum + amount(one) : sum), 0), 0));
      return [
        { title: "cards played", texts: counted(["play", "pair", "castle", "revolution", "extend", "nope", "lay"], (words) => words.length) },
        { title: "picked up", texts: summed(({ count }) => count) },
        { title: "unable to play", texts: summed(({ isStuck }) => Number(isStuck)) },
      ];
    }
    case "snark": {
      const hands = [...snarkHandsOf(game).values()];
      const held = (seat: number) => hands.map((hand) => hand.held[seat] ?? 0);
      return [
        { title: "ran out", texts: game.data.bots.map((_, seat) => held(seat).filter((cards) => cards === 0).map(() => "+10").join(" ")) },
        { title: "cards held", texts: game.data.bots.map((_, seat) => held(seat).filter((cards) => cards > 0).map((cards) => `+${cards}`).join(" ")) },
      ];
    }
    default:
      return pointsTallies(game);
  }
}

/** The points of each bid of Organised Chaos, which every seat makes once, for two seats: those that differ most. */
export function bidsApart(game: RecordedGame, one: number, other: number): [string, number, number][] {
  const made = (seat: number, bid: string) => game.points.reduce((sum, row) => (row.seat === seat ? row.parts.reduce((all, [what, points]) => (what === bid ? all + points : all), sum) : sum), 0);
  const bids = [...new Set(game.points.flatMap(({ parts }) => parts.map(([what]) => what)))].filter((what) => what.startsWith("bid "));
  return bids
    .map((bid): [string, number, number] => [bid.slice(4), made(one, bid), made(other, bid)])
    .filter(([, ours, theirs]) => ours !== theirs)
    .sort((a, b) => Math.abs(b[1] - b[2]) - Math.abs(a[1] - a[2]))
    .slice(0, 3);
}
