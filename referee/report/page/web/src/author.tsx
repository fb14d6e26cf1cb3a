// The first ten seconds of an author: faults, what a place more needs, what cost most; the worst deals; and the
// decision that cost most.
import type { CostlyDecision, Report, StandingsRow, Tournament } from "./data";
import type { ComponentChildren } from "preact";
import { Reason } from "./choices";
import { CopyButton } from "./copy";
import { Action } from "./decisions";
import { FigureTable } from "./figures";
import type { GameList } from "./games";
import { players } from "./lead";
import { Name } from "./name";
import { chainsOf, roundReached, swissRow } from "./ranking";
import { linkTo } from "./route";
import { Dots, rangeOf } from "./strips";
import { counted, fixed, shellWord, shownTime, signed } from "./text";

function Tile({ title, kind, isWide, children, below }: { title: string; kind?: string; isWide?: boolean; children: ComponentChildren; below?: ComponentChildren }) {
  return (
    <div class={isWide ? "tile two-columns" : "tile"}>
      <p class="quiet about">{title}</p>
      <p class={`big ${kind ?? ""}`}>{children}</p>
      {below && <p class="quiet">{below}</p>}
    </div>
  );
}

/** The number of games in which the bot was at fault. */
function faultyGames(report: Report, list: GameList): number {
  const isAt = (place: number) => Object.keys(list.faults(place)[list.bots(place).indexOf(report.bot)] ?? {}).length > 0;
  return Array.from({ length: list.size }, (_, place) => place).filter(isAt).length;
}

function FaultsTile({ report, list, faulty }: { report: Report; list: GameList; faulty: number }) {
  const own = report.faults.filter(({ bot }) => bot === report.bot);
  const row = report.tournament?.standings.rows.find(({ bot }) => bot === report.bot);
  const longest = row?.move_us?.max;
  const time = longest == null ? "" : `longest move ${shownTime(longest)}${report.move_ms > 0 ? ` of ${shownTime(report.move_ms * 1000)}` : ""}`;
  const [first] = own;
  if (faulty === 0 || !first)
    return (
      <Tile title="Faults" kind="good" below={time}>
        none in {counted(list.size, "game")}
      </Tile>
    );
  const kinds = Object.entries(row?.faults ?? {}).map(([kind, count]) => `${count} ${kind}`);
  return (
    <Tile
      title="Faults"
      kind="fault"
      below={
        <>
          {kinds.length > 0 && `${kinds.join(", ")}; `}
          first in <a href={linkTo({ game: first.game, step: first.kind === "start" ? 0 : first.decision + 1 })}>game {first.game}</a> ({first.kind})
        </>
      }
    >
      <a href={linkTo({ at: "games", bot: report.bot, fault: "any" })}>in {faulty} of {counted(list.size, "game")}</a>
    </Tile>
  );
}

/** The nearest bot before this one from which it can be told apart, or that merely stands before it. */
function nextAbove(tournament: Tournament, bot: string): StandingsRow | undefined {
  const chains = chainsOf(tournament.standings, tournament);
  const own = chains.findIndex((chain) => chain.some((row) => row.bot === bot));
  return chains.slice(0, Math.max(own, 0)).flat().filter(({ by_referee }) => !by_referee).at(-1);
}

/** How far the first bot is ahead of the second. */
function FirstTile({ tournament, row, apart }: { tournament: Tournament; row: StandingsRow; apart: ComponentChildren }) {
  const rows = players(tournament);
  const next = rows[rows.indexOf(row) + 1];
  const [own, its] = [swissRow(tournament, row.bot), swissRow(tournament, next?.bot ?? "")];
  const elo = row.elo === null || next?.elo == null ? 0 : Math.round(row.elo) - Math.round(next.elo);
  const lead = own && its ? `${fixed(own.place_points - its.place_points, 1)} place points` : elo > 0 ? `${elo} Elo` : "";
  if (apart || !next || lead === "") return <Tile title="To gain a place" kind="good" below={apart}>nobody is ahead</Tile>;
  return <Tile title="First place" kind="good">{lead} ahead of <Name>{next.bot}</Name></Tile>;
}

function PlaceTile({ report, tournament }: { report: Report; tournament: Tournament }) {
  const row = players(tournament).find(({ bot }) => bot === report.bot);
  if (!row) return null;
  const above = nextAbove(tournament, row.bot);
  const reached = roundReached(tournament, row.bot);
  const chain = chainsOf(tournament.standings, tournament).find((one) => one.includes(row)) ?? [];
  const others = chain.filter((one) => one !== row).map(({ bot }) => bot);
  const apart = others.length > 0 && <> not distinguished from {others.map((bot, place) => <span key={bot}>{place > 0 && ", "}<Name>{bot}</Name></span>)}</>;
  if (reached) return <Tile title="Place" below={apart}>{reached}</Tile>;
  if (!above) return <FirstTile tournament={tournament} row={row} apart={apart} />;
  const met = tournament.crosstable?.encounters.find((one) => one.bot === row.bot && one.against === above.bot);
  const [own, its] = [swissRow(tournament, row.bot), swissRow(tournament, above.bot)];
  const elo = row.elo === null || above.elo === null ? undefined : Math.round(above.elo) - Math.round(row.elo);
  const gap = own && its ? `${fixed(its.place_points - own.place_points, 1)} place points behind` : elo === undefined || elo < 0 ? "a better result than" : `${elo} Elo behind`;
  return (
    <Tile
      title="To gain a place"
      below={
        <>
          {met?.score_percent != null && (
            <>
              {`${fixed(met.score_percent, 1)}\u00a0:\u00a0${fixed(100 - met.score_percent, 1)}\u00a0%`} against <Name>{above.bot}</Name>
              {apart && ";"}
            </>
          )}
          {apart}
        </>
      }
    >
      {gap} <Name>{above.bot}</Name>
    </Tile>
  );
}

/** The game in which the bot lost most against the mean of its table, for pages without its comparison. */
function costliestAtTable(list: GameList, bot: string): { place: number; lost: number } | undefined {
  const found = Array.from({ length: list.size }, (_, place) => {
    const scores = list.scores(place);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    return { place, lost: mean - (scores[list.bots(place).indexOf(bot)] ?? mean) };
  });
  const [most] = found.sort((a, b) => b.lost - a.lost);
  return most && most.lost > 0 ? most : undefined;
}

/** The game as a link, or with the command that makes a page on which it can be replayed. */
function GameLink({ report, list, number, step, children }: { report: Report; list: GameList; number: number; step?: number; children: ComponentChildren }) {
  const place = list.placeOf(number);
  const source = report.sources[0]?.name;
  if (place !== undefined && list.hasReplay(place)) return <a href={linkTo({ game: number, step })}>{children}</a>;
  const command = `tribunal report ${shellWord(source ?? "")} --bot ${shellWord(report.bot)} --games all -o ${shellWord(`${report.bot}.html`)}`;
  return (
    <>
      {children}
      {source && report.replays.length > 0 && (
        <>
          {" "}
          <CopyButton text={command}>Copy the command for its replay</CopyButton>
        </>
      )}
    </>
  );
}

/** The decision that cost most, as far as the page has analysed its games. */
function worstDecision(report: Report, list: GameList): CostlyDecision | undefined {
  const worst = report.analysis?.worst[0];
  return worst && list.placeOf(worst.game) === undefined ? undefined : worst;
}

/** The decision that cost most, the better one and the reason, with what to do about it. */
function DecisionTile({ report, list, decision: { game, decision, taken, best, cost, cost_error, reason } }: { report: Report; list: GameList; decision: CostlyDecision }) {
  const seat = list.bots(list.placeOf(game) ?? 0).indexOf(report.bot);
  const source = report.sources[0]?.name;
  const analysed = report.analysis?.games ?? 0;
  const command = source && report.tournament && `tribunal play --from ${shellWord(source)} --game ${game} --seat ${shellWord(`${seat}=./mybot`)}`;
  return (
    <Tile
      title={`Costliest decision${analysed === list.size ? "" : ` in the ${counted(analysed, "game")} analysed`}`}
      kind="fault"
      isWide
      below={
        <>
          better by {fixed(cost, 1)} ± {fixed(2 * cost_error, 1)} points: <Action report={report} text={best} />{reason !== "" && <>: <Reason text={reason} /></>}.{" "}
          <a href={linkTo({ game, step: decision + 1 })}>Open step {decision + 1} of game {game}</a>{" "}
          {command && <CopyButton text={command}>Copy the command to play it with a changed bot, ./mybot</CopyButton>}
        </>
      }
    >
      <Action report={report} text={taken} />
    </Tile>
  );
}

function CostTile({ report, list }: { report: Report; list: GameList }) {
  const decision = worstDecision(report, list);
  if (decision) return <DecisionTile report={report} list={list} decision={decision} />;
  const worst = report.worst_deals ?? [];
  if (worst.length > 0) {
    const lost = worst.slice(0, 3).map(({ game }) => -(report.against_others?.[list.placeOf(game) ?? -1] ?? 0));
    const [most, least] = [fixed(Math.max(...lost), 1), fixed(Math.min(...lost), 1)];
    const deals = worst.slice(0, 3).map(({ game }) => list.deal(list.placeOf(game) ?? 0));
    return (
      <Tile title="What costs most" kind="fault" below={`${least === most ? most : `${least} to ${most}`} points less than others made of the same cards`}>
        {deals.length > 1 ? "deals" : "deal"} {deals.join(", ")}
      </Tile>
    );
  }
  const most = costliestAtTable(list, report.bot);
  if (!most) return <Tile title="What costs most" kind="good">no game cost it points</Tile>;
  const number = list.number(most.place);
  return (
    <Tile title="What costs most" kind="fault" below={`${fixed(most.lost, 1)} points less than the mean of its table`}>
      <GameLink report={report} list={list} number={number}>
        game {number}
      </GameLink>
    </Tile>
  );
}

/** Faults come before everything else. Without any, the first is what to change. */
export function AuthorTiles({ report, list }: { report: Report; list: GameList }) {
  const faulty = faultyGames(report, list);
  const faults = <FaultsTile report={report} list={list} faulty={faulty} />;
  return (
    <div class="tiles">
      {faulty > 0 && faults}
      <CostTile report={report} list={list} />
      {faulty === 0 && faults}
      {report.tournament && <PlaceTile report={report} tournament={report.tournament} />}
    </div>
  );
}

/** The step of the costliest known decision of a game. */
const stepIn = (report: Report, game: number): number | undefined => {
  const decision = report.analysis?.worst.find((one) => one.game === game)?.decision;
  return decision === undefined ? undefined : decision + 1;
};

/** Of each deal the game in which the bot lost most, with the results of all others with these cards; the worst first. */
export function WorstDeals({ report, list }: { report: Report; list: GameList }) {
  const rows = (report.worst_deals ?? []).flatMap((deal) => {
    const place = list.placeOf(deal.game);
    return place === undefined ? [] : [{ ...deal, place, own: list.scores(place)[deal.seat] ?? 0 }];
  });
  const range = rangeOf(rows.flatMap(({ others, own }) => [...others, own]));
  const mean = (scores: readonly number[]) => scores.reduce((sum, score) => sum + score, 0) / scores.length;
  if (rows.length === 0) return <p class="quiet" data-left-out>No deal cost it points against others with the same cards.</p>;
  return (
    <FigureTable
      label="the worst deals"
      class="folds"
      rows={rows}
      columns={[
        {
          title: "deal",
          isName: true,
          cell: ({ game, seat, place }) => (
            <>
              <GameLink report={report} list={list} number={game} step={stepIn(report, game)}>
                deal {list.deal(place)}
              </GameLink>
              <small class="quiet">
                game {game} · seat {seat}
                {report.what.length > 1 && ` · ${list.what(place)}`}
              </small>
            </>
          ),
        },
        { title: "you", cell: ({ own }) => fixed(own, 0) },
        { title: "others", cell: ({ others }) => signed(mean(others), 1) },
        { title: "gap", cell: ({ place }) => <b>{signed(report.against_others?.[place], 1)}</b> },
        { title: "each dot: a game of another bot with your cards; red: you", class: "strip below", cell: ({ own, others }) => <Dots own={own} others={others} range={range} /> },
        {
          title: "at your table",
          class: "below at-table",
          cell: ({ place, seat }) =>
            list.bots(place).flatMap((bot, at) => (at === seat ? [] : [<span key={at} class="result"><Name>{bot}</Name> {fixed(list.scores(place)[at], 0)}</span>])),
        },
      ]}
    />
  );
}
