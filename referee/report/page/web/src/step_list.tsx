// The list of all steps: one stop for the tab key, arrows inside, and of long games only the rows in view.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { shownCard } from "./card";
import { headOf } from "./choices";
import type { Report } from "./data";
import { EVERYBODY, type GameEvent, type RecordedGame, told } from "./game";
import { type Step, TRICK_ENDS } from "./steps";

const ROW = 26;
/** The largest number of rows that are all in the document. */
const MOST_ROWS = 120;
/** Rows above and below the visible ones. */
const SPARE = 12;

/** What happens at a step in a few words, as far as the viewer may know. */
export function wordsOf(report: Report, game: RecordedGame, step: Step, viewer: number): string {
  if (step.kind === "result") return "result";
  if (step.kind === "deal") return step.begin === 0 ? "deal" : step.name.replace(/(\d+)$/, " $1");
  const events = game.events.slice(step.begin, step.end);
  if (step.decisions.length > 1 && step.trick) return [`trick ${step.trick}`, ...takersOf(game, events)].join(", ");
  const sentences = events.filter(({ decision }) => decision !== undefined).map((event) => {
    const [verb, , ...words] = game.lineOf(event, viewer)?.split(" ") ?? [];
    const text = verb === undefined ? "…" : told(report.verbs[verb], verb, words, (seat) => game.nameOf(seat)).map((part) => ("card" in part ? shownCard(part.card) : part.text)).join("");
    return { name: game.nameOf(event.seat), head: headOf(report, verb ?? ""), text };
  });
  const [first] = sentences;
  if (!first || sentences.length === 1) return [first?.text ?? "", ...(events.some(({ verb }) => verb === "aside") ? ["nobody wins"] : takersOf(game, events))].join("; ");
  if (first.head === "" || sentences.some(({ head }) => head !== first.head)) return sentences.map(({ name, text }) => `${name} ${text}`).join("; ");
  return `${first.head}: ${sentences.map(({ name, head, text }) => `${name}${text.slice(head.length)}`).join(", ")}`;
}

/** Each seat that takes cards of a trick, with their number: `greedy takes 3`. */
function takersOf(game: RecordedGame, events: readonly GameEvent[]): string[] {
  const taken = new Map<number, number>();
  for (const { verb, seat, words } of events) if (TRICK_ENDS.includes(verb) && verb !== "aside") taken.set(seat, (taken.get(seat) ?? 0) + (verb === "trick" ? Number(words[0]) : words.length));
  return [...taken].map(([seat, count]) => `${game.nameOf(seat)} takes ${count}`);
}

/** The signs of a step: a fault, a comment that the viewer may read, the bomb, a mistake. */
function signsOf(game: RecordedGame, step: Step, viewer: number): string {
  const hasComment = game.commentsAt(step).some(({ seat }) => viewer === EVERYBODY || seat === viewer);
  const hasBomb = game.events.slice(step.begin, step.end).some(({ verb }) => verb === "bomb");
  return (game.faultsAt(step).length > 0 ? "!" : "") + (hasComment ? "#" : "") + (hasBomb ? "★" : "") + (game.mistakesAt(step).length > 0 ? "?" : "");
}

export interface StepListTerms {
  report: Report;
  game: RecordedGame;
  steps: Step[];
  viewer: number;
  at: number;
  onGo: (step: number) => void;
}

/** The first and the last row to draw. */
function rowsInView(list: HTMLElement | null, at: number, count: number): [number, number] {
  if (count <= MOST_ROWS) return [0, count];
  const top = list && list.clientHeight > 0 ? Math.floor(list.scrollTop / ROW) : at - 8;
  const rows = Math.ceil((list?.clientHeight || 420) / ROW);
  return [Math.max(0, top - SPARE), Math.min(count, top + rows + SPARE)];
}

export function StepList({ report, game, steps, viewer, at, onGo }: StepListTerms) {
  const list = useRef<HTMLDivElement>(null);
  const [, setTop] = useState(0);
  const hasFocus = list.current?.contains(document.activeElement) ?? false; // its row may leave the document
  useLayoutEffect(() => {
    const seen = list.current;
    if (hasFocus) seen?.querySelector<HTMLElement>(".current")?.focus({ preventScroll: true });
    if (!seen || seen.clientHeight === 0) return;
    const isInView = at * ROW >= seen.scrollTop && (at + 1) * ROW <= seen.scrollTop + seen.clientHeight;
    if (!isInView) seen.scrollTop = at * ROW - seen.clientHeight / 2;
  }, [at]);
  const [first, end] = rowsInView(list.current, at, steps.length);
  const shown = Array.from({ length: end - first }, (_, row) => first + row);
  if (at < first || at >= end) shown.push(at); // it has the focus
  const signs = useMemo(() => new Set(steps.flatMap((step) => [...signsOf(game, step, viewer)])), [game, steps, viewer]);
  const longest = Math.max(...game.data.bots.map(([name]) => name.length));
  const meanings = [["!", "fault"], ["#", "comment"], ["★", "bomb"], ["?", "mistake"]].filter(([sign]) => signs.has(sign ?? ""));
  return (
    <>
      <div ref={list} class="steps-frame" onScroll={(event) => setTop(Math.floor(event.currentTarget.scrollTop / ROW))}>
        <ol class="steps" style={{ height: `${steps.length * ROW}px`, "--who": `min(80px, ${0.64 * (longest + 1)}em)` }}>
          {shown.map((place) => (
            <Row key={place} {...{ report, game, viewer, place, steps }} current={place === at} onGo={onGo} />
          ))}
        </ol>
      </div>
      {meanings.length > 0 && <p class="quiet meanings">{meanings.map(([sign, meaning]) => `${sign} ${meaning}`).join(" · ")}</p>}
    </>
  );
}

interface RowTerms extends Omit<StepListTerms, "at"> {
  place: number;
  current: boolean;
}

function Row({ report, game, steps, viewer, place, current, onGo }: RowTerms) {
  const step = steps[place];
  if (!step) return null;
  const words = wordsOf(report, game, step, viewer);
  return (
    <li style={{ top: `${place * ROW}px` }}>
      <button type="button" class={[current && "current", step.kind === "deal" && "chapter"].filter(Boolean).join(" ")} tabIndex={current ? 0 : -1} aria-current={current ? "step" : undefined} onClick={() => onGo(place)}>
        <span class="number quiet">{step.kind === "deal" && place > 0 ? "" : step.name}</span>
        <span>{step.seat === undefined ? "" : game.nameOf(step.seat)}</span>
        <span title={words}>{words}</span>
        <span class="fault">{signsOf(game, step, viewer)}</span>
      </button>
    </li>
  );
}
