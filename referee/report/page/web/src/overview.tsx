import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CoursePicture, lineKind } from "./charts";
import { CheckTimes, Examinations } from "./check";
import type { Convergence, Report, Season, Tournament, WithoutLuck } from "./data";
import { GameList, Games } from "./games";
import { AuthorTiles, WorstDeals } from "./author";
import { Rounds } from "./rounds";
import { changedInPlace, keepPlace, type KeptPlace, keptPlace, lastPlace, type Route } from "./route";
import { Decisions, MistakeKinds } from "./decisions";
import { FaultList, FaultsTable } from "./faults";
import { Facts, FigureTable } from "./figures";
import { Lead } from "./lead";
import { LuckTable } from "./luck";
import { Name } from "./name";
import { GamesHeat, OverallTable } from "./overall";
import { Nights } from "./nights";
import { OwnBot } from "./own";
import { CrosstableTable, LeftOut, LosTable, SeatsTable, StandingsTable, TimesTable } from "./standings";
import { counted, fixed, grouped } from "./text";
import { hasVersions, Versions } from "./versions";

function Section({ id, title, isClosed, children }: { id: string; title: string; isClosed: boolean; children: ComponentChildren }) {
  const heading = <h2 id={`title-${id}`}>{title}</h2>;
  return (
    <section id={`section-${id}`} aria-labelledby={`title-${id}`}>
      {isClosed ? (
        <details class="fold">
          <summary>{heading}</summary>
          {children}
        </details>
      ) : (
        <>
          {heading}
          {children}
        </>
      )}
    </section>
  );
}

/** The sections that a reader opens: what the first table of a tournament has in short, and what is not the author's own. */
function isClosed(report: Report, id: string): boolean {
  if (!report.tournament && !report.season) return false;
  return ["crosstable", "course", "seats", "times", "facts"].includes(id) || (report.bot !== "" && !OWN.includes(id));
}

const MOST_LINES = 12;

function Course({ course }: { course: Convergence }) {
  return (
    <>
      <CoursePicture course={course} most={MOST_LINES} />
      {course.bots.length > MOST_LINES && <p class="quiet">The first {MOST_LINES} of {course.bots.length} bots are drawn.</p>}
      <details>
        <summary>The same as a table</summary>
        <FigureTable
          label="Elo over the games"
          rows={course.games}
          columns={[
            { title: "games", isName: true, class: "number", cell: (games) => grouped(games) },
            ...course.bots.map(({ bot, elo, error }, place) => ({
              title: bot,
              head: `number ${lineKind(place)}`,
              cell: (_: number, at: number) => (
                <>
                  {fixed(elo[at], 0)} {error[at] != null && <span class="quiet">± {fixed(error[at], 0)}</span>}
                </>
              ),
            })),
          ]}
        />
      </details>
    </>
  );
}

function Conditions({ report }: { report: Report }) {
  const { tournament } = report;
  const hashes = tournament ? [{ name: "content hash", value: tournament.content_sha256 }, { name: "hash of all rulings", value: tournament.rulings_sha256 }] : [];
  return <Facts facts={[...report.facts, ...hashes, { name: "written by", value: report.version }]} />;
}

function subtitle(report: Report): string {
  const { tournament } = report;
  if (report.check) return `check of a bot · ${report.check.verdict} · ${counted(report.games.number.length, "game")}`;
  if (report.season) return [counted(report.season.history.nights.length, "results folder"), counted(report.season.standings.games, "game")].join(" · ");
  if (!tournament) return counted(report.games.number.length, "game");
  const bots = tournament.standings.rows.filter((row) => !row.by_referee).length;
  return [tournament.game ?? counted(tournament.by_game?.length ?? 0, "game") + " played", tournament.format.replace("-", " "),
    counted(bots, "bot"), counted(tournament.standings.deals, "deal"), counted(tournament.played_games, "game")].join(" · ");
}

/** The sections that this report has, with their names in the navigation. */
function sectionsOf(report: Report, list: GameList, route: Route): { id: string; title: string; body: ComponentChildren }[] {
  const { tournament, season, convergence } = report;
  const history = tournament?.history ?? season?.history;
  const seats = tournament?.standings.seats ?? [];
  const hasCourse = convergence && convergence.games.length > 1;
  const isRated = convergence?.bots.some(({ elo }) => elo.some((value) => value !== null));
  const { analysis } = report;
  const decisions = analysis && { id: "decisions", title: "Decisions", body: <Decisions report={report} list={list} analysis={analysis} /> };
  const sections = [
    report.worst_deals && { id: "deals", title: "What costs most", body: <><h3>Your worst games, one of each deal</h3><WorstDeals report={report} list={list} />{analysis && <MistakeKinds report={report} list={list} bots={analysis.bots} />}</> },
    report.bot !== "" && decisions,
    tournament && report.bot !== "" && { id: "own", title: "This bot", body: <OwnBot report={report} tournament={tournament} /> },
    report.check && { id: "check", title: "Examinations", body: <Examinations report={report} list={list} /> },
    report.check && { id: "times", title: "Time a move", body: <CheckTimes report={report} /> },
    tournament && { id: "standings", title: "Standings", body: <StandingsOf report={report} /> },
    tournament?.without_luck && { id: "luck", title: "Without luck", body: <WithoutLuckOf report={report} without={tournament.without_luck} games={tournament.played_games} /> },
    season && { id: "standings", title: "Standings", body: <SeasonStandings report={report} season={season} /> },
    season?.nights && { id: "nights", title: "Nights", body: <Nights nights={season.nights} history={season.history} /> },
    history && hasVersions(history) && { id: "versions", title: "Versions over time", body: <Versions history={history} /> },
    tournament?.rounds && { id: "rounds", title: "Rounds", body: <Rounds tournament={tournament} /> },
    tournament?.crosstable && { id: "crosstable", title: "Crosstable", body: <Pairs report={report} tournament={tournament} /> },
    hasCourse && { id: "course", title: "Elo over the games", body: isRated ? <Course course={convergence} /> : <p class="quiet" data-left-out>Left out: Elo over the games (no bot has an Elo).</p> },
    seats.length > 0 && { id: "seats", title: "Points by seat", body: <SeatsTable report={report} seats={seats} deals={tournament?.standings.deals ?? 0} /> },
    report.bot === "" && decisions,
    tournament && { id: "times", title: "Time a move", body: <TimesTable report={report} standings={tournament.standings} /> },
    (tournament || report.check) && { id: "faults", title: "Faults", body: <Faults report={report} /> },
    list.size > 0 && { id: "games", title: "Games", body: <Games report={report} list={list} route={route} /> },
    { id: "facts", title: "Conditions", body: <Conditions report={report} /> },
  ].flatMap((section) => (section ? [section] : []));
  if (report.bot === "") return sections;
  const isOwn = ({ id }: { id: string }) => OWN.includes(id);
  return [...sections.filter(isOwn), ...sections.filter((section) => !isOwn(section))];
}

/** The sections that come first on the page of an author. */
const OWN = ["deals", "decisions", "own", "faults", "games"];

/** The names of the sections in addresses. */
export const sectionIds = (report: Report, list: GameList): string[] => sectionsOf(report, list, {}).map(({ id }) => id);

function StandingsOf({ report }: { report: Report }) {
  const { tournament } = report;
  if (!tournament) return null;
  return (
    <>
      <OverallTable report={report} standings={tournament.standings} crosstable={tournament.crosstable} tournament={tournament} />
      {tournament.standings.groups.length > 1 && (
        <p class="note">There are {tournament.standings.groups.length} groups of bots that never met: their ratings cannot be compared.</p>
      )}
      <GamesHeat report={report} standings={tournament.standings} games={tournament.by_game} />
      <details>
        <summary>All figures</summary>
        <StandingsTable report={report} standings={tournament.standings} tournament={tournament} />
      </details>
      <LeftOut report={report} standings={tournament.standings} tournament={tournament} />
      {tournament.by_game?.map(({ name, standings }) => (
        <details key={name}>
          <summary>{name} alone</summary>
          <StandingsTable report={report} standings={standings} />
        </details>
      ))}
    </>
  );
}

/** The tables of all pairs. They are closed in a Swiss tournament, where few of many pairs met. */
function Pairs({ report, tournament }: { report: Report; tournament: Tournament }) {
  const { crosstable, los, standings } = tournament;
  const tables = (
    <>
      {crosstable && <CrosstableTable report={report} crosstable={crosstable} />}
      {los && <LosTable report={report} deals={standings.deals} los={los} />}
    </>
  );
  if (tournament.format !== "swiss") return tables;
  return (
    <details>
      <summary>All pairs</summary>
      {tables}
    </details>
  );
}

function WithoutLuckOf({ report, without, games }: { report: Report; without: WithoutLuck; games: number }) {
  return (
    <>
      <p>
        Standings without the luck of each bot: {without.kind}, in {grouped(without.games)} of {counted(games, "game")}, by {counted(without.pairs, "pair")} of playouts for each event.
      </p>
      <LuckTable report={report} rows={without.rows} />
      {without.by_game?.filter(({ rows }) => rows.some(({ luck }) => luck !== null)).map(({ name, rows }) => (
        <details key={name}>
          <summary>{name} alone</summary>
          <LuckTable report={report} rows={rows} />
        </details>
      ))}
      <p class="quiet">
        Luck: points per game that the bot owes to chance after decisions. Its mean is 0 for an honest bot, however strong it is; |z| above 5.13, by points or by places, is an alarm: a bot knows cards that are to
        come, or the deals are not random. It does not reveal a bot that knows the hands of others.
      </p>
    </>
  );
}

function SeasonStandings({ report, season }: { report: Report; season: Season }) {
  return (
    <>
      <OverallTable report={report} standings={season.standings} crosstable={season.crosstable} />
      <GamesHeat report={report} standings={season.standings} games={season.by_game} />
      <details>
        <summary>All figures</summary>
        <StandingsTable report={report} standings={season.standings} />
      </details>
      <LeftOut report={report} standings={season.standings} />
      {season.standings.groups.length > 1 && (
        <p class="note">There are {season.standings.groups.length} groups of bots that never met: their ratings cannot be compared.</p>
      )}
    </>
  );
}

function Faults({ report }: { report: Report }) {
  if (report.faults.length === 0) return <p class="quiet">{report.games.number.length === 0 ? "No game was played." : "No bot was at fault."}</p>;
  return (
    <>
      <FaultsTable report={report} />
      <FaultList report={report} />
    </>
  );
}

function jumpTo(id: string) {
  const title = document.getElementById(`title-${id}`);
  title?.closest("details")?.setAttribute("open", "");
  title?.scrollIntoView();
  title?.setAttribute("tabindex", "-1");
  title?.focus();
}

/** The title of the page; on that of an author, its bot, too. */
function Title({ report: { bot, title } }: { report: Report }) {
  if (bot === "") return <h1>{title}</h1>;
  return (
    <h1>
      <Name>{bot}</Name> <span class="quiet">in {title}</span>
    </h1>
  );
}

/** Returns to the row from which a replay was opened. */
function returnTo({ y, link, open }: KeptPlace) {
  for (const id of open) document.querySelector(`#${id} > details`)?.setAttribute("open", "");
  scrollTo(0, y);
  [...document.querySelectorAll<HTMLAnchorElement>("main a")].find((one) => one.getAttribute("href") === link)?.focus({ preventScroll: true });
}

/** Keeps the place of a link to a replay that is followed. */
function noteLink(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest("a")?.getAttribute("href") : undefined;
  if (link?.includes("game=")) keepPlace(link);
}

export function Overview({ report, list, route }: { report: Report; list: GameList; route: Route }) {
  const sections = sectionsOf(report, list, route);
  const isFirst = useRef(true);
  useEffect(() => {
    const place = isFirst.current ? (keptPlace() ?? (route.at === "games" ? lastPlace() : undefined)) : undefined;
    isFirst.current = false;
    if (place) returnTo(place);
    else if (route.at && !changedInPlace()) jumpTo(route.at);
  }, [route]);
  return (
    <>
      <header class="page-head" onClick={noteLink}>
        <Title report={report} />
        <p class="quiet">
          {subtitle(report)}
          {report.bot !== "" && ` · for the author of ${report.bot}`}
        </p>
        <Lead report={report} list={list} />
        {report.bot !== "" && <AuthorTiles report={report} list={list} />}
        {report.how_far !== "" && <p class="note">Not finished: {report.how_far}</p>}
        {(["notes", "information"] as const).flatMap((kind) =>
          report[kind].map((note) => (
            <p key={note} class={`note ${kind}`}>
              {note}
            </p>
          )),
        )}
        <nav aria-label="sections">
          {sections.map(({ id, title }) => (
            <button key={id} type="button" onClick={() => jumpTo(id)}>
              {title}
            </button>
          ))}
        </nav>
      </header>
      <main onClick={noteLink}>
        {sections.map(({ id, title, body }) => (
          <Section key={id} id={id} title={title} isClosed={isClosed(report, id)}>
            {body}
          </Section>
        ))}
      </main>
    </>
  );
}
