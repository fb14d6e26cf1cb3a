// The versions of bots over time, and over the nights of a season: a picture, and the figures in a table.
import { lineKind, VersionsPicture } from "./charts";
import type { History, VersionRow } from "./data";
import { FigureTable } from "./figures";
import { counted, fixed, grouped } from "./text";

const MOST_BOTS = 12;
const MOST_ROWS = 2000;

/** The versions of each bot, in the order of the standings. */
function byBot(history: History): { name: string; versions: VersionRow[] }[] {
  const bots = new Map<string, VersionRow[]>();
  for (const row of history.versions) bots.set(row.name, [...(bots.get(row.name) ?? []), row]);
  return [...bots].map(([name, versions]) => ({ name, versions }));
}

/** A time such as `2026-01-31 23:59`, in UTC. */
export const shownDate = (time: string | null, games = 1) => (games === 0 ? "–" : time === null ? "unknown" : time.slice(0, 16).replace("T", " "));

const SWEPT = { perfect: " or more", hopeless: " or less" };

/** Whether there is a history to show: a bot with several versions, or several nights. */
export const hasVersions = (history: History) => history.nights.length > 1 || history.versions.some(({ superseded }) => superseded);

export function Versions({ history }: { history: History }) {
  const bots = byBot(history);
  const places = new Map(bots.map(({ name }, place) => [name, place]));
  const isSeason = history.nights.length > 1;
  const isRated = history.versions.some(({ elo }) => elo !== null);
  const left = bots.length - MOST_BOTS;
  return (
    <>
      <p class="quiet">
        A bot whose files change is another version. Elo is from all games together, so that versions can be compared{isSeason && `; ${counted(history.nights.length, "results folder")}, in the order of time`}.
      </p>
      {isRated && <VersionsPicture nights={history.nights} bots={bots.slice(0, MOST_BOTS)} />}
      {left > 0 && <p class="quiet">The first {MOST_BOTS} of {bots.length} bots are drawn.</p>}
      <FigureTable
        label="versions over time"
        rows={history.versions.slice(0, MOST_ROWS)}
        columns={[
          { title: "bot", isName: true, class: "", cell: ({ name, excluded }) => <><span class={(places.get(name) ?? MOST_BOTS) < MOST_BOTS ? lineKind(places.get(name) ?? 0) : undefined}>{name}</span>{excluded && <span class="quiet"> (excluded)</span>}</> },
          { title: "version", class: "", cell: ({ sha256, superseded, excluded }) => <>{sha256?.slice(0, 8) ?? "–"}{superseded && !excluded && <span class="quiet"> (older)</span>}</> },
          { title: "first game (UTC)", class: "", cell: ({ first_game, games }) => shownDate(first_game, games) },
          { title: "last game (UTC)", class: "", cell: ({ last_game, games }) => shownDate(last_game, games) },
          ...(isSeason ? [{ title: "folders", cell: ({ folders }: VersionRow) => folders }] : []),
          { title: "games", cell: ({ games }) => grouped(games) },
          { title: "Elo", cell: ({ elo, elo_error, sweep }) => <>{fixed(elo, 0)}{elo_error !== null && <span class="quiet"> ± {fixed(elo_error, 0)}</span>}{sweep && SWEPT[sweep]}</> },
        ]}
      />
      {history.versions.length > MOST_ROWS && <p class="quiet">The first {MOST_ROWS} of {history.versions.length} versions are listed.</p>}
      {isSeason && (
        <details>
          <summary>The results folders</summary>
          <FigureTable
            label="results folders"
            rows={history.nights.slice(0, MOST_ROWS)}
            columns={[
              { title: "#", cell: (_, at) => at + 1 },
              { title: "folder", isName: true, class: "", cell: ({ folder }) => folder ?? "–" },
              { title: "first game (UTC)", class: "", cell: ({ first_game }) => shownDate(first_game) },
              { title: "last game (UTC)", class: "", cell: ({ last_game }) => shownDate(last_game) },
            ]}
          />
        </details>
      )}
    </>
  );
}
