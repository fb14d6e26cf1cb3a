// The data of a report, as the program writes it (referee/report/page/), and the functions by which the page reads it.

export interface StandingsRow {
  rank: number;
  bot: string;
  /** From the organiser's list, if the page shows it. */
  person?: string | null;
  team?: string | null;
  by_referee: boolean;
  withdrawn: boolean;
  /** Whether the organiser excluded it, so that its games do not count. */
  excluded?: boolean;
  elo: number | null;
  elo_error: number | null;
  /** Set if it never lost (perfect) or never won (hopeless). Its Elo is then only a bound. */
  sweep?: "perfect" | "hopeless" | null;
  superiority: number | null;
  /** The fewest and the most further deals until it is told apart from the next; null: it may be any number. */
  deals_to_separate?: [number, number | null] | null;
  points: number | null;
  points_error: number | null;
  deals: number;
  games: number;
  places: number[];
  score_percent: number | null;
  faults: Record<string, number>;
  fault_count: number;
  move_us: { count: number; p50: number | null; p99: number | null; max: number | null };
}

export interface SeatRow {
  seat: number;
  points: number;
  points_error: number | null;
  first_percent: number;
}

export interface Standings {
  games: number;
  deals: number;
  groups: string[][];
  seats?: SeatRow[];
  rows: StandingsRow[];
}

export interface Encounter {
  bot: string;
  against: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score_percent: number | null;
  superiority: number | null;
  mean_points?: number | null;
}

export interface RoundBot {
  bot: string;
  place_points: number | null;
  of: number;
}

export interface Round {
  first_deal: number;
  deals: number;
  complete: boolean;
  groups: RoundBot[][];
  byes?: string[];
  left?: number;
  further_deal?: boolean;
}

/** A tournament in the form of `tribunal standings --json --crosstable --los`. */
export interface Tournament {
  name: string;
  game?: string;
  format: string;
  players: number;
  commitment: string;
  scheduled_games: number;
  all_scheduled: boolean;
  played_games: number;
  left_out_games: number;
  void_games?: number;
  content_sha256: string;
  rulings_sha256: string;
  standings: Standings;
  by_game?: { name: string; standings: Standings }[];
  rounds?: Round[];
  los?: { bots: string[]; superiority: (number | null)[][] };
  crosstable?: { bots: string[]; encounters: Encounter[] };
  history?: History;
  without_luck?: WithoutLuck;
  [more: string]: unknown;
}

/** A bot in the usual standings, and in those from which luck is taken out. */
export interface LuckRow {
  rank: number;
  bot: string;
  elo: number | null;
  elo_error: number | null;
  elo_without_luck: number | null;
  elo_error_without_luck: number | null;
  sweep: "perfect" | "hopeless" | null;
  superiority_without_luck: number | null;
  points: number | null;
  points_error: number | null;
  points_without_luck: number | null;
  points_error_without_luck: number | null;
  /** Points per game that draws gave it. */
  luck: number | null;
  luck_error: number | null;
  luck_z: number | null;
  luck_place_z: number | null;
  luck_deals: number | null;
  luck_games: number | null;
  /** Number of games with a fault; nothing after the fault is counted. */
  luck_cut_short: number | null;
  /** No honest bot has such luck; by points or by places, whichever is the larger. */
  luck_alarm: boolean | null;
  /** Most of its games were not looked at to the end. */
  luck_hidden: boolean | null;
}

export interface WithoutLuck {
  kind: string;
  pairs: number;
  /** Number of games that have luck. */
  games: number;
  rows: LuckRow[];
  by_game?: { name: string; rows: LuckRow[] }[];
  alarms: { bot: string; game?: string; text: string }[];
}

/** A version of a bot over time, in the form of `--history --json`. */
export interface VersionRow {
  bot: string;
  name: string;
  sha256: string | null;
  superseded: boolean;
  /** Time in UTC; null if it is unknown. The next one too. */
  first_game: string | null;
  last_game: string | null;
  folders: number;
  /** Number of games that count. */
  games: number;
  excluded?: boolean;
  elo: number | null;
  elo_error: number | null;
  sweep: "perfect" | "hopeless" | null;
  /** Indices in `History.nights` of the nights in which it played. */
  nights: number[];
}

/** A results folder of a season. */
export interface Night {
  folder: string | null;
  first_game: string | null;
  last_game: string | null;
}

/** The nights, and the versions of all bots. Those of a bot are in the order of time. */
export interface History {
  nights: Night[];
  versions: VersionRow[];
}

/** Several results folders together. */
/** A night on a site: its files begin with `name`. */
export interface SiteNight {
  name: string;
  title: string;
  games: number;
  has_logs: boolean;
  commitment: string;
}

export interface Season {
  standings: Standings;
  history: History;
  /** Several games: the standings of each. */
  by_game?: Tournament["by_game"];
  /** The results of all pairs, of few bots. */
  crosstable?: Tournament["crosstable"];
  /** On a site: the nights, in the given order. */
  nights?: SiteNight[];
}

/** The Elo of each bot after increasing numbers of games. */
export interface Convergence {
  games: number[];
  bots: { bot: string; elo: (number | null)[]; error: (number | null)[] }[];
}

export interface FaultEntry {
  game: number;
  bot: string;
  seat: number;
  decision: number;
  kind: string;
  message: string;
  stderr?: string;
}

/**
 * All games, one list per column. `faults` has the faults of each seat by the number of the game; games
 * without faults are missing.
 */
export interface GameColumns {
  number: number[];
  deal: number[];
  what: number[];
  bots: number[][];
  scores: number[][];
  places: number[][];
  faults: Record<string, Record<string, number>[]>;
  /** By number of the game, the command that plays it again, for games that are in no source. */
  again: Record<string, string>;
  /** By number of the game, a text on the organiser's rulings about it. */
  marks?: Record<string, string>;
}

/** An examination of a bot, in the form of `tribunal check --json`. */
export interface Examination {
  name: string;
  finding: string;
  message: string;
  sent?: string[];
  came_back?: string;
  rule?: { text: string };
  stderr?: string[];
  hint?: string;
  again?: string;
}

/** The part of the result of `tribunal check` that the page shows. */
export interface Check {
  bot: string;
  command: string;
  version: string;
  sandbox: string;
  verdict: string;
  figures: { startup_us: number; games: number; decisions: number; p50_us: number; p90_us: number; p99_us: number; max_us: number; by_power: number[]; peak_kib: number };
  examinations: Examination[];
}

/** The cost of a bot's decisions in games of one kind, in the form of `tribunal analyse --json`. */
export interface AnalysedBot {
  game_name: string;
  bot: string;
  games: number;
  decisions: number;
  mistakes: number;
  /** Points per game, and standard errors. */
  cost_per_game: number;
  cost_per_game_error: number;
  advantage_per_game: number;
  advantage_per_game_error: number;
  kinds: DecisionKind[];
}

/** A kind of decisions: a verb, a phase of the hand, or a number of cards in the hand. Each decision is of one kind of each. */
export interface DecisionKind {
  by: "verb" | "phase" | "cards";
  value: string;
  decisions: number;
  mistakes: number;
  cost_per_game: number;
  cost_per_game_error: number;
  /** The games with its costliest mistakes, the worst first. */
  games: number[];
}

/** A costly decision. */
export interface CostlyDecision {
  game: number;
  /** Number among the decisions that the replay shows. */
  decision: number;
  bot: string;
  game_name: string;
  phase: string;
  /** The cards in its hand. */
  cards: string;
  taken: string;
  best: string;
  cost: number;
  cost_error: number;
  reason: string;
}

export interface Analysis {
  /** Number of worlds in which each decision was tried. */
  worlds: number;
  games: number;
  /** Number of further games that are equal to one of these, decision by decision. */
  repeated: number;
  bots: AnalysedBot[];
  worst: CostlyDecision[];
}

export interface Report {
  version: string;
  title: string;
  sources: { name: string; first: number }[];
  /** The bot whose author reads the page. Empty: the page is for everybody. */
  bot: string;
  /** Sentences of the verbs: `plays {*}`. */
  verbs: Record<string, string>;
  facts: { name: string; value: string }[];
  how_far: string;
  /** Differences between the record and the page; each is a list of lines. */
  differences: string[][];
  notes: string[];
  /** Notes that are not warnings. */
  information: string[];
  move_ms: number;
  /** The number of deals below which there are no intervals and no LOS. */
  fewest_deals: number;
  tournament?: Tournament;
  season?: Season;
  convergence?: Convergence;
  faults: FaultEntry[];
  faults_left_out: number;
  bots: string[];
  what: string[];
  games: GameColumns;
  /**
   * On the page of a bot's author: for each game, the points of the bot over the mean of other bots with the
   * same cards in all games of the tournament. Null if no other bot had them.
   */
  against_others?: (number | null)[];
  /** On that page: the games in which the bot lost most so, one of each deal, and the scores of the others. */
  worst_deals?: { game: number; seat: number; others: number[] }[];
  /** Numbers of the games that can be replayed, in the order of their blocks. */
  replays: number[];
  block: number;
  check?: Check;
  analysis?: Analysis;
}

/** A game for replay. referee/report/page/page_builder.cpp describes the members. */
export interface ReplayData {
  game: number;
  event: string;
  line: string;
  key?: string;
  seat?: number;
  bots: [string, string][];
  events: string;
  us: string;
  legal: string;
  /** Changes of the scores before each decision (`scores.ts` reads them). */
  now: string;
  /** Facts about the table, each a name and a text, before the decisions at which they change. */
  facts?: [number, [string, string][]][];
  /** The numbers of decisions that were made at the same time, in order. Without it, each was made alone. */
  together?: number[];
  /** Event, hand, seat, unit, points, total, and the parts of the points. */
  points: [number, number, number, "points" | "chips", number, number, [string, number][]][];
  faults: [string, number, number, number, string][];
  comments: [number, number, string][];
  scores: number[];
  places: number[];
  forfeited: number[];
  /**
   * For each decision: its number, the index of the best action (-1 if none is certainly better), the cost of
   * the taken action and its error, the expected score after each legal action, the reason that the best one
   * is better, and for each seat its expected score after the taken action, with the standard error.
   */
  analysis?: [number, number, number, number, number[], string, [number, number][]][];
  /**
   * On the page of a bot's author: other bots that had the same cards, the best first. Each has its score, the
   * index of the first event that its seat heard otherwise (null: none), and its own line there if both seats
   * decided. `count`: the number of all such games.
   */
  others?: { rows: [string, number, number | null, string][]; count: number };
}

async function unpacked(id: string): Promise<unknown> {
  const packed = atob((document.getElementById(id)?.textContent ?? "").trim());
  const bytes = new Uint8Array(packed.length);
  for (let at = 0; at < packed.length; at += 1) bytes[at] = packed.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

export async function loadReport(): Promise<Report> {
  return (await unpacked("tribunal-report")) as Report;
}

const blocks = new Map<number, Promise<ReplayData[]>>();

/** The replay of the game with this number. Undefined if the page has none. */
export async function loadReplay(report: Report, game: number): Promise<ReplayData | undefined> {
  const at = report.replays.indexOf(game);
  if (at < 0) return undefined;
  const block = Math.floor(at / report.block);
  if (!blocks.has(block)) blocks.set(block, unpacked(`tribunal-games-${block}`) as Promise<ReplayData[]>);
  return (await blocks.get(block))?.[at % report.block];
}
