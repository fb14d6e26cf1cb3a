import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { IntervalAxis, IntervalPicture, spanOf, TimePicture } from "./charts";
import type { Report, SeatRow, Standings, StandingsRow, Tournament } from "./data";
import { type Column, FigureTable, Scrolled, useOneStop } from "./figures";
import { tooFew } from "./lead";
import { Name } from "./name";
import { bestPercent, ranksOf, roundReached, swissRow, tieBreaks } from "./ranking";
import { linkTo } from "./route";
import { fixed, grouped, percentSure, shownTime, signed } from "./text";

const faultText = (faults: Record<string, number>) =>
  Object.entries(faults)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");

/** The attributes for the row or column of the bot whose author reads the page. */
export const ownMark = (report: Report, bot: string) => (report.bot !== "" && bot === report.bot ? { class: "own", "data-own": bot } : {});

/** The name of a bot. If the page has games of the bot, the name is a link to them. */
export function BotName({ row, hasGames = true }: { row: StandingsRow; hasGames?: boolean }) {
  if (row.by_referee || !hasGames) return <Name>{row.bot}</Name>;
  return (
    <>
      <a href={linkTo({ at: "games", bot: row.bot })}>
        <Name>{row.bot}</Name>
      </a>
      {row.excluded && <span class="quiet"> (excluded)</span>}
      {row.withdrawn && !row.excluded && <span class="quiet"> (withdrawn)</span>}
    </>
  );
}

/** A figure such as `1551 ± 40`. The error is omitted if it is unknown. */
export function Figure({ value, error, digits, isSigned }: { value: number | null; error: number | null; digits: number; isSigned?: boolean }) {
  return (
    <>
      {isSigned ? signed(value, digits) : fixed(value, digits)}
      {value !== null && error !== null && <span class="quiet"> ± {fixed(error, digits)}</span>}
    </>
  );
}

type RowColumn = Column<StandingsRow>;

export const SWEEPS = { perfect: " or more", hopeless: " or less" };
const eloOf = (row: StandingsRow) => (row.elo === null ? undefined : { value: row.elo, error: row.elo_error ?? 0 });

/** Whether any bot has a value for the tie-break. */
const decides = (tournament: Tournament, name: string) => tournament.standings.rows.some((row) => swissRow(tournament, row.bot)?.tie_breaks[name] != null);

/** The columns that rank the bots if Elo does not. */
export function rankingColumns(tournament: Tournament): RowColumn[] {
  const columns: RowColumn[] = [];
  const rows = tournament.standings.rows;
  if (rows.some((row) => swissRow(tournament, row.bot))) {
    columns.push({ title: "place points", cell: (row) => { const swiss = swissRow(tournament, row.bot); return swiss ? `${fixed(swiss.place_points, 1)} of ${fixed(swiss.of, 1)}` : "–"; } });
    for (const name of tieBreaks(tournament).filter((one) => decides(tournament, one)))
      columns.push({ title: `${name.replaceAll("-", " ")} %`, cell: (row) => { const value = swissRow(tournament, row.bot)?.tie_breaks[name]; return fixed(value == null ? null : value * 100, 1); } });
  }
  if (tournament.format === "final") columns.push({ title: "best in %", hint: "probability that it is the best bot", cell: (row) => fixed(bestPercent(tournament, row.bot) ?? null, 0) });
  if (tournament.format === "knockout") columns.push({ title: "reached", cell: (row) => roundReached(tournament, row.bot), class: "" });
  return columns;
}

function ratingColumns(rows: StandingsRow[], span: [number, number]): RowColumn[] {
  return [
    { title: "Elo", cell: (row) => <><Figure value={row.elo} error={row.elo_error} digits={0} />{row.sweep && SWEEPS[row.sweep]}</> },
    ...(rows.some((row) => row.elo_error !== null) ? [{ title: "95 %", class: "wide", cell: (row: StandingsRow) => <IntervalPicture interval={row.elo_error === null ? undefined : eloOf(row)} span={span} /> }] : []),
    ...(rows.some((row) => row.superiority !== null) ? [{ title: "LOS %", hint: "probability that it is stronger than the next", cell: (row: StandingsRow) => percentSure(row.superiority) }] : []),
    ...(rows.some((row) => row.points !== null) ? [{ title: "points a deal", cell: (row: StandingsRow) => <Figure value={row.points} error={row.points_error} digits={2} isSigned /> }] : []),
    { title: "score %", cell: (row) => fixed(row.score_percent, 1) },
    { title: "games", cell: (row) => row.games },
    { title: "places", cell: (row) => row.places.join(" / ") },
  ];
}

/** A line that names the omitted columns with the reasons. */
export function LeftOut({ report, standings, tournament }: { report: Report; standings: Standings; tournament?: Tournament }) {
  const rows = standings.rows.filter((row) => row.games > 0);
  if (rows.length === 0) return null;
  const unsure = [...(rows.every((row) => row.elo_error === null) ? ["the intervals of Elo"] : []), ...(rows.every((row) => row.superiority === null) ? ["LOS"] : [])];
  const idle = tournament ? tieBreaks(tournament).filter((name) => !decides(tournament, name)) : [];
  const lines = [
    ...(unsure.length > 0 ? [`${unsure.join(", ")} (${tooFew(report, Math.max(...rows.map(({ deals }) => deals)))})`] : []),
    ...(rows.every((row) => row.points === null) ? ["points (they are known and comparable in one game alone)"] : []),
    ...(idle.length > 0 ? [`${idle.join(", ").replaceAll("-", " ")} (no bots for which it counts)`] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <p class="quiet" data-left-out>
      Left out: {lines.join("; ")}.
    </p>
  );
}

export function FaultsOf({ row, hasGames = true }: { row: StandingsRow; hasGames?: boolean }) {
  if (row.fault_count === 0) return <span class="quiet">none</span>;
  if (!hasGames) return <>{faultText(row.faults)}</>;
  return (
    <a class="fault" href={linkTo({ at: "games", bot: row.bot, fault: "any" })}>
      {faultText(row.faults)}
    </a>
  );
}

/** The axis below the column of pictures of intervals, if there is one. */
export function intervalFoot<Row>(columns: Column<Row>[], span: [number, number]) {
  const picture = columns.findIndex((column) => column.class === "wide");
  return (
    picture >= 0 && (
      <tfoot aria-hidden="true">
        <tr>
          <td colSpan={picture} />
          <td class="wide">
            <IntervalAxis span={span} />
          </td>
        </tr>
      </tfoot>
    )
  );
}

/** The columns for the persons behind the bots, if the page has them. */
export const personColumns = (rows: StandingsRow[]): RowColumn[] =>
  (["person", "team"] as const)
    .filter((member) => rows.some((row) => row[member]))
    .map((member) => ({ title: member, class: "", cell: (row) => row[member] ?? "" }));

/** The table of standings: the figures that decide the ranks, and Elo with its interval as a picture. */
export function StandingsTable({ report, standings, tournament }: { report: Report; standings: Standings; tournament?: Tournament }) {
  const rows = standings.rows;
  const span = spanOf(rows.map(eloOf));
  const ranks = ranksOf(standings, tournament);
  const ranking = tournament ? rankingColumns(tournament) : [];
  const columns: RowColumn[] = [
    { title: "#", cell: (row) => ranks.get(row.bot) },
    { title: "bot", isName: true, cell: (row) => <BotName row={row} hasGames={!report.season} /> },
    ...personColumns(rows),
    ...ranking,
    ...ratingColumns(rows, span),
    { title: "faults", class: "", cell: (row) => <FaultsOf row={row} hasGames={!report.season} /> },
  ];
  return (
    <>
      <FigureTable label="all figures" copy="figures" rows={rows} mark={({ bot }) => ownMark(report, bot)} columns={columns} foot={intervalFoot(columns, span)} />
    </>
  );
}

/** The advantage of each seat, averaged over the bots that had it. */
export function SeatsTable({ report, seats, deals }: { report: Report; seats: SeatRow[]; deals: number }) {
  const intervals = seats.map(({ points, points_error }) => ({ value: points, error: points_error ?? 0 }));
  const span = spanOf([...intervals, { value: 0, error: 0 }]);
  const isKnown = seats.some(({ points_error }) => points_error !== null);
  return (
    <>
      <FigureTable
        label="points by seat"
        rows={seats}
        columns={[
          { title: "seat", isName: true, cell: ({ seat }) => seat },
          { title: "points over the mean of the table", cell: (row) => <Figure value={row.points} error={row.points_error} digits={2} isSigned /> },
          ...(isKnown ? [{ title: "95 %", class: "wide", cell: (_: SeatRow, place: number) => <IntervalPicture interval={intervals[place]} span={span} mark={0} /> }] : []),
          { title: "first places %", cell: ({ first_percent }) => fixed(first_percent, 1) },
        ]}
      />
      {!isKnown && <p class="quiet" data-left-out>Left out: the intervals ({tooFew(report, deals)}).</p>}
    </>
  );
}

/** The times per move, compared with the limit. */
export function TimesTable({ report, standings }: { report: Report; standings: Standings }) {
  const rows = standings.rows.filter((row) => !row.by_referee && (row.move_us?.count ?? 0) > 0);
  const limit = report.move_ms;
  if (rows.length === 0) return <p class="quiet" data-left-out>No times: no move has a recorded time.</p>;
  return (
    <FigureTable
      label="times a move"
      rows={rows}
      mark={({ bot }) => ownMark(report, bot)}
      columns={[
        { title: "bot", isName: true, cell: ({ bot }) => <Name>{bot}</Name> },
        { title: "moves", cell: ({ move_us }) => grouped(move_us.count) },
        { title: "p50", cell: ({ move_us }) => shownTime(move_us.p50) },
        { title: "p99", cell: ({ move_us }) => shownTime(move_us.p99) },
        { title: "longest", cell: ({ move_us }) => shownTime(move_us.max) },
        {
          title: `1 µs to ${limit > 0 ? `the limit, ${shownTime(limit * 1000)}` : "the longest"} (logarithmic)`,
          class: "wide",
          cell: ({ move_us }) => <TimePicture times={{ p50: move_us.p50 ?? 1, p99: move_us.p99 ?? 1, max: move_us.max ?? 1 }} limit={limit * 1000} />,
        },
      ]}
    />
  );
}

/** The tint for the score of a row's bot against a column's: 0 .. 6. */
const tint = (percent: number) => Math.min(6, Math.floor(percent / (100 / 7)));

interface SquareTerms {
  report: Report;
  label: string;
  title: ComponentChildren;
  bots: string[];
  /** The figure of a row's bot against a column's. Undefined if there is none. */
  cell: (row: number, column: number) => { percent: number; shown: ComponentChildren; hint?: string } | undefined;
}

/** A square table with a row and a column for each bot. */
function Square({ report, label, title, bots, cell }: SquareTerms) {
  const table = useRef<HTMLTableElement>(null);
  const onKeyDown = useOneStop(table);
  return (
    <Scrolled label={label}>
      <table class="crosstable" ref={table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th>{title}</th>
            {bots.map((bot) => (
              <th key={bot} scope="col" {...ownMark(report, bot)} class={`number ${ownMark(report, bot).class ?? ""}`}>
                <Name>{bot}</Name>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bots.map((bot, row) => (
            <tr key={bot} {...ownMark(report, bot)}>
              <th scope="row"><Name>{bot}</Name></th>
              {bots.map((other, column) => {
                const figure = cell(row, column);
                if (!figure) return <td key={other} class="number quiet">{row === column ? "" : "–"}</td>;
                return (
                  <td key={other} class={`met number tint-${tint(figure.percent)} ${ownMark(report, other).class ?? ""}`} title={figure.hint}>
                    {figure.shown}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

/** The score in percent of each bot against each other, and its certainty. */
export function CrosstableTable({ report, crosstable }: { report: Report; crosstable: NonNullable<Tournament["crosstable"]> }) {
  const { bots, encounters } = crosstable;
  const found = new Map(encounters.map((one) => [`${one.bot}\n${one.against}`, one]));
  if (encounters.length === 0) return <p class="quiet" data-left-out>Left out: the crosstable (no two bots have met).</p>;
  const cell = (row: number, column: number) => {
    const met = found.get(`${bots[row]}\n${bots[column]}`);
    if (!met) return undefined;
    const { bot, against } = met;
    const hint =
      `${bot} against ${against}: ${met.wins} won, ${met.draws} drawn, ${met.losses} lost` +
      (met.mean_points === undefined ? "" : `, ${signed(met.mean_points, 2)} points a game`);
    return { percent: met.score_percent ?? 50, shown: <a href={linkTo({ at: "games", bot, against })}>{fixed(met.score_percent, 1)}</a>, hint };
  };
  return <Square report={report} label="crosstable" title={<>score % <span class="quiet">of row against column</span></>} bots={bots} cell={cell} />;
}

/** The probability that the bot of a row is stronger than that of a column. */
export function LosTable({ report, los, deals }: { report: Report; deals: number; los: NonNullable<Tournament["los"]> }) {
  if (los.superiority.flat().every((sure) => sure === null)) return <p class="quiet" data-left-out>Left out: the table of LOS ({tooFew(report, deals)}).</p>;
  const cell = (row: number, column: number) => {
    const sure = los.superiority[row]?.[column];
    return sure == null ? undefined : { percent: sure * 100, shown: percentSure(sure) };
  };
  return <Square report={report} label="likelihood of superiority" title={<>LOS % <span class="quiet">row stronger than column</span></>} bots={los.bots} cell={cell} />;
}
