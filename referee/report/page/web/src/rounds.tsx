// Rounds as columns: the bracket of a knockout, the pairings of a Swiss tournament or a final, or the steps
// of a ladder.
import type { Round, RoundBot, Tournament } from "./data";
import { Name } from "./name";
import { roundName, winnerOf as champion } from "./ranking";
import { linkTo } from "./route";
import { fixed } from "./text";

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function winnerOf(group: RoundBot[], next?: Round): Set<string> {
  if (next) {
    const bots = new Set(next.groups.flat().map(({ bot }) => bot));
    const there = group.filter(({ bot }) => bots.has(bot));
    if (there.length > 0 && there.length < group.length) return new Set(there.map(({ bot }) => bot));
  }
  const most = Math.max(...group.map(({ place_points }) => place_points ?? -1));
  return new Set(group.filter(({ place_points }) => place_points !== null && place_points === most).map(({ bot }) => bot));
}

/** Whether the winners of each two groups, in their order, meet in the next round. */
function isJoined(round: Round, next?: Round): boolean {
  if (!next || round.groups.length !== 2 * next.groups.length) return false;
  const pair = (at: number) => new Set(round.groups.slice(2 * at, 2 * at + 2).flat().map(({ bot }) => bot));
  return next.groups.every((group, at) => group.every(({ bot }) => pair(at).has(bot)));
}

/** The bots of a group with their place points, which lead to its games. */
function Group({ group, winners, round }: { group: RoundBot[]; winners: Set<string>; round: number }) {
  const games = (bot: string) => linkTo({ at: "games", bot, against: group.find((one) => one.bot !== bot)?.bot, round });
  return (
    <ul class="group">
      {group.map(({ bot, place_points }) => (
        <li key={bot} class={winners.has(bot) ? "winner" : ""}>
          <span>
            <Name>{bot}</Name>
          </span>
          <a class="number" href={games(bot)}>
            {place_points === null ? "…" : fixed(place_points, 1)}
          </a>
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
          Won by{" "}
          <strong>
            <Name>{winner}</Name>
          </strong>
          .
        </p>
      )}
      <div class={isKnockout ? "rounds bracket scroll" : "rounds scroll"} tabIndex={0} role="group" aria-label="rounds">
        {rounds.map((round, place) => (
          <section key={place} class={isKnockout && isJoined(round, rounds[place + 1]) ? "joined" : undefined}>
            <h3>
              {upper(isKnockout ? roundName(rounds, place) : `round ${place + 1}`)}
              {round.further_deal && <span class="quiet"> tie-break</span>}
              {!round.complete && <span class="quiet"> being played</span>}
            </h3>
            <div class="groups">
              {round.groups.map((group, at) => (
                <div key={at} class="slot">
                  <Group group={group} round={place + 1} winners={round.complete ? winnerOf(group, isKnockout ? rounds[place + 1] : undefined) : new Set()} />
                </div>
              ))}
              {round.byes && round.byes.length > 0 && (
                <p class="byes">
                  <span class="quiet">{round.byes.length === 1 ? "bye: " : "byes: "}</span>
                  {round.byes.map((bot, at) => <span key={bot}>{at > 0 && ", "}<Name>{bot}</Name></span>)}
                </p>
              )}
            </div>
          </section>
        ))}
      </div>
    </>
  );
}
