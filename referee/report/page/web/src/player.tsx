// Controls for the steps of a game: keys, buttons, and automatic playing.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { EVERYBODY, type RecordedGame } from "./game";
import type { Step } from "./steps";

const SPEEDS = [1, 2, 5, 10];

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "range");
}

/** A step as the heading and addresses count it: its decision of all decisions, or its name. */
export function positionOf(game: RecordedGame, step: Step): string {
  if (step.kind === "result") return "result";
  return step.kind === "deal" && step.begin > 0 ? step.name.replace(/(\d+)$/, " $1") : `${step.name} / ${game.deciders.length}`;
}

/** What the game calls its hands. */
export const nounOf = (game: RecordedGame): string => (game.events.some(({ verb }) => verb === "round") ? "round" : "hand");

/** The places of the steps that keys lead to, in order. */
export interface Landmarks {
  /** Deals of hands. */
  hands: number[];
  /** Faults and comments. */
  remarks: number[];
  /** The decisions of each seat that cost most. */
  mistakes: number[];
}

/** The landmarks for a viewer: of its own seat, or of all seats for `EVERYBODY`. */
export function landmarksOf(game: RecordedGame, steps: Step[], viewer: number): Landmarks {
  const isOf = (seat: number) => viewer === EVERYBODY || seat === viewer;
  const where = (holds: (step: Step) => boolean) => steps.flatMap((step, place) => (holds(step) ? [place] : []));
  return {
    hands: where(({ kind }) => kind === "deal"),
    remarks: where((step) => [...game.faultsAt(step), ...game.commentsAt(step)].some(({ seat }) => isOf(seat))),
    mistakes: where((step) => step.decisions.some((decision) => game.worstMistakes.has(decision) && isOf(game.deciders[decision] ?? 0))),
  };
}

const nextOf = (places: number[], at: number) => places.find((place) => place > at);
const previousOf = (places: number[], at: number) => [...places].reverse().find((place) => place < at);

export interface PlayerTerms {
  game: RecordedGame;
  steps: Step[];
  landmarks: Landmarks;
  at: number;
  /** The words for the step, for readers who do not see the slider. */
  words: string;
  goTo: (step: number) => void;
}

/** The step that a key selects. Undefined for other keys. */
function stepByKey(key: string, { steps, at, landmarks }: PlayerTerms): number | undefined {
  switch (key) {
    case "ArrowRight":
      return at + 1;
    case "ArrowLeft":
      return at - 1;
    case "Home":
      return 0;
    case "End":
      return steps.length - 1;
    case "]":
      return nextOf(landmarks.remarks, at);
    case "[":
      return previousOf(landmarks.remarks, at);
    case "}":
      return nextOf(landmarks.hands, at);
    case "{":
      return previousOf(landmarks.hands, at);
    case "m":
      return nextOf(landmarks.mistakes, at);
    case "M":
      return previousOf(landmarks.mistakes, at);
    default:
      return undefined;
  }
}

/** The keys, and the automatic playing of steps. */
export function usePlayer(terms: PlayerTerms) {
  const { steps, at, goTo } = terms;
  const [speed, setSpeed] = useState(2);
  const [isPlaying, setPlaying] = useState(false);
  const last = steps.length - 1;
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => goTo(at + 1), 1000 / speed);
    return () => clearTimeout(timer);
  });
  const pressed = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && !(event.target instanceof HTMLButtonElement) && !(event.target instanceof HTMLAnchorElement)) {
      event.preventDefault();
      setPlaying(!isPlaying);
      return;
    }
    const step = stepByKey(event.key, terms);
    if (step === undefined) return;
    event.preventDefault();
    goTo(step);
  };
  const latest = useRef(pressed); // keys may come faster than frames
  latest.current = pressed;
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => latest.current(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
  return { speed, setSpeed, isPlaying, setPlaying };
}

/** The icons of the buttons as paths, because not every font has these signs. */
const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M12 3v10L5 8z",
  play: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zM6 4.5 12 8l-6 3.5z",
  stop: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M4 3v10l7-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[name]} fill-rule="evenodd" />
    </svg>
  );
}

/** A button that keeps the focus when it can do nothing more. */
function Control({ label, title, off, kind, onClick, children }: { label?: string; title: string; off: boolean; kind?: string; onClick: () => void; children: preact.ComponentChildren }) {
  return (
    <button type="button" class={kind} aria-label={label} title={title} aria-disabled={off} onClick={() => !off && onClick()}>
      {children}
    </button>
  );
}

/** Two buttons to the nearest landmarks of a kind, on a phone with their sign; nothing if the game has fewer than `fewest`. */
function Leaps({ what, sign, keys, places, terms, fewest = 1 }: { what: string; sign?: string; keys: [string, string]; places: number[]; terms: PlayerTerms; fewest?: number }) {
  if (places.length < fewest) return null;
  const [before, behind] = [previousOf(places, terms.at), nextOf(places, terms.at)];
  const words = <><span class="roomy">{what}</span><span class="narrow">{sign ?? what}</span></>;
  return (
    <>
      <Control kind="remark back" label={`previous ${what}`} title={keys[0]} off={before === undefined} onClick={() => terms.goTo(before ?? 0)}>
        {words}
      </Control>
      <Control kind="remark forth" label={`next ${what}`} title={keys[1]} off={behind === undefined} onClick={() => terms.goTo(behind ?? 0)}>
        {words}
      </Control>
    </>
  );
}

/** Hands with ticks on the slider; with more of them the ticks would be a line. */
const MOST_TICKS = 40;

export function Controls({ player, terms }: { player: ReturnType<typeof usePlayer>; terms: PlayerTerms }) {
  const { steps, at, goTo, words } = terms;
  const { hands, remarks, mistakes } = terms.landmarks;
  const last = steps.length - 1;
  const position = positionOf(terms.game, steps[at] as Step);
  return (
    <div class="controls" role="group" aria-label="steps">
      <Control label="first step (Home)" title="Home" off={at === 0} onClick={() => goTo(0)}>
        <Icon name="first" />
      </Control>
      <Control label="one step back (left arrow)" title="left arrow" off={at === 0} onClick={() => goTo(at - 1)}>
        <Icon name="back" />
      </Control>
      <Control label={player.isPlaying ? "stop (space)" : "play (space)"} title="space" off={at === last} onClick={() => player.setPlaying(!player.isPlaying)}>
        <Icon name={player.isPlaying ? "stop" : "play"} />
      </Control>
      <Control label="one step forward (right arrow)" title="right arrow" off={at === last} onClick={() => goTo(at + 1)}>
        <Icon name="forward" />
      </Control>
      <Control label="last step (End)" title="End" off={at === last} onClick={() => goTo(last)}>
        <Icon name="last" />
      </Control>
      <Leaps what={nounOf(terms.game)} keys={["{", "}"]} places={hands} terms={terms} fewest={2} />
      <Leaps what="remark" sign="!" keys={["[", "]"]} places={remarks} terms={terms} />
      <Leaps what="mistake" sign="?" keys={["M", "m"]} places={mistakes} terms={terms} />
      <input class="slider" type="range" aria-label="step" aria-valuetext={`${position.replace("/", "of")}: ${words}`} list={hands.length > 1 && hands.length <= MOST_TICKS ? "hands" : undefined} min="0" max={last} value={at} onInput={(event) => goTo(Number(event.currentTarget.value))} />
      {hands.length > 1 && hands.length <= MOST_TICKS && (
        <datalist id="hands">
          {hands.map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
      )}
      <span class="number position">
        {position}
      </span>
      <label class="speed">
        <span class="quiet">steps a second</span>
        <select value={player.speed} onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}>
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed} selected={speed === player.speed}>
              {speed}
            </option>
          ))}
        </select>
      </label>
      <KeyHelp game={terms.game} />
    </div>
  );
}

const KEYS: readonly [string[], string][] = [
  [["←", "→"], "one step"],
  [["Home", "End"], "first, last step"],
  [["space"], "play, stop"],
  [["["], "previous remark"],
  [["]"], "next remark (a fault or a comment)"],
];

const MISTAKE_KEYS: readonly [string[], string][] = [[["m", "M"], "next, previous mistake (?)"]];

function KeyHelp({ game }: { game: RecordedGame }) {
  const keys = [...KEYS, [["{", "}"], `previous, next ${nounOf(game)}`]] as const;
  const all = game.worths.size > 0 ? [...keys, ...MISTAKE_KEYS] : keys;
  return (
    <details class="keys">
      <summary aria-label="keys" title="keys">
        ?
      </summary>
      <p class="quiet">
        {all.map(([keys, does]) => (
          <span key={does}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{" "}
            {does}
          </span>
        ))}
      </p>
    </details>
  );
}
