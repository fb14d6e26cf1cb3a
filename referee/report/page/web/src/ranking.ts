// The ranking of bots if Elo does not decide it: the standing of a Swiss tournament or a final, or the rounds
// of a knockout. And how sure the ranks are.
import type { Round, RoundBot, Standings, StandingsRow, Tournament } from "./data";

/** The seats of a game by their places, the first place first. */
export const seatsByPlace = (places: readonly number[]): number[] => [...places.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));

export interface SwissRow {
  bot: string;
  place: number;
  place_points: number;
  of: number;
  /** Values from 0 to 1; null if a tie-break does not apply. */
  tie_breaks: Record<string, number | null>;
}

interface FinalRow {
  bot: string;
  best_percent: number;
}

interface Summary {
  standing?: (SwissRow | FinalRow)[];
  winner?: string | null;
}

const summaryOf = (tournament: Tournament) => tournament[tournament.format] as Summary | undefined;

export const swissRow = (tournament: Tournament, bot: string): SwissRow | undefined => summaryOf(tournament)?.standing?.find((row): row is SwissRow => row.bot === bot && "place_points" in row);

/** The probability, in percent, that the bot is the best. Undefined in formats other than a final. */
export const bestPercent = (tournament: Tournament, bot: string): number | undefined => summaryOf(tournament)?.standing?.find((row): row is FinalRow => row.bot === bot && "best_percent" in row)?.best_percent;

export const winnerOf = (tournament: Tournament): string | undefined => summaryOf(tournament)?.winner ?? undefined;

/** The names of the tie-breaks, in the order of precedence. */
export const tieBreaks = (tournament: Tournament): string[] => {
  const first = summaryOf(tournament)?.standing?.[0];
  return Object.keys(first && "tie_breaks" in first ? first.tie_breaks : {});
};

/** The name of a round of a knockout by the number of bots that are left after it, or `round 2`. */
export function roundName(rounds: readonly Round[], place: number): string {
  const round = rounds[place];
  if (!round || round.further_deal) return `round ${place + 1}`;
  const left = round.groups.length + (round.byes?.length ?? 0);
  return { 1: "final", 2: "semi-finals", 4: "quarter-finals" }[left] ?? `round ${place + 1}`;
}

/** The group of the final of a knockout that is over, the winner first. */
export function finalOf(tournament: Tournament): RoundBot[] | undefined {
  const winner = winnerOf(tournament);
  const rounds = tournament.rounds ?? [];
  const last = rounds.filter((_, place) => roundName(rounds, place) === "final").at(-1)?.groups[0];
  if (!winner || !last?.some(({ bot }) => bot === winner)) return undefined;
  const worth = ({ bot, place_points }: RoundBot) => (bot === winner ? Infinity : (place_points ?? -1));
  return [...last].sort((a, b) => worth(b) - worth(a));
}

/** The last round of a knockout in which the bot played, or that it won. Undefined in other formats. */
export function roundReached(tournament: Tournament, bot: string): string | undefined {
  if (tournament.format !== "knockout") return undefined;
  if (winnerOf(tournament) === bot) return "won the knockout";
  const rounds = tournament.rounds ?? [];
  const last = rounds.reduce((found, round, place) => (round.groups.flat().some((one) => one.bot === bot) ? place : found), -1);
  return last < 0 ? "no round" : roundName(rounds, last);
}

/** How sure it is that a bot is stronger than the next. */
export type Certainty = "unknown" | "open" | "probable" | "sure";

const SURE = 0.95;
const PROBABLE = 0.8;

export function certaintyOf(superiority: number | null): Certainty {
  if (superiority === null) return "unknown";
  return superiority >= SURE ? "sure" : superiority >= PROBABLE ? "probable" : "open";
}

/** How sure it is in words; doubt is left below 99.9 %. */
export function wordsFor(superiority: number | null): string {
  const sure = superiority ?? 0;
  return sure > 0.999 ? "beyond doubt" : sure > 0.99 ? "almost certainly" : sure >= SURE ? "very likely" : "probably";
}

/** `ahead of the next beyond doubt`, or `very likely ahead of the next`. */
export const aheadOf = (superiority: number | null): [string, string] => (wordsFor(superiority) === "beyond doubt" ? ["ahead", " beyond doubt"] : [`${wordsFor(superiority)} ahead`, ""]);

/** Whether Elo orders the table, so that neighbours in it may share a rank. */
export const isByElo = (tournament?: Tournament): boolean => !tournament || !["swiss", "knockout", "final"].includes(tournament.format);

/** Rows in the order of the table; those of one list cannot be distinguished from the one before in it. */
export function chainsOf(standings: Standings, tournament?: Tournament): StandingsRow[][] {
  const chains: StandingsRow[][] = [];
  let before: StandingsRow | undefined;
  for (const row of standings.rows) {
    const last = chains[chains.length - 1];
    if (last && before && isByElo(tournament) && certaintyOf(before.superiority) === "open") last.push(row);
    else chains.push([row]);
    before = row;
  }
  return chains;
}

/** The rank of each bot: `3`, or `4–5` for bots that cannot be distinguished. */
export function ranksOf(standings: Standings, tournament?: Tournament): Map<string, string> {
  const ranks = new Map<string, string>();
  for (const chain of chainsOf(standings, tournament)) {
    const all = chain.map(({ rank }) => rank);
    const [first, last] = [Math.min(...all), Math.max(...all)];
    for (const { bot } of chain) ranks.set(bot, first === last ? String(first) : `${first}–${last}`);
  }
  return ranks;
}
