// The ranking of bots where it does not follow Elo: the standing of a Swiss tournament, the rounds of a knockout.
import type { Tournament } from "./data";

export interface SwissRow {
  bot: string;
  place: number;
  place_points: number;
  of: number;
  /** 0 .. 1; nothing where it does not apply. */
  tie_breaks: Record<string, number | null>;
}

interface Summary {
  standing?: SwissRow[];
  winner?: string | null;
}

const summaryOf = (tournament: Tournament) => tournament[tournament.format] as Summary | undefined;

export const swissRow = (tournament: Tournament, bot: string): SwissRow | undefined => summaryOf(tournament)?.standing?.find((row) => row.bot === bot);

export const winnerOf = (tournament: Tournament): string | undefined => summaryOf(tournament)?.winner ?? undefined;

/** Names of the tie-breaks, in the order in which they count. */
export const tieBreaks = (tournament: Tournament): string[] => Object.keys(summaryOf(tournament)?.standing?.[0]?.tie_breaks ?? {});

/** `won`, or the last round of a knockout in which the bot played; nothing in other formats. */
export function roundReached(tournament: Tournament, bot: string): string | undefined {
  if (tournament.format !== "knockout") return undefined;
  if (winnerOf(tournament) === bot) return "won the knockout";
  const rounds = tournament.rounds ?? [];
  const last = rounds.reduce((found, round, place) => (round.groups.flat().some((one) => one.bot === bot) ? place : found), -1);
  return last < 0 ? "no round" : last === rounds.length - 1 && rounds[last]?.groups.length === 1 ? "final" : `round ${last + 1}`;
}
