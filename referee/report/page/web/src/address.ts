// Checks the parts of an address against the contents of the page. The page uses only checked parts.
import type { Report } from "./data";
import { faultKinds, type GameList } from "./games";
import type { Route } from "./route";

/** The valid part of an address, and a sentence for each invalid part. */
export interface Address {
  route: Route;
  wrong: string[];
}

/** The data by which an address is checked. `route` is the part that has been accepted so far. */
interface Known {
  report: Report;
  list: GameList;
  sections: readonly string[];
  route: Route;
}

/** Returns what is wrong with a value. Undefined if it is valid. */
type Check = (value: string, known: Known) => string | undefined;

const WHOLE = /^(0|[1-9][0-9]{0,14})$/;
const MOST_SHOWN = 40;

/** An untrusted text on one line, without signs that change the text beside it. */
function shown(text: string): string {
  const plain = text.replace(/\p{C}/gu, "?");
  return plain.length > MOST_SHOWN ? `${plain.slice(0, MOST_SHOWN)}...` : plain;
}

const oneOf =
  (what: string, all: (known: Known) => readonly string[]): Check =>
  (value, known) =>
    all(known).includes(value) ? undefined : `this page has no such ${what}`;

function checkGame(value: string, { report, list }: Known): string | undefined {
  if (!WHOLE.test(value)) return "expected the number of a game";
  if (report.replays.includes(Number(value))) return undefined;
  return list.placeOf(Number(value)) === undefined ? "this page has no such game" : "this page has no replay of this game";
}

function checkSeat(value: string, { report, list, route }: Known): string | undefined {
  const place = route.game === undefined ? undefined : list.placeOf(Number(route.game));
  if (place === undefined) return "a seat needs a game";
  const bots = list.bots(place);
  if (!WHOLE.test(value) || Number(value) >= bots.length) return `expected a seat, 0 to ${bots.length - 1}`;
  return report.bot === "" || bots[Number(value)] === report.bot ? undefined : `this page shows what ${report.bot} saw`;
}

function checkStep(value: string, { route }: Known): string | undefined {
  if (route.game === undefined) return "a step needs a game";
  return WHOLE.test(value) || /^(hand|round)[1-9][0-9]{0,5}$/.test(value) ? undefined : "expected the number of a step";
}

/** The checks in their order: a seat or a step needs a game, which is checked first. */
const CHECKS: readonly [string, Check][] = [
  ["game", checkGame],
  ["seat", checkSeat],
  ["step", checkStep],
  ["at", oneOf("section", ({ sections }) => sections)],
  ["bot", oneOf("bot", ({ report }) => report.bots)],
  ["against", oneOf("bot", ({ report }) => report.bots)],
  ["what", oneOf("kind of game", ({ report }) => report.what)],
  ["result", oneOf("result", () => ["first", "last"])],
  ["fault", oneOf("fault", ({ report }) => ["any", ...faultKinds(report)])],
  ["order", oneOf("order", () => ["worst", "number"])],
  ["round", (value, { report }) => (WHOLE.test(value) && report.tournament?.rounds?.[Number(value) - 1] ? undefined : "this page has no such round")],
  ["deal", (value) => (WHOLE.test(value) ? undefined : "expected the number of a deal")],
  ["from", () => undefined], // an address itself, which is checked when it is followed
];

/**
 * Replaces a game that cannot be replayed by the first one that can, without a seat and a step. Returns a
 * sentence.
 */
function otherGame(known: Known): string {
  const [first] = known.report.replays;
  if (first === undefined) return "No game can be replayed here.";
  known.route.game = String(first);
  return `Here is game ${first}, the first that can be replayed.`;
}

/** Checks the parts of `raw` against the page. */
export function checkedAddress(raw: Route, report: Report, list: GameList, sections: readonly string[]): Address {
  const known: Known = { report, list, sections, route: {} };
  const wrong: string[] = [];
  let isOtherGame = false;
  for (const [name, check] of CHECKS) {
    const value = raw[name];
    if (value === undefined || (value === "" && name !== "game")) continue;
    if (isOtherGame && (name === "seat" || name === "step")) continue;
    const fault = check(value, known);
    if (fault === undefined) {
      known.route[name] = value;
      continue;
    }
    isOtherGame = name === "game";
    wrong.push(`${name}=${shown(value)} in the address: ${fault}.${isOtherGame ? ` ${otherGame(known)}` : ""}`);
  }
  const names = CHECKS.map(([name]) => name);
  for (const name of Object.keys(raw))
    if (!names.includes(name)) wrong.push(`${shown(name)} in the address: expected one of ${names.join(", ")}.`);
  return { route: known.route, wrong };
}
