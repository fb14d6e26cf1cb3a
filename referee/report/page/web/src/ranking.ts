// The ranking of bots if Elo does not decide it: the standing of a Swiss tournament or a final, or the rounds
// of a knockout.
import type { Tournament } from "./data";

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

/** The last round of a knockout in which the bot played, or that it won. Undefined in other formats. */
export function roundReached(tournament: Tournament, bot: string): string | undefined {
  if (tournament.format !== "knockout") return undefined;
  if (winnerOf(tournament) === bot) return "won the knockout";
  const rounds = tournament.rounds ?? [];
  const last = rounds.reduce((found, round, place) => (round.groups.flat().some((one) => one.bot === bot) ? place : found), -1);
  return last < 0 ? "no round" : last === rounds.length - 1 && rounds[last]?.groups.length === 1 ? "final" : `round ${last + 1}`;
}
