// The results of other bots with the same cards in the same seat. They show whether a score is due to skill
// or to the deal.
import { useEffect, useState } from "preact/hooks";
import { Sentence } from "./choices";
import { loadReplay, type Report } from "./data";
import { EVERYBODY, RecordedGame } from "./game";
import type { GameList } from "./games";
import { Name } from "./name";
import { linkTo } from "./route";
import { fixed, signed } from "./text";

const MOST = 8;

/** Another bot's game with these cards. `number` is unknown on the page of an author, which lacks that game. */
interface Other {
  bot: string;
  score: number;
  number?: number;
  difference?: Difference;
}

/** The place from which the seat heard something else, and what the other bot did there if both decided. */
interface Difference {
  event: number;
  line: string;
}

/** The games of other bots in this seat with these cards, the best score first. */
function othersWith(list: GameList, place: number, seat: number): Other[] {
  const own = list.bots(place)[seat];
  return list
    .sameCards(place)
    .map((other) => ({ place: other, number: list.hasReplay(other) ? list.number(other) : undefined, bot: list.bots(other)[seat] ?? "", score: list.scores(other)[seat] ?? 0 }))
    .filter(({ bot }) => bot !== own)
    .sort((a, b) => b.score - a.score);
}

/** Where the games differ, as a link to that step of this game. */
function Differs({ report, game, seat, difference }: { report: Report; game: RecordedGame; seat: number; difference: Difference }) {
  const step = game.events.slice(0, difference.event + 1).filter(({ decision }) => decision !== undefined).length;
  const [verb = "", , ...words] = difference.line.split(" ");
  return (
    <>
      <a href={linkTo({ game: game.number, step, seat: game.onlySeat === EVERYBODY ? seat : undefined })}>differs from step {step}</a>
      {verb !== "" && (
        <>
          : it <Sentence report={report} verb={verb} words={words} />
        </>
      )}
    </>
  );
}

/** The difference from a game that the page has. */
function useDifference(report: Report, game: RecordedGame, seat: number, other: Other): Difference | undefined {
  const { number } = other;
  const [found, setFound] = useState<Difference | undefined>(other.difference);
  useEffect(() => {
    if (number === undefined) return setFound(other.difference);
    let wanted = true;
    void loadReplay(report, number).then((data) => {
      if (wanted && data) setFound(game.firstDifference(new RecordedGame(data), seat));
    });
    return () => {
      wanted = false;
    };
  }, [report, game, seat, number]);
  return found;
}

function OtherRow({ report, game, seat, other }: { report: Report; game: RecordedGame; seat: number; other: Other }) {
  const difference = useDifference(report, game, seat, other);
  return (
    <tr>
      <th scope="row">
        <Name>{other.bot}</Name>
      </th>
      <td class="number">{fixed(other.score, 0)}</td>
      {game.data.others === undefined && <td>{other.number !== undefined && <a href={linkTo({ game: other.number, seat })}>game {other.number}</a>}</td>}
      <td>{difference && <Differs report={report} game={game} seat={seat} difference={difference} />}</td>
    </tr>
  );
}

export function SameCards({ report, list, game, viewer }: { report: Report; list: GameList; game: RecordedGame; viewer: number }) {
  const place = list.placeOf(game.number);
  if (viewer === EVERYBODY || place === undefined || (report.bot !== "" && !game.data.others)) return null;
  const told = game.data.others?.rows.map(([bot, score, event, line]): Other => ({ bot, score, difference: event === null ? undefined : { event, line } }));
  const others = told ?? othersWith(list, place, viewer);
  const count = game.data.others?.count ?? others.length;
  if (count === 0) return null;
  const own = list.scores(place)[viewer] ?? 0;
  const over = list.againstOthers(place, viewer);
  return (
    <section class="same-cards" aria-labelledby="title-same-cards">
      <h2 id="title-same-cards">Others with these cards</h2>
      <p class="quiet">
        <Name>{game.nameOf(viewer)}</Name> made {fixed(own, 0)}{over !== undefined && `, ${signed(over, 1)} over their mean`}.
      </p>
      <div class="scroll" tabIndex={0}>
        <table>
          <tbody>
            {others.slice(0, MOST).map((other, at) => (
              <OtherRow key={`${game.number} ${at}`} report={report} game={game} seat={viewer} other={other} />
            ))}
          </tbody>
        </table>
      </div>
      {count > MOST && <p class="quiet">and {count - MOST} more</p>}
    </section>
  );
}
