// What `tribunal check` found of a bot.
import { TimePicture } from "./charts";
import type { Report } from "./data";
import { counted, shownTime } from "./text";

interface CheckJson {
  bot: string;
  command: string;
  version: string;
  sandbox: string;
  verdict: string;
  figures: { startup_us: number; games: number; decisions: number; p50_us: number; p90_us: number; p99_us: number; max_us: number; peak_kib: number; stderr_bytes: number };
  examinations: {
    name: string;
    finding: string;
    message: string;
    sent?: string[];
    came_back?: string;
    rule?: { text: string };
    stderr?: string[];
    hint?: string;
    again?: string;
  }[];
}

export function CheckReport({ check }: { check: NonNullable<Report["check"]> }) {
  const json = check.json as unknown as CheckJson;
  const { figures } = json;
  return (
    <>
      <p>
        <code>{json.command}</code>{json.version && ` (${json.version})`}, in the sandbox {json.sandbox}:{" "}
        <strong class={json.verdict === "sound" ? "good" : "fault"}>{json.verdict}</strong>
      </p>
      <ul class="examinations">
        {json.examinations.map((examination) => (
          <li key={examination.name} class={`finding-${examination.finding}`}>
            <details open={examination.finding === "failed"}>
              <summary>
                <strong>{examination.finding}</strong> {examination.name}: {examination.message}
              </summary>
              {examination.sent && <Lines title="It was sent" lines={examination.sent} />}
              {examination.came_back && <Lines title="It answered" lines={[examination.came_back]} />}
              {examination.rule && <p>The rule: {examination.rule.text}</p>}
              {examination.stderr && <Lines title="It wrote to stderr" lines={examination.stderr} />}
              {examination.hint && <p>{examination.hint}</p>}
              {examination.again && <Lines title="See it again" lines={[examination.again]} />}
            </details>
          </li>
        ))}
      </ul>
      <h3>Time a move</h3>
      <div class="scroll" tabIndex={0} role="group" aria-label="time a move">
        <table>
          <thead>
            <tr>
              <th class="number">moves</th>
              <th class="number">p50</th>
              <th class="number">p90</th>
              <th class="number">p99</th>
              <th class="number">longest</th>
              <th class="wide">1 µs to the longest (logarithmic)</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td class="number">{figures.decisions.toLocaleString("en-GB")}</td>
              <td class="number">{shownTime(figures.p50_us)}</td>
              <td class="number">{shownTime(figures.p90_us)}</td>
              <td class="number">{shownTime(figures.p99_us)}</td>
              <td class="number">{shownTime(figures.max_us)}</td>
              <td class="wide">
                {figures.decisions > 0 && <TimePicture times={{ p50: Math.max(figures.p50_us, 1), p99: Math.max(figures.p99_us, 1), max: Math.max(figures.max_us, 1) }} limit={0} />}
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <p class="quiet">
        Ready after {shownTime(figures.startup_us)}; {counted(figures.games, "game")}; {(figures.peak_kib / 1024).toFixed(1)} MiB of memory at most.
      </p>
    </>
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
