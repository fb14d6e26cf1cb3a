import { IntervalPicture, spanOf } from "./charts";
import type { LuckRow, Report } from "./data";
import { type Column, FigureTable } from "./figures";
import { Figure, intervalFoot, ownMark } from "./standings";
import { fixed, percentSure } from "./text";

const SWEEPS = { perfect: " or more", hopeless: " or less" };
/** One of the two deviates of a row: the larger one gives the alarm. */
function Deviate({ row, z }: { row: LuckRow; z: number | null }) {
  const isLarger = Math.abs(z ?? 0) >= Math.max(Math.abs(row.luck_z ?? 0), Math.abs(row.luck_place_z ?? 0));
  return row.luck_alarm && isLarger ? <strong class="fault">{fixed(z, 1)}</strong> : <>{fixed(z, 1)}</>;
}

const intervalOf = (value: number | null, error: number | null) => (value === null || error === null ? undefined : { value, error });

/** The standings without luck, the usual figures, and the luck. */
export function LuckTable({ report, rows }: { report: Report; rows: LuckRow[] }) {
  const span = spanOf(rows.map((row) => intervalOf(row.elo_without_luck, row.elo_error_without_luck)));
  const hasPoints = rows.some((row) => row.points_without_luck !== null);
  const hasIntervals = rows.some((row) => row.elo_error_without_luck !== null);
  const columns: Column<LuckRow>[] = [
    { title: "#", cell: (row) => row.rank },
    { title: "bot", isName: true, cell: (row) => row.bot },
    { title: "Elo without luck", cell: (row) => <><Figure value={row.elo_without_luck} error={row.elo_error_without_luck} digits={0} />{row.sweep && SWEEPS[row.sweep]}</> },
    ...(hasIntervals ? [{ title: "95 %", class: "wide", cell: (row: LuckRow) => <IntervalPicture interval={intervalOf(row.elo_without_luck, row.elo_error_without_luck)} span={span} /> }] : []),
    { title: "with luck", cell: (row) => <span class="quiet"><Figure value={row.elo} error={row.elo_error} digits={0} /></span> },
    { title: "LOS %", hint: "probability that it is stronger than the next, without luck", cell: (row) => percentSure(row.superiority_without_luck) },
    ...(hasPoints
      ? [
          { title: "points without luck", cell: (row: LuckRow) => <Figure value={row.points_without_luck} error={row.points_error_without_luck} digits={2} isSigned /> },
          { title: "luck a game", cell: (row: LuckRow) => <Figure value={row.luck} error={row.luck_error} digits={2} isSigned /> },
          { title: "z", hint: "the luck in standard errors", cell: (row: LuckRow) => <Deviate row={row} z={row.luck_z} /> },
          { title: "by places", hint: "the luck in places, in standard errors", cell: (row: LuckRow) => <Deviate row={row} z={row.luck_place_z} /> },
        ]
      : []),
  ];
  const hidden = rows.filter((row) => row.luck_hidden);
  return (
    <>
      <FigureTable label="standings without luck" rows={rows} mark={({ bot }) => ownMark(report, bot)} columns={columns} foot={intervalFoot(columns, span)} />
      {hidden.map((row) => (
        <p class="note" key={row.bot}>
          {row.bot}: {row.luck_cut_short} of its {row.luck_games} games had a fault; luck after a fault is not measured, so that its luck says little.
        </p>
      ))}
    </>
  );
}
