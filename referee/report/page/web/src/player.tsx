// Controls for the steps of a game: keys, buttons, and automatic playing.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { EVERYBODY, type RecordedGame } from "./game";

const SPEEDS = [1, 2, 5, 10];

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "range");
}

/**
 * The nearest step in a direction with a fault or a comment of the viewer's seat, or of any seat for
 * `EVERYBODY`.
 */
function nextRemark(game: RecordedGame, viewer: number, from: number, direction: 1 | -1): number | undefined {
  const isOf = (seat: number) => viewer === EVERYBODY || seat === viewer;
  for (let place = from + direction; place >= 0 && place < game.steps.length; place += direction) {
    const step = game.steps[place];
    if (step && [...game.faultsAt(step), ...game.commentsAt(step)].some(({ seat }) => isOf(seat))) return place;
  }
  return undefined;
}

/** The nearest step in a direction with a decision of the viewer that certainly cost something. */
function nextMistake(game: RecordedGame, viewer: number, from: number, direction: 1 | -1): number | undefined {
  for (let place = from + direction; place >= 0 && place < game.steps.length; place += direction) {
    const step = game.steps[place];
    if (step && game.isMistake(step) && (viewer === EVERYBODY || viewer === step.seat)) return place;
  }
  return undefined;
}

/** The step that a key selects. Undefined for other keys. */
function stepByKey(key: string, game: RecordedGame, viewer: number, at: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return at + 1;
    case "ArrowLeft":
      return at - 1;
    case "Home":
      return 0;
    case "End":
      return game.steps.length - 1;
    case "]":
      return nextRemark(game, viewer, at, 1);
    case "[":
      return nextRemark(game, viewer, at, -1);
    case "m":
      return nextMistake(game, viewer, at, 1);
    case "M":
      return nextMistake(game, viewer, at, -1);
    default:
      return undefined;
  }
}

export interface PlayerTerms {
  game: RecordedGame;
  viewer: number;
  at: number;
  goTo: (step: number) => void;
}

/** The keys, and the automatic playing of steps. */
export function usePlayer({ game, viewer, at, goTo }: PlayerTerms) {
  const [speed, setSpeed] = useState(2);
  const [isPlaying, setPlaying] = useState(false);
  const last = game.steps.length - 1;
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
    const step = stepByKey(event.key, game, viewer, at);
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

export function Controls({ player, terms }: { player: ReturnType<typeof usePlayer>; terms: PlayerTerms }) {
  const { game, at, goTo, viewer } = terms;
  const last = game.steps.length - 1;
  const remark = (direction: 1 | -1) => nextRemark(game, viewer, at, direction);
  const mistake = (direction: 1 | -1) => nextMistake(game, viewer, at, direction);
  const leap = (step?: number) => {
    if (step !== undefined) goTo(step);
  };
  return (
    <div class="controls" role="group" aria-label="steps">
      <button type="button" aria-label="first step (Home)" title="Home" disabled={at === 0} onClick={() => goTo(0)}>
        <Icon name="first" />
      </button>
      <button type="button" aria-label="one step back (left arrow)" title="left arrow" disabled={at === 0} onClick={() => goTo(at - 1)}>
        <Icon name="back" />
      </button>
      <button type="button" aria-label={player.isPlaying ? "stop (space)" : "play (space)"} title="space" disabled={at === last} onClick={() => player.setPlaying(!player.isPlaying)}>
        <Icon name={player.isPlaying ? "stop" : "play"} />
      </button>
      <button type="button" aria-label="one step forward (right arrow)" title="right arrow" disabled={at === last} onClick={() => goTo(at + 1)}>
        <Icon name="forward" />
      </button>
      <button type="button" aria-label="last step (End)" title="End" disabled={at === last} onClick={() => goTo(last)}>
        <Icon name="last" />
      </button>
      <button type="button" class="remark" title="[" disabled={remark(-1) === undefined} onClick={() => leap(remark(-1))}>
        previous remark
      </button>
      <button type="button" class="remark" title="]" disabled={remark(1) === undefined} onClick={() => leap(remark(1))}>
        next remark
      </button>
      {game.worths.size > 0 && (
        <>
          <button type="button" class="remark" title="M" disabled={mistake(-1) === undefined} onClick={() => leap(mistake(-1))}>
            previous mistake
          </button>
          <button type="button" class="remark" title="m" disabled={mistake(1) === undefined} onClick={() => leap(mistake(1))}>
            next mistake
          </button>
        </>
      )}
      <input class="slider" type="range" aria-label="step" min="0" max={last} value={at} onInput={(event) => goTo(Number(event.currentTarget.value))} />
      <span class="number position">
        {at} / {last}
      </span>
      <label>
        <span class="quiet">steps a second</span>
        <select value={player.speed} onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}>
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed} selected={speed === player.speed}>
              {speed}
            </option>
          ))}
        </select>
      </label>
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

export function KeyHelp({ game }: { game: RecordedGame }) {
  const all = game.worths.size > 0 ? [...KEYS, ...MISTAKE_KEYS] : KEYS;
  return (
    <p class="keys quiet">
      Keys:{" "}
      {all.map(([keys, does]) => (
        <span key={does}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{" "}
          {does}
        </span>
      ))}
    </p>
  );
}
