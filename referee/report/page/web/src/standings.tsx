import type { ComponentChildren } from "preact";
import { IntervalAxis, IntervalPicture, spanOf, TimePicture } from "./charts";
import type { Report, SeatRow, Standings, StandingsRow, Tournament } from "./data";
import { tooFew } from "./lead";
import { roundReached, swissRow, tieBreaks } from "./ranking";
import { linkTo } from "./route";
import { fixed, percentSure, shownTime, signed } from "./text";

const faultText = (faults: Record<string, number>) =>
  Object.entries(faults)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");

/** The row or the column of the bot for whose author the page is. */
export const ownMark = (report: Report, bot: string) => (report.bot !== "" && bot === report.bot ? { class: "own", "data-own": bot } : {});

/** On a page for everybody, and for authors of other bots, the name leads to the bot's games. */
export function BotName({ row }: { row: StandingsRow }) {
  if (row.by_referee) return <>{row.bot}</>;
  return (
    <>
      <a href={linkTo({ at: "games", bot: row.bot })}>{row.bot}</a>
      {row.withdrawn && <span class="quiet"> (withdrawn)</span>}
    </>
  );
}

/** `1551 ± 40`; the error only where it is known. */
function Figure({ value, error, digits, isSigned }: { value: number | null; error: number | null; digits: number; isSigned?: boolean }) {
  return (
    <>
      {isSigned ? signed(value, digits) : fixed(value, digits)}
      {value !== null && error !== null && <span class="quiet"> ± {fixed(error, digits)}</span>}
    </>
  );
}

interface Column {
  title: ComponentChildren;
  cell: (row: StandingsRow) => ComponentChildren;
  class?: string;
  hint?: string;
}

const SWEEPS = { perfect: " or more", hopeless: " or less" };
const eloOf = (row: StandingsRow) => (row.elo === null ? undefined : { value: row.elo, error: row.elo_error ?? 0 });

/** Whether the tie-break says anything of any bot. */
const decides = (tournament: Tournament, name: string) => tournament.standings.rows.some((row) => swissRow(tournament, row.bot)?.tie_breaks[name] != null);

/** The columns that rank the bots, where Elo does not. */
function rankingColumns(tournament: Tournament): Column[] {
  const columns: Column[] = [];
  const rows = tournament.standings.rows;
  if (rows.some((row) => swissRow(tournament, row.bot))) {
    columns.push({ title: "place points", cell: (row) => { const swiss = swissRow(tournament, row.bot); return swiss ? `${fixed(swiss.place_points, 1)} of ${fixed(swiss.of, 1)}` : "–"; } });
    for (const name of tieBreaks(tournament).filter((one) => decides(tournament, one)))
      columns.push({ title: `${name.replaceAll("-", " ")} %`, cell: (row) => { const value = swissRow(tournament, row.bot)?.tie_breaks[name]; return fixed(value == null ? null : value * 100, 1); } });
  }
  if (tournament.format === "knockout") columns.push({ title: "reached", cell: (row) => roundReached(tournament, row.bot), class: "" });
  return columns;
}

function ratingColumns(rows: StandingsRow[], span: [number, number]): Column[] {
  return [
    { title: "Elo", cell: (row) => <><Figure value={row.elo} error={row.elo_error} digits={0} />{row.sweep && SWEEPS[row.sweep]}</> },
    ...(rows.some((row) => row.elo_error !== null) ? [{ title: "95 %", class: "wide", cell: (row: StandingsRow) => <IntervalPicture interval={row.elo_error === null ? undefined : eloOf(row)} span={span} /> }] : []),
    ...(rows.some((row) => row.superiority !== null) ? [{ title: "LOS %", hint: "how sure it is that it is stronger than the next", cell: (row: StandingsRow) => percentSure(row.superiority) }] : []),
    ...(rows.some((row) => row.points !== null) ? [{ title: "points a deal", cell: (row: StandingsRow) => <Figure value={row.points} error={row.points_error} digits={2} isSigned /> }] : []),
    { title: "score %", cell: (row) => fixed(row.score_percent, 1) },
    { title: "games", cell: (row) => row.games },
    { title: "places", cell: (row) => row.places.join(" / ") },
  ];
}

/** Which columns are not there, and why. */
function LeftOut({ report, standings, tournament }: { report: Report; standings: Standings; tournament?: Tournament }) {
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

/** Ranks by what decides them, and Elo with its interval drawn beside its number. */
export function StandingsTable({ report, standings, tournament }: { report: Report; standings: Standings; tournament?: Tournament }) {
  const rows = standings.rows;
  const span = spanOf(rows.map(eloOf));
  const ranking = tournament ? rankingColumns(tournament) : [];
  const columns = [...ranking, ...ratingColumns(rows, span)];
  const picture = columns.findIndex((column) => column.class === "wide");
  return (
    <>
      <div class="scroll" tabIndex={0} role="group" aria-label="standings">
        <table>
          <thead>
            <tr>
              <th class="number">#</th>
              <th>bot</th>
              {columns.map((column, place) => (
                <th key={place} class={column.class ?? "number"} title={column.hint}>
                  {column.title}
                </th>
              ))}
              <th>faults</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.bot} {...ownMark(report, row.bot)}>
                <td class="number">{row.rank}</td>
                <th scope="row">
                  <BotName row={row} />
                </th>
                {columns.map((column, place) => (
                  <td key={place} class={column.class ?? "number"}>
                    {column.cell(row)}
                  </td>
                ))}
                <td>
                  {row.fault_count > 0 ? (
                    <a class="fault" href={linkTo({ at: "games", bot: row.bot, fault: "any" })}>
                      {faultText(row.faults)}
                    </a>
                  ) : (
                    <span class="quiet">none</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
          {picture >= 0 && (
            <tfoot aria-hidden="true">
              <tr>
                <td colSpan={picture + 2} />
                <td class="wide">
                  <IntervalAxis span={span} />
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <LeftOut report={report} standings={standings} tournament={tournament} />
    </>
  );
}

/** The advantage of each seat, whichever bot has it. */
export function SeatsTable({ report, seats, deals }: { report: Report; seats: SeatRow[]; deals: number }) {
  const intervals = seats.map(({ points, points_error }) => ({ value: points, error: points_error ?? 0 }));
  const span = spanOf([...intervals, { value: 0, error: 0 }]);
  const isKnown = seats.some(({ points_error }) => points_error !== null);
  return (
    <>
    <div class="scroll" tabIndex={0} role="group" aria-label="points by seat">
      <table>
        <thead>
          <tr>
            <th>seat</th>
            <th class="number">points over the mean of the table</th>
            {isKnown && <th class="wide">95 %</th>}
            <th class="number">first places %</th>
          </tr>
        </thead>
        <tbody>
          {seats.map((row, place) => (
            <tr key={row.seat}>
              <th scope="row">{row.seat}</th>
              <td class="number">
                <Figure value={row.points} error={row.points_error} digits={2} isSigned />
              </td>
              {isKnown && (
                <td class="wide">
                  <IntervalPicture interval={intervals[place]} span={span} mark={0} />
                </td>
              )}
              <td class="number">{fixed(row.first_percent, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {!isKnown && <p class="quiet" data-left-out>Left out: the intervals ({tooFew(report, deals)}).</p>}
    </>
  );
}

/** Times a move against the limit. */
export function TimesTable({ report, standings }: { report: Report; standings: Standings }) {
  const rows = standings.rows.filter((row) => !row.by_referee && row.move_us.count > 0);
  const limit = report.move_ms;
  if (rows.length === 0) return <p class="quiet" data-left-out>No times: no move has a recorded time.</p>;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="times a move">
      <table>
        <thead>
          <tr>
            <th>bot</th>
            <th class="number">moves</th>
            <th class="number">p50</th>
            <th class="number">p99</th>
            <th class="number">longest</th>
            <th class="wide">1 µs to {limit > 0 ? `the limit, ${shownTime(limit * 1000)}` : "the longest"} (logarithmic)</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ bot, move_us }) => (
            <tr key={bot} {...ownMark(report, bot)}>
              <th scope="row">{bot}</th>
              <td class="number">{move_us.count.toLocaleString("en-GB")}</td>
              <td class="number">{shownTime(move_us.p50)}</td>
              <td class="number">{shownTime(move_us.p99)}</td>
              <td class="number">{shownTime(move_us.max)}</td>
              <td class="wide">
                <TimePicture times={{ p50: move_us.p50 ?? 1, p99: move_us.p99 ?? 1, max: move_us.max ?? 1 }} limit={limit * 1000} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The tint of a row's score against a column: 0 .. 6. */
const tint = (percent: number) => Math.min(6, Math.floor(percent / (100 / 7)));

/** Everyone against everyone: the score in percent, and its certainty. */
export function CrosstableTable({ report, crosstable }: { report: Report; crosstable: NonNullable<Tournament["crosstable"]> }) {
  const found = new Map(crosstable.encounters.map((one) => [`${one.bot}\n${one.against}`, one]));
  if (crosstable.encounters.length === 0) return <p class="quiet" data-left-out>Left out: the crosstable (no two bots have met).</p>;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="crosstable">
      <table class="crosstable">
        <thead>
          <tr>
            <th>
              score % <span class="quiet">of row against column</span>
            </th>
            {crosstable.bots.map((bot) => (
              <th key={bot} scope="col" {...ownMark(report, bot)} class={`number ${ownMark(report, bot).class ?? ""}`}>
                {bot}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {crosstable.bots.map((bot) => (
            <tr key={bot} {...ownMark(report, bot)}>
              <th scope="row">{bot}</th>
              {crosstable.bots.map((against) => {
                const met = found.get(`${bot}\n${against}`);
                if (!met) return <td key={against} class="number quiet">{bot === against ? "" : "–"}</td>;
                const title =
                  `${bot} against ${against}: ${met.wins} won, ${met.draws} drawn, ${met.losses} lost` +
                  (met.mean_points === undefined ? "" : `, ${signed(met.mean_points, 2)} points a game`);
                return (
                  <td key={against} class={`number tint-${tint(met.score_percent ?? 50)} ${ownMark(report, against).class ?? ""}`} title={title}>
                    <a href={linkTo({ at: "games", bot, against })}>{fixed(met.score_percent, 1)}</a>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The probability that the row is stronger than the column. */
export function LosTable({ report, los, deals }: { report: Report; deals: number; los: NonNullable<Tournament["los"]> }) {
  if (los.superiority.flat().every((sure) => sure === null)) return <p class="quiet" data-left-out>Left out: the table of LOS ({tooFew(report, deals)}).</p>;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="likelihood of superiority">
      <table class="crosstable">
        <thead>
          <tr>
            <th>
              LOS % <span class="quiet">row stronger than column</span>
            </th>
            {los.bots.map((bot) => (
              <th key={bot} scope="col" {...ownMark(report, bot)} class={`number ${ownMark(report, bot).class ?? ""}`}>
                {bot}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {los.bots.map((bot, row) => (
            <tr key={bot} {...ownMark(report, bot)}>
              <th scope="row">{bot}</th>
              {los.bots.map((other, column) => {
                const sure = los.superiority[row]?.[column];
                if (sure === null || sure === undefined) return <td key={other} class="number quiet">{row === column ? "" : "–"}</td>;
                return (
                  <td key={other} class={`number tint-${tint(sure * 100)} ${ownMark(report, other).class ?? ""}`}>
                    {percentSure(sure)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
