// The analysed decisions: the sums of each bot, and the costliest decisions.
import { headOf, Reason, Sentence } from "./choices";
import type { Analysis, AnalysedBot, CostlyDecision, DecisionKind, Report } from "./data";
import { FigureTable } from "./figures";
import type { RecordedGame } from "./game";
import type { GameList } from "./games";
import { Name } from "./name";
import { linkTo } from "./route";
import { counted, fixed, signed } from "./text";

/** An action such as `play:Kh` as the sentence of its verb. */
export function Action({ report, game, text }: { report: Report; game?: RecordedGame; text: string }) {
  const [verb = "", words = ""] = text.split(":");
  return <Sentence report={report} game={game} verb={verb} words={words.split(",").filter((word) => word !== "")} />;
}

const withError = (value: number, error: number) => (
  <>
    {signed(value, 2)} <span class="quiet">± {fixed(2 * error, 2)}</span>
  </>
);

function BotsTable({ report, bots }: { report: Report; bots: AnalysedBot[] }) {
  return (
    <FigureTable
      label="decisions of each bot"
      class="decisions"
      rows={bots}
      columns={[
        { title: "bot", isName: true, cell: ({ bot }) => <Name>{bot}</Name> },
        ...(report.what.length > 1 ? [{ title: "game", class: "", cell: ({ game_name }: AnalysedBot) => game_name }] : []),
        { title: "games", cell: ({ games }) => games },
        { title: "decisions", hint: "with a choice", cell: ({ decisions }) => decisions },
        { title: "mistakes", hint: "that cost more than two standard errors", cell: ({ mistakes }) => mistakes },
        { title: "advantage a game", hint: "points over the choices of the policy; it orders bots", cell: (row) => withError(row.advantage_per_game, row.advantage_per_game_error) },
        { title: "cost a game", hint: "points that better actions would have brought; it does not order bots", cell: (row) => withError(row.cost_per_game, row.cost_per_game_error) },
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
        { title: "cost", cell: ({ cost, cost_error }) => <>{fixed(cost, 1)} <span class="quiet">± {fixed(2 * cost_error, 1)}</span></> },
        { title: "why", class: "below", head: "grow below", cell: ({ reason, again }) => <><Reason text={reason} />{again > 0 && <span class="quiet"> (also in {counted(again, "other game")} of this deal)</span>}</> },
      ]}
    />
  );
}

const PHASES: Record<string, string> = { early: "early in the hand", middle: "in the middle of the hand", late: "late in the hand" };

/** A kind of decisions in words: `discards`, `late in the hand`, `with 3 cards`. */
function kindName(report: Report, { by, value }: DecisionKind): string {
  if (by === "verb") return headOf(report, value);
  return by === "phase" ? (PHASES[value] ?? value) : `with ${counted(Number(value), "card")}`;
}

/** Whether a decision is of a kind. */
function isOf({ by, value }: DecisionKind, { taken, phase, cards }: CostlyDecision): boolean {
  const values = { verb: taken.split(":")[0], phase, cards: String(cards.split(" ").filter((card) => card !== "").length) };
  return values[by] === value;
}

const MOST_KINDS = 5;
/** The fewest decisions of which something common is a pattern. */
const PATTERN = 3;
const RANKS = "23456789TJQK";

/** Whether the better card is lower or higher. Empty without two cards of known order; an ace is high in some games and low in others. */
function direction({ taken, best }: CostlyDecision): string {
  const [from = -1, to = -1] = [taken, best].map((action) => (/^\w+:\w{2}$/.test(action) ? RANKS.indexOf(action.split(":")[1]?.[0] ?? "?") : -1));
  return from < 0 || to < 0 || from === to ? "" : to < from ? "a lower card" : "a higher card";
}

/** What the costliest decisions of a kind have in common: `discards, better plays`. Empty if that is nothing. */
function patternOf(report: Report, { by }: DecisionKind, worst: readonly CostlyDecision[]): string {
  const common = (of: (one: CostlyDecision) => string) => (worst.length >= PATTERN && new Set(worst.map(of)).size === 1 && worst[0] ? of(worst[0]) : "");
  const [taken, best] = [common((one) => headOf(report, one.taken.split(":")[0] ?? "")), common((one) => headOf(report, one.best.split(":")[0] ?? ""))];
  const better = taken !== "" && taken === best ? common(direction) : best;
  const when = by === "phase" ? "" : common(({ phase }) => PHASES[phase] ?? "");
  return [better === "" ? "" : `${by === "verb" ? "" : taken} better ${better}`.trim(), when].filter(Boolean).join(", ");
}

/** The kinds of decisions in which a bot lost most by mistakes. */
export function MistakeKinds({ report, list, bots }: { report: Report; list: GameList; bots: AnalysedBot[] }) {
  // A kind that has all decisions tells nothing.
  const all = bots.flatMap((bot) => bot.kinds.filter(({ decisions }) => decisions < bot.decisions).map((kind) => ({ ...kind, name: bot.game_name })));
  const rows = all.filter(({ mistakes }) => mistakes > 0).sort((a, b) => b.cost_per_game - a.cost_per_game).slice(0, MOST_KINDS);
  const worstOf = (kind: DecisionKind & { name: string }) => (report.analysis?.worst ?? []).filter((one) => one.game_name === kind.name && isOf(kind, one));
  const hasReplay = (game: number) => list.hasReplay(list.placeOf(game) ?? -1);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>Kinds of decisions that cost most</h3>
      <FigureTable
        label="kinds of decisions that cost most"
        class="kinds folds"
        rows={rows}
        columns={[
          { title: "kind", isName: true, cell: (kind) => kindName(report, kind) },
          ...(report.what.length > 1 ? [{ title: "game", class: "", cell: ({ name }: { name: string }) => name }] : []),
          { title: "mistakes", hint: "that cost more than two standard errors", cell: ({ mistakes, decisions }) => <>{mistakes} <span class="quiet">of {decisions}</span></> },
          { title: "cost a game", cell: (kind) => fixed(kind.cost_per_game, 2) },
          {
            title: "the worst",
            class: "below",
            cell: (kind) => {
              const all = worstOf(kind);
              const [worst] = all;
              const pattern = patternOf(report, kind, all);
              if (worst) return <><a href={linkOf(worst)}>game {worst.game}</a>: <Action report={report} text={worst.taken} />, better <Action report={report} text={worst.best} />{pattern !== "" && <span class="quiet" data-pattern={pattern}> (all {all.length} among the costliest: {pattern})</span>}</>;
              return kind.games.map((game, at) => <span key={game}>{at > 0 && ", "}{hasReplay(game) ? <a href={linkTo({ game })}>game {game}</a> : `game ${game}`}</span>);
            },
          },
        ]}
      />
      <p class="quiet">Each decision counts by what was done, by when, and by the number of cards, so these costs overlap.</p>
    </>
  );
}

export function Decisions({ report, list, analysis }: { report: Report; list: GameList; analysis: Analysis }) {
  if (report.check && analysis.games === 0) return <p class="quiet" data-left-out>No game without a fault was played, so there is nothing to analyse.</p>;
  const mistakes = analysis.bots.reduce((sum, bot) => sum + bot.mistakes, 0);
  return (
    <>
      {analysis.worst.length === 0 && <p class="quiet" data-left-out>No decision was surely a mistake.</p>}
      {analysis.worst.length > 0 && analysis.worst.length < mistakes && <p class="quiet">The {analysis.worst.length} costliest of {counted(mistakes, "mistake")}.</p>}
      {analysis.worst.length > 0 && <WorstTable report={report} worst={grouped(list, analysis.worst)} />}
      {report.check && <MistakeKinds report={report} list={list} bots={analysis.bots} />}
      <BotsTable report={report} bots={analysis.bots} />
      <p class="quiet">
        Of {counted(analysis.games, "game")}{analysis.repeated > 0 && ` (${analysis.repeated} more repeat one of them)`}, each decision in {counted(analysis.worlds, "world")}. Points are final scores; ± is two standard errors. Better means better
        against players like the policy of the playouts. Unseen cards are dealt at random, and other bots' simultaneous decisions follow
        the policy. {report.bot !== "" && report.tournament && analysis.games < list.size && "These are the games that cost this bot most, so its figures are worse than over all games. "}Where two actions are within two standard errors, nothing is claimed.
      </p>
    </>
  );
}
