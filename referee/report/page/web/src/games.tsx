// The list of all games: its filters, and the comparison with other bots that had the same cards.
import { useMemo, useState } from "preact/hooks";
import type { Report } from "./data";
import { type Column, FigureTable } from "./figures";
import { Name } from "./name";
import { go, keptPlace, lastPlace, linkTo, type Route } from "./route";
import { counted, fixed, grouped, signed } from "./text";

/** The games in the form that the list needs, by their index in the columns. */
export class GameList {
  readonly size: number;
  readonly #replayed: Set<number>;
  readonly #places: Map<number, number>;
  #others?: Map<string, { sum: number; count: number }>;

  constructor(readonly report: Report) {
    this.size = report.games.number.length;
    this.#replayed = new Set(report.replays);
    this.#places = new Map(report.games.number.map((number, place) => [number, place]));
  }

  placeOf(number: number): number | undefined {
    return this.#places.get(number);
  }
  number(place: number): number {
    return this.report.games.number[place] ?? 0;
  }
  deal(place: number): number {
    return this.report.games.deal[place] ?? 0;
  }
  what(place: number): string {
    return this.report.what[this.report.games.what[place] ?? 0] ?? "";
  }
  bots(place: number): string[] {
    return (this.report.games.bots[place] ?? []).map((bot) => this.report.bots[bot] ?? "");
  }
  scores(place: number): number[] {
    return this.report.games.scores[place] ?? [];
  }
  places(place: number): number[] {
    return this.report.games.places[place] ?? [];
  }
  faults(place: number): Record<string, number>[] {
    return this.report.games.faults[this.number(place)] ?? [];
  }
  mark(place: number): string {
    return this.report.games.marks?.[this.number(place)] ?? "";
  }
  hasReplay(place: number): boolean {
    return this.#replayed.has(this.number(place));
  }

  /** The other games of the same deal. In each, a seat had the same cards as in this one. */
  sameCards(place: number): number[] {
    const found: number[] = [];
    for (let other = 0; other < this.size; other += 1)
      if (other !== place && this.deal(other) === this.deal(place) && this.what(other) === this.what(place)) found.push(other);
    return found;
  }

  /**
   * The score of a seat minus the mean score of other bots with the same cards. Undefined if no other bot had
   * them. The page of an author has only its bot's games, so there the program states it for that bot.
   */
  againstOthers(place: number, seat: number): number | undefined {
    const bot = this.bots(place)[seat] ?? "";
    if (this.report.bot !== "") return bot === this.report.bot ? (this.report.against_others?.[place] ?? undefined) : undefined;
    this.#others ??= this.#sums();
    const all = this.#others.get(this.#key(place, seat));
    const own = this.#others.get(`${this.#key(place, seat)}/${bot}`);
    const count = (all?.count ?? 0) - (own?.count ?? 0);
    if (!all || !own || count === 0) return undefined;
    return (this.scores(place)[seat] ?? 0) - (all.sum - own.sum) / count;
  }

  #key(place: number, seat: number): string {
    return `${this.report.games.what[place]}/${this.deal(place)}/${seat}`;
  }

  #sums() {
    const sums = new Map<string, { sum: number; count: number }>();
    const add = (key: string, score: number) => {
      const entry = sums.get(key) ?? { sum: 0, count: 0 };
      sums.set(key, { sum: entry.sum + score, count: entry.count + 1 });
    };
    for (let place = 0; place < this.size; place += 1) {
      this.bots(place).forEach((bot, seat) => {
        add(this.#key(place, seat), this.scores(place)[seat] ?? 0);
        add(`${this.#key(place, seat)}/${bot}`, this.scores(place)[seat] ?? 0);
      });
    }
    return sums;
  }
}

export interface Filters {
  bot: string;
  against: string;
  deal: string;
  round: string;
  what: string;
  result: string;
  fault: string;
  order: string;
}

/** The filters of an address. On the page of an author they begin with the author's bot, its worst games first. */
export function filtersOf(route: Route, report: Report): Filters {
  const of = (name: string) => route[name] ?? "";
  if (report.bot !== "" && !route.bot) return filtersOf({ order: hasWorst(report) ? "worst" : "", ...route, bot: report.bot }, report);
  return { bot: of("bot"), against: of("against"), deal: of("deal"), round: of("round"), what: of("what"), result: of("result"), fault: of("fault"), order: of("order") };
}

/** Whether the page of an author knows what others made of the same cards. */
const hasWorst = (report: Report): boolean => report.against_others?.some((value) => value !== null) ?? false;

/** Whether a deal is one of a round of the tournament, which has a number from 1. */
function isOfRound(report: Report, deal: number, round: string): boolean {
  const one = report.tournament?.rounds?.[Number(round) - 1];
  return one !== undefined && deal >= one.first_deal && deal < one.first_deal + one.deals;
}

function accepts(list: GameList, place: number, filters: Filters): boolean {
  const bots = list.bots(place);
  if (filters.deal !== "" && list.deal(place) !== Number(filters.deal)) return false;
  if (filters.round !== "" && !isOfRound(list.report, list.deal(place), filters.round)) return false;
  if (filters.what !== "" && list.what(place) !== filters.what) return false;
  if (filters.against !== "" && !bots.includes(filters.against)) return false;
  const seats = bots.flatMap((bot, seat) => (filters.bot === "" || bot === filters.bot ? [seat] : []));
  if (seats.length === 0) return false;
  const last = Math.max(...list.places(place));
  const hasResult = (seat: number) => {
    const at = list.places(place)[seat] ?? 0;
    if (filters.result === "first") return at === 1;
    if (filters.result === "last") return at === last && at > 1;
    return true;
  };
  if (filters.result !== "" && !seats.some(hasResult)) return false;
  if (filters.fault === "") return true;
  const faults = list.faults(place);
  return seats.some((seat) => Object.keys(faults[seat] ?? {}).some((kind) => filters.fault === "any" || kind === filters.fault));
}

/** The indices of the games that match the filters, in order. */
export function chosen(list: GameList, filters: Filters): number[] {
  if (Object.values(filters).every((value) => value === "")) return Array.from({ length: list.size }, (_, place) => place);
  const found: number[] = [];
  for (let place = 0; place < list.size; place += 1) if (accepts(list, place, filters)) found.push(place);
  if (filters.order !== "worst" || filters.bot === "") return found;
  const value = (place: number) => list.againstOthers(place, list.bots(place).indexOf(filters.bot)) ?? Infinity;
  const values = new Map(found.map((place) => [place, value(place)]));
  return found.sort((a, b) => (values.get(a) ?? 0) - (values.get(b) ?? 0));
}

function Choice({ name, label, value, options, onChoose }: {
  name: string;
  label: string;
  value: string;
  options: [string, string][];
  onChoose: (value: string) => void;
}) {
  return (
    <label>
      {label}
      <select name={name} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The kinds of faults that occur on the page. */
export function faultKinds(report: Report): string[] {
  const kinds = new Set(report.faults.map(({ kind }) => kind));
  for (const counts of Object.values(report.games.faults)) for (const seat of counts) for (const kind of Object.keys(seat)) kinds.add(kind);
  return [...kinds];
}

function FilterBar({ report, filters }: { report: Report; filters: Filters }) {
  const set = (changed: Partial<Filters>) => go({ at: "games", ...filters, ...changed }, true);
  const rounds = report.tournament?.rounds ?? [];
  const bots: [string, string][] = [["", "all"], ...[...report.bots].sort().map((bot): [string, string] => [bot, bot])];
  const kinds = faultKinds(report);
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      {report.bot === "" && <Choice name="bot" label="Bot" value={filters.bot} options={bots} onChoose={(bot) => set({ bot })} />}
      <Choice name="against" label="Against" value={filters.against} options={bots} onChoose={(against) => set({ against })} />
      {report.what.length > 1 && (
        <Choice
          name="what"
          label="Game"
          value={filters.what}
          options={[["", "all"], ...report.what.map((what): [string, string] => [what, what])]}
          onChoose={(what) => set({ what })}
        />
      )}
      <Choice
        name="result"
        label="Place"
        value={filters.result}
        options={[
          ["", "any"],
          ["first", "first"],
          ["last", "last"],
        ]}
        onChoose={(result) => set({ result })}
      />
      <Choice
        name="fault"
        label="Fault"
        value={filters.fault}
        options={[["", "any or none"], ["any", "with a fault"], ...kinds.map((kind): [string, string] => [kind, kind])]}
        onChoose={(fault) => set({ fault })}
      />
      {rounds.length > 1 && (
        <Choice
          name="round"
          label="Round"
          value={filters.round}
          options={[["", "all"], ...rounds.map((_, place): [string, string] => [String(place + 1), String(place + 1)])]}
          onChoose={(round) => set({ round })}
        />
      )}
      <label>
        Deal
        <input name="deal" type="number" min="0" value={filters.deal} onChange={(event) => set({ deal: event.currentTarget.value })} />
      </label>
      {filters.bot !== "" && (
        <Choice
          name="order"
          label="Order"
          value={filters.order}
          options={[
            [report.bot === "" ? "" : "number", "by number"],
            ["worst", "worst first"],
          ]}
          onChoose={(order) => set({ order })}
        />
      )}
      <a href={linkTo({ at: "games" })} class="reset">
        Clear
      </a>
    </form>
  );
}

const PAGE = 50;

/** Whether other bots had the cards of `bot` in any of these games. */
const hasComparison = (list: GameList, places: number[], bot: string): boolean =>
  bot !== "" && places.some((place) => list.againstOthers(place, list.bots(place).indexOf(bot)) !== undefined);

export function Games({ report, list, route }: { report: Report; list: GameList; route: Route }) {
  const filters = filtersOf(route, report);
  const key = JSON.stringify(filters);
  const places = useMemo(() => chosen(list, filters), [list, key]);
  const compared = useMemo(() => hasComparison(list, places, filters.bot), [list, places]);
  const [shown, setShown] = useState({ key, count: (keptPlace() ?? lastPlace())?.count ?? PAGE });
  const count = shown.key === key ? shown.count : PAGE;
  return (
    <>
      <FilterBar report={report} filters={filters} />
      <p class="quiet" aria-live="polite">
        {counted(places.length, "game")}
        {places.length < list.size ? ` of ${grouped(list.size)}` : ""}
      </p>
      {filters.bot !== "" && !compared && places.length > 0 && (
        <p class="quiet" data-left-out>Left out: points over others with the same cards (no other bot had them).</p>
      )}
      <FigureTable key={key} label="games" class="games" copy="these games" isWhole={count >= places.length} rows={places.slice(0, count)} columns={columnsOf(list, filters, compared)} />
      {count < places.length && (
        <button type="button" class="more" data-count={count} onClick={() => setShown({ key, count: count + 4 * PAGE })}>
          Show more
        </button>
      )}
    </>
  );
}

function columnsOf(list: GameList, filters: Filters, compared: boolean): Column<number>[] {
  const own = (place: number) => list.bots(place).indexOf(filters.bot);
  const game = (place: number) => {
    const number = list.number(place);
    return list.hasReplay(place) ? <a href={linkTo({ game: number, from: fromOf(filters) })}>{number}</a> : number;
  };
  const result = (place: number) => (
    <>
      {list.bots(place).map((bot, seat) => (
        <span key={seat} class={list.places(place)[seat] === 1 ? "result winner" : "result"}>
          <Name>{bot}</Name> {fixed(list.scores(place)[seat], 0)}
        </span>
      ))}
      {list.mark(place) !== "" && <span class="quiet" data-mark>{list.mark(place)}</span>}
    </>
  );
  const faults = (place: number) =>
    list.bots(place).map((bot, seat) =>
      Object.entries(list.faults(place)[seat] ?? {}).map(([kind, count]) => (
        <span key={`${seat}${kind}`} class="result">
          <Name>{bot}</Name> {kind} {count > 1 ? count : ""}
        </span>
      )),
    );
  return [
    { title: "game", cell: game },
    { title: "deal", cell: (place) => list.deal(place) },
    ...(list.report.what.length > 1 ? [{ title: "game played", class: "", cell: (place: number) => list.what(place) }] : []),
    { title: "result, by seat", class: "", cell: result },
    ...(compared ? [{ title: "points over others with the same cards", cell: (place: number) => signed(list.againstOthers(place, own(place)), 1) }] : []),
    { title: "faults", class: "fault", head: "", cell: faults },
  ];
}

/** The filters, for the link back from a replay. */
export const fromOf = (filters: Filters): string => linkTo({ at: "games", ...filters }).slice(1);
