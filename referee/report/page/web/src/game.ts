// A recorded game, step by step: the lines that everybody or one seat saw, and the table after them, computed
// by the kit for bots.
import { Conversation, View } from "../../../../../sdk/javascript/tribunal_bot.mjs";
import type { ReplayData } from "./data";
import { HAND_BEGINS, type Step, stepsOf, TRICK_ENDS } from "./steps";
import { counted } from "./text";

export interface GameEvent {
  verb: string;
  seat: number;
  words: string[];
  /** Number of the decision. Undefined if the event is not a decision. */
  decision?: number;
  /** Bit s is set if seat s sees its cards. */
  sees: number;
  /** Whether the seats that do not see its cards do not receive it at all. */
  unnoticed: boolean;
  /** The reason of a capture, as a clause of the program. */
  reason?: string;
}

export interface Fault {
  kind: string;
  seat: number;
  decision: number;
  us: number;
  got: string;
}

export interface Comment {
  seat: number;
  decision: number;
  text: string;
}

/** The value of a decision, from playouts after each of its actions. */
export interface Worth {
  /**
   * Index of the best action among the legal ones. Undefined if none is certainly better than the taken one.
   */
  best?: number;
  cost: number;
  error: number;
  /** The expected score after each legal action. */
  scores: number[];
  reason: string;
  /** For each seat, its expected score after the taken action, and the standard error. */
  expected: [number, number][];
}

/** The points of a seat in a hand, and their parts. */
export interface SeatPoints {
  event: number;
  hand: number;
  seat: number;
  unit: string;
  points: number;
  total: number;
  parts: [string, number][];
}

export const EVERYBODY = -1;

const MOST_MARKED = 3;

const ORDINALS = ["1st", "2nd", "3rd", "4th", "5th", "6th"];

const CARD = /^([2-9TJQKA][cdhs]|Jo)$/;

export const isCard = (word: string): boolean => CARD.test(word);

function readEvent(line: string): GameEvent {
  const [told = "", reason] = line.split("#");
  const [text = "", sight] = told.split("|");
  const [verb = "", seat = "0", ...words] = text.replace("=", "").split(" ");
  const unnoticed = sight?.endsWith("!") ?? false;
  return { verb, seat: Number(seat), words, sees: sight ? parseInt(sight, 16) : ~0, unnoticed, reason };
}

function readEvents(text: string): GameEvent[] {
  let decisions = 0;
  return text.split("\n").map((line) => (line.startsWith("=") ? { ...readEvent(line), decision: decisions++ } : readEvent(line)));
}

/** Reads actions: `play:Kh;Qd pass` stands for `play:Kh play:Qd pass`. */
function readActions(text: string): string[] {
  return text
    .split(" ")
    .filter((group) => group !== "")
    .flatMap((group) => {
      const [first = "", ...others] = group.split(";");
      const verb = first.slice(0, first.indexOf(":") + 1);
      return [first, ...others.map((other) => verb + other)];
    });
}

export class RecordedGame {
  readonly events: GameEvent[];
  readonly legal: string[][];
  /** Time of each decision in microseconds. Undefined if the referee decided. */
  readonly us: (number | undefined)[];
  readonly faults: Fault[];
  readonly comments: Comment[];
  /** The seat of each decision. */
  readonly deciders: number[];
  readonly points: SeatPoints[];
  /** Values by the number of the decision. */
  readonly worths: Map<number, Worth>;
  /** The most that an action of an analysed decision loses against the best. */
  readonly largestLoss: number;
  /** The decisions that the curve marks: of each seat the three that cost most, by more than two standard errors. */
  readonly worstMistakes: ReadonlySet<number>;

  constructor(readonly data: ReplayData) {
    this.events = readEvents(data.events);
    this.points = data.points.map(([event, hand, seat, unit, points, total, parts]) => ({ event, hand, seat, unit, points, total, parts }));
    this.legal = data.legal.split("\n").map(readActions);
    this.us = data.us.split(",").map((text) => (text === "" ? undefined : Number(text)));
    this.faults = data.faults.map(([kind, seat, decision, us, got]) => ({ kind, seat, decision, us, got }));
    this.comments = data.comments.map(([seat, decision, text]) => ({ seat, decision, text }));
    this.worths = new Map((data.analysis ?? []).map(([decision, best, cost, error, scores, reason, expected]) => [decision, { best: best < 0 ? undefined : best, cost, error, scores, reason, expected }]));
    this.deciders = this.events.filter((event) => event.decision !== undefined).map((event) => event.seat);
    this.largestLoss = Math.max(0, ...[...this.worths.values()].map(({ scores }) => Math.max(...scores) - Math.min(...scores)));
    const mistakes = [...this.worths].filter(([, { best, cost, error }]) => best !== undefined && cost > 2 * error).sort(([, a], [, b]) => b.cost - a.cost);
    this.worstMistakes = new Set(data.bots.flatMap((_, seat) => mistakes.filter(([decision]) => this.deciders[decision] === seat).slice(0, MOST_MARKED)).map(([decision]) => decision));
  }

  get number(): number {
    return this.data.game;
  }

  /** The seat whose view this is. `EVERYBODY` if it is the whole game. */
  get onlySeat(): number {
    return this.data.seat ?? EVERYBODY;
  }

  nameOf(seat: number): string {
    return this.data.bots[seat]?.[0] ?? "the referee";
  }

  /** The facts about the table before a decision. None after the last one. */
  factsBefore(decision?: number): [string, string][] {
    if (decision === undefined) return [];
    return [...(this.data.facts ?? [])].reverse().find(([first]) => first <= decision)?.[1] ?? [];
  }

  /** The steps as a viewer sees them: for everybody, decisions of the same time are one step. */
  stepsFor(viewer: number): Step[] {
    return stepsOf(this.events, this.data.together ?? [], viewer === EVERYBODY);
  }

  /** The line of an event that `viewer` receives. Undefined if it receives none. */
  lineOf(event: GameEvent, viewer: number): string | undefined {
    return lineFor(event, viewer);
  }

  /** The faults of a step, before its decisions. Faults at the start of the game belong to the deal. */
  faultsAt(step: Step): Fault[] {
    if (step.kind !== "decision") return step.begin === 0 ? this.faults.filter((fault) => fault.kind === "start") : [];
    return this.faults.filter((fault) => fault.kind !== "start" && step.decisions.includes(fault.decision));
  }

  commentsAt(step: Step): Comment[] {
    const decisions = step.kind === "result" ? [this.deciders.length] : step.decisions;
    return this.comments.filter((comment) => decisions.includes(comment.decision));
  }

  /** The action that was taken at a decision: `play:Kh`. */
  takenAt(decision: number): string {
    const event = this.events.find((one) => one.decision === decision);
    return event ? [event.verb, event.words.join(",")].filter(Boolean).join(":") : "";
  }

  /** The seats whose decision at this step certainly cost something. */
  mistakesAt(step: Step): number[] {
    return step.decisions.filter((decision) => this.worths.get(decision)?.best !== undefined).map((decision) => this.deciders[decision] ?? 0);
  }

  /**
   * The first event that `seat` heard otherwise in `other`, and its own line there if it decided in both games.
   * Undefined if it heard the same.
   */
  firstDifference(other: RecordedGame, seat: number): { event: number; line: string } | undefined {
    const heard = (game: RecordedGame) =>
      game.events.flatMap((event, place) => {
        const line = lineFor(event, seat);
        return line === undefined ? [] : [{ event, place, line }];
      });
    const there = heard(other);
    for (const [at, { event, place, line }] of heard(this).entries()) {
      const match = there[at];
      if (match?.line === line) continue;
      const decide = [event, match?.event].every((one) => one?.decision !== undefined && one.seat === seat);
      return { event: place, line: decide ? (match?.line ?? "") : "" };
    }
    return undefined;
  }
}

function lineFor(event: GameEvent, viewer: number): string | undefined {
  const open = viewer === EVERYBODY || (event.sees & (1 << viewer)) !== 0;
  if (!open && event.unnoticed) return undefined;
  const words = open ? event.words : event.words.map((word) => (CARD.test(word) ? "??" : word));
  return [event.verb, event.seat, ...words].join(" ");
}

/** A card in a trick, and the seat that takes it when the trick is over. */
export interface Play {
  seat: number;
  card: string;
  taker?: number;
}

/** The table of a game for one viewer. It moves forward event by event, and back by starting again. */
export class Table {
  #conversation = new Conversation("", "", () => "", {}, () => {});
  #heard = 0;
  /** The cards of the tricks that nobody won, each trick in the order of its seats. */
  aside: string[] = [];
  #trick: Play[] = [];
  /** The last trick, which stays on the table until the next card. Undefined before the first one ends. */
  ended?: Play[];
  hasStock = false;
  hasPiles = false;
  hasPot = false;
  /** What became of the seats that are out. */
  left = new Map<number, string>();

  constructor(
    readonly game: RecordedGame,
    readonly viewer: number,
  ) {
    this.#start();
  }

  get view(): View {
    return this.#conversation.view;
  }

  /** Moves the table to the state after this number of events. */
  goTo(events: number): this {
    if (events < this.#heard) this.#start();
    for (; this.#heard < events; this.#heard += 1) this.#hear(this.game.events[this.#heard]);
    return this;
  }

  #start() {
    const you = Math.max(this.viewer, 0);
    this.#conversation.hear(this.game.data.line.replace(/ you=\d+/, ` you=${you}`));
    this.#heard = 0;
    this.aside = [];
    this.#trick = [];
    this.ended = undefined;
    this.hasStock = this.view.stockSize > 0;
    this.hasPiles = this.view.mine.pile > 0;
    this.hasPot = false;
    this.left.clear();
  }

  #hear(event?: GameEvent) {
    const line = event && lineFor(event, this.viewer);
    if (event && (event.decision !== undefined || HAND_BEGINS.includes(event.verb))) this.ended = undefined;
    if (line === undefined) return;
    this.#conversation.hear(line);
    if (event) this.#leave(event);
    if (event && TRICK_ENDS.includes(event.verb)) this.#end(event);
    this.hasPot ||= this.view.pot !== 0;
    if (this.view.aside.length === 0) this.aside = [];
    if (this.view.aside.length > this.aside.length) {
      this.aside.push(...[...this.#trick].sort((a, b) => a.seat - b.seat).map((play) => play.card));
    }
    if (this.view.trick.length >= this.#trick.length) this.#trick = this.#played();
    else if (this.view.trick.length === 0) this.#trick = [];
  }

  /** Notes how a seat left the game or the hand. */
  #leave({ verb, seat, words }: GameEvent) {
    const { hand, open, pile } = this.view.seat(seat);
    const cards = hand.length + open.length + pile;
    if (HAND_BEGINS.includes(verb)) for (const [one, how] of this.left) if (how === "folded") this.left.delete(one);
    const first = [...this.left.values()].filter((how) => how.endsWith("out")).length;
    if (verb === "fold") this.left.set(seat, "folded");
    else if (verb === "killed") this.left.set(seat, "killed");
    else if (verb === "lose") this.left.set(seat, "lost with the betting man");
    else if (verb === "finish") this.left.set(seat, cards === 0 ? `${ORDINALS[first] ?? "later"} out` : `still has ${counted(cards, "card")}`);
    else if (verb === "place" && !this.left.has(seat)) this.left.set(seat, cards === 0 ? `place ${words[0]}` : words[0] === "1" && this.view.playedTo === 2 ? `won with ${counted(cards, "card")} left` : `still has ${counted(cards, "card")}`);
  }

  /** The winners of the suits by the current melds; -1 for a suit without one. */
  winners(): number[] {
    return ([0, 1, 2, 3] as const).map((suit) => this.view.winner(suit));
  }

  /** The cards in each place that all see or a seat holds, by the name of the place. */
  places(): Map<string, string[]> {
    const texts = (cards: readonly { text: string }[]) => cards.map((card) => card.text);
    const { view } = this;
    const places = new Map([["discards", texts(view.discards)], ["turned", texts(view.turned)]]);
    view.seats.forEach((seat, number) => {
      places.set(`hand ${number}`, texts(seat.hand));
      places.set(`melds ${number}`, texts(seat.melds.flat()));
      places.set(`open ${number}`, texts(seat.open));
      places.set(`aces ${number}`, texts(seat.aces));
      places.set(`trick ${number}`, texts(view.trick.filter((play) => play.seat === number).map((play) => play.card)));
    });
    return places;
  }

  #played = (): Play[] => this.view.trick.map(({ seat, card }) => ({ seat, card: card.text }));

  /** Stores the finished trick, and which seat takes which of its cards. */
  #end({ verb, seat, words }: GameEvent) {
    this.ended ??= this.#trick.map((play) => ({ ...play }));
    if (verb === "trick") for (const play of this.ended) play.taker = seat;
    if (verb !== "capture" && verb !== "gather") return;
    for (const card of words) {
      const play = this.ended.find((one) => one.card === card && one.taker === undefined);
      if (play) play.taker = seat;
    }
  }
}

/** The cards that are in a place of `after` and were not there `before`. */
export function cameTo(before: Map<string, string[]>, after: Map<string, string[]>): Map<string, ReadonlySet<string>> {
  const isNew = (place: string, card: string, cards: string[]) => count(cards, card) > count(before.get(place) ?? [], card);
  const count = (cards: string[], wanted: string) => cards.filter((card) => card === wanted).length;
  return new Map([...after].map(([place, cards]) => [place, new Set(cards.filter((card) => card !== "??" && isNew(place, card, cards)))]));
}

/** A part of a sentence: words, or a card. */
export type Told = { text: string } | { card: string };

/** A clause of the program, in which cards are words of the protocol and a seat is `seat 2`. */
export function clause(text: string, nameOf: (seat: number) => string): Told[] {
  return text
    .split(/(\bseat \d+|\b(?:[2-9TJQKA][cdhs]|Jo)\b)/)
    .filter((part) => part !== "")
    .map((part) => (CARD.test(part) ? { card: part } : { text: part.replace(/^seat (\d+)$/, (_, seat: string) => nameOf(Number(seat))) }));
}

/** An event as a sentence, by the sentence of its verb. `nameOf` gives the seats that it mentions their names. */
export function told(sentence: string | undefined, verb: string, words: string[], nameOf?: (seat: number) => string): Told[] {
  const parts: Told[] = [];
  const add = (word: string) => parts.push(CARD.test(word) || word === "??" ? { card: word } : { text: word.replace(/^-(?=\d)/, "\u2212") });
  (sentence ?? `${verb} {*}`).split(/(\{[^}]*\})/).forEach((piece) => {
    if (!piece.startsWith("{")) {
      if (piece !== "") parts.push({ text: piece });
      return;
    }
    const field = piece.slice(1, -1);
    const before = parts[parts.length - 1];
    const word = words[Number(field)];
    if (nameOf && word !== undefined && before && "text" in before && before.text.endsWith("seat ")) {
      before.text = before.text.slice(0, -"seat ".length);
      parts.push({ text: nameOf(Number(word)) });
      return;
    }
    const first = field.startsWith("*") ? 0 : Number(field[0]);
    const colon = field.indexOf(":");
    if (colon >= 0) {
      const choices = field.slice(colon + 1).split("|");
      const number = Math.min(Number(words[first] ?? 0), choices.length - 1);
      if (words[first] !== undefined) parts.push({ text: choices[number] ?? "" });
    } else if (field.endsWith("*")) {
      words.slice(first).forEach((word, place) => {
        if (place > 0) parts.push({ text: " " });
        add(word);
      });
    } else if (words[first] !== undefined) {
      add(words[first]);
    }
  });
  return parts;
}
