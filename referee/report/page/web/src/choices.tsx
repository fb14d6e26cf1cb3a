// The legal actions of a seat, as cards and as sentences of their verbs.
import { Card } from "./card";
import type { Report } from "./data";
import { clause, EVERYBODY, isCard, type RecordedGame, told, type Told, type Worth } from "./game";
import type { Step } from "./steps";
import { counted, fixed } from "./text";

const Parts = ({ parts }: { parts: Told[] }) => (
  <>{parts.map((part, place) => ("card" in part ? <Card key={place} text={part.card} small /> : <span key={place}>{part.text}</span>))}</>
);

/** A clause of the program with its cards and the names of seats. */
export const Clause = ({ text, game }: { text: string; game: RecordedGame }) => <Parts parts={clause(text, (seat) => game.nameOf(seat))} />;

/** A sentence with its cards. `game`: it names the seats that the sentence mentions. */
export function Sentence({ report, verb, words, game }: { report: Report; verb: string; words: string[]; game?: RecordedGame }) {
  return <Parts parts={told(report.verbs[verb], verb, words, game && ((seat) => game.nameOf(seat)))} />;
}

/** A reason that speaks to a bot, for readers who are not its author. */
const ofOthers = (reason: string) => reason.replace(/\byour\b/g, "its").replace(/\byou are\b/g, "it is").replace(/\byou have\b/g, "it has").replace(/\byou do not\b/g, "it does not").replace(/\byou ([a-z]+)/g, "it $1s");

/** A reason with its actions as cards: `after play:Js` as `after play J♠`. */
export function Reason({ text }: { text: string }) {
  return (
    <>
      {text.split(/\b([a-z]+:\w+(?:,\w+)*)/).map((part, at) => {
        const [verb, words = ""] = part.split(":");
        if (at % 2 === 0) return part;
        return (
          <span key={at}>
            {verb}
            {words.split(",").map((word, place) => (
              <span key={place}> {isCard(word) ? <Card text={word} small /> : word}</span>
            ))}
          </span>
        );
      })}
    </>
  );
}

interface Choice {
  action: string;
  verb: string;
  words: string[];
}

function readChoice(action: string): Choice {
  const [verb = "", words = ""] = action.split(":");
  return { action, verb, words: words.split(",").filter((word) => word !== "") };
}

/**
 * Groups of choices. Those of one verb that differ only in their cards share a heading. Any other has a
 * sentence of its own.
 */
function groupsOf(choices: Choice[]): { verb?: string; choices: Choice[] }[] {
  const groups: { verb?: string; choices: Choice[] }[] = [];
  for (const choice of choices) {
    const verb = choice.words.length > 0 && choice.words.every(isCard) ? choice.verb : undefined;
    const last = groups[groups.length - 1];
    if (last && last.verb === verb) last.choices.push(choice);
    else groups.push({ verb, choices: [choice] });
  }
  return groups;
}

/** The words before the cards in the sentence of a verb: `plays`. */
export const headOf = (report: Report, verb: string) => (report.verbs[verb] ?? verb).replace(/\{.*/, "").trim();

/**
 * The expected score after an action, as a bar: what is missing from the longest is what the action loses against the best. All bars of
 * a game have one scale, so that small differences look small.
 */
function Bar({ game, worth, place }: { game: RecordedGame; worth: Worth; place: number }) {
  const score = worth.scores[place];
  if (score === undefined) return null;
  const share = 1 - (Math.max(...worth.scores) - score) / (game.largestLoss || 1);
  return (
    <span class="worth" title={`expected score ${fixed(score, 1)}`}>
      <span class="worth-bar" style={{ width: `${(4 + 36 * share).toFixed(0)}px` }} />
      <span class="quiet number">{fixed(score, 1)}</span>
    </span>
  );
}

/** The cost of a decision, and the better action. Nothing if none is surely better. */
function Mistake({ report, game, decision, isNamed }: { report: Report; game: RecordedGame; decision: number; isNamed: boolean }) {
  const worth = game.worths.get(decision);
  const best = worth?.best === undefined ? undefined : game.legal[decision]?.[worth.best];
  if (!worth || best === undefined) return null;
  const { verb, words } = readChoice(best);
  return (
    <p data-verdict="mistake">
      {isNamed && <><bdi>{game.nameOf(game.deciders[decision] ?? 0)}</bdi>: </>}
      Cost {fixed(worth.cost, 1)} ± {fixed(2 * worth.error, 1)} points in simulated games: better <Sentence report={report} verb={verb} words={words} />
      {worth.reason !== "" && <>: <Reason text={report.bot === "" ? ofOthers(worth.reason) : worth.reason} /></>}.
    </p>
  );
}

/** The mistakes of a step that the viewer may know. */
export function Mistakes({ report, game, step, viewer }: { report: Report; game: RecordedGame; step: Step; viewer: number }) {
  const known = step.decisions.filter((decision) => viewer === EVERYBODY || viewer === game.deciders[decision]);
  return <>{known.map((decision) => <Mistake key={decision} report={report} game={game} decision={decision} isNamed={step.decisions.length > 1} />)}</>;
}

/** The choices of all decisions of a step, as far as the viewer may know them. */
export function LegalActions({ report, game, step, viewer }: { report: Report; game: RecordedGame; step: Step; viewer: number }) {
  return (
    <>
      {step.decisions.map((decision) => (
        <ChoicesOf key={decision} report={report} game={game} decision={decision} viewer={viewer} />
      ))}
    </>
  );
}

/** The largest number of choices that are all shown without scrolling. Of more, the taken and the best come first. */
const MOST_CHOICES = 20;

function ChoicesOf({ report, game, decision, viewer }: { report: Report; game: RecordedGame; decision: number; viewer: number }) {
  const seat = game.deciders[decision] ?? 0;
  const legal = game.legal[decision] ?? [];
  if (legal.length === 0 || (viewer !== EVERYBODY && viewer !== seat)) return null;
  const taken = game.takenAt(decision);
  const worth = game.worths.get(decision);
  const isFirst = (action: string) => action === taken || (worth?.best !== undefined && action === legal[worth.best]);
  const shown = legal.length > MOST_CHOICES ? [...legal.filter(isFirst), ...legal.filter((action) => !isFirst(action))] : legal;
  const scrolls = legal.length > MOST_CHOICES ? { class: "choices many", tabIndex: 0 } : { class: "choices" };
  return (
    <div class="legal">
      <h3>
        <bdi>{game.nameOf(seat)}</bdi> had {counted(legal.length, "choice")}
      </h3>
      {worth && worth.best === undefined && <p class="quiet" data-verdict="none">No action is surely better than the one taken.</p>}
      <div {...scrolls} role="group" aria-label={`choices of ${game.nameOf(seat)}`}>
        {groupsOf(shown.map(readChoice)).map(({ verb, choices }, place) => (
          <div key={place}>
            {verb !== undefined && <span class="quiet">{headOf(report, verb)}</span>}
            <ul>
              {choices.map(({ action, ...choice }) => (
                <li key={action} class={[action === taken && "taken", worth?.best !== undefined && legal[worth.best] === action && "best"].filter(Boolean).join(" ")} aria-current={action === taken ? "true" : undefined} title={action === taken ? "taken" : undefined}>
                  {verb === undefined ? <Sentence report={report} game={game} verb={choice.verb} words={choice.words} /> : choice.words.map((card, at) => <Card key={at} text={card} small />)}
                  {worth && <Bar game={game} worth={worth} place={legal.indexOf(action)} />}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  );
}
