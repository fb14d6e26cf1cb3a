// The results of `tribunal check` for a bot.
import { TimesPicture } from "./charts";
import type { Examination, Report } from "./data";
import { FigureTable } from "./figures";
import type { GameList } from "./games";
import { firstToChange } from "./lead";
import { linkTo } from "./route";
import { counted, fixed, grouped, shownTime } from "./text";

export function Examinations({ report, list }: { report: Report; list: GameList }) {
  const { check } = report;
  if (!check) return null;
  const { figures } = check;
  const measured = [
    ...(figures.startup_us > 0 ? [`Ready after ${shownTime(figures.startup_us)}`] : []),
    ...(figures.games > 0 ? [`${counted(figures.games, "game")} played to the end`] : []),
    ...(figures.peak_kib > 0 ? [`${fixed(figures.peak_kib / 1024, 1)} MiB of memory at most`] : []),
  ];
  const first = firstToChange(check.examinations);
  const ordered = first ? [first, ...check.examinations.filter((one) => one !== first)] : check.examinations;
  return (
    <>
      <p>
        {check.command && (
          <>
            <code>{check.command}</code>
            {check.version && ` (${check.version})`}, in the sandbox {check.sandbox}:{" "}
          </>
        )}
        <strong class={check.verdict === "sound" ? "good" : "fault"}>{check.verdict}</strong>
      </p>
      <ul class="examinations">
        {ordered.map((examination) => (
          <li key={examination.name} class={`finding-${examination.finding}`}>
            <Finding examination={examination} open={examination === first} list={list} />
          </li>
        ))}
      </ul>
      {measured.length > 0 && <p class="quiet">{measured.join("; ")}.</p>}
    </>
  );
}

function Finding({ examination, open, list }: { examination: Examination; open: boolean; list: GameList }) {
  const { name, finding, message, sent, came_back, rule, stderr, hint, again } = examination;
  const line = (
    <>
      <strong>{finding}</strong> <span class="examined">{name}</span> {message}
    </>
  );
  const games = list.report.what.includes(name) && list.size > 0;
  if (!sent && !came_back && !rule && !stderr && !hint && !again && !games) return line;
  return (
    <details open={open}>
      <summary>{line}</summary>
      {sent && <Lines title="It was sent" lines={sent} />}
      {came_back && <Lines title="It answered" lines={[came_back]} />}
      {rule && <p>The rule: {rule.text}</p>}
      {stderr && <Lines title="It wrote to standard error" lines={stderr} />}
      {hint && <p>{hint}</p>}
      {again && <Lines title="To see it again" lines={[again]} />}
      {games && (
        <p>
          <a href={linkTo({ what: name, at: "games" })}>Its games</a>
        </p>
      )}
    </details>
  );
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  return (
    <>
      <p>{title}:</p>
      <pre tabIndex={0}>{lines.join("\n")}</pre>
    </>
  );
}

/** The times of the bot's decisions by powers of two of a microsecond, and the limit. */
export function CheckTimes({ report }: { report: Report }) {
  const { check, move_ms } = report;
  if (!check || check.figures.decisions === 0) return <p class="quiet">The bot decided nothing.</p>;
  const { figures } = check;
  const times = figures.by_power;
  const first = times.findIndex((count) => count > 0);
  const rows = times.flatMap((count, power) => (power >= first && times.slice(power).some((more) => more > 0) ? [{ power, count }] : []));
  return (
    <>
      <p>
        {counted(figures.decisions, "decision")}: half of them within {shownTime(figures.p50_us)}, 90 % within {shownTime(figures.p90_us)}, 99 % within {shownTime(figures.p99_us)};
        the longest took {shownTime(figures.max_us)}{move_ms > 0 && `, of ${shownTime(move_ms * 1000)} allowed`}.
      </p>
      <TimesPicture times={times} limit={move_ms * 1000} />
      <details>
        <summary>The same as a table</summary>
        <FigureTable
          label="decisions by their time"
          rows={rows}
          columns={[
            { title: "from", cell: ({ power }) => shownTime(2 ** power) },
            { title: "to", cell: ({ power }) => shownTime(2 ** (power + 1)) },
            { title: "decisions", cell: ({ count }) => grouped(count) },
          ]}
        />
      </details>
    </>
  );
}
