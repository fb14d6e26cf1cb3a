// The parts of a game's points, as the program computes them.
import { Fragment } from "preact";
import type { RecordedGame, SeatPoints } from "./game";
import { Scrolled } from "./figures";
import { nounOf } from "./player";
import { linkTo, type Route } from "./route";
import { fifthWorth, SUIT_NAMES } from "./scores";
import { bidsOf, snarkHandsOf } from "./tallies";
import { fixed, signed } from "./text";

function PointsTable({ game, rows }: { game: RecordedGame; rows: SeatPoints[] }) {
  return (
    <table class="points">
      <thead>
        <tr>
          <th>bot</th>
          <th>for</th>
          <th class="number">this {nounOf(game)}</th>
          <th class="number">in all</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ seat, unit, points, total, parts }, place) => (
          <tr key={place} data-points={[seat, points, total, ...parts.map(([what, count]) => `${what} ${count}`)].join("|")}>
            <th scope="row">{game.nameOf(seat)}</th>
            <td>
              {parts.map(([what, count], at) => (
                <span key={at} class="points-part">
                  {what}
                  {SUIT_NAMES.includes(what) && count === fifthWorth(game) && ", the fifth suit"} <strong>{signed(count, 0)}</strong>
                </span>
              ))}
              {parts.length === 0 && <span class="quiet">nothing</span>}
            </td>
            <td class="number">
              {signed(points, 0)}
              {unit === "chips" && " chips"}
            </td>
            <td class="number">{fixed(total, 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The points of all seats in all hands, the winner's first. */
function HandsTable({ game, route, hands, rows }: { game: RecordedGame; route: Route; hands: number[]; rows: SeatPoints[] }) {
  const { places } = game.data;
  const ofSnark = snarkHandsOf(game);
  const seats = [...new Set(rows.map(({ seat }) => seat))].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  return (
    <Scrolled label="points of each hand">
      <table data-hands={hands.length}>
        <thead>
          <tr>
            <th class="number">{nounOf(game)}</th>
            {seats.map((seat) => <th key={seat} class="number">{game.nameOf(seat)}</th>)}
          </tr>
        </thead>
        <tbody>
          {hands.map((hand) => {
            const bids = bidsOf(game, hand);
            return (
              <tr key={hand}>
                <td class="number"><a href={linkTo({ ...route, step: hand === 1 ? "0" : `hand${hand}` })}>{hand}</a></td>
                {seats.map((seat) => {
                  const row = rows.find((one) => one.hand === hand && one.seat === seat);
                  const bid = bids.get(seat);
                  const parts = (row?.parts ?? []).map(([what, count]) => `${what.replace(/^bid /, "")} ${signed(count, 0)}`);
                  return <td key={seat} class="number"><span class="quiet made">{parts.length > 1 ? parts.join(", ") : ofSnark.get(hand)?.held[seat] === 0 ? "ran out" : bid}</span> {signed(row?.points, 0)}</td>;
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scrolled>
  );
}

/** The points of each hand. If there are several hands, only the last one is open. */
export function PointsOfGame({ game, route, begin, end }: { game: RecordedGame; route: Route; begin: number; end: number }) {
  const rows = game.points.filter(({ event }) => event >= begin && event <= end);
  if (rows.length === 0) return null;
  const hands = [...new Set(rows.map(({ hand }) => hand))];
  return (
    <section class="points-of" aria-label="points">
      <h2>How the points came about</h2>
      {hands.length > 1 && <HandsTable game={game} route={route} hands={hands} rows={rows} />}
      {hands.map((hand, place) => (
        <Fragment key={hand}>
          {hands.length === 1 ? (
            <PointsTable game={game} rows={rows} />
          ) : (
            <details open={place === hands.length - 1}>
              <summary>{nounOf(game) === "hand" ? "Hand" : "Round"} {hand}</summary>
              <PointsTable game={game} rows={rows.filter((row) => row.hand === hand)} />
            </details>
          )}
        </Fragment>
      ))}
    </section>
  );
}
