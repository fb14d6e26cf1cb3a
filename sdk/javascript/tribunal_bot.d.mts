/** Types of the JavaScript kit; tribunal_bot.mjs explains each member. */

export const JACK: 11;
export const QUEEN: 12;
export const KING: 13;
export const ACE: 14;

export const Suit: { readonly CLUBS: 0; readonly DIAMONDS: 1; readonly HEARTS: 2; readonly SPADES: 3; readonly NONE: 4 };
export type Suit = 0 | 1 | 2 | 3 | 4;
export const SUITS: readonly Suit[];
export const SUIT_NAMES: readonly string[];

export class Card {
  private constructor();
  /** 2 .. 10, jack 11, queen 12, king 13, ace 14; joker 15; unknown 0. */
  readonly rank: number;
  readonly suit: Suit;
  readonly text: string;
  readonly known: boolean;
  static parse(text: string): Card;
  toString(): string;
}
export const UNKNOWN: Card;

export class Action {
  constructor(text: string);
  readonly text: string;
  readonly verb: string;
  readonly arguments: string;
  readonly card: Card;
  readonly cards: Card[];
  readonly seat: number;
  number(index?: number, otherwise?: number): number;
  toString(): string;
}

export class Decision {
  constructor(action: Action | string, comment?: string);
  action: Action | string;
  comment: string;
}

export class Seat {
  hand: Card[];
  melds: Card[][];
  aces: Card[];
  points: number;
  score: number;
  open: Card[];
  taken: Card[];
  pile: number;
  bid: string;
  chips: number;
  out: boolean;
  meld(suit: Suit): Card[];
}

export interface Play {
  seat: number;
  card: Card;
}

export const PlayedTo: { readonly MELDS: 0; readonly TRICK: 1; readonly PILE: 2 };
export type PlayedTo = 0 | 1 | 2;

export class View {
  game: string;
  options: Map<string, string>;
  me: number;
  players: number;
  seats: Seat[];
  playedTo: PlayedTo;
  handNumber: number;
  dealer: number;
  discards: Card[];
  trick: Play[];
  turned: Card[];
  aside: Card[];
  pot: number;
  stockSize: number;
  legal: Action[];
  milliseconds: number;
  scores: number[];
  places: number[];
  readonly mine: Seat;
  readonly hand: Card[];
  readonly mob: number;
  readonly packs: number;
  readonly acesShown: number;
  readonly acesLeft: number;
  readonly unseen: Card[];
  seat(number: number): Seat;
  option(name: string, otherwise?: string): string;
  isOn(name: string): boolean;
  number(name: string, otherwise?: number): number;
  fits(seatNumber: number, card: Card): boolean;
  winner(suit: Suit): number;
  winning(suit: Suit): boolean;
  beats(a: Card[], b: Card[]): boolean;
}

export interface Event {
  verb: string;
  seat: number;
  arguments: string[];
}

export interface Hooks {
  gameStart?(view: View): void;
  event?(view: View, event: Event): void;
  gameEnd?(view: View): void;
}

export type Decide = (view: View) => Action | string | Decision;

export function run(name: string, version: string, decide: Decide, hooks?: Hooks): Promise<void>;
export function describe(view: View): string;

export class Conversation {
  constructor(name: string, version: string, decide: Decide, hooks: Hooks, say: (text: string) => void);
  view: View;
  hear(line: string): boolean;
}
