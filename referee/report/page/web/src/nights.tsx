// The nights of a site: links to their pages, and what a reader needs to verify them.
import type { Season, SiteNight } from "./data";
import { FigureTable } from "./figures";
import { Name } from "./name";
import { shownDate } from "./versions";
import { grouped } from "./text";

export function Nights({ nights, history }: { nights: readonly SiteNight[]; history: Season["history"] }) {
  const played = ({ name }: SiteNight) => history.nights.find(({ folder }) => folder === name || nights.length === 1)?.first_game ?? null;
  const log = nights.find(({ has_logs }) => has_logs)?.name;
  return (
    <>
      <FigureTable
        label="nights"
        rows={nights}
        columns={[
          { title: "night", isName: true, class: "", cell: ({ name, title }) => <a href={`${name}.html`}><Name>{title}</Name></a> },
          { title: "first game (UTC)", class: "", cell: (night) => shownDate(played(night)) },
          { title: "games", cell: ({ games }) => grouped(games) },
          { title: "logs", class: "", cell: ({ name, has_logs }) => (has_logs ? <a href={`${name}.jsonl.gz`}>{name}.jsonl.gz</a> : <span class="quiet">none</span>) },
          { title: "standings", class: "", cell: ({ name }) => <a href={`${name}.json`}>JSON</a> },
          { title: "commitment to the deals", class: "", cell: ({ commitment }) => <code title={commitment}>{commitment.slice(0, 16)}…</code> },
        ]}
      />
      <p class="quiet">
        The page of a night has its rounds, all games to replay, faults, rulings and the hashes of the bots.
        {log && <> Anybody can check its games: <code>gunzip {log}.jsonl.gz</code>, then <code>tribunal verify {log}.jsonl</code>; with the plan and the secret that the organiser publishes also the deals and the standings.</>}
      </p>
    </>
  );
}
