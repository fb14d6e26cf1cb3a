#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "ratings/deal_means.hpp"
#include "ratings/plackett_luce.hpp"
#include "tournament/luck/stored_luck.hpp"
#include "tournament/plan/elos.hpp"
#include "tournament/results/finished_game.hpp"
#include "tournament/schedule/formats/round.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// The results of one entrant against another, over all games in which both had a seat. Each pair of their
/// seats counts.
struct Encounters {
  std::int64_t wins = 0;   ///< number of games in which it took the better place
  std::int64_t draws = 0;  ///< number of equal places
  std::int64_t losses = 0;
  std::int64_t lost_by_both = 0;  ///< number of games that both forfeited
  std::int64_t points = 0;        ///< sum of its scores minus the other's
  std::int64_t deals = 0;         ///< number of deals in which they met
  double squares = 0;             ///< sum over deals of the square of wins minus losses
  /// The number of deals in which they met twice, by wins minus losses in the deal, from -2 to 2. This is the
  /// pentanomial of chess matches, in which a pair of games has an opening once from each side.
  std::array<std::int64_t, 5> pairs{};
  double widening = 1;  ///< `StandingsOptions::widening`, for `superiority`

  [[nodiscard]] std::int64_t games() const { return wins + draws + losses + lost_by_both; }
  /// Wins and half of the draws in percent. 0 without games.
  [[nodiscard]] double score_percent() const;
  /// The mean of its score minus the other's, in points per game. 0 without games.
  [[nodiscard]] double mean_points() const;
  /// The probability, 0 .. 1, that the entrant takes the better place more often than the other. It uses only
  /// these games, and the scatter between deals. None below `fewest_deals`, or if all deals were drawn.
  [[nodiscard]] std::optional<double> superiority() const;
  /// The results from the other entrant's side.
  [[nodiscard]] Encounters turned() const;

  bool operator==(const Encounters&) const = default;
};

/// Numbers for pairs of entrants, given when first requested, because most pairs of a large field never meet.
class PairNumbers {
 public:
  static constexpr std::uint32_t none = 0;

  explicit PairNumbers(std::size_t entrants = 0) : entrants_{entrants}, numbers_(entrants * entrants, none) {}

  /// The number of the pair, from 1. `none` if the pair has no number.
  [[nodiscard]] std::uint32_t at(std::size_t one, std::size_t other) const {
    return numbers_[one * entrants_ + other];
  }
  /// The number of the pair. A pair without a number gets a new one.
  [[nodiscard]] std::uint32_t number(std::size_t one, std::size_t other) {
    auto& number = numbers_[one * entrants_ + other];
    if (number == none) number = ++numbered_;
    return number;
  }

 private:
  std::size_t entrants_;
  std::uint32_t numbered_ = 0;
  std::vector<std::uint32_t> numbers_;
};

/// The results of all entrants against each other.
class Crosstable {
 public:
  Crosstable() = default;
  explicit Crosstable(std::vector<std::string> names) : names_{std::move(names)}, numbers_{names_.size()} {}

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// The results of entrant `row` against entrant `column`. Empty for an entrant against itself.
  [[nodiscard]] const Encounters& at(std::size_t row, std::size_t column) const {
    return met_[numbers_.at(row, column)];
  }
  void add(std::size_t row, std::size_t column, const Encounters& met) {
    if (numbers_.number(row, column) == met_.size()) met_.push_back(met);
  }

 private:
  std::vector<std::string> names_;
  PairNumbers numbers_;
  std::vector<Encounters> met_{1};  ///< results by number; the first, empty, is for pairs that did not meet
};

/// Adds up meetings to a crosstable. If each deal comes in a row (`DealOrder`), further deals need no more
/// memory. Otherwise each deal of a pair takes 24 bytes.
class CrosstableTally {
 public:
  explicit CrosstableTally(std::vector<std::string> names, DealOrder order = DealOrder::in_a_row);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

  /// A seat in a game.
  struct Side {
    std::size_t entrant = 0;
    int place = 0;
    std::int64_t score = 0;
    bool forfeited = false;
  };
  /// Adds a meeting of two seats. Does nothing if both are the same entrant's. `deal`: its games count
  /// together, because their seatings depend on each other. If deals come in a row, the next one ends a deal.
  void add(const Side& one, const Side& other, std::uint64_t deal);

  /// The crosstable with some or all entrants, in this order.
  [[nodiscard]] Crosstable in_order(const std::vector<std::size_t>& order, double widening = 1) const;

 private:
  struct Pair {
    Encounters met;  ///< results from the side of the lower entrant; a deal that came back counts twice
    std::uint64_t deal = 0;
    std::int32_t balance = 0;  ///< wins minus losses in `deal`
    std::int32_t games = 0;    ///< number of games in `deal`
  };
  /// A deal of a pair that may come back.
  struct Deal {
    std::uint64_t number = 0;
    std::uint32_t pair = 0;
    std::int32_t balance = 0;
    std::int32_t games = 0;
    auto operator<=>(const Deal&) const = default;
  };

  void begin_deal(std::size_t at, std::uint64_t deal);
  /// The encounters by the number of the pair. A deal that came back counts once.
  [[nodiscard]] std::vector<Encounters> met() const;

  DealOrder order_;
  std::vector<std::string> names_;
  PairNumbers numbers_;
  std::vector<Pair> pairs_{1};  ///< pairs by number
  std::deque<Deal> unsettled_;  ///< earlier deals of each pair, if deals may come back
};

/// The name of the entrant that stands for all seats that the referee plays.
inline constexpr std::string_view mob_name = "(the Mob)";

/// Options for computing standings.
struct StandingsOptions {
  std::vector<Anchor> anchors{};
  std::optional<bool> paired_by_results = false;  ///< as in `RatingOptions`, like the next
  std::vector<std::vector<std::uint32_t>> walks{};
  bool points = true;         ///< false for several games, whose points are not comparable
  std::size_t bootstrap = 0;  ///< as in `RatingOptions`
  double widening = 1;        ///< as in `RatingOptions`, for all intervals
  bool all_pairs = true;      ///< whether `Standings::superiority` is computed
  /// The place of each bot of the tally, if the format ranks (`Format::places_after`). Empty if ratings do.
  std::vector<int> places{};
  bool latest = false;   ///< whether rows of older versions are omitted; their games count
  bool history = false;  ///< whether `TournamentStandings::history` is computed
  /// For each bot of the tally, whether its row is omitted (`latest`). Empty: none is.
  std::vector<bool> left_out{};
};

/// The resources that an entrant's processes used, added up over the games in which they were measured.
struct UsageTotal {
  std::int64_t games = 0;
  std::int64_t moves = 0;  ///< number of the bot's decisions in these games
  std::int64_t cpu_us = 0;
  std::int64_t peak_kib = 0;  ///< largest value in any game
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  /// The part of `cpu_us` that was used while nothing was requested. None unless all used the CPU clock.
  std::optional<std::int64_t> unasked_cpu_us = 0;

  void add(const SeatResult& seat);
};

/// A `Misfit` with names.
struct NamedMisfit {
  std::string first;
  std::string second;
  double seen = 0;
  double expected = 0;
};

/// A `WeakLink` with names.
struct NamedWeakLink {
  std::vector<std::string> bots;
  std::int64_t meetings = 0;
};

/// The |z| of a bot's luck, by points or by places, above which the bot knows hidden cards or the deals are
/// not random. An honest bot exceeds it by chance at most once in 1.7 million tournaments: one of two
/// deviates exceeds 5.13 no more often than a single one exceeds 5.
inline constexpr double alarming_z = 5.13;

/// The luck of an entrant's draws. Luck of hands is not included, even if the standings take it out, because
/// rotation evens it out.
struct RowLuck {
  double points = 0;              ///< points per game, as the mean over deals
  std::optional<double> error{};  ///< half width of the 95 % interval
  /// The normal deviate with the same tail probability as `points` over its standard error, which has
  /// Student's distribution. None below `fewest_deals`.
  std::optional<double> z{};
  /// The deviate of the luck in the score of its place. It can be larger than `z`, because a bot may give
  /// away points that its place does not need.
  std::optional<double> place_z{};
  std::size_t deals = 0;
  std::size_t games = 0;
  std::size_t cut_short = 0;  ///< number of games with a fault of any bot; nothing after the fault is counted

  /// Whether no deviate is meaningful, because most games were cut short by a fault.
  [[nodiscard]] bool is_hidden() const { return 2 * cut_short > games; }
  [[nodiscard]] bool is_by_places() const { return std::abs(place_z.value_or(0)) > std::abs(z.value_or(0)); }
  /// The larger of the two deviates, which decides about an alarm. 0 without any.
  [[nodiscard]] double strongest() const { return (is_by_places() ? place_z : z).value_or(0); }
  [[nodiscard]] bool is_alarm() const { return std::abs(strongest()) > alarming_z; }
};

/// The number of further deals until the interval of a row's distance to the next row excludes 0. `fewest`
/// and `most` assume that the distance is at the ends of its 50 % interval. 0 if it already excludes 0.
struct DealsToSeparate {
  double fewest = 0;
  std::optional<double> most{};  ///< none: the two may be equal
};

/// The row of one entrant.
struct StandingsRow {
  int rank = 0;                    ///< rank from 1; ties share the better one
  std::string bot;                 ///< name, with that of its version if there are several; or `mob_name`
  std::string name{};              ///< name of the bot without its version
  std::string sha256{};            ///< hash of its files; empty if there are none, or without games
  bool by_referee = false;         ///< whether it is the Mob
  bool withdrawn = false;          ///< whether it plays no more
  bool excluded = false;           ///< whether the organiser excluded it, so that its games do not count
  bool superseded = false;         ///< whether a newer version plays in its place
  std::optional<Rating> rating{};  ///< none if it never met another entrant
  std::optional<double> superiority{};  ///< probability that it is stronger than the next row; none: unknown
  std::optional<DealsToSeparate> deals_to_separate{};  ///< none if the distance has no interval
  std::optional<DealMean> points{};  ///< points per deal; none without games, or without `Standings::points`
  std::int64_t deals = 0;            ///< number of distinct deals that it played
  std::int64_t games = 0;            ///< number of seats that it had; two seats in one game count twice
  /// The number of times that it took place 1, 2, ..., alone or shared. There is an entry for each seat of
  /// the largest game.
  std::vector<std::int64_t> places{};
  std::vector<std::int64_t> shared_places{};  ///< part of `places` that was shared with others
  PlacePoints place_points{};
  std::optional<RowLuck> luck{};  ///< present if luck is taken out and the standings have points
  FaultCounts faults{};
  bool has_unknown_faults = false;  ///< whether games of it come from a file, so that `faults` is not all
  std::int64_t games_at_fault = 0;  ///< number of seats in which it had a fault
  MoveTimeTotals times{};
  UsageTotal usage{};
  std::string person{};  ///< from the organiser's list (`Persons`), like the next two
  std::string team{};
  std::string contact{};

  [[nodiscard]] std::int64_t fault_count() const;
  /// Whether the bot was at fault in every game and still takes part.
  [[nodiscard]] bool always_at_fault() const;
  /// The number of times that it took the place alone.
  [[nodiscard]] std::int64_t alone_at(std::size_t place) const;
  /// The number of times that it shared any place.
  [[nodiscard]] std::int64_t shared() const;
  /// The number `of_games` as a percentage of its games. 0 without games.
  [[nodiscard]] double percent(std::int64_t of_games) const;
  /// Its place points as a percentage of those that it could win. None if it could win none.
  [[nodiscard]] std::optional<double> score_percent() const;
};

/// The |z| of an anchor above which its games are reported to contradict it.
inline constexpr double odd_anchor_z = 3;

/// An anchor, and its Elo according to its games.
struct AnchorFit {
  Anchor anchor;
  /// The Elo that the games give it if the other anchors have theirs. None if its group has no other anchor.
  std::optional<double> elo_by_games{};
  std::optional<double> z{};  ///< `AnchorCheck::z`
};

/// The advantage of a seat, averaged over the bots that had it.
struct SeatEffect {
  double points = 0;              ///< points per game above the mean of the table
  std::optional<double> error{};  ///< half width of the 95 % interval; nothing below `fewest_deals`
  double first_percent = 0;       ///< percentage of games in which it took first place, alone or shared
};

/// The state of a tournament. Except for `times`, it does not depend on the order in which games finished.
struct Standings {
  std::vector<StandingsRow> rows{};  ///< rows by rank; ties by Elo, or by points if they have no rating
  bool ranked_by_elo = true;         ///< false: ranked by the format of the tournament
  Crosstable crosstable;             ///< entrants are in the order of the rows
  bool points = true;                ///< false for several games, whose points are not comparable
  /// The probability that the entrant of one row is stronger than that of another (`superiority_of`). Empty
  /// if it was not computed.
  std::vector<std::optional<double>> superiority{};
  std::int64_t games = 0;
  std::int64_t deals = 0;
  /// Groups of entrants, by name, that met each other directly or through others. Ratings are comparable only
  /// within a group.
  std::vector<std::vector<std::string>> groups{};
  /// The variance of the bots' mean margins (points above the mean of the table), divided by the variance
  /// that as many games on separate deals would have. It measures the gain from playing a deal in several
  /// seatings of the same bots. None if it is unknown.
  std::optional<double> variance_ratio{};
  std::vector<SeatEffect> seats{};  ///< empty without `points`
  std::vector<AnchorFit> anchors{};
  std::vector<std::string> idle_anchors{};  ///< anchors without a game that counts, although other bots have
                                            ///< games; they are ignored
  /// The rows of older versions, which are omitted without a rank (`StandingsOptions::latest`).
  std::vector<StandingsRow> left_out{};
  bool latest = false;                      ///< whether older versions are omitted
  double spread = 0;                        ///< `Ratings::spread`, in points of Elo
  double typical_error = 0;                 ///< `Ratings::typical_error`, in points of Elo
  double dispersion = 1;                    ///< `Ratings::dispersion`
  bool paired_by_results = false;           ///< `Ratings::paired_by_results`
  std::optional<NamedMisfit> misfit{};      ///< `Ratings::misfit`
  std::vector<NamedWeakLink> weak_links{};  ///< `Ratings::weak_links`
  std::size_t bootstrap = 0;                ///< number of tournaments drawn for intervals of ratings; 0: none
  double widening = 1;                      ///< `StandingsOptions::widening`

  /// The entry of `superiority`. None if it is unknown, or if both rows are the same.
  [[nodiscard]] std::optional<double> superiority_of(std::size_t row, std::size_t other) const {
    return superiority[row * rows.size() + other];
  }
  /// The number of omitted rows that have games that count.
  [[nodiscard]] std::size_t left_out_with_games() const;
  /// The row of an entrant, even if it is omitted. Null if the standings do not have it.
  [[nodiscard]] const StandingsRow* row_of(std::string_view bot) const;
  /// Whether results decided the pairings, and the games hardly distinguish the bots. According to
  /// simulations, intervals are then too wide, and a LOS may be too high (docs/ratings.md, How right the
  /// intervals are).
  [[nodiscard]] bool is_close_field() const {
    constexpr double much = 0.35;  // share of the spread; below it, intervals contain 94 to 98.5 %
    return paired_by_results && typical_error > much * spread;
  }
  /// Whether no game had more than two competing seats.
  [[nodiscard]] bool of_two_places() const { return !rows.empty() && rows.front().places.size() == 2; }
};

/// A sentence that says why the anchors do not give a common scale: one met no other bot, two never met, not
/// even through others, or games clearly contradict one. Empty if they do.
[[nodiscard]] std::string objection_to_anchors(const Standings& standings);

/// The luck of a row from its means over deals: of points, and of the score of places.
[[nodiscard]] RowLuck row_luck(const DealMean& points, const std::optional<DealMean>& places = {});

/// The luck of a bot over several tournaments with independent deals. Its deviates are added with the roots
/// of the numbers of games as weights (Stouffer), so that each night counts by the information that it has.
[[nodiscard]] RowLuck added_up(std::span<const RowLuck> nights);

/// A bot whose luck is beyond what chance explains.
struct LuckAlarm {
  std::string bot;
  std::string game;  ///< name of the game in the plan; empty if there is only one
  RowLuck luck;

  /// The alarm as a sentence.
  [[nodiscard]] std::string text() const;
};

/// The alarms in standings from which luck is taken out.
[[nodiscard]] std::vector<LuckAlarm> alarms_in(const Standings& standings, const std::string& game = {});

/// Adds up finished games to standings. The games of one deal by the same bots, a block, must come in a row.
/// Blocks may come in any order, but if the order says that deals come in a row (`DealOrder`), all blocks of
/// a deal must do so. Needs at most some 20 bytes per game, and as many for every ranking in which games
/// ended. If deals come back, it needs some 20 bytes more for every bot, seat and pair in every block.
class StandingsTally {
 public:
  /// `bots`: names by index in the plan. `takes_luck_out`: luck is given with games. It is taken out of
  /// points, margins and ratings, but not out of places and the crosstable.
  explicit StandingsTally(const std::vector<std::string>& bots, DealOrder order = DealOrder::in_a_row,
                          bool takes_luck_out = false);

  /// Adds a game. In `points` and `places`, a forfeit counts as in `forfeit`, and as last place if all seats
  /// forfeited. Ratings do not compare seats that forfeited the same game. Margins and the crosstable use the
  /// scores of the record, so that the figures of other bots do not depend on how bad a forfeit is. `luck`,
  /// of this kind, is null if the game has none, and always without `takes_luck_out`. Throws
  /// std::invalid_argument if a bot's index is out of range.
  void add(const GameResult& result, const Forfeit& forfeit = {}, const LuckOfGame* luck = nullptr,
           LuckKind kind = LuckKind::draws);

  /// Adds a game of which only the places of bots, given by index, are known. Standings that include such a
  /// game have no points. Throws like `Rankings::add`.
  void add_places(std::uint64_t deal, std::span<const Placed> placed);

  /// For each bot, by index, whether it has games.
  [[nodiscard]] std::vector<bool> has_games() const;

  /// The standings so far. The error is a sentence.
  [[nodiscard]] Result<Standings> standings(const StandingsOptions& options = {}) const;

 private:
  /// If there are games, removes anchors without a game. Returns their names.
  [[nodiscard]] std::vector<std::string> take_idle_anchors(std::vector<Anchor>& anchors) const;

  struct Entrant {
    StandingsRow row;
    DealMeans points;
    /// Points above the table's mean, by block. A deal that is good or bad for all bots does not affect them.
    DealMeans margins;
    DealMeans luck;  ///< luck of draws in thousandths, like the next
    DealMeans place_luck;
    std::size_t cut_short = 0;  ///< as in `RowLuck`
  };

  struct SeatTally {
    explicit SeatTally(DealOrder order) : margins{order} {}

    DealMeans margins;  ///< multiplied by the number of seats at the table
    std::int64_t first_places = 0;
  };

  [[nodiscard]] std::vector<SeatEffect> seat_effects(double widening) const;
  [[nodiscard]] std::size_t mob() const { return entrants_.size() - 1; }
  void count_place(StandingsRow& row, std::size_t place, bool shared, std::size_t seats);
  /// The scores of a game in points, or in thousandths of a point if luck is taken out.
  using Scores = std::array<std::int64_t, max_seats>;
  void add(const GameResult& result, const Forfeit& forfeit, const Scores& scores,
           std::span<const double> rank_luck);
  void add_seat(Entrant& entrant, const GameResult& result, const Forfeit& forfeit, std::size_t seat,
                std::uint64_t block, const Scores& scores);
  [[nodiscard]] std::optional<DealMean> in_points(std::optional<DealMean> mean, double widening) const;
  [[nodiscard]] std::size_t entrants() const;
  [[nodiscard]] std::int64_t deals() const;

  DealOrder order_;
  std::int64_t units_;             ///< units per point
  std::vector<Entrant> entrants_;  ///< bots, then the Mob
  CrosstableTally crosstable_;
  Rankings rankings_;
  std::vector<SeatTally> seats_;
  std::int64_t games_ = 0;
};

}  // namespace tribunal
