// The first table of a tournament: who is first, by how much, how sure that is, and against whom.
import type { Encounter, Report, Standings, StandingsRow, Tournament } from "./data";
import { type Column, FigureTable } from "./figures";
import { Name } from "./name";
import { aheadOf, certaintyOf, isByElo, ranksOf } from "./ranking";
import { linkTo } from "./route";
import { IntervalOnScale, PlacesBar, type Scale, scaleOf } from "./strips";
import { BotName, Figure, FaultsOf, ownMark, personColumns, rankingColumns, SWEEPS } from "./standings";
import { fixed, percentSure, signed } from "./text";

type RowColumn = Column<StandingsRow>;

/** The largest number of bots that stand as columns beside the rows. */
const MOST_COLUMNS = 12;

/** The class for a score in percent: blue above 50, orange below. */
export function heat(percent: number): string {
  const steps = Math.min(5, Math.ceil(Math.abs(percent - 50) / 10));
  return steps === 0 ? "" : percent > 50 ? `above-${steps}` : `below-${steps}`;
}

/** A heading that is written upwards, over a narrow column. */
const upright = (text: string) => (
  <span class="upright">
    <Name>{text}</Name>
  </span>
);

function CertaintyLine({ row, isLast }: { row: StandingsRow; isLast: boolean }) {
  const certainty = certaintyOf(row.superiority);
  if (isLast || certainty === "unknown") return null;
  const percent = `${percentSure(row.superiority)} %`;
  const [ahead, doubt] = aheadOf(row.superiority);
  const [text, next, more] = {
    sure: [ahead, " of the next", doubt],
    probable: [ahead, " of the next", ""],
    open: ["not distinguished", " from the next", ""],
  }[certainty];
  return (
    <small class={certainty === "open" ? "open-rank" : "quiet"}>
      {text}
      <span class="next">{next}</span>
      {more} ({percent.replace(" ", "\u00a0")})
    </small>
  );
}

function eloColumns(rows: readonly StandingsRow[]): RowColumn[] {
  const scale = scaleOf(rows);
  return [
    { title: "Elo", cell: (row) => <><Figure value={row.elo} error={row.elo_error} digits={0} />{row.sweep && SWEEPS[row.sweep]}</> },
    ...(scale ? [{ title: "with its 95 % interval", class: "strip of-elo", cell: (row: StandingsRow) => <IntervalOnScale row={row} scale={scale as Scale} /> }] : []),
  ];
}

function placesColumn(rows: readonly StandingsRow[]): RowColumn[] {
  const most = Math.max(0, ...rows.map(({ places }) => places.length));
  if (most < 2) return [];
  const names = ["1st", "2nd", "3rd", "4th", "5th", "6th"].slice(0, most);
  return [{ title: `${names.join(" / ")}${most > names.length ? " / …" : ""}, %`, class: "strip", hint: "a shared place counts as the better one", cell: ({ places }) => <PlacesBar places={places} /> }];
}

/** A column for each bot: the score of the row's bot against it. */
function againstColumns(report: Report, crosstable: Tournament["crosstable"]): RowColumn[] {
  const { bots, encounters } = crosstable ?? { bots: [], encounters: [] };
  if (bots.length > MOST_COLUMNS || encounters.length === 0) return [];
  const found = new Map(encounters.map((one) => [`${one.bot}\n${one.against}`, one]));
  return bots.map((against) => ({
    title: upright(against),
    head: `heat ${ownMark(report, against).class ?? ""}`,
    cellClass: ({ bot }: StandingsRow) => `heat ${heat(found.get(`${bot}\n${against}`)?.score_percent ?? 50)}`,
    cell: ({ bot }: StandingsRow) => {
      const met = found.get(`${bot}\n${against}`);
      return met && <HeatLink met={met} hasGames={!report.season} />;
    },
  }));
}

function HeatLink({ met, hasGames }: { met: Encounter; hasGames: boolean }) {
  const { bot, against, wins, draws, losses, mean_points } = met;
  const hint = `${bot} against ${against}: ${fixed(met.score_percent, 1)} %, ${wins} won, ${draws} drawn, ${losses} lost${mean_points == null ? "" : `, ${signed(mean_points, 2)} points a game`}`;
  const figure = fixed(met.score_percent, 0);
  if (!hasGames) return <span title={hint}>{figure}</span>;
  return (
    <a href={linkTo({ at: "games", bot, against })} title={hint}>
      {figure}
    </a>
  );
}

/** In a Swiss tournament, a column for each round: the rank of the opponents, and the place points. */
function roundColumns(tournament: Tournament): RowColumn[] {
  const rounds = tournament.rounds ?? [];
  if (tournament.format !== "swiss" || rounds.length > MOST_COLUMNS) return [];
  const rank = new Map(tournament.standings.rows.map((row) => [row.bot, row.rank]));
  const groupOf = (place: number, bot: string) => rounds[place]?.groups.find((group) => group.some((one) => one.bot === bot));
  return rounds.map((round, place) => ({
    title: `round ${place + 1}`,
    head: "heat",
    cellClass: ({ bot }: StandingsRow) => {
      const own = groupOf(place, bot)?.find((one) => one.bot === bot);
      return `heat ${own && own.place_points !== null && own.of > 0 ? heat((100 * own.place_points) / own.of) : ""}`;
    },
    cell: ({ bot }: StandingsRow) => {
      const group = groupOf(place, bot);
      if (!group) return round.byes?.includes(bot) ? <span class="quiet">bye</span> : null;
      const others = group.filter((one) => one.bot !== bot);
      const own = group.find((one) => one.bot === bot);
      const names = others.map((one) => one.bot).join(", ");
      return (
        <a href={linkTo({ at: "games", bot, against: others[0]?.bot, round: place + 1 })} title={`against ${names}: ${fixed(own?.place_points, 1)} of ${fixed(own?.of, 1)} place points`}>
          {others.map((one) => rank.get(one.bot)).join(", ")} <b>{own?.place_points == null ? "…" : fixed(own.place_points, 1)}</b>
        </a>
      );
    },
  }));
}

/** The first table of a tournament, or of a season, which has no format. */
export function OverallTable({ report, standings, crosstable, tournament }: { report: Report; standings: Standings; crosstable: Tournament["crosstable"]; tournament?: Tournament }) {
  const { rows } = standings;
  const ranks = ranksOf(standings, tournament);
  const last = rows[rows.length - 1];
  const isSwiss = tournament?.format === "swiss";
  const more = isSwiss ? roundColumns(tournament) : againstColumns(report, crosstable);
  const columns: RowColumn[] = [
    { title: "#", class: "rank", cell: (row) => <span class={ranks.get(row.bot)?.includes("–") ? "open-rank" : ""}>{ranks.get(row.bot)}</span> },
    { title: "bot", isName: true, cell: (row) => <><BotName row={row} hasGames={!report.season} /><CertaintyLine row={row} isLast={row === last || (tournament !== undefined && !isByElo(tournament))} /></> },
    ...personColumns(rows),
    ...(tournament ? rankingColumns(tournament) : []),
    ...eloColumns(rows),
    ...(rows.some((row) => row.points !== null) ? [{ title: "points a deal", cell: (row: StandingsRow) => signed(row.points, 2) }] : []),
    ...placesColumn(rows),
    ...(rows.some((row) => row.fault_count > 0) ? [{ title: "faults", class: "", cell: (row: StandingsRow) => <FaultsOf row={row} hasGames={!report.season} /> }] : []),
    ...more,
  ];
  return (
    <>
      <FigureTable label="standings" class="overall" copy="standings" rows={rows} mark={({ bot }) => ownMark(report, bot)} columns={columns} />
      {more.length > 0 && (
        <p class="quiet">
          {isSwiss
            ? "Rounds: the ranks of those at the table, then the place points; blue above half of them, orange below. A figure leads to the games."
            : "A shared place counts as the better one. Right: the score of the row against the column in %; blue above 50, orange below." + (report.season ? "" : " Click a number for the games of the two.")}
        </p>
      )}
    </>
  );
}

/** Bots by games: who is good at which game. */
export function GamesHeat({ report, standings, games = [] }: { report: Report; standings: Standings; games: Tournament["by_game"] }) {
  if (games.length < 2) return null;
  const rowOf = (game: number, bot: string) => games[game]?.standings.rows.find((row) => row.bot === bot);
  return (
    <>
      <h3>Each bot by game</h3>
      <FigureTable
        label="score by bot and game"
        class="overall"
        copy="games"
        rows={standings.rows}
        mark={({ bot }) => ownMark(report, bot)}
        columns={[
          { title: "bot", isName: true, cell: (row) => <Name>{row.bot}</Name> },
          ...games.map(({ name }, game) => ({
            title: upright(name),
            head: "heat",
            cellClass: ({ bot }: StandingsRow) => `heat ${heat(rowOf(game, bot)?.score_percent ?? 50)}`,
            cell: ({ bot, by_referee }: StandingsRow) => {
              const figure = fixed(rowOf(game, bot)?.score_percent, 0);
              return by_referee || report.what.indexOf(name) < 0 ? figure : <a href={linkTo({ at: "games", bot, what: name })}>{figure}</a>;
            },
          })),
        ]}
      />
      <p class="quiet">Place points in % of those to win, so 50 is the mean of the table; blue above, orange below.{!report.season && " Click a number for the games."}</p>
    </>
  );
}
