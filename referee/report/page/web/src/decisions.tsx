// The analysed decisions: the sums of each bot, and the costliest decisions.
import { Sentence } from "./choices";
import type { Analysis, AnalysedBot, CostlyDecision, Report } from "./data";
import { FigureTable } from "./figures";
import { linkTo } from "./route";
import { counted, fixed, signed } from "./text";

/** An action such as `play:Kh` as the sentence of its verb. */
function Action({ report, text }: { report: Report; text: string }) {
  const [verb = "", words = ""] = text.split(":");
  return <Sentence report={report} verb={verb} words={words.split(",").filter((word) => word !== "")} />;
}

function BotsTable({ report, bots }: { report: Report; bots: AnalysedBot[] }) {
  const withError = (value: number, error: number) => (
    <>
      {signed(value, 2)} <span class="quiet">± {fixed(2 * error, 2)}</span>
    </>
  );
  return (
    <FigureTable
      label="decisions of each bot"
      class="decisions"
      rows={bots}
      columns={[
        { title: "bot", isName: true, cell: ({ bot }) => bot },
        ...(report.what.length > 1 ? [{ title: "game", class: "", cell: ({ game }: AnalysedBot) => game }] : []),
        { title: "games", cell: ({ games }) => games },
        { title: "decisions", hint: "with a choice", cell: ({ decisions }) => decisions },
        { title: "mistakes", hint: "that cost something beyond doubt", cell: ({ mistakes }) => mistakes },
        { title: "advantage a game", hint: "points over the choices of the policy; it orders bots", cell: ({ advantage, advantage_error }) => withError(advantage, advantage_error) },
        { title: "cost a game", hint: "points that better actions would have brought; it does not order bots", cell: ({ cost, cost_error }) => withError(cost, cost_error) },
      ]}
    />
  );
}

/** The link to the step of a decision. The first step is the deal, so decision 0 is step 1. */
const linkOf = ({ game, decision }: CostlyDecision) => linkTo({ game, step: decision + 1 });

function WorstTable({ report, worst }: { report: Report; worst: CostlyDecision[] }) {
  return (
    <FigureTable
      label="the costliest decisions"
      class="worst"
      rows={worst}
      columns={[
        { title: "game", cell: (one) => <a href={linkOf(one)}>{one.game}</a> },
        ...(report.bot === "" && !report.check ? [{ title: "bot", isName: true, cell: ({ bot }: CostlyDecision) => bot }] : []),
        { title: "taken", class: "", cell: ({ taken }) => <Action report={report} text={taken} /> },
        { title: "better", class: "", cell: ({ best }) => <Action report={report} text={best} /> },
        { title: "cost", cell: ({ cost, error }) => <>{fixed(cost, 1)} <span class="quiet">± {fixed(2 * error, 1)}</span></> },
        { title: "why", class: "", head: "grow", cell: ({ reason }) => reason },
      ]}
    />
  );
}

export function Decisions({ report, analysis }: { report: Report; analysis: Analysis }) {
  if (report.check && analysis.games === 0) return <p class="quiet" data-left-out>No game without a fault was played, so there is nothing to analyse.</p>;
  return (
    <>
      {analysis.worst.length === 0 && <p class="quiet" data-left-out>No decision was surely a mistake.</p>}
      {analysis.worst.length > 0 && <WorstTable report={report} worst={analysis.worst} />}
      <BotsTable report={report} bots={analysis.bots} />
      <p class="quiet">
        Of {counted(analysis.games, "game")}{analysis.repeated > 0 && ` (${analysis.repeated} more repeat one of them)`}, each decision in {counted(analysis.worlds, "world")}. Points are those of the game's end. Better means better
        against players like the policy that played the games on; cards that the seat did not see are taken to lie anywhere, and decisions made at
        the same time to be the policy's. Where two actions are within two standard errors, nothing is claimed.
      </p>
    </>
  );
}
