#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "ratings/deal_means.hpp"
#include "ratings/plackett_luce.hpp"
#include "tournament/luck/stored_luck.hpp"
#include "tournament/plan/elos.hpp"
#include "tournament/results/finished_game.hpp"
#include "tournament/schedule/formats/round.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/schedule/move_times.hpp"
#include "tournament/standings/crosstable.hpp"

namespace tribunal {

/// The name under which all seats that the referee plays take part.
inline constexpr std::string_view mob_name = "(the Mob)";

/// Options for the computation of standings.
struct StandingsOptions {
  std::vector<Anchor> anchors{};
  std::optional<bool> paired_by_results = false;  ///< as in `RatingOptions`, and the next
  std::vector<std::vector<std::uint32_t>> walks{};
  bool points = true;         ///< false: of several games, whose points cannot be compared
  std::size_t bootstrap = 0;  ///< as in `RatingOptions`
  double widening = 1;        ///< as in `RatingOptions`, of all intervals
  bool all_pairs = true;      ///< false: `Standings::superiority` is not wanted
  /// The place of each bot of the tally, where the format ranks (`Format::places_after`); none where ratings
  /// do.
  std::vector<int> places{};
  bool latest = false;   ///< rows of older versions are left out; their games count
  bool history = false;  ///< `TournamentStandings::history` is wanted
  /// Whether the row of each bot of the tally is left out (`latest`); if it is empty, none is.
  std::vector<bool> left_out{};
};

/// The resources that an entrant's processes used, added up over the games in which it was measured.
struct UsageTotal {
  std::int64_t games = 0;
  std::int64_t moves = 0;  ///< decided by the bot in them
  std::int64_t cpu_us = 0;
  std::int64_t peak_kib = 0;  ///< the most in any of them
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  /// The part of `cpu_us` that was used while nothing was asked; nothing unless all games were by the CPU
  /// clock.
  std::optional<std::int64_t> unasked_cpu_us = 0;

  void add(const SeatResult& seat);
};

/// `Misfit` by names.
struct NamedMisfit {
  std::string first;
  std::string second;
  double seen = 0;
  double expected = 0;
};

/// `WeakLink` by names.
struct NamedWeakLink {
  std::vector<std::string> bots;
  std::int64_t meetings = 0;
};

/// The luck of an entrant's draws, whatever kind of luck the standings take out: rotation evens out hands.
struct RowLuck {
  double points = 0;              ///< a game, the mean over deals
  std::optional<double> error{};  ///< half width of the 95 % interval
  /// The normal deviate that is as rare as `points` over its standard error, which is Student's with few
  /// deals; nothing below `fewest_deals`.
  std::optional<double> z{};
  /// The deviate of its luck in the score of its place: a bot may burn points that places do not need.
  std::optional<double> place_z{};
  std::size_t deals = 0;
  std::size_t games = 0;
  std::size_t cut_short = 0;  ///< games with a fault of any bot, after which nothing is looked at

  /// No z of it says anything: most of its games were not looked at to the end.
  [[nodiscard]] bool is_hidden() const { return 2 * cut_short > games; }
  [[nodiscard]] bool is_by_places() const { return std::abs(place_z.value_or(0)) > std::abs(z.value_or(0)); }
  /// The larger deviate of the two, which an alarm looks at; 0 without any.
  [[nodiscard]] double strongest() const { return (is_by_places() ? place_z : z).value_or(0); }
};

/// The deals still to be played until the interval of a row's distance from the next leaves out 0, if that
/// distance is at the ends of its 50 % interval; 0 if it does already.
struct DealsToSeparate {
  double fewest = 0;
  std::optional<double> most{};  ///< nothing: the two may be equal
};

/// The row of one entrant.
struct StandingsRow {
  int rank = 0;                    ///< from 1; equals share the better one
  std::string bot;                 ///< its name, with that of its version if there are several; `mob_name`
  std::string name{};              ///< the bot's, whatever its version
  std::string sha256{};            ///< of its files; empty if there are none, or without games
  bool by_referee = false;         ///< the Mob
  bool withdrawn = false;          ///< it plays no more
  bool excluded = false;           ///< by the organiser: none of its games counts
  bool superseded = false;         ///< a version of a bot that plays no more, since there is a newer one
  std::optional<Rating> rating{};  ///< nothing if it never met another entrant
  std::optional<double> superiority{};  ///< over the next row, 0 .. 1; nothing where that cannot be said
  std::optional<DealsToSeparate> deals_to_separate{};  ///< nothing where its distance has no interval
  std::optional<DealMean> points{};  ///< a deal; nothing without games, or without `Standings::points`
  std::int64_t deals = 0;            ///< distinct ones it played
  std::int64_t games = 0;            ///< seats it had; two in one game count twice
  /// The number of times that it took place 1, 2, ..., alone or with others; as many entries as the largest
  /// game has seats.
  std::vector<std::int64_t> places{};
  std::vector<std::int64_t> shared_places{};  ///< of `places`, those that others took as well
  PlacePoints place_points{};
  std::optional<RowLuck> luck{};  ///< if luck is taken out of the standings, and they have points
  FaultCounts faults{};
  std::int64_t games_at_fault = 0;  ///< seats in which it had any
  MoveTimeTotals times{};
  UsageTotal usage{};
  std::string person{};  ///< this and the next two by the organiser's list (`Persons`)
  std::string team{};
  std::string contact{};

  [[nodiscard]] std::int64_t fault_count() const;
  /// Whether the bot was at fault in every game, and is still to play.
  [[nodiscard]] bool always_at_fault() const;
  /// The number of times that it took the place alone.
  [[nodiscard]] std::int64_t alone_at(std::size_t place) const;
  /// The number of times that it shared any place.
  [[nodiscard]] std::int64_t shared() const;
  /// The share of `of_games` in its games, in percent; 0 without games.
  [[nodiscard]] double percent(std::int64_t of_games) const;
  /// The share of its place points in those that it could win, in percent; nothing if there were none to win.
  [[nodiscard]] std::optional<double> score_percent() const;
};

/// The |z| of an anchor above which its games are said not to fit it.
inline constexpr double odd_anchor_z = 3;

/// An anchor, and what the games between it and the others say.
struct AnchorFit {
  Anchor anchor;
  /// The Elo that the games give it where the other anchors have theirs; nothing if there is no other in its
  /// group.
  std::optional<double> elo_by_games{};
  std::optional<double> z{};  ///< `AnchorCheck::z`
};

/// The advantage of a seat, whichever bot has it.
struct SeatEffect {
  double points = 0;              ///< over the mean of the table, a game
  std::optional<double> error{};  ///< half width of the 95 % interval; nothing below `fewest_deals`
  double first_percent = 0;       ///< games in which it took the first place, equals included, in percent
};

/// The state of a tournament. It does not depend on the order in which games finished, but for `times`.
struct Standings {
  std::vector<StandingsRow> rows;  ///< by rank; equals by Elo, those that are not rated by points
  bool ranked_by_elo = true;       ///< false: by the format of the tournament
  Crosstable crosstable;           ///< entrants in the order of the rows
  bool points = true;              ///< false: of several games, whose points cannot be compared
  /// The probability that the entrant of one row is stronger than that of another (`superiority_of`); none if
  /// that was not wanted.
  std::vector<std::optional<double>> superiority{};
  std::int64_t games = 0;
  std::int64_t deals = 0;
  /// Entrants that met, directly or through others, by name. Ratings compare only within a group.
  std::vector<std::vector<std::string>> groups{};
  /// The variance of the bots' mean margins (points over the mean of the table) over what as many games of a
  /// deal each would have: what playing a deal in several seatings of the same bots achieves. Nothing if it
  /// cannot be said.
  std::optional<double> variance_ratio{};
  std::vector<SeatEffect> seats{};  ///< none without `points`
  std::vector<AnchorFit> anchors{};
  std::vector<std::string>
      idle_anchors{};  ///< without a game that counts, though others have some: no anchors
  /// The rows of older versions that are left out, as they wanted no rank (`StandingsOptions::latest`).
  std::vector<StandingsRow> left_out{};
  bool latest = false;                      ///< older versions are left out
  double spread = 0;                        ///< `Ratings::spread`, in points of Elo
  double typical_error = 0;                 ///< `Ratings::typical_error`, in points of Elo
  double dispersion = 1;                    ///< `Ratings::dispersion`
  bool paired_by_results = false;           ///< `Ratings::paired_by_results`
  std::optional<NamedMisfit> misfit{};      ///< `Ratings::misfit`
  std::vector<NamedWeakLink> weak_links{};  ///< `Ratings::weak_links`
  std::size_t bootstrap = 0;  ///< tournaments that were drawn for the intervals of ratings, as was asked for
  double widening = 1;        ///< `StandingsOptions::widening`

  /// The entry of `superiority`; nothing where that cannot be said, or of a row over itself.
  [[nodiscard]] std::optional<double> superiority_of(std::size_t row, std::size_t other) const {
    return superiority[row * rows.size() + other];
  }
  /// The number of rows that are left out and have games that count.
  [[nodiscard]] std::size_t left_out_with_games() const;
  /// The row of an entrant, listed or left out; null if there is none.
  [[nodiscard]] const StandingsRow* row_of(std::string_view bot) const;
  /// Whether results decided who met whom, and the games can hardly tell bots apart: by simulation intervals
  /// are too wide there, and a LOS may be too high (docs/ratings.md, How right the intervals are).
  [[nodiscard]] bool is_close_field() const {
    constexpr double much = 0.35;  // of the spread; in events below it intervals hold 94 to 98.5 %
    return paired_by_results && typical_error > much * spread;
  }
  /// Whether no game had more than two places.
  [[nodiscard]] bool of_two_places() const { return !rows.empty() && rows.front().places.size() == 2; }
};

/// The reason why anchors make no common scale, a sentence: one met no other bot, two never met, not even
/// through others, or one is contradicted by games beyond doubt. Empty if there is none.
[[nodiscard]] std::string objection_to_anchors(const Standings& standings);

/// The |z| of a bot's luck, by points or by places, above which it knows cards that it should not, or the
/// deals are not random. An honest bot passes it by chance at most once in 1.7 million tournaments: one of
/// two deviates passes 5.13 no more often than a single one passes 5.
inline constexpr double alarming_z = 5.13;

/// A row's luck by its means over deals, of points and of the score of places.
[[nodiscard]] RowLuck row_luck(const DealMean& points, const std::optional<DealMean>& places = {});

/// The luck of a bot over several tournaments, whose deals are independent: its deviates are added up, each
/// by the root of its games (Stouffer), so a night counts as much as it says.
[[nodiscard]] RowLuck added_up(std::span<const RowLuck> nights);

/// A bot whose luck no honest bot has.
struct LuckAlarm {
  std::string bot;
  std::string game;  ///< of those in the plan; empty if there is one
  RowLuck luck;

  /// `NAME had more luck than honest bots have: ...`, a sentence.
  [[nodiscard]] std::string text() const;
};

/// The alarms of standings from which luck is taken out.
[[nodiscard]] std::vector<LuckAlarm> alarms_in(const Standings& standings, const std::string& game = {});

/// Adds up finished games to standings. The games of a deal by the same bots, a block, come in a row, blocks
/// in any order; all blocks of a deal come in a row only if deals do (`DealOrder`). Takes some 20 bytes a
/// game at most, and as many for every ranking in which games ended; if deals come back, some 20 more for
/// every bot, seat and pair in every block.
class StandingsTally {
 public:
  /// `bots` by their index in the plan.
  /// `takes_luck_out`: luck is given with games, and taken out of points, margins and ratings, but not out of
  /// places and the crosstable.
  explicit StandingsTally(const std::vector<std::string>& bots, DealOrder order = DealOrder::in_a_row,
                          bool takes_luck_out = false);

  /// Adds a game. In `points` and `places` a forfeit counts as `forfeit` says, and as a last place where all
  /// forfeited; ratings do not compare seats that forfeited the same game with each other. Margins and the
  /// crosstable are those of the record: what others have does not depend on how bad a forfeit is. `luck` of
  /// this kind is null if the game has none, and always unless `takes_luck_out`. Throws std::invalid_argument
  /// if a bot's index is not one.
  void add(const GameResult& result, const Forfeit& forfeit = {}, const LuckOfGame* luck = nullptr,
           LuckKind kind = LuckKind::draws);

  /// Adds a game of which only places are known, of bots by their index: standings with it have no points.
  /// Throws as `Rankings::add` does.
  void add_places(std::uint64_t deal, std::span<const Placed> placed);

  /// Tells of each bot, by its index, whether it has games.
  [[nodiscard]] std::vector<bool> has_games() const;

  /// The error is a sentence.
  [[nodiscard]] Result<Standings> standings(const StandingsOptions& options = {}) const;

 private:
  /// Removes anchors without a game, once there are games, and returns their names.
  [[nodiscard]] std::vector<std::string> take_idle_anchors(std::vector<Anchor>& anchors) const;

  struct Entrant {
    StandingsRow row;
    DealMeans points;
    /// The points over the table's mean, by block: a deal that is rich or poor for all bots has no effect on
    /// them.
    DealMeans margins;
    DealMeans luck;  ///< of draws, in thousandths, as the next
    DealMeans place_luck;
    std::size_t cut_short = 0;  ///< as in `RowLuck`
  };

  struct SeatTally {
    explicit SeatTally(DealOrder order) : margins{order} {}

    DealMeans margins;  ///< times the seats of the table
    std::int64_t first_places = 0;
  };

  [[nodiscard]] std::vector<SeatEffect> seat_effects(double widening) const;
  [[nodiscard]] std::size_t mob() const { return entrants_.size() - 1; }
  void count_place(StandingsRow& row, std::size_t place, bool shared);
  /// The scores of a game, in units of a point or, where luck is taken out, of a thousandth.
  using Scores = std::array<std::int64_t, max_seats>;
  void add(const GameResult& result, const Forfeit& forfeit, const Scores& scores,
           std::span<const double> rank_luck);
  void add_seat(Entrant& entrant, const GameResult& result, const Forfeit& forfeit, std::size_t seat,
                std::uint64_t block, const Scores& scores);
  [[nodiscard]] std::optional<DealMean> in_points(std::optional<DealMean> mean, double widening) const;
  [[nodiscard]] std::size_t entrants() const;
  [[nodiscard]] std::int64_t deals() const;

  DealOrder order_;
  std::int64_t units_;             ///< of a point
  std::vector<Entrant> entrants_;  ///< bots, then the Mob
  CrosstableTally crosstable_;
  Rankings rankings_;
  std::vector<SeatTally> seats_;
  std::int64_t games_ = 0;
};

}  // namespace tribunal
