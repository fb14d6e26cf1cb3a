// The bot whose author reads the page: its figures, and its results against each other bot.
import type { Encounter, Report, Tournament } from "./data";
import { Facts, FigureTable } from "./figures";
import { Name } from "./name";
import { ranksOf } from "./ranking";
import { linkTo } from "./route";
import { fixed, percentSure, shownTime, signed } from "./text";

function figuresOf(report: Report, tournament: Tournament): { name: string; value: string }[] {
  const row = tournament.standings.rows.find(({ bot }) => bot === report.bot);
  if (!row) return [];
  const error = (value: number | null, digits: number) => (value === null ? "" : ` ± ${fixed(value, digits)}`);
  const figures: [string, string | undefined][] = [
    ["place", ranksOf(tournament.standings, tournament).get(row.bot)],
    ["Elo", row.elo === null ? undefined : fixed(row.elo, 0) + error(row.elo_error, 0)],
    ["points a deal", row.points === null ? undefined : signed(row.points, 2) + error(row.points_error, 2)],
    ["score", row.score_percent === null ? undefined : `${fixed(row.score_percent, 1)} %`],
    ["games by place (shared: the better one)", row.places.join(" / ")],
    ["faults", String(row.fault_count)],
    ["time a move, p99 and longest", !row.move_us?.count ? undefined : `${shownTime(row.move_us.p99)}, ${shownTime(row.move_us.max)}${report.move_ms > 0 ? ` of ${shownTime(report.move_ms * 1000)}` : ""}`],
  ];
  return figures.flatMap(([name, figure]) => (figure === undefined ? [] : [{ name, value: figure }]));
}

export function OwnBot({ report, tournament }: { report: Report; tournament: Tournament }) {
  const { bot } = report;
  const met = (tournament.crosstable?.encounters ?? []).filter((one) => one.bot === bot);
  const isSure = met.some(({ superiority }) => superiority !== null);
  return (
    <>
      <Facts facts={figuresOf(report, tournament)} />
      {met.length > 0 && (
        <FigureTable
          label="against each other bot"
          rows={met}
          columns={[
            { title: "against", isName: true, cell: ({ against }) => <a href={linkTo({ at: "games", bot, against })}><Name>{against}</Name></a> },
            { title: "score %", cell: ({ score_percent }) => fixed(score_percent, 1) },
            { title: "won / drawn / lost", cell: ({ wins, draws, losses }) => `${wins} / ${draws} / ${losses}` },
            ...(isSure ? [{ title: "better in their games, %", cell: ({ superiority }: Encounter) => percentSure(superiority) }] : []),
          ]}
        />
      )}
    </>
  );
}
