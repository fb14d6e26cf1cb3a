// Faults: the number of each kind, and the first of them.
import type { Report } from "./data";
import { FigureTable } from "./figures";
import { Name } from "./name";
import { linkTo } from "./route";
import { ownMark } from "./standings";

/** The number of faults by bot and kind. Each number is a link to the games. */
export function FaultsTable({ report }: { report: Report }) {
  const kinds = [...new Set(report.faults.map(({ kind }) => kind))];
  const bots = [...new Set(report.faults.map(({ bot }) => bot))];
  const count = (bot: string, kind: string) => report.faults.filter((fault) => fault.bot === bot && fault.kind === kind).length;
  return (
    <FigureTable
      label="faults by bot and kind"
      rows={bots}
      mark={(bot) => ownMark(report, bot)}
      columns={[
        { title: "bot", isName: true, cell: (bot) => <Name>{bot}</Name> },
        ...kinds.map((kind) => ({
          title: kind,
          cell: (bot: string) =>
            count(bot, kind) > 0 ? <a href={linkTo({ at: "games", bot, fault: kind })}>{count(bot, kind)}</a> : <span class="quiet">0</span>,
        })),
      ]}
    />
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
          , <Name>{fault.bot}</Name>, decision {fault.decision + 1}: <strong class="fault">{fault.kind}</strong> {fault.message}
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
