// The summary at the top of a page: one or two sentences.
import type { ComponentChildren } from "preact";
import type { Examination, Report, Season, StandingsRow, Tournament } from "./data";
import type { GameList } from "./games";
import { bestPercent, roundReached, swissRow } from "./ranking";
import { linkTo } from "./route";
import { counted, fixed, percentSure } from "./text";

const joined = (names: string[]) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : (names[0] ?? ""));

/** The reason that an interval or the LOS is missing. */
export function tooFew(report: Report, deals: number): string {
  return deals < report.fewest_deals ? `${counted(deals, "deal")} of ${report.fewest_deals} that are needed` : "the results do not settle it";
}

const players = (tournament: Tournament) => tournament.standings.rows.filter((row) => !row.by_referee && row.games > 0);

/**
 * The figure that decides the rank of a bot: its round, its place points, its chance to be the best, or its
 * Elo.
 */
function byWhat(tournament: Tournament, row: StandingsRow): string {
  const swiss = swissRow(tournament, row.bot);
  if (swiss) return `${fixed(swiss.place_points, 1)} of ${fixed(swiss.of, 1)} place points`;
  const chance = bestPercent(tournament, row.bot);
  if (chance !== undefined) return `the best with ${fixed(chance, 0)} %`;
  const round = roundReached(tournament, row.bot);
  if (round) return round;
  return row.elo === null ? `score ${fixed(row.score_percent, 1)} %` : `Elo ${fixed(row.elo, 0)}${row.elo_error === null ? "" : ` ± ${fixed(row.elo_error, 0)}`}`;
}

function Winner({ report, tournament }: { report: Report; tournament: Tournament }) {
  const rows = players(tournament);
  const firsts = rows.filter(({ rank }) => rank === rows[0]?.rank);
  const [first] = firsts;
  if (!first) return <>No game has been played.</>;
  const isOver = report.how_far === "";
  const names = joined(firsts.map(({ bot }) => bot));
  if (firsts.length > 1)
    return (
      <>
        <strong>{names}</strong> share the first place{isOver ? "" : " so far"}.
      </>
    );
  const all = tournament.standings.rows;
  const next = all[all.indexOf(first) + 1]; // the LOS compares with the next row, whatever that is
  return (
    <>
      <strong>{names}</strong> {isOver ? "won" : "leads so far"} ({byWhat(tournament, first)})
      {next &&
        (first.superiority === null
          ? `; how sure it is that it is stronger than ${next.bot}, the next, is not known: ${tooFew(report, Math.min(first.deals, next.deals))}`
          : `; that it is stronger than ${next.bot}, the next, is ${percentSure(first.superiority)} % sure`)}
      .
    </>
  );
}

/** The number of first places of each bot, for pages without standings. */
function Firsts({ list }: { list: GameList }) {
  const firsts = new Map<string, number>();
  for (let place = 0; place < list.size; place += 1)
    list.bots(place).forEach((bot, seat) => {
      if (list.places(place)[seat] === 1) firsts.set(bot, (firsts.get(bot) ?? 0) + 1);
    });
  const all = [...firsts].sort((a, b) => b[1] - a[1]).map(([bot, count]) => `${bot} in ${count}`);
  return <>Came first, of {counted(list.size, "game")}: {joined(all.slice(0, 8))}. A log has no ratings.</>;
}

/**
 * The game in which the bot lost most, compared with other bots with the same cards or else with the mean of
 * the table.
 */
function costliest(list: GameList, bot: string): { place: number; lost: number; isCompared: boolean } | undefined {
  const found: { place: number; lost: number; isCompared: boolean }[] = [];
  for (let place = 0; place < list.size; place += 1) {
    const seat = list.bots(place).indexOf(bot);
    if (seat < 0 || !list.hasReplay(place)) continue;
    const scores = list.scores(place);
    const compared = list.againstOthers(place, seat);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    found.push({ place, lost: -(compared ?? (scores[seat] ?? 0) - mean), isCompared: compared !== undefined });
  }
  const compared = found.filter(({ isCompared }) => isCompared);
  const [most] = (compared.length > 0 ? compared : found).sort((a, b) => b.lost - a.lost);
  return most && most.lost > 0 ? most : undefined;
}

function Cost({ report, list }: { report: Report; list: GameList }) {
  const faults = report.faults.filter(({ bot }) => bot === report.bot);
  const most = costliest(list, report.bot);
  const [fault] = faults;
  return (
    <>
      {fault && (
        <>
          {" "}
          It was at fault {faults.length + report.faults_left_out} times, first in <a href={linkTo({ game: fault.game, step: fault.kind === "start" ? 0 : undefined })}>game {fault.game}</a> ({fault.kind}).
        </>
      )}
      {most ? (
        <>
          {" "}
          What cost most: <a href={linkTo({ game: list.number(most.place) })}>game {list.number(most.place)}</a>, {fixed(most.lost, 1)} points less than{" "}
          {most.isCompared ? "others made of the same cards" : "the mean of its table"}.
        </>
      ) : (
        " No game that can be replayed here cost it points."
      )}
    </>
  );
}

function ForAuthor({ report, list }: { report: Report; list: GameList }) {
  const { tournament, bot } = report;
  const rows = tournament ? players(tournament) : [];
  const row = rows.find((one) => one.bot === bot);
  const firsts = () => list.report.games.bots.filter((_, place) => list.places(place)[list.bots(place).indexOf(bot)] === 1).length;
  return (
    <>
      <strong>{bot}</strong>{" "}
      {tournament && row ? `has place ${row.rank} of ${rows.length} (${byWhat(tournament, row)})${report.how_far === "" ? "" : " so far"}` : `came first in ${firsts()} of ${counted(list.size, "game")}`}.
      <Cost report={report} list={list} />
    </>
  );
}

/** The examination that an author should read first. */
export function firstToChange(examinations: Examination[]): Examination | undefined {
  return ["failed", "error", "warning"].flatMap((finding) => examinations.find((one) => one.finding === finding) ?? [])[0];
}

function Verdict({ report }: { report: Report }) {
  const { check } = report;
  const first = check && firstToChange(check.examinations);
  if (!check || !first) return <>{check?.bot} is {check?.verdict}: no examination asks for a change.</>;
  return (
    <>
      <strong>{check.bot}</strong> is {check.verdict}. {first.finding === "error" ? "Could not be examined" : "To change first"}: {first.name}: {first.message}
      {first.hint && ` ${first.hint}`}
    </>
  );
}

function SeasonLead({ season }: { season: Season }) {
  const first = season.standings.rows.find((row) => !row.by_referee && row.elo !== null);
  if (!first) return <>No bot has an Elo.</>;
  return (
    <>
      <strong>{first.bot}</strong> is first over all nights (Elo {fixed(first.elo, 0)}
      {first.elo_error !== null && ` ± ${fixed(first.elo_error, 0)}`}).
    </>
  );
}

export function Lead({ report, list }: { report: Report; list: GameList }) {
  const { tournament, check, bot } = report;
  let answer: ComponentChildren;
  if (check) answer = <Verdict report={report} />;
  else if (bot !== "") answer = <ForAuthor report={report} list={list} />;
  else if (report.season) answer = <SeasonLead season={report.season} />;
  else if (tournament) answer = <Winner report={report} tournament={tournament} />;
  else answer = <Firsts list={list} />;
  return <p class="lead">{answer}</p>;
}
