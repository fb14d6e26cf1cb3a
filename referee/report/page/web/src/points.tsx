// The parts of a game's points, as the program computes them.
import { Fragment } from "preact";
import type { RecordedGame, SeatPoints } from "./game";
import { fixed, signed } from "./text";

function PointsTable({ game, rows }: { game: RecordedGame; rows: SeatPoints[] }) {
  return (
    <table class="points">
      <thead>
        <tr>
          <th>bot</th>
          <th>for</th>
          <th class="number">this hand</th>
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
                  {what} <strong>{signed(count, 0)}</strong>
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

/** The points of each hand. If there are several hands, only the last one is open. */
export function PointsOfGame({ game, begin, end }: { game: RecordedGame; begin: number; end: number }) {
  const rows = game.points.filter(({ event }) => event >= begin && event <= end);
  if (rows.length === 0) return null;
  const hands = [...new Set(rows.map(({ hand }) => hand))];
  return (
    <section class="points-of" aria-label="points">
      <h2>How the points came about</h2>
      {hands.map((hand, place) => (
        <Fragment key={hand}>
          {hands.length === 1 ? (
            <PointsTable game={game} rows={rows} />
          ) : (
            <details open={place === hands.length - 1}>
              <summary>Hand {hand}</summary>
              <PointsTable game={game} rows={rows.filter((row) => row.hand === hand)} />
            </details>
          )}
        </Fragment>
      ))}
    </section>
  );
}
