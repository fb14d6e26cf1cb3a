// The results of other bots with the same cards in the same seat. They show whether a score is due to skill
// or to the deal.
import { useEffect, useState } from "preact/hooks";
import { loadReplay, type Report } from "./data";
import { EVERYBODY, RecordedGame } from "./game";
import type { GameList } from "./games";
import { linkTo } from "./route";

const MOST = 8;

interface Other {
  place: number;
  bot: string;
  score: number;
}

/** The games of other bots in this seat with these cards, the best score first. */
function othersWith(list: GameList, place: number, seat: number): Other[] {
  const own = list.bots(place)[seat];
  return list
    .sameCards(place)
    .map((other) => ({ place: other, bot: list.bots(other)[seat] ?? "", score: list.scores(other)[seat] ?? 0 }))
    .filter(({ bot }) => bot !== own)
    .sort((a, b) => b.score - a.score);
}

/** A link to the first step at which the other game differs. */
function FirstDifference({ report, game, number }: { report: Report; game: RecordedGame; number: number }) {
  const [step, setStep] = useState<number>();
  useEffect(() => {
    let wanted = true;
    void loadReplay(report, number).then((data) => {
      if (wanted && data) setStep(new RecordedGame(data).firstOtherStep(game));
    });
    return () => {
      wanted = false;
    };
  }, [report, game, number]);
  if (step === undefined) return null;
  return <a href={linkTo({ game: number, step })}>other from step {step}</a>;
}

export function SameCards({ report, list, game, viewer }: { report: Report; list: GameList; game: RecordedGame; viewer: number }) {
  const place = list.placeOf(game.number);
  if (viewer === EVERYBODY || place === undefined) return null;
  const others = othersWith(list, place, viewer);
  if (others.length === 0) return null;
  const own = list.scores(place)[viewer] ?? 0;
  return (
    <section class="same-cards" aria-labelledby="title-same-cards">
      <h2 id="title-same-cards">Others with these cards</h2>
      <p class="quiet">
        {game.nameOf(viewer)} made {own}.
      </p>
      <div class="scroll" tabIndex={0}>
      <table>
        <tbody>
          {others.slice(0, MOST).map(({ place: other, bot, score }) => (
            <tr key={other}>
              <th scope="row">{bot}</th>
              <td class="number">{score}</td>
              <td>{list.hasReplay(other) && <a href={linkTo({ game: list.number(other), seat: viewer })}>game {list.number(other)}</a>}</td>
              <td>{list.hasReplay(other) && <FirstDifference report={report} game={game} number={list.number(other)} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      </div>
      {others.length > MOST && <p class="quiet">and {others.length - MOST} more</p>}
    </section>
  );
}
