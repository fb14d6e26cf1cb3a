// Rounds as columns: the bracket of a knockout, the pairings of a Swiss tournament or a final, or the steps
// of a ladder.
import type { Round, RoundBot, Tournament } from "./data";
import { winnerOf as champion } from "./ranking";
import { fixed } from "./text";

function winnerOf(group: RoundBot[], next?: Round): Set<string> {
  if (next) {
    const bots = new Set(next.groups.flat().map(({ bot }) => bot));
    const there = group.filter(({ bot }) => bots.has(bot));
    if (there.length > 0 && there.length < group.length) return new Set(there.map(({ bot }) => bot));
  }
  const most = Math.max(...group.map(({ place_points }) => place_points ?? -1));
  return new Set(group.filter(({ place_points }) => place_points !== null && place_points === most).map(({ bot }) => bot));
}

function Group({ group, winners }: { group: RoundBot[]; winners: Set<string> }) {
  return (
    <ul class="group">
      {group.map(({ bot, place_points }) => (
        <li key={bot} class={winners.has(bot) ? "winner" : ""}>
          <span>{bot}</span>
          <span class="number">{place_points === null ? "…" : fixed(place_points, 1)}</span>
        </li>
      ))}
    </ul>
  );
}

export function Rounds({ tournament }: { tournament: Tournament }) {
  const rounds = tournament.rounds ?? [];
  const isKnockout = tournament.format === "knockout";
  const winner = champion(tournament);
  return (
    <>
      {isKnockout && winner && (
        <p>
          Won by <strong>{winner}</strong>.
        </p>
      )}
      <div class={isKnockout ? "rounds bracket scroll" : "rounds scroll"} tabIndex={0} role="group" aria-label="rounds">
        {rounds.map((round, place) => (
          <section key={place}>
            <h3>
              Round {place + 1}
              {round.further_deal && <span class="quiet"> tie-break</span>}
              {!round.complete && <span class="quiet"> being played</span>}
            </h3>
            <div class="groups">
              {round.groups.map((group, at) => (
                <Group key={at} group={group} winners={round.complete ? winnerOf(group, isKnockout ? rounds[place + 1] : undefined) : new Set()} />
              ))}
              {round.byes && round.byes.length > 0 && (
                <p class="byes">
                  <span class="quiet">{round.byes.length === 1 ? "bye: " : "byes: "}</span>
                  {round.byes.join(", ")}
                </p>
              )}
            </div>
          </section>
        ))}
      </div>
    </>
  );
}
