// The analysed decisions: the sums of each bot, and the costliest decisions.
import { Reason, Sentence } from "./choices";
import type { Analysis, AnalysedBot, CostlyDecision, Report } from "./data";
import { FigureTable } from "./figures";
import type { GameList } from "./games";
import { Name } from "./name";
import { linkTo } from "./route";
import { counted, fixed, signed } from "./text";

/** An action such as `play:Kh` as the sentence of its verb. */
export function Action({ report, text }: { report: Report; text: string }) {
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
        { title: "bot", isName: true, cell: ({ bot }) => <Name>{bot}</Name> },
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

/** A decision, and how often it was made in the same situation of a deal. */
type Repeated = CostlyDecision & { again: number };

/** Equal decisions in the same place of one deal, as a bot repeats itself, as one. */
function grouped(list: GameList, worst: readonly CostlyDecision[]): Repeated[] {
  const groups = new Map<string, Repeated>();
  for (const one of worst) {
    const place = list.placeOf(one.game) ?? -1;
    const seat = list.bots(place).indexOf(one.bot);
    const key = [list.what(place), list.deal(place), seat, one.bot, one.decision, one.taken, one.best].join("\n");
    const known = groups.get(key);
    if (known) known.again += 1;
    else groups.set(key, { ...one, again: 0 });
  }
  return [...groups.values()];
}

function WorstTable({ report, worst }: { report: Report; worst: Repeated[] }) {
  return (
    <FigureTable
      label="the costliest decisions"
      class="worst folds"
      rows={worst}
      columns={[
        { title: "game", cell: (one) => <a href={linkOf(one)}>{one.game}</a> },
        { title: "decision", cell: ({ decision }) => decision + 1 },
        ...(report.bot === "" && !report.check ? [{ title: "bot", isName: true, cell: ({ bot }: CostlyDecision) => <Name>{bot}</Name> }] : []),
        { title: "taken", class: "", cell: ({ taken }) => <Action report={report} text={taken} /> },
        { title: "better", class: "", cell: ({ best }) => <Action report={report} text={best} /> },
        { title: "cost", cell: ({ cost, error }) => <>{fixed(cost, 1)} <span class="quiet">± {fixed(2 * error, 1)}</span></> },
        { title: "why", class: "below", head: "grow below", cell: ({ reason, again }) => <><Reason text={reason} />{again > 0 && <span class="quiet"> (also in {counted(again, "other game")} of this deal)</span>}</> },
      ]}
    />
  );
}

export function Decisions({ report, list, analysis }: { report: Report; list: GameList; analysis: Analysis }) {
  if (report.check && analysis.games === 0) return <p class="quiet" data-left-out>No game without a fault was played, so there is nothing to analyse.</p>;
  return (
    <>
      {analysis.worst.length === 0 && <p class="quiet" data-left-out>No decision was surely a mistake.</p>}
      {analysis.worst.length > 0 && <WorstTable report={report} worst={grouped(list, analysis.worst)} />}
      <BotsTable report={report} bots={analysis.bots} />
      <p class="quiet">
        Of {counted(analysis.games, "game")}{analysis.repeated > 0 && ` (${analysis.repeated} more repeat one of them)`}, each decision in {counted(analysis.worlds, "world")}. Points are those of the game's end. Better means better
        against players like the policy of the playouts. Unseen cards are taken to lie anywhere, and simultaneous decisions to be
        the policy's. {report.bot !== "" && report.tournament && analysis.games < list.size && "These are the games that cost this bot most, so its figures are worse than over all games. "}Where two actions are within two standard errors, nothing is claimed.
      </p>
    </>
  );
}
