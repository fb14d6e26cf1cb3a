// The scores if the hand ended at a step, by the figures that the program wrote.
import { EVERYBODY, type RecordedGame } from "./game";
import type { Step } from "./steps";

export const SUIT_NAMES = ["clubs", "diamonds", "hearts", "spades"];

/** What the fifth suit of Revolution is worth for its winner: as much again as any other. Undefined in other games. */
export function fifthWorth(game: RecordedGame): number | undefined {
  const seats = /^game revolution .*\bseats=(\d+) .*\bscoring=basic\b/.exec(game.data.line)?.[1];
  return seats === undefined ? undefined : 2 * (1 + Number(seats));
}

/** The fifth suit by the worths of the suits; -1 if there is none. */
export const fifthSuit = (game: RecordedGame, scores?: Scores): number => scores?.suits.findIndex((worth) => worth === fifthWorth(game)) ?? -1;

/** The scores by seat, and in games of melds the points of each suit for its winner; 0 if it has none. */
export interface Scores {
  seats: number[];
  suits: number[];
}

/** The scores before each decision. `referee/report/page/page_builder.cpp` describes the text. */
function readScores(text: string, decisions: number, seats: number): Scores[] {
  const changes = text.split(",");
  const now: Scores = { seats: Array<number>(seats).fill(0), suits: [0, 0, 0, 0] };
  return Array.from({ length: decisions }, (_, decision) => {
    for (const [, letter = "a", change] of (changes[decision] ?? "").matchAll(/([a-z])(-?\d+)/g)) {
      const figure = letter.charCodeAt(0) - 97;
      const [list, place] = figure < seats ? [now.seats, figure] : [now.suits, figure - seats];
      list[place] = (list[place] ?? 0) + Number(change);
    }
    return { seats: [...now.seats], suits: [...now.suits] };
  });
}

/** The scores of a game after each of its steps. */
export class Course {
  /** Whether there are totals before the result: points, or chips. */
  readonly hasTotals: boolean;
  readonly at: Scores[];

  constructor(
    readonly game: RecordedGame,
    steps: Step[],
  ) {
    const seats = Number(/ seats=(\d+)/.exec(game.data.line)?.[1] ?? 0);
    const before = readScores(game.data.now, game.deciders.length, seats);
    const counts = game.events.some(({ verb }) => verb === "chips") ? "chips" : "score";
    const totals = Array<number>(seats).fill(0);
    this.hasTotals = game.events.some(({ verb }) => verb === counts);
    const nexts = nextDecisions(steps);
    this.at = steps.map((step, place) => {
      const events = game.events.slice(step.begin, step.end);
      for (const { verb, seat, words } of events) if (verb === counts) totals[seat] = Number(words[1]);
      const next = nexts[place];
      const known = next === undefined ? undefined : before[next];
      const endsHand = steps[place + 1]?.kind !== "decision";
      if (step.kind === "result" || (next === undefined && !this.hasTotals)) return { seats: game.data.scores, suits: wonSuits(game, steps[place - 1] ?? step) };
      if (known && !(endsHand && step.kind === "decision" && this.hasTotals)) return known;
      return { seats: [...totals], suits: wonSuits(game, step) };
    });
  }
}

/** For each step, the first decision after it. */
function nextDecisions(steps: Step[]): (number | undefined)[] {
  const nexts: (number | undefined)[] = [];
  let next: number | undefined;
  for (let place = steps.length - 1; place >= 0; place -= 1) {
    nexts[place] = next;
    next = steps[place]?.decisions[0] ?? next;
  }
  return nexts;
}

/** The worths of the suits that were won at the end of a hand. */
function wonSuits(game: RecordedGame, step: Step): number[] {
  const suits = [0, 0, 0, 0];
  for (const { verb, words } of game.events.slice(step.begin, step.end)) if (verb === "conquer") suits[SUIT_NAMES.indexOf(words[0] ?? "")] = Number(words[1]);
  return suits;
}

/** A figure for each seat; undefined if it is unknown. */
export type BySeat = (number | undefined)[];

/**
 * The expected scores after each step with their standard errors, from the analysis. Seats know different cards, so figures of
 * different seats cannot follow one another in a line. For everybody, each seat has its own; for one seat, all are by its knowledge.
 * `outs`: the place of the step from which a seat is out and expects nothing more.
 */
export function expectedScores(game: RecordedGame, steps: Step[], viewer: number, outs: (number | undefined)[] = []): { means: BySeat[]; errors: BySeat[] } | undefined {
  if (game.worths.size === 0) return undefined;
  const now: [number | undefined, number][] = game.data.scores.map(() => [undefined, 0]);
  const all = steps.map((step, place) => {
    if (step.kind === "result") return game.data.scores.map((score) => [score, 0] as const);
    for (const decision of step.decisions) {
      const by = game.deciders[decision] ?? 0;
      if (viewer !== EVERYBODY && viewer !== by) continue;
      game.worths.get(decision)?.expected.forEach((one, seat) => {
        if (seat < now.length && (viewer !== EVERYBODY || seat === by)) now[seat] = one;
      });
    }
    return now.map((one, seat): [number | undefined, number] => (place >= (outs[seat] ?? steps.length) ? [undefined, 0] : one));
  });
  return { means: all.map((step) => step.map(([mean]) => mean)), errors: all.map((step) => step.map(([, error]) => error)) };
}
