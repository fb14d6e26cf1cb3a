import { IntervalAxis, IntervalPicture, spanOf, TimePicture } from "./charts";
import type { Report, SeatRow, Standings, StandingsRow, Tournament } from "./data";
import { linkTo } from "./route";
import { fixed, percentSure, shownTime, signed } from "./text";

const faultText = (faults: Record<string, number>) =>
  Object.entries(faults)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");

export function BotName({ row }: { row: StandingsRow }) {
  if (row.by_referee) return <>{row.bot}</>;
  return (
    <>
      <a href={linkTo({ at: "games", bot: row.bot })}>{row.bot}</a>
      {row.withdrawn && <span class="quiet"> (withdrawn)</span>}
    </>
  );
}

/** Ranks, with the interval of Elo drawn beside its number. */
export function StandingsTable({ standings }: { standings: Standings }) {
  const rows = standings.standings;
  const eloOf = (row: StandingsRow) =>
    row.elo === null ? undefined : { value: row.elo, error: row.elo_error ?? 0 };
  const span = spanOf(rows.map(eloOf));
  const hasPoints = rows.some((row) => row.points !== null);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="standings">
      <table>
        <thead>
          <tr>
            <th class="number">#</th>
            <th>bot</th>
            <th class="number">Elo</th>
            <th class="wide">95 %</th>
            <th class="number" title="how sure it is that it is stronger than the next">LOS %</th>
            {hasPoints && <th class="number">points a deal</th>}
            <th class="number">score %</th>
            <th class="number">games</th>
            <th class="number">places</th>
            <th>faults</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.bot}>
              <td class="number">{row.rank}</td>
              <th scope="row">
                <BotName row={row} />
              </th>
              <td class="number">
                {fixed(row.elo, 0)} <span class="quiet">± {fixed(row.elo_error, 0)}</span>
              </td>
              <td class="wide">
                <IntervalPicture interval={eloOf(row)} span={span} />
              </td>
              <td class="number">{percentSure(row.superiority)}</td>
              {hasPoints && (
                <td class="number">
                  {signed(row.points, 2)} <span class="quiet">± {fixed(row.points_error, 2)}</span>
                </td>
              )}
              <td class="number">{fixed(row.score_percent, 1)}</td>
              <td class="number">{row.games}</td>
              <td class="number">{row.places.join(" / ")}</td>
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
        <tfoot aria-hidden="true">
          <tr>
            <td colSpan={3} />
            <td class="wide">
              <IntervalAxis span={span} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** What a seat is worth, whoever has it. */
export function SeatsTable({ seats }: { seats: SeatRow[] }) {
  const intervals = seats.map(({ points, points_error }) => ({ value: points, error: points_error ?? 0 }));
  const span = spanOf([...intervals, { value: 0, error: 0 }]);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="points by seat">
      <table>
        <thead>
          <tr>
            <th>seat</th>
            <th class="number">points over the mean of the table</th>
            <th class="wide">95 %</th>
            <th class="number">first places %</th>
          </tr>
        </thead>
        <tbody>
          {seats.map((row, place) => (
            <tr key={row.seat}>
              <th scope="row">{row.seat}</th>
              <td class="number">
                {signed(row.points, 2)} <span class="quiet">± {fixed(row.points_error, 2)}</span>
              </td>
              <td class="wide">
                <IntervalPicture interval={intervals[place]} span={span} mark={0} />
              </td>
              <td class="number">{fixed(row.first_percent, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Times a move against the limit. */
export function TimesTable({ standings, limit }: { standings: Standings; limit: number }) {
  const rows = standings.standings.filter((row) => !row.by_referee && row.move_us.count > 0);
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
            <tr key={bot}>
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

/** How the score of a row against a column is tinted: 0 .. 6. */
const tint = (percent: number) => Math.min(6, Math.floor(percent / (100 / 7)));

/** Everyone against everyone: score in percent, and how sure it is. */
export function CrosstableTable({ crosstable }: { crosstable: NonNullable<Tournament["crosstable"]> }) {
  const found = new Map(crosstable.encounters.map((one) => [`${one.bot}\n${one.against}`, one]));
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="crosstable">
      <table class="crosstable">
        <thead>
          <tr>
            <th>
              score % <span class="quiet">of row against column</span>
            </th>
            {crosstable.bots.map((bot) => (
              <th key={bot} class="number" scope="col">
                {bot}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {crosstable.bots.map((bot) => (
            <tr key={bot}>
              <th scope="row">{bot}</th>
              {crosstable.bots.map((against) => {
                const met = found.get(`${bot}\n${against}`);
                if (!met) return <td key={against} class="number quiet">{bot === against ? "" : "–"}</td>;
                const title =
                  `${bot} against ${against}: ${met.wins} won, ${met.draws} drawn, ${met.losses} lost` +
                  (met.mean_points === undefined ? "" : `, ${signed(met.mean_points, 2)} points a game`);
                return (
                  <td key={against} class={`number tint-${tint(met.score_percent ?? 50)}`} title={title}>
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

/** How sure it is that the row is stronger than the column. */
export function LosTable({ los }: { los: NonNullable<Tournament["los"]> }) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="likelihood of superiority">
      <table class="crosstable">
        <thead>
          <tr>
            <th>
              LOS % <span class="quiet">row stronger than column</span>
            </th>
            {los.bots.map((bot) => (
              <th key={bot} class="number" scope="col">
                {bot}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {los.bots.map((bot, row) => (
            <tr key={bot}>
              <th scope="row">{bot}</th>
              {los.bots.map((other, column) => {
                const sure = los.superiority[row]?.[column];
                if (sure === null || sure === undefined) return <td key={other} class="number quiet">{row === column ? "" : "–"}</td>;
                return (
                  <td key={other} class={`number tint-${tint(sure * 100)}`}>
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

/** Of each bot, how many of each kind; each number leads to its games. */
export function FaultsTable({ report }: { report: Report }) {
  const kinds = [...new Set(report.faults.map(({ kind }) => kind))];
  const bots = [...new Set(report.faults.map(({ bot }) => bot))];
  const count = (bot: string, kind: string) => report.faults.filter((fault) => fault.bot === bot && fault.kind === kind).length;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="faults by bot and kind">
      <table>
        <thead>
          <tr>
            <th>bot</th>
            {kinds.map((kind) => (
              <th key={kind} class="number">
                {kind}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bots.map((bot) => (
            <tr key={bot}>
              <th scope="row">{bot}</th>
              {kinds.map((kind) => (
                <td key={kind} class="number">
                  {count(bot, kind) > 0 ? <a href={linkTo({ at: "games", bot, fault: kind })}>{count(bot, kind)}</a> : <span class="quiet">0</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const FIRST_FAULTS = 12;

export function FaultList({ report }: { report: Report }) {
  const { faults } = report;
  return (
    <ul class="fault-list">
      {faults.slice(0, FIRST_FAULTS).map((fault) => (
        <li key={`${fault.game}-${fault.seat}-${fault.decision}`}>
          <a
            href={linkTo({ game: fault.game, step: fault.kind === "start" ? 0 : fault.decision + 1 })}
          >
            game {fault.game}
          </a>
          , {fault.bot}, decision {fault.decision + 1}: <strong class="fault">{fault.kind}</strong> {fault.message}
          {fault.stderr && (
            <details>
              <summary>What it wrote to standard error</summary>
              <pre tabIndex={0}>{fault.stderr}</pre>
            </details>
          )}
        </li>
      ))}
      {faults.length + report.faults_left_out > FIRST_FAULTS && (
        <li class="quiet">
          and {faults.length + report.faults_left_out - FIRST_FAULTS} more: <a href={linkTo({ at: "games", fault: "any" })}>all games with faults</a>
        </li>
      )}
    </ul>
  );
}
