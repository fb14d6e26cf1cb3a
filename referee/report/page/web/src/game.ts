// A recorded game, step by step: the lines that everybody or one seat saw, and the table after them, computed
// by the kit for bots.
import { Conversation, View } from "../../../../../sdk/javascript/tribunal_bot.mjs";
import type { ReplayData } from "./data";

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
}

/** A step of a game: the deal, a decision, or the result. */
export interface Step {
  /** Number of events up to the end of this step. */
  end: number;
  begin: number;
  /** Number of the decision with which it begins. Undefined for the deal and the result. */
  decision?: number;
  seat?: number;
  /** Indices of the first and the last step whose decisions were made at the same time as this one's. */
  first: number;
  last: number;
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

/** Verbs that end a trick, or take cards of a finished trick. */
const TRICK_ENDS = ["trick", "aside", "capture", "gather"];

const CARD = /^([2-9TJQKA][cdhs]|Jo)$/;

export const isCard = (word: string): boolean => CARD.test(word);

function readEvent(line: string): GameEvent {
  const [text = "", sight] = line.split("|");
  const [verb = "", seat = "0", ...words] = text.replace("=", "").split(" ");
  const unnoticed = sight?.endsWith("!") ?? false;
  return { verb, seat: Number(seat), words, sees: sight ? parseInt(sight, 16) : ~0, unnoticed };
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
  readonly steps: Step[];
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

  constructor(readonly data: ReplayData) {
    this.events = readEvents(data.events);
    this.steps = stepsOf(this.events, data.together ?? []);
    this.points = data.points.map(([event, hand, seat, unit, points, total, parts]) => ({ event, hand, seat, unit, points, total, parts }));
    this.legal = data.legal.split("\n").map(readActions);
    this.us = data.us.split(",").map((text) => (text === "" ? undefined : Number(text)));
    this.faults = data.faults.map(([kind, seat, decision, us, got]) => ({ kind, seat, decision, us, got }));
    this.comments = data.comments.map(([seat, decision, text]) => ({ seat, decision, text }));
    this.worths = new Map((data.analysis ?? []).map(([decision, best, cost, error, scores, reason]) => [decision, { best: best < 0 ? undefined : best, cost, error, scores, reason }]));
    this.deciders = this.events.filter((event) => event.decision !== undefined).map((event) => event.seat);
  }

  get number(): number {
    return this.data.game;
  }

  /** The seat whose view this is. `EVERYBODY` if it is the whole game. */
  get onlySeat(): number {
    return this.data.seat ?? EVERYBODY;
  }

  nameOf(seat: number): string {
    return this.data.bots[seat]?.[0] ?? "the referee's";
  }

  /** The line of an event that `viewer` receives. Undefined if it receives none. */
  lineOf(event: GameEvent, viewer: number): string | undefined {
    return lineFor(event, viewer);
  }

  /** The faults of a step, before its decision. Faults at the start of the game belong to the deal. */
  faultsAt(step: Step): Fault[] {
    if (step.decision === undefined) return step.begin === 0 ? this.faults.filter((fault) => fault.kind === "start") : [];
    return this.faults.filter((fault) => fault.kind !== "start" && fault.decision === step.decision);
  }

  commentsAt(step: Step): Comment[] {
    const last = this.deciders.length;
    const decision = step.decision ?? (step.begin === 0 ? -1 : last);
    return this.comments.filter((comment) => comment.decision === decision);
  }

  worthAt(step: Step): Worth | undefined {
    return step.decision === undefined ? undefined : this.worths.get(step.decision);
  }

  /** Whether the decision of a step certainly cost something. */
  isMistake(step: Step): boolean {
    return this.worthAt(step)?.best !== undefined;
  }

  /** The first step whose events differ from those of `other`. Undefined if all are equal. */
  firstOtherStep(other: RecordedGame): number | undefined {
    const same = (a?: GameEvent, b?: GameEvent) => a && b && lineFor(a, EVERYBODY) === lineFor(b, EVERYBODY);
    const at = this.events.findIndex((event, place) => !same(event, other.events[place]));
    if (at < 0) return undefined;
    const step = this.steps.findIndex(({ end }) => end > at);
    return step < 0 ? undefined : step;
  }
}

function lineFor(event: GameEvent, viewer: number): string | undefined {
  const open = viewer === EVERYBODY || (event.sees & (1 << viewer)) !== 0;
  if (!open && event.unnoticed) return undefined;
  const words = open ? event.words : event.words.map((word) => (CARD.test(word) ? "??" : word));
  return [event.verb, event.seat, ...words].join(" ");
}

function stepsOf(events: GameEvent[], together: number[]): Step[] {
  const steps: Step[] = [];
  let begin = 0;
  events.forEach((_, place) => {
    const next = events[place + 1];
    if (next && next.decision === undefined) return;
    const { decision, seat } = events[begin] ?? {};
    const step: Step = { begin, end: place + 1, first: steps.length, last: steps.length };
    steps.push(decision === undefined ? step : { ...step, decision, seat });
    begin = place + 1;
  });
  steps.push({ begin, end: events.length, first: steps.length, last: steps.length });
  group(steps, together);
  return steps;
}

/** Notes which steps were decided at the same time. */
function group(steps: Step[], together: number[]) {
  let first = steps.findIndex(({ decision }) => decision !== undefined);
  for (const size of together) {
    for (const step of steps.slice(first, first + size)) Object.assign(step, { first, last: first + size - 1 });
    first += size;
  }
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
  }

  #hear(event?: GameEvent) {
    const line = event && lineFor(event, this.viewer);
    if (event?.decision !== undefined) this.ended = undefined;
    if (line === undefined) return;
    this.#conversation.hear(line);
    if (event && TRICK_ENDS.includes(event.verb)) this.#end(event);
    this.hasPot ||= this.view.pot !== 0;
    if (this.view.aside.length === 0) this.aside = [];
    if (this.view.aside.length > this.aside.length) {
      this.aside.push(...[...this.#trick].sort((a, b) => a.seat - b.seat).map((play) => play.card));
    }
    if (this.view.trick.length >= this.#trick.length) this.#trick = this.#played();
    else if (this.view.trick.length === 0) this.#trick = [];
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

/** A part of a sentence: words, or a card. */
export type Told = { text: string } | { card: string };

/** An event as a sentence, by the sentence of its verb. */
export function told(sentence: string | undefined, verb: string, words: string[]): Told[] {
  const parts: Told[] = [];
  const add = (word: string) => parts.push(CARD.test(word) || word === "??" ? { card: word } : { text: word });
  (sentence ?? `${verb} {*}`).split(/(\{[^}]*\})/).forEach((piece) => {
    if (!piece.startsWith("{")) {
      if (piece !== "") parts.push({ text: piece });
      return;
    }
    const field = piece.slice(1, -1);
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
