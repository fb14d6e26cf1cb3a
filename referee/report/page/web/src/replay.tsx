// A game, step by step.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Clause, LegalActions, Mistakes, Sentence } from "./choices";
import { CopyButton } from "./copy";
import { Curve } from "./curve";
import { loadReplay, type Report } from "./data";
import { curveOf, Figures, hasBonus, Outcome } from "./decided";
import { cameTo, EVERYBODY, RecordedGame, Table } from "./game";
import type { GameList } from "./games";
import { Controls, landmarksOf, usePlayer } from "./player";
import { PointsOfGame } from "./points";
import { seatsByPlace } from "./ranking";
import { fullLink, go, linkTo, type Route } from "./route";
import { SameCards } from "./same_cards";
import { Course, expectedScores, fifthSuit, type Scores, SUIT_NAMES } from "./scores";
import { StepList, wordsOf } from "./step_list";
import { placeOfStep, type Step } from "./steps";
import { CardTable, type Fresh } from "./table";
import { capturesOf } from "./tallies";
import { fixed, shellWord, shownTime } from "./text";

/** The events of a step, as far as the viewer may see them. */
function Happenings({ report, game, steps, at, viewer }: { report: Report; game: RecordedGame; steps: Step[]; at: number; viewer: number }) {
  const step = steps[at];
  if (!step) return null;
  const isOpen = step.last === at; // otherwise other seats still decide at the same time
  return (
    <ul class="happenings">
      {game.commentsAt(step).map((comment, place) =>
        viewer === EVERYBODY || comment.seat === viewer ? (
          <li key={`c${place}`} class="comment">
            <bdi>{game.nameOf(comment.seat)}</bdi>: {comment.text}
          </li>
        ) : null,
      )}
      {game.faultsAt(step).map((fault, place) => (
        <li key={`f${place}`} class="fault">
          <bdi>{game.nameOf(fault.seat)}</bdi> is at fault: {fault.kind}
          {fault.us > 0 && ` after ${shownTime(fault.us)}`}
          {fault.got !== "" && (
            <>
              , said: <code>{fault.got}</code>
            </>
          )}
        </li>
      ))}
      {!isOpen && (
        <li class="quiet" data-hidden>
          <bdi>{game.nameOf(step.seat ?? 0)}</bdi> has decided; all who decide at the same time show it together, at step {steps[step.last]?.name}
        </li>
      )}
      {(isOpen ? game.events.slice(steps[step.first]?.begin, step.end) : []).map((event, place) => {
        const line = game.lineOf(event, viewer);
        const us = event.decision === undefined ? undefined : game.us[event.decision];
        const knowsTime = viewer === EVERYBODY || viewer === event.seat;
        if (line === undefined) return null;
        const [verb = "", , ...words] = line.split(" ");
        return (
          <li key={place} data-verb={verb}>
            <span>
              <bdi>{game.nameOf(event.seat)}</bdi> <Sentence report={report} game={game} verb={verb} words={words} />
              {event.reason !== undefined && <span data-reason>: <Clause text={event.reason} game={game} /></span>}
              {event.decision !== undefined && knowsTime && (
                <span class="quiet"> {us === undefined ? (game.onlySeat === EVERYBODY || event.seat === game.onlySeat ? "by the referee" : "") : shownTime(us)}</span>
              )}
            </span>
            <code class="protocol">{line}</code>
          </li>
        );
      })}
    </ul>
  );
}

function sourceOf(report: Report, number: number): { name: string; game: number } {
  const source = [...report.sources].reverse().find(({ first }) => first <= number);
  return { name: source?.name ?? "", game: number - (source?.first ?? 0) };
}

function CopyButtons({ report, game, place, list, here }: { report: Report; game: RecordedGame; place: number; list: GameList; here: string }) {
  const source = sourceOf(report, game.number);
  const name = shellWord(source.name);
  const bots = report.tournament ? "" : ` -- ${list.bots(place).map(shellWord).join(" ")}`;
  const again = report.games.again[game.number] ?? `tribunal play --from ${name} --game ${source.game}${bots}`;
  return (
    <div class="copies">
      <CopyButton text={here}>Copy link to this step</CopyButton>
      {source.name !== "" && <CopyButton text={`tribunal replay ${name} --game ${source.game}`}>Copy replay command</CopyButton>}
      {game.onlySeat === EVERYBODY && <CopyButton text={again}>Copy command to play it again</CopyButton>}
      {game.data.key && <CopyButton text={game.data.key}>Copy the deal's key</CopyButton>}
    </div>
  );
}

/** The words of decisions, by seat, that are hidden because other seats still decide at the same time. */
function chosenBefore(game: RecordedGame, steps: Step[], at: number): Map<number, ReadonlySet<string>> {
  const step = steps[at];
  const decided = !step || step.last === at ? [] : game.events.slice(steps[step.first]?.begin, step.end).filter(({ decision }) => decision !== undefined);
  return new Map(decided.map(({ seat, words }) => [seat, new Set(words)]));
}

/** The table after a step, the cards that came with it, and for each suit its winner before and after it. */
interface ShownTable {
  table: Table;
  fresh: Fresh;
  won: [number, number][];
}

function useTable(game: RecordedGame, viewer: number, step: Step): ShownTable {
  const table = useMemo(() => new Table(game, viewer), [game, viewer]);
  const shown = useRef<ShownTable & { step: Step }>();
  if (shown.current?.table !== table || shown.current.step !== step) {
    const isDecision = step.kind === "decision";
    const before = table.goTo(step.begin).places();
    const winners = table.winners();
    const after = table.goTo(step.end).places();
    const won = table.winners().map((seat, suit): [number, number] => [isDecision ? (winners[suit] ?? -1) : seat, seat]);
    shown.current = { table, step, won, fresh: isDecision ? cameTo(before, after) : new Map() };
  }
  return shown.current;
}

const RANKS: Record<string, string> = { T: "tens", J: "jacks", Q: "queens", K: "kings", A: "aces" };

/** The suits that a seat is the first to win with a step, and the scores that change. The program states why others change hands. */
function Changes({ game, step, won, before, after }: { game: RecordedGame; step: Step; won: readonly [number, number][]; before?: Scores; after?: Scores }) {
  const captures = useMemo(() => (hasBonus(game) ? capturesOf(game) : []), [game]);
  // Four captured cards of a rank are a quartet.
  const quartets = captures.filter(({ place, ofRank }) => place >= step.begin && place < step.end && ofRank % 4 === 0);
  const hasScores = after?.seats.some((score, seat) => before !== undefined && before.seats[seat] !== score);
  const suits = won.flatMap(([from, to], suit) => (from < 0 && to >= 0 ? [{ suit, to }] : []));
  const [was, fifth] = [fifthSuit(game, before), fifthSuit(game, after)];
  const isOther = before !== undefined && was !== fifth;
  if (!hasScores && suits.length + quartets.length === 0 && !isOther) return null;
  return (
    <p class="changes">
      {suits.map(({ suit, to }) => (
        <span key={suit}>
          <bdi>{game.nameOf(to)}</bdi> wins {SUIT_NAMES[suit]}.{" "}
        </span>
      ))}
      {quartets.map(({ seat, rank }) => (
        <span key={rank + seat} data-quartet={`${seat} ${RANKS[rank] ?? `${rank}s`}`}>
          <bdi>{game.nameOf(seat)}</bdi> has a quartet of {RANKS[rank] ?? `${rank}s`}: +20.{" "}
        </span>
      ))}
      {isOther && <span data-fifth={SUIT_NAMES[fifth]}>{fifth < 0 ? "Now there is no fifth suit" : `Now ${SUIT_NAMES[fifth]} is the fifth suit, which counts twice`}. </span>}
      {before && after && <Figures game={game} before={before.seats} after={after.seats} />}
    </p>
  );
}

/** What the second curve shows, in words that need no statistics; `how` says from whose knowledge, and how often it was played. */
function expectation(report: Report, game: RecordedGame, viewer: number): { what: string; how: string } {
  const whose = viewer === EVERYBODY ? "each seat's own decisions" : `the decisions of ${game.nameOf(viewer)}`;
  return {
    what: `points each seat could expect${viewer === EVERYBODY ? "" : `, as ${game.nameOf(viewer)} saw it`}`,
    how: `At ${whose}, by what it knew then: the mean of ${report.analysis?.worlds ?? 0} games that a fast policy plays on, ± two standard errors. A figure stays until the next such decision.`,
  };
}

/** What a step is called above its sentence. */
function headingOf(game: RecordedGame, step: Step): string {
  if (step.kind === "result") return "The result";
  if (step.kind === "deal") return step.begin === 0 ? "The deal" : `${step.name.startsWith("round") ? "Round" : "The deal of hand"} ${step.hand}`;
  const [first = 0, ...others] = step.decisions;
  const numbers = others.length > 0 ? `Decisions ${first + 1} to ${first + 1 + others.length}` : `Decision ${first + 1}`;
  const who = step.seat === undefined ? "" : `: ${game.nameOf(step.seat)}`;
  return `${numbers} of ${game.deciders.length}${who}${step.trick ? `, trick ${step.trick}` : ""}`;
}

/** The seats that decide at the next step. */
const nextSeats = (game: RecordedGame, step?: Step): number[] => (step?.decisions ?? []).map((decision) => game.deciders[decision] ?? 0);

/** The scores that the table shows: none while no seat of a game without running scores has any. */
const shownScores = (scores: Scores | undefined, table: Table) => (table.view.playedTo === 2 && !scores?.seats.some((score) => score !== 0) ? undefined : scores);

function Player({ report, list, game, route }: { report: Report; list: GameList; game: RecordedGame; route: Route }) {
  const viewer = game.onlySeat !== EVERYBODY ? game.onlySeat : Number(route.seat ?? EVERYBODY);
  const steps = useMemo(() => game.stepsFor(viewer), [game, viewer]);
  const course = useMemo(() => new Course(game, steps), [game, steps]);
  const curve = useMemo(() => curveOf(game, steps, viewer, course), [game, steps, viewer, course]);
  const expected = useMemo(() => expectedScores(game, steps, viewer, curve.outs), [game, steps, viewer, curve]);
  const last = steps.length - 1;
  const wanted = placeOfStep(steps, route.step ?? "0");
  const at = wanted ?? last;
  const step = steps[at] as Step;
  const { table, fresh, won } = useTable(game, viewer, step);
  const goTo = (place: number) => go({ ...route, step: steps[Math.max(0, Math.min(place, last))]?.name }, true);
  const goSteadily = useRef(goTo);
  goSteadily.current = goTo;
  const onGo = useMemo(() => (place: number) => goSteadily.current(place), []);
  const who = step.seat === undefined ? "" : `${game.nameOf(step.seat)} `;
  const landmarks = useMemo(() => landmarksOf(game, steps, viewer), [game, steps, viewer]);
  const terms = { game, steps, landmarks, at, goTo, words: who + wordsOf(report, game, step, viewer) };
  const player = usePlayer(terms);
  const isResult = at === last;
  // One definition of the score now for the curve, its legend, the table and the sentences.
  const scoresAt = (place: number): Scores | undefined => {
    const scores = course.at[place];
    return scores && curve.plain !== curve.values ? { ...scores, seats: (curve.values[place] ?? []).map((value) => value ?? 0) } : scores;
  };
  const missing = curve.plain === curve.values ? undefined : scoresAt(at)?.seats.map((score, seat) => (course.at[at]?.seats[seat] ?? 0) - score);
  const outcome = <Outcome report={report} game={game} steps={steps} curve={curve} route={route} viewer={viewer} />;
  return (
    <div class="replay">
      <div class="stage">
        {wanted === undefined && (
          <p class="note" role="status">
            step={route.step} in the address: this game has steps 0 to {steps[last]?.name}. Here is the last.
          </p>
        )}
        <Controls player={player} terms={terms} />
        <div class="curves">
          <Curve game={game} steps={steps} what={curve.what} values={curve.values} falling={curve.falling} at={at} onGo={onGo} />
          {expected && <Curve game={game} steps={steps} {...expectation(report, game, viewer)} values={expected.means} errors={expected.errors} at={at} onGo={onGo} />}
        </div>
        {at === 0 && (
          <section class="went" aria-label="how it went">
            <h2>How it went</h2>
            {outcome}
          </section>
        )}
        <div class="step" aria-live="polite" data-decisions={step.decisions.map((decision) => decision + 1).join(" ")} data-kind={step.kind}>
          <h2>{headingOf(game, step)}</h2>
          {isResult ? outcome : <Happenings report={report} game={game} steps={steps} at={at} viewer={viewer} />}
          <Mistakes report={report} game={game} step={step} viewer={viewer} />
          {step.kind === "decision" && <Changes game={game} step={step} won={won} before={scoresAt(at - 1)} after={scoresAt(at)} />}
        </div>
        {isResult && <PointsOfGame game={game} route={route} begin={0} end={game.events.length} />}
        <CardTable
          game={game}
          table={table}
          step={step}
          next={isResult ? [] : nextSeats(game, steps[at + 1])}
          facts={isResult ? [] : game.factsBefore(steps.slice(at + 1).find(({ decisions }) => decisions.length > 0)?.decisions[0])}
          chosen={chosenBefore(game, steps, at)}
          fresh={fresh}
          scores={shownScores(scoresAt(at), table)}
          earlier={step.kind === "decision" ? scoresAt(at - 1) : undefined}
          missing={missing}
        />
        {isResult && <Happenings report={report} game={game} steps={steps} at={at} viewer={viewer} />}
        {!isResult && <PointsOfGame game={game} route={route} begin={step.begin} end={step.end - 1} />}
      </div>
      <div class="aside">
        <LegalActions report={report} game={game} step={step} viewer={viewer} />
        <h2>Steps</h2>
        <StepList report={report} game={game} steps={steps} viewer={viewer} at={at} onGo={onGo} />
        <SameCards report={report} list={list} game={game} viewer={viewer} />
        <CopyButtons report={report} game={game} place={list.placeOf(game.number) ?? 0} list={list} here={fullLink({ ...route, step: step.name })} />
      </div>
    </div>
  );
}

function SeatChoice({ game, route }: { game: RecordedGame; route: Route }) {
  if (game.onlySeat !== EVERYBODY) return <span>as {game.nameOf(game.onlySeat)} saw it</span>;
  return (
    <label>
      Show{" "}
      <select name="seat" value={route.seat ?? ""} onChange={(event) => go({ ...route, seat: event.currentTarget.value }, true)}>
        <option value="">all hands</option>
        {game.data.bots.map(([bot], seat) => (
          <option key={seat} value={String(seat)} selected={route.seat === String(seat)}>
            what {bot} saw (seat {seat})
          </option>
        ))}
      </select>
    </label>
  );
}

/** The games before and after this one that can be replayed. */
function neighbours(report: Report, number: number): { before?: number; behind?: number } {
  const at = report.replays.indexOf(number);
  return { before: report.replays[at - 1], behind: report.replays[at + 1] };
}

/** A link to another game, seen from the same seat if that game has it. */
function otherLink(list: GameList, number: number, route: Route): string {
  const seats = list.bots(list.placeOf(number) ?? 0).length;
  return linkTo({ game: number, seat: Number(route.seat) < seats ? route.seat : undefined, from: route.from });
}

/** The bots with their scores, the best first. */
function resultParts(game: RecordedGame): { name: string; score: string }[] {
  const { places, scores } = game.data;
  return seatsByPlace(places).map((seat) => ({ name: game.nameOf(seat), score: fixed(scores[seat], 0) }));
}

const resultOf = (game: RecordedGame) =>
  resultParts(game)
    .map(({ name, score }) => `${name} ${score}`)
    .join(", ");

export function Replay({ report, list, route }: { report: Report; list: GameList; route: Route }) {
  const number = Number(route.game);
  const [loaded, setLoaded] = useState<{ number: number; game: RecordedGame | null }>();
  useEffect(() => {
    let wanted = true;
    void loadReplay(report, number).then((data) => {
      if (wanted) setLoaded({ number, game: data ? new RecordedGame(data) : null });
    });
    return () => {
      wanted = false;
    };
  }, [report, number]);
  const game = loaded?.number === number ? loaded.game : undefined; // the previous game is not shown under this heading
  const place = list.placeOf(number);
  const { before, behind } = neighbours(report, number);
  const back = route.from ? `#${route.from}` : linkTo({ at: "games" });
  const title = game ? `Game ${route.game}: ${resultOf(game)}` : `Game ${route.game}`;
  useEffect(() => {
    document.title = `${title} · ${report.title}`;
    return () => {
      document.title = report.title;
    };
  }, [report, title]);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [number]);
  return (
    <>
      <header class="page-head game-head whole-screen">
        <nav aria-label="games">
          <a href={back}>← {report.title}</a>
          {before !== undefined && <a href={otherLink(list, before, route)}>game {before}</a>}
          {behind !== undefined && <a href={otherLink(list, behind, route)}>game {behind}</a>}
        </nav>
        <h1 ref={heading} tabIndex={-1}>
          Game {route.game}
          {place !== undefined && (
            <span class="quiet">
              {" "}
              {list.what(place)}, deal {list.deal(place)}
              {list.mark(place) !== "" && `, ${list.mark(place)}`}
            </span>
          )}
          {game && <span class="game-result">{resultParts(game).map(({ name, score }, at) => <span key={at}><bdi>{name}</bdi> {score}</span>)}</span>}
        </h1>
        {game && <SeatChoice game={game} route={route} />}
      </header>
      <main class="whole-screen">
        {game === undefined && <p class="quiet">Loading …</p>}
        {game === null && <p class="note information">This page has no replay of game {route.game}; see the list of games for those that it has.</p>}
        {game && <Player report={report} list={list} game={game} route={route} />}
      </main>
    </>
  );
}
