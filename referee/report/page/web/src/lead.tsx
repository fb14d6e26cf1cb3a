// The summary at the top of a page: one or two sentences.
import type { ComponentChildren } from "preact";
import type { Examination, Report, Season, Standings, StandingsRow, Tournament } from "./data";
import type { GameList } from "./games";
import { Name, Names } from "./name";
import { aheadOf, bestPercent, certaintyOf, chainsOf, finalOf, ranksOf, roundReached, seatsByPlace, swissRow } from "./ranking";
import { linkTo } from "./route";
import { about, counted, fixed, percentSure } from "./text";

/** The reason that an interval or the LOS is missing. */
export function tooFew(report: Report, deals: number): string {
  return deals < report.fewest_deals ? `${counted(deals, "deal")} of ${report.fewest_deals} that are needed` : "the results do not settle it";
}

export const players = (tournament: Tournament) => tournament.standings.rows.filter((row) => !row.by_referee && row.games > 0);

/**
 * The figure that decides the rank of a bot: its round, its place points, its chance to be the best, or its
 * Elo.
 */
export function byWhat(tournament: Tournament, row: StandingsRow): string {
  const swiss = swissRow(tournament, row.bot);
  if (swiss) return `${fixed(swiss.place_points, 1)} of ${fixed(swiss.of, 1)} place points`;
  const chance = bestPercent(tournament, row.bot);
  if (chance !== undefined) return `the best with ${fixed(chance, 0)} %`;
  const round = roundReached(tournament, row.bot);
  if (round) return round;
  return row.elo === null ? `score ${fixed(row.score_percent, 1)} %` : `Elo ${fixed(row.elo, 0)}${row.elo_error === null ? "" : ` ± ${fixed(row.elo_error, 0)}`}`;
}

/** How sure it is that the first bot of the table is stronger than the next, as the end of a sentence. */
function Doubt({ report, first, next }: { report: Report; first: StandingsRow; next: StandingsRow }) {
  const percent = `${percentSure(first.superiority)} %`;
  const name = <Name>{next.bot}</Name>;
  const [ahead, doubt] = aheadOf(first.superiority);
  switch (certaintyOf(first.superiority)) {
    case "sure":
    case "probable":
      return <>, {ahead} of {name}{doubt} ({percent})</>;
    case "open":
      return <>, but cannot be distinguished from {name} ({percent})</>;
    default: {
      const fewer = first.deals <= next.deals ? first : next;
      return (
        <>
          ; it is unknown whether it is stronger than {name}, the next:{" "}
          {fewer.deals < report.fewest_deals && (
            <>
              <Name>{fewer.bot}</Name> has played{" "}
            </>
          )}
          {tooFew(report, fewer.deals)}
        </>
      );
    }
  }
}

/** The bots that cannot be told apart, and how many deals would do it. */
function Inseparable({ standings, tournament }: { standings: Standings; tournament?: Tournament }) {
  const most = 3;
  const chains = chainsOf(standings, tournament).filter((chain) => chain.length > 1);
  return (
    <>
      {chains.slice(0, most).map((chain) => {
        const [one] = chain;
        const deals = chain.length === 2 ? one?.deals_to_separate : null;
        const fewest = chain.length === 2 ? [] : chain.slice(0, -1).flatMap(({ deals_to_separate: some }) => (some && some[0] > 0 ? [some[0]] : []));
        return (
          <span key={one?.bot}>
            {" "}
            <strong>
              <Names names={chain.map(({ bot }) => bot)} />
            </strong>{" "}
            cannot be distinguished
            {deals && deals[0] > 0 && `: ${deals[1] === null ? `at least some ${about(deals[0])}` : `some ${about(deals[0])} to ${about(deals[1])}`} further deals would be needed`}
            {fewest.length > 0 && `: at least some ${about(Math.min(...fewest))} further deals would be needed to separate any of them`}.
          </span>
        );
      })}
      {chains.length > most && ` Nor can the bots of ${chains.length - most} more groups.`}
    </>
  );
}

/** The result of the last group of a knockout. */
function Final({ tournament }: { tournament: Tournament }) {
  const [winner, ...others] = finalOf(tournament) ?? [];
  const [second] = others;
  if (!winner || !second) return null;
  const points = ({ place_points }: { place_points: number | null }) => fixed(place_points, 1);
  return (
    <>
      <strong>
        <Name>{winner.bot}</Name>
      </strong>{" "}
      won the final {[winner, ...others].map(points).join(" : ")} against <Names names={others.map(({ bot }) => bot)} />
      {winner.place_points === second.place_points && `; it ended equal, and ${tournament.rounds?.at(-1)?.further_deal ? "further deals" : "the bracket"} decided`}.
    </>
  );
}

function Winner({ report, tournament }: { report: Report; tournament: Tournament }) {
  const rows = players(tournament);
  const firsts = rows.filter(({ rank }) => rank === rows[0]?.rank);
  const [first] = firsts;
  if (!first) return <>No game has been played.</>;
  const isOver = report.how_far === "";
  const names = (
    <strong>
      <Names names={firsts.map(({ bot }) => bot)} />
    </strong>
  );
  if (firsts.length > 1)
    return (
      <>
        {names} share the first place{isOver ? "" : " so far"}.
      </>
    );
  if (isOver && finalOf(tournament)) return <Final tournament={tournament} />;
  const all = tournament.standings.rows;
  const next = all[all.indexOf(first) + 1]; // the LOS compares with the next row, whatever that is
  const met = tournament.crosstable?.encounters.find((one) => one.bot === first.bot && one.against === next?.bot);
  const isWon = isOver && (swissRow(tournament, first.bot) !== undefined || certaintyOf(first.superiority) === "sure");
  return (
    <>
      {names} {isWon ? "won" : isOver ? "is first" : "leads so far"} with {byWhat(tournament, first)}
      {next && <Doubt report={report} first={first} next={next} />}.
      {met?.score_percent != null && ["sure", "probable"].includes(certaintyOf(first.superiority)) && <span data-against={next?.bot}> Against <Name>{met.against}</Name> it scored {fixed(met.score_percent, 0)} %.</span>}
      <Inseparable standings={tournament.standings} tournament={tournament} />
    </>
  );
}

/** Who won the only game of a page. */
function Result({ list }: { list: GameList }) {
  const [bots, places, scores] = [list.bots(0), list.places(0), list.scores(0)];
  const firsts = bots.filter((_, seat) => places[seat] === 1);
  return (
    <>
      <strong>
        <Names names={firsts} />
      </strong>{" "}
      {firsts.length > 1 ? "share the first place" : "won"}:{" "}
      {seatsByPlace(places).map((seat, place) => (
        <span key={seat}>
          {place === 0 ? "" : ", "}
          <Name>{bots[seat]}</Name> {fixed(scores[seat], 0)}
        </span>
      ))}
      .{list.hasReplay(0) && <> <a href={linkTo({ game: list.number(0) })}>How it went</a></>}
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
  const all = [...firsts].sort((a, b) => b[1] - a[1]).slice(0, 8);
  return (
    <>
      Came first, of {counted(list.size, "game")}:{" "}
      {all.map(([bot, count], place) => (
        <span key={bot}>
          {place === 0 ? "" : place === all.length - 1 ? " and " : ", "}
          <Name>{bot}</Name> in {count}
        </span>
      ))}
      . A log has no ratings.
    </>
  );
}

/** The place of a bot and the figure that decides it. */
function placeOf(tournament: Tournament, row: StandingsRow): string {
  const round = roundReached(tournament, row.bot);
  if (round) return round.startsWith("won") ? round : `reached ${round.endsWith("s") || round === "final" ? "the " : ""}${round}`;
  return `has place ${ranksOf(tournament.standings, tournament).get(row.bot)} of ${players(tournament).length}, ${byWhat(tournament, row)}`;
}

function ForAuthor({ report, list }: { report: Report; list: GameList }) {
  const { tournament, bot } = report;
  const rows = tournament ? players(tournament) : [];
  const row = rows.find((one) => one.bot === bot);
  const firsts = () => list.report.games.bots.filter((_, place) => list.places(place)[list.bots(place).indexOf(bot)] === 1).length;
  return (
    <>
      <strong>
        <Name>{bot}</Name>
      </strong>{" "}
      {tournament && row
        ? `${placeOf(tournament, row)}${report.how_far === "" ? "" : " so far"}`
        : `came first in ${firsts()} of ${counted(list.size, "game")}`}
      .
    </>
  );
}

/** The examination that an author should read first. */
export function firstToChange(examinations: Examination[]): Examination | undefined {
  return ["failed", "error", "warning"].flatMap((finding) => examinations.find((one) => one.finding === finding) ?? [])[0];
}

/** The verdict in words. A submission without a command was refused before its bot could run. */
function verdictOf(verdict: string, hasRun: boolean, first?: Examination): string {
  if (verdict === "sound") return "is sound";
  if (verdict === "failed") return hasRun || !first ? "is at fault" : `was refused at the stage ${first.name}`;
  if (verdict === "error") return "could not be examined";
  return verdict === "interrupted" ? "was not examined to the end: the check was interrupted" : `is ${verdict}`;
}

function Verdict({ report }: { report: Report }) {
  const { check } = report;
  if (!check) return null;
  const first = firstToChange(check.examinations);
  const hasRun = check.command !== "";
  const name = (
    <strong>
      <Name>{check.bot}</Name>
    </strong>
  );
  const verdict = verdictOf(check.verdict, hasRun, first);
  if (!first) return <>{name} {verdict}: no examination asks for a change.</>;
  const asks = first.finding === "error" ? "Could not be examined" : "To change first";
  const isStage = check.verdict === "failed" && !hasRun;
  return (
    <>
      {name} {verdict}
      {isStage ? ": " : `. ${asks}: ${first.name}: `}
      {first.message}
      {first.hint && ` ${first.hint}`}
    </>
  );
}

function SeasonLead({ report, season }: { report: Report; season: Season }) {
  const { rows } = season.standings;
  const first = rows.find((row) => !row.by_referee && row.elo !== null);
  if (!first) return <>No bot has an Elo.</>;
  const next = rows[rows.indexOf(first) + 1];
  return (
    <>
      <strong>
        <Name>{first.bot}</Name>
      </strong>{" "}
      is first over all nights with Elo {fixed(first.elo, 0)}
      {first.elo_error !== null && ` ± ${fixed(first.elo_error, 0)}`}
      {next && <Doubt report={report} first={first} next={next} />}.
      <Inseparable standings={season.standings} />
    </>
  );
}

export function Lead({ report, list }: { report: Report; list: GameList }) {
  const { tournament, check, bot } = report;
  let answer: ComponentChildren;
  if (check) answer = <Verdict report={report} />;
  else if (bot !== "") answer = <ForAuthor report={report} list={list} />;
  else if (report.season) answer = <SeasonLead report={report} season={report.season} />;
  else if (tournament) answer = <Winner report={report} tournament={tournament} />;
  else answer = list.size === 1 ? <Result list={list} /> : <Firsts list={list} />;
  return <p class="lead">{answer}</p>;
}
