import { render } from "preact";
import { useMemo } from "preact/hooks";
import { loadReport, type Report } from "./data";
import { GameList } from "./games";
import { Overview } from "./overview";
import { Replay } from "./replay";
import { useRoute } from "./route";
import "./style.css";

function Page({ report }: { report: Report }) {
  const route = useRoute();
  const list = useMemo(() => new GameList(report), [report]);
  return route.game === undefined ? <Overview report={report} list={list} route={route} /> : <Replay report={report} list={list} route={route} />;
}

const root = document.getElementById("app");
if (root) {
  loadReport().then(
    (report) => render(<Page report={report} />, root),
    (error: unknown) => {
      root.textContent = `This report cannot be shown: ${String(error)}. It needs a browser of 2023 or later.`;
    },
  );
}
