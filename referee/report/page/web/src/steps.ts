// The steps of a game: the deal of each hand, the decisions, and the result.
import type { GameEvent } from "./game";

export interface Step {
  kind: "deal" | "decision" | "result";
  /** Its name in addresses: `0` is the deal, `7` the seventh decision, `hand2` the deal of the second hand. */
  name: string;
  /** The events of the step: from `begin` to before `end`. */
  begin: number;
  end: number;
  /** Numbers of the decisions that it shows. Several were made at the same time. */
  decisions: number[];
  /** The seat of its only decision. */
  seat?: number;
  /** Indices of the first and the last step whose decisions were made at the same time as this one's. */
  first: number;
  last: number;
  /** Number of the hand or round, and of the trick in it. */
  hand: number;
  trick?: number;
}

/** Verbs that end a trick, or take cards of a finished trick. */
export const TRICK_ENDS = ["trick", "aside", "capture", "gather"];
/** Verbs with which a further hand begins. */
export const HAND_BEGINS = ["hand", "round"];

const begins = (event: GameEvent) => HAND_BEGINS.includes(event.verb);

/** The number of the first decision that was made at the same time, for each decision. */
function groupsOf(together: number[], decisions: number): number[] {
  const firsts = together.flatMap((size, place) => {
    const first = together.slice(0, place).reduce((sum, one) => sum + one, 0);
    return Array.from({ length: size }, () => first);
  });
  return Array.from({ length: decisions }, (_, decision) => firsts[decision] ?? decision);
}

/** Notes for each step which other steps show decisions of the same time. */
function joinSteps(steps: Step[], firsts: number[]) {
  const of = (step: Step) => firsts[step.decisions[0] ?? -1];
  steps.forEach((step, place) => {
    const before = steps[place - 1];
    step.first = before && step.kind === "decision" && of(before) === of(step) ? before.first : place;
  });
  [...steps].reverse().forEach((step, back) => {
    const behind = steps[steps.length - back];
    step.last = behind && behind.first === step.first ? behind.last : steps.length - 1 - back;
  });
}

/** Numbers the hands, and the tricks of games that have any. */
function numberChapters(steps: Step[], events: GameEvent[]) {
  const hasTricks = events.some(({ verb }) => TRICK_ENDS.includes(verb));
  let hand = 0;
  let tricks = 0;
  for (const step of steps) {
    const told = events.slice(step.begin, step.end);
    const begun = told.find(begins);
    if (begun) [hand, tricks] = [Number(begun.words[0]), 0];
    step.hand = hand;
    if (hasTricks && told.some(({ verb, decision }) => decision !== undefined && verb === "play")) step.trick = tricks + 1;
    if (told.some(({ verb }) => TRICK_ENDS.includes(verb))) tricks += 1;
  }
}

/** All steps of a game. `grouped`: decisions of the same time are one step. */
export function stepsOf(events: GameEvent[], together: number[], grouped: boolean): Step[] {
  const seats = events.filter(({ decision }) => decision !== undefined).map(({ seat }) => seat);
  const firsts = groupsOf(together, seats.length);
  const steps: Step[] = [];
  const add = (step: Pick<Step, "kind" | "name" | "begin">) => steps.push({ ...step, end: step.begin, decisions: [], first: 0, last: 0, hand: 0 });
  add({ kind: "deal", name: "0", begin: 0 });
  events.forEach((event, place) => {
    const { decision } = event;
    const isFurther = grouped && decision !== undefined && firsts[decision] !== decision;
    if (decision !== undefined && !isFurther) add({ kind: "decision", name: String(decision + 1), begin: place });
    if (place > 0 && begins(event)) add({ kind: "deal", name: `${event.verb}${event.words[0]}`, begin: place });
    const step = steps[steps.length - 1];
    if (step && decision !== undefined) step.decisions.push(decision);
    if (step) step.end = place + 1;
  });
  add({ kind: "result", name: String(seats.length + 1), begin: events.length });
  for (const step of steps) if (step.decisions.length === 1) step.seat = seats[step.decisions[0] ?? 0];
  joinSteps(steps, firsts);
  numberChapters(steps, events);
  return steps;
}

/** The place of the step with this name in an address. Undefined if there is none. */
export function placeOfStep(steps: Step[], name: string): number | undefined {
  const place = steps.findIndex((step) => step.name === name || step.decisions.includes(Number(name) - 1));
  return place < 0 ? undefined : place;
}
