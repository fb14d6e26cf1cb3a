// A game, step by step.
import { memo } from "preact/compat";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { LegalActions, Sentence } from "./choices";
import { CopyButton } from "./copy";
import { loadReplay, type Report } from "./data";
import { EVERYBODY, RecordedGame, type Step, Table } from "./game";
import type { GameList } from "./games";
import { Controls, KeyHelp, usePlayer } from "./player";
import { PointsOfGame } from "./points";
import { fullLink, go, linkTo, type Route } from "./route";
import { SameCards } from "./same_cards";
import { CardTable } from "./table";
import { shellWord, shownTime } from "./text";

/** The events of a step, as far as the viewer may see them. */
function Happenings({ report, game, step, viewer }: { report: Report; game: RecordedGame; step: Step; viewer: number }) {
  const isOpen = game.steps[step.last] === step; // otherwise other seats still decide at the same time
  return (
    <ul class="happenings">
      {game.commentsAt(step).map((comment, place) =>
        viewer === EVERYBODY || comment.seat === viewer ? (
          <li key={`c${place}`} class="comment">
            {game.nameOf(comment.seat)}: {comment.text}
          </li>
        ) : null,
      )}
      {game.faultsAt(step).map((fault, place) => (
        <li key={`f${place}`} class="fault">
          {game.nameOf(fault.seat)} is at fault: {fault.kind}
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
          {game.nameOf(step.seat ?? 0)} has decided; all who decide at the same time show it together, at step {step.last}
        </li>
      )}
      {(isOpen ? game.events.slice(game.steps[step.first]?.begin, step.end) : []).map((event, place) => {
        const line = game.lineOf(event, viewer);
        const us = event.decision === undefined ? undefined : game.us[event.decision];
        const knowsTime = viewer === EVERYBODY || viewer === event.seat;
        if (line === undefined) return null;
        const [verb = "", , ...words] = line.split(" ");
        return (
          <li key={place}>
            <span>
              {game.nameOf(event.seat)} <Sentence report={report} verb={verb} words={words} />
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

function Result({ game }: { game: RecordedGame }) {
  const { places, scores, forfeited } = game.data;
  const order = places.map((_, seat) => seat).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  return (
    <table class="outcome">
      <thead>
        <tr>
          <th class="number">place</th>
          <th>bot</th>
          <th class="number">score</th>
        </tr>
      </thead>
      <tbody>
        {order.map((seat) => (
          <tr key={seat} data-outcome={`${seat} ${places[seat]} ${scores[seat]}`}>
            <td class="number">{places[seat]}</td>
            <th scope="row">
              {game.nameOf(seat)} <span class="quiet">seat {seat}</span>
            </th>
            <td class="number">
              {scores[seat]}
              {forfeited.includes(seat) && <span class="fault"> forfeit</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const StepItem = memo(function StepItem({ game, viewer, place, current, onGo }: { game: RecordedGame; viewer: number; place: number; current: boolean; onGo: (step: number) => void }) {
  const step = game.steps[place];
  const item = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!current || !item.current) return;
    const list = item.current.closest("ol");
    const inner = item.current.offsetTop; // from the top of the list, which is positioned
    if (list && (inner < list.scrollTop || inner > list.scrollTop + list.clientHeight - 30)) list.scrollTop = inner - list.clientHeight / 2;
  }, [current]);
  if (!step) return null;
  const event = game.events[step.begin];
  const isResult = place === game.steps.length - 1;
  const line = event && game.lineOf(event, viewer);
  const decided = line === undefined ? "…" : line.replace(/ \d+/, "");
  const words = step.decision === undefined ? (isResult ? "result" : "deal") : decided;
  const hasComment = game.commentsAt(step).some(({ seat }) => viewer === EVERYBODY || seat === viewer);
  const marks = (game.faultsAt(step).length > 0 ? "!" : "") + (hasComment ? "#" : "") + (game.isMistake(step) ? "?" : "");
  return (
    <li>
      <button ref={item} type="button" class={current ? "current" : ""} aria-current={current ? "step" : undefined} onClick={() => onGo(place)}>
        <span class="number quiet">{place}</span>
        <span>{step.seat === undefined ? "" : game.nameOf(step.seat)}</span>
        <span>{words}</span>
        <span class="fault">{marks}</span>
      </button>
    </li>
  );
});

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

/** The cards that the events of a step name. */
function freshCards(game: RecordedGame, step: Step, viewer: number): Set<string> {
  if (step.decision === undefined) return new Set();
  const named = game.events.slice(game.steps[step.first]?.begin, step.end).filter((event) => event.verb !== "deal");
  return new Set(named.flatMap((event) => game.lineOf(event, viewer)?.split(" ").slice(2) ?? []).filter((word) => word !== "??"));
}

/** The words of decisions, by seat, that are hidden because other seats still decide at the same time. */
function chosenBefore(game: RecordedGame, step: Step): Map<number, ReadonlySet<string>> {
  const isOpen = game.steps[step.last] === step;
  const decided = isOpen ? [] : game.events.slice(game.steps[step.first]?.begin, step.end).filter(({ decision }) => decision !== undefined);
  return new Map(decided.map(({ seat, words }) => [seat, new Set(words)]));
}

function Player({ report, list, game, route }: { report: Report; list: GameList; game: RecordedGame; route: Route }) {
  const viewer = game.onlySeat !== EVERYBODY ? game.onlySeat : Number(route.seat ?? EVERYBODY);
  const last = game.steps.length - 1;
  const wanted = Number(route.step ?? 0);
  const at = Math.min(wanted, last);
  const table = useMemo(() => new Table(game, viewer), [game, viewer]);
  const goTo = (step: number) => go({ ...route, step: Math.max(0, Math.min(step, last)) }, true);
  const goSteadily = useRef(goTo);
  goSteadily.current = goTo;
  const onGo = useMemo(() => (step: number) => goSteadily.current(step), []);
  const terms = { game, viewer, at, goTo };
  const player = usePlayer(terms);
  const step = game.steps[at];
  const place = list.placeOf(game.number) ?? 0;
  if (!step) return null;
  table.goTo(step.end);
  const isResult = at === last;
  return (
    <div class="replay">
      <div class="stage">
        {wanted > last && (
          <p class="note" role="status">
            step={wanted} in the address: this game has steps 0 to {last}. Here is the last.
          </p>
        )}
        <Controls player={player} terms={terms} />
        <KeyHelp game={game} />
        <CardTable game={game} table={table} decided={step.seat} next={isResult ? undefined : game.steps[at + 1]?.seat} chosen={chosenBefore(game, step)} fresh={isResult ? new Set() : freshCards(game, step, viewer)} />
        {isResult && <Result game={game} />}
        <PointsOfGame game={game} begin={isResult ? 0 : step.begin} end={isResult ? game.events.length : step.end - 1} />
        <div class="step" aria-live="polite">
          <h2>
            {at === 0 ? "The deal" : isResult ? "The result" : `Decision ${(step.decision ?? 0) + 1} of ${game.deciders.length}: ${game.nameOf(step.seat ?? 0)}`}
          </h2>
          <Happenings report={report} game={game} step={step} viewer={viewer} />
          <LegalActions report={report} game={game} step={step} viewer={viewer} />
        </div>
      </div>
      <div class="aside">
        <h2>Steps</h2>
        <ol class="steps">
          {game.steps.map((_, number) => (
            <StepItem key={number} game={game} viewer={viewer} place={number} current={number === at} onGo={onGo} />
          ))}
        </ol>
        <SameCards report={report} list={list} game={game} viewer={viewer} />
        <CopyButtons report={report} game={game} place={place} list={list} here={fullLink({ ...route, step: at })} />
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
  return (
    <>
      <header class="page-head game-head whole-screen">
        <nav aria-label="games">
          <a href={back}>← {report.title}</a>
          {before !== undefined && <a href={otherLink(list, before, route)}>game {before}</a>}
          {behind !== undefined && <a href={otherLink(list, behind, route)}>game {behind}</a>}
        </nav>
        <h1>
          Game {route.game}
          {place !== undefined && (
            <span class="quiet">
              {" "}
              {list.what(place)}, deal {list.deal(place)}
              {list.mark(place) !== "" && `, ${list.mark(place)}`}
            </span>
          )}
        </h1>
        {game && <SeatChoice game={game} route={route} />}
      </header>
      <main class="whole-screen">
        {game === undefined && <p class="quiet">Loading …</p>}
        {game === null && <p class="note">This page has no replay of game {route.game}; see the list of games for those that it has.</p>}
        {game && <Player report={report} list={list} game={game} route={route} />}
      </main>
    </>
  );
}
