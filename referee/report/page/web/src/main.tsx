import { render } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { checkedAddress } from "./address";
import { loadReport, type Report } from "./data";
import { GameList } from "./games";
import { Overview, sectionIds } from "./overview";
import { Replay } from "./replay";
import { useRoute } from "./route";
import { fixed } from "./text";
import "./style.css";

/** The differences between the record and the page, above everything else on every part of the page. */
function Differences({ report }: { report: Report }) {
  if (report.differences.length === 0) return null;
  return (
    <aside class="differs" role="alert">
      <p>The record differs from the game that is computed from its deals and decisions. This page shows the computed game:</p>
      {report.differences.map((lines) => (
        <pre key={lines[0]}>{lines.join("\n")}</pre>
      ))}
    </aside>
  );
}

/** The invalid parts of the address, one per line. */
function Misled({ wrong }: { wrong: string[] }) {
  return (
    <aside class="misled" aria-label="about the address">
      <div role="status">
        {wrong.map((line) => (
          <p key={line} class="note">
            {line}
          </p>
        ))}
      </div>
    </aside>
  );
}

/** The title of the window: what is shown, and on which page. */
function titleOf(report: Report, list: GameList, game?: string): string {
  const place = game === undefined ? undefined : list.placeOf(Number(game));
  if (place === undefined) return report.bot === "" ? report.title : `${report.bot} in ${report.title}`;
  const results = list.bots(place).map((bot, seat) => `${bot} ${fixed(list.scores(place)[seat], 0)}`);
  return `Game ${game}: ${results.join(", ")} · ${report.title}`;
}

function Page({ report }: { report: Report }) {
  const raw = useRoute();
  const list = useMemo(() => new GameList(report), [report]);
  const sections = useMemo(() => sectionIds(report, list), [report, list]);
  const { route, wrong } = useMemo(() => checkedAddress(raw, report, list, sections), [raw, report, list, sections]);
  const title = titleOf(report, list, route.game);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <Differences report={report} />
      {wrong.length > 0 && <Misled wrong={wrong} />}
      {route.game === undefined ? <Overview report={report} list={list} route={route} /> : <Replay report={report} list={list} route={route} />}
    </>
  );
}

// Closed parts are printed too.
addEventListener("beforeprint", () => document.querySelectorAll("details:not(.keys)").forEach((part) => part.setAttribute("open", "")));

const root = document.getElementById("app");
if (root) {
  loadReport().then(
    (report) => render(<Page report={report} />, root),
    (error: unknown) => {
      root.textContent = `This report cannot be shown: ${String(error)}. It needs a browser of 2023 or later.`;
    },
  );
}
