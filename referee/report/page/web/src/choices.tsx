// The legal actions of a seat, as cards and as sentences of their verbs.
import { Card } from "./card";
import type { Report } from "./data";
import { EVERYBODY, isCard, type RecordedGame, type Step, told, type Worth } from "./game";
import { fixed } from "./text";

export function Sentence({ report, verb, words }: { report: Report; verb: string; words: string[] }) {
  return (
    <>
      {told(report.verbs[verb], verb, words).map((part, place) =>
        "card" in part ? <Card key={place} text={part.card} small /> : <span key={place}>{part.text}</span>,
      )}
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
const headOf = (report: Report, verb: string) => (report.verbs[verb] ?? verb).replace(/\{.*/, "").trim();

/** The expected score after an action, as a bar between the worst and the best action. */
function Bar({ worth, place }: { worth: Worth; place: number }) {
  const score = worth.scores[place];
  if (score === undefined) return null;
  const least = Math.min(...worth.scores);
  const range = Math.max(...worth.scores) - least;
  const share = range > 0 ? (score - least) / range : 1;
  return (
    <span class="worth" title={`expected score ${fixed(score, 1)}`}>
      <span class="worth-bar" style={{ width: `${(4 + 36 * share).toFixed(0)}px` }} />
      <span class="quiet number">{fixed(score, 1)}</span>
    </span>
  );
}

/** The cost of the decision, and the better action. */
function Verdict({ report, legal, worth }: { report: Report; legal: string[]; worth: Worth }) {
  const best = worth.best === undefined ? undefined : legal[worth.best];
  if (best === undefined) return <p class="quiet" data-verdict="none">No action is surely better than the one taken.</p>;
  const { verb, words } = readChoice(best);
  return (
    <p data-verdict="mistake">
      Cost {fixed(worth.cost, 1)} ± {fixed(2 * worth.error, 1)} points: better <Sentence report={report} verb={verb} words={words} />
      {worth.reason !== "" && `: ${worth.reason}`}.
    </p>
  );
}

export function LegalActions({ report, game, step, viewer }: { report: Report; game: RecordedGame; step: Step; viewer: number }) {
  if (step.decision === undefined || (viewer !== EVERYBODY && viewer !== step.seat)) return null;
  const legal = game.legal[step.decision] ?? [];
  const event = game.events[step.begin];
  const taken = event && [event.verb, event.words.join(",")].filter(Boolean).join(":");
  const worth = game.worthAt(step);
  if (legal.length === 0) return null;
  return (
    <div class="legal">
      <h3>
        Choices of {game.nameOf(step.seat ?? 0)} <span class="quiet">({legal.length})</span>
      </h3>
      {worth && <Verdict report={report} legal={legal} worth={worth} />}
      <div class="choices" tabIndex={0} role="group" aria-label="choices">
        {groupsOf(legal.map(readChoice)).map(({ verb, choices }, place) => (
          <div key={place}>
            {verb !== undefined && <span class="quiet">{headOf(report, verb)}</span>}
            <ul>
              {choices.map(({ action, ...choice }) => (
                <li key={action} class={[action === taken && "taken", worth?.best !== undefined && legal[worth.best] === action && "best"].filter(Boolean).join(" ")} aria-current={action === taken ? "true" : undefined} title={action === taken ? "taken" : undefined}>
                  {verb === undefined ? <Sentence report={report} verb={choice.verb} words={choice.words} /> : choice.words.map((card, at) => <Card key={at} text={card} small />)}
                  {worth && <Bar worth={worth} place={legal.indexOf(action)} />}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  );
}
