#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/luck/chance_luck.hpp"
#include "analysis/model/fit.hpp"
#include "base/enum_names.hpp"
#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "ratings/sequential/sequential_test.hpp"
#include "record/record.hpp"
#include "tournament/results/results.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// Whether correcting a comparison for luck saves time, judged by its first deals.
struct LuckWorth {
  double deals_as_played = 0;  ///< estimated number of deals that the question takes
  double deals_corrected = 0;  ///< the same number with luck taken out
  double game_ms = 0;          ///< time per game that the bots took for their decisions
  double luck_ms = 0;          ///< estimated CPU time per game to compute its luck

  [[nodiscard]] bool is_worth_it() const {
    return deals_corrected * (game_ms + luck_ms) < deals_as_played * game_ms;
  }
};

/// The luck that a comparison takes out of its games, one deal after another.
class LuckOfDeals {
 public:
  LuckOfDeals() = default;
  LuckOfDeals(const LuckOfDeals&) = delete;
  LuckOfDeals& operator=(const LuckOfDeals&) = delete;
  virtual ~LuckOfDeals() = default;

  /// The luck, in points, of the seat on trial in each game of the next deal, in the order of the schedule.
  /// None if this deal counts as it was played. Once luck is taken out of a deal, it is taken out of all
  /// later ones. `before` is the test after all earlier deals. Whether and how luck is taken out depends only
  /// on those deals, so that its mean, given them, is 0.
  [[nodiscard]] virtual Result<std::optional<std::vector<double>>> next(const SequentialTest& before) = 0;

  /// The largest luck that a game can have.
  [[nodiscard]] virtual double most() const = 0;
  /// `LuckOptions::pairs`
  [[nodiscard]] virtual std::uint32_t pairs() const = 0;
  /// The figures that decided whether luck is taken out. None until all deals that they need are noted. `now`
  /// is the test after all noted deals.
  [[nodiscard]] virtual std::optional<LuckWorth> worth(const SequentialTest& now) const = 0;
};

/// A game of a comparison.
struct TriedGame {
  Record record;
  Seat seat = 0;  ///< seat of the candidate or the baseline
};

/// The games of a deal, in the order of the schedule.
using GamesOfDeal = std::function<Result<std::vector<TriedGame>>(std::uint64_t deal)>;

/// Reads the games of a deal from a results folder.
[[nodiscard]] GamesOfDeal stored_games_of_deal(const std::filesystem::path& folder, Secret secret,
                                               std::uint64_t games_a_deal);

struct ComparedLuck {
  std::uint32_t pairs = 50;  ///< pairs of games played out for each event; at least 1
  bool always = false;       ///< whether to correct for luck even if it does not save time
  LuckBound bound;
  unsigned threads = 1;  ///< number of threads; the result does not depend on it
};

/// The bound of luck for differences of two games of at most `range` points. With a wider bound less scatter
/// is left, but the test must allow for a wider range. This bound adds half of the range; in Revolution and
/// Mitch it leaves nearly as little scatter as no bound at all.
[[nodiscard]] LuckBound bound_for(double range);

/// The luck of games, by models of all bots that are fitted to games of earlier deals. The first deals count
/// as they were played, because there are no models yet. After them it is decided whether correcting for luck
/// saves time. This decision depends only on the stored games, including their times, so it is the same after
/// a resume.
class LuckByEarlierDeals final : public LuckOfDeals {
 public:
  /// The number of deals that count as they were played.
  static constexpr std::uint64_t deals_without_models = 10;
  /// The largest number of decisions per bot that a model is fitted to. The models are fitted again whenever
  /// the number of deals has doubled.
  static constexpr std::size_t most_decisions = 10'000;

  LuckByEarlierDeals(ComparedLuck luck, GamesOfDeal games);

  [[nodiscard]] Result<std::optional<std::vector<double>>> next(const SequentialTest& before) override;
  [[nodiscard]] double most() const override { return luck_.bound.most(); }
  [[nodiscard]] std::uint32_t pairs() const override { return luck_.pairs; }
  [[nodiscard]] std::optional<LuckWorth> worth(const SequentialTest& now) const override {
    return worth_ || deal_ < deals_without_models ? worth_ : worth_after(now);
  }

 private:
  [[nodiscard]] bool is_taken_out() const { return worth_ && (luck_.always || worth_->is_worth_it()); }
  /// Uses a deal's games for the models of later deals.
  [[nodiscard]] Result<void> note(const std::vector<TriedGame>& games);
  void note_times(const TriedGame& game);
  [[nodiscard]] LuckWorth worth_after(const SequentialTest& before) const;
  [[nodiscard]] Result<void> fit();
  [[nodiscard]] Result<std::vector<double>> luck_of(const std::vector<TriedGame>& games) const;

  ComparedLuck luck_;
  GamesOfDeal games_;
  std::uint64_t deal_ = 0;  ///< number of the next deal
  std::uint64_t next_fit_ = deals_without_models;
  std::map<std::string, DescribedDecisions> decisions_;  ///< decisions by bot
  std::map<std::string, PolicyWeights> policies_;        ///< policies by bot
  std::uint64_t games_noted_ = 0;
  double bot_us_ = 0;            ///< total time of all noted decisions in microseconds
  std::uint64_t played_on_ = 0;  ///< number of decisions that computing their luck would take
  std::optional<LuckWorth> worth_;
};

/// The measure that compares candidate and baseline when they play the same cards in the same seat.
enum class ComparedBy : std::uint8_t {
  points,      ///< candidate's score minus the baseline's
  cut_points,  ///< like `points`, but clipped to the question's range
  places,      ///< 1 if the candidate takes the better place in its game, 1/2 for equal places, else 0
};

/// The result of comparing the moves of candidate and baseline.
enum class Moves : std::uint8_t {
  not_looked_at,
  same,       ///< equal in all games of the deals that count
  different,  ///< different in at least one of them
};

/// The verdict of a comparison on its candidate.
enum class ComparisonVerdict : std::uint8_t {
  undecided,     ///< more deals are needed
  better,        ///< the candidate is accepted
  not_better,    ///< rejected by the test
  inconclusive,  ///< the largest number of deals was not enough
  more_faults,   ///< better by the test, but rejected because it had more faults than the baseline
  same_moves,    ///< candidate and baseline play alike
  no_opponent,   ///< the baseline or the field was at fault in too many games
};

template <>
inline constexpr auto enum_names<ComparisonVerdict> =
    in_words("undecided", "better", "not better", "inconclusive", "more faults", "same moves", "no opponent");

/// The number of deals with equal results after which the moves are compared.
inline constexpr std::size_t deals_until_alike = 50;
/// The number of deals after which a baseline or a field that is at fault in too many games ends a
/// comparison.
inline constexpr std::size_t deals_until_no_opponent = 10;

/// A sequential test of whether the candidate is better than the baseline. Both play every deal from every
/// seat against the same other bots. The result of a deal is the mean over its pairs of games. Deals enter
/// the test in their order, even if games finish in another order. Thus neither the number of tables nor
/// games after the verdict make a difference.
///
/// A fault never favours the candidate. If the candidate was at fault in a pair, the pair counts as the worst
/// difference that the question allows, whatever the baseline did. If only the baseline was at fault, the
/// pair does not count: it would favour the candidate, and as the loss of a weak one against default actions
/// it would disfavour a candidate that repairs the baseline. Neither bot can cause the other's faults,
/// because they never meet. If the baseline was at fault in more than a tenth of its games, or the field in
/// more than half, there is no verdict.
///
/// If luck is taken out of points, it is that of both games of a pair. The rules for faults apply to what is
/// left. The range of the test is widened by twice the largest luck of a game, so that nothing has to be
/// clipped.
class Comparison {
 public:
  /// The indices of the two bots in the plan.
  static constexpr int candidate = 0;
  static constexpr int baseline = 1;

  /// Compares the two bots on trial in a gauntlet. `moves`: the result of an earlier comparison of moves.
  /// `luck`: the luck of all its deals, from the first on; null: no luck is taken out. Throws
  /// std::invalid_argument if the question is invalid, or if luck is to be taken out of places.
  Comparison(const Schedule& schedule, const SequentialQuestion& question, ComparedBy compared_by,
             Moves moves = Moves::not_looked_at, std::shared_ptr<LuckOfDeals> luck = {});

  /// Notes a finished game. Each must be passed once, in any order. The error is a sentence: two games
  /// contradict the range of the question, or the luck of a game cannot be computed.
  [[nodiscard]] Result<void> add(const GameResult& game);
  /// Notes the result of comparing the moves (`wants_moves`). If the moves are `different` and the test is
  /// undecided, the comparison must be made again from its games.
  void note_moves(Moves moves) { moves_ = moves; }

  /// Notes how many of the candidate's faults in the deals that count are timeouts that did not recur when
  /// the game was repeated. Their games still count as its worst.
  void note_unrepeated(std::int64_t timeouts) { unrepeated_ = timeouts; }
  [[nodiscard]] std::int64_t unrepeated() const { return unrepeated_; }

  /// The number of games that earlier runs stored, and the time when the last of them was played, which is
  /// empty if it is unknown. `new_games`: the number of games played since.
  struct StoredBefore {
    std::uint64_t games = 0;
    std::uint64_t new_games = 0;
    std::string last_played;
  };
  void note_stored(StoredBefore before) { stored_before_ = std::move(before); }
  [[nodiscard]] const StoredBefore& stored_before() const { return stored_before_; }

  [[nodiscard]] const SequentialTest& test() const { return test_; }
  [[nodiscard]] ComparedBy compared_by() const { return compared_by_; }
  [[nodiscard]] ComparisonVerdict verdict() const;
  /// Whether no more games are needed: there is a verdict, or the moves must be compared first.
  [[nodiscard]] bool decided() const { return verdict() != ComparisonVerdict::undecided || wants_moves(); }
  /// Whether the moves should be compared, because all results were equal in enough deals, or up to the
  /// test's verdict. False if equal bots are to be accepted, that is, if `m0` allows the candidate to be
  /// worse.
  [[nodiscard]] bool wants_moves() const;
  /// The number of games per deal.
  [[nodiscard]] std::uint64_t games_a_deal() const { return games_a_deal_; }
  /// The number of deals up to the verdict. The test has fewer blocks if no pair of a deal counts.
  [[nodiscard]] std::uint64_t deals() const { return next_; }
  /// The number of pairs of games up to the verdict, of those that do not count because only the baseline was
  /// at fault, and of games with a fault of the field.
  struct Pairs {
    std::uint64_t all = 0;
    std::uint64_t without_baseline = 0;
    std::uint64_t games_without_field = 0;
    /// More than a tenth: a candidate that plays alike and repairs such faults must not be rejected.
    [[nodiscard]] bool lack_baseline() const { return 10 * without_baseline > all; }
    /// More than half of the games of both.
    [[nodiscard]] bool lack_field() const { return games_without_field > all; }
  };
  [[nodiscard]] const Pairs& pairs() const { return pairs_; }
  /// The number of faults in the deals that count: of the candidate, of the baseline, and of all other bots.
  [[nodiscard]] std::int64_t candidate_faults() const { return faults_[candidate]; }
  [[nodiscard]] std::int64_t baseline_faults() const { return faults_[baseline]; }
  [[nodiscard]] std::int64_t field_faults() const { return faults_[field]; }

  /// The original question, whose range of differences does not allow for luck that is taken out.
  [[nodiscard]] const SequentialQuestion& asked() const { return asked_; }
  /// The luck that is taken out. Null if none is.
  [[nodiscard]] const LuckOfDeals* luck() const { return luck_.get(); }
  /// The number of deals from which luck was taken out.
  [[nodiscard]] std::size_t corrected_deals() const { return corrected_.count; }
  /// The variance of these deals as a share of the variance without the correction. None below
  /// `fewest_deals`, or if all differences were equal.
  [[nodiscard]] std::optional<double> variance_left() const;

 private:
  struct Showing {
    Outcome outcome;
    bool at_fault = false;
    std::size_t place = 0;  ///< index of the game among those of its deal
    double luck = 0;        ///< luck of the seat, to be taken out
  };
  /// The games of candidate and baseline in the same seat against the same other bots.
  struct Pair {
    std::size_t seat = 0;
    std::array<Showing, 2> showings;
  };
  static constexpr std::size_t field = 2;  ///< index for the faults of all other bots, after those of the two
  using Faults = std::array<std::int64_t, 3>;
  struct Deal {
    std::uint64_t games = 0;
    std::map<std::vector<int>, Pair> pairs;  ///< pairs by seating, with the bot on trial blank
    Faults faults{};
    std::uint64_t games_without_field = 0;  ///< games with a fault of the field
  };

  /// The difference of a pair in which both did equally well.
  [[nodiscard]] double even() const { return compared_by_ == ComparedBy::places ? 0.5 : 0; }
  /// The difference of a pair as it was played, without regard to faults.
  [[nodiscard]] double difference_of(const Pair& pair) const;
  /// The difference of luck in a pair.
  [[nodiscard]] static double luck_in(const Pair& pair) {
    return pair.showings[candidate].luck - pair.showings[baseline].luck;
  }
  /// The number of the candidate's faults for which it may be rejected.
  [[nodiscard]] std::int64_t faults_held_against() const;
  [[nodiscard]] static bool counts(const Pair& pair) {
    return pair.showings[candidate].at_fault || !pair.showings[baseline].at_fault;
  }
  /// The difference of a pair that counts, with regard to faults.
  [[nodiscard]] double counted(const Pair& pair) const;
  /// The verdict without regard to faults and moves.
  [[nodiscard]] SequentialVerdict test_verdict() const;
  [[nodiscard]] Result<void> hold_to_range(std::uint64_t number, const Deal& deal) const;
  /// Notes the luck of the games of the next deal, if luck is taken out.
  [[nodiscard]] Result<void> note_luck(Deal& deal);
  [[nodiscard]] Result<void> test_deals();
  void test_deal(const Deal& deal);

  std::uint64_t games_a_deal_;
  ComparedBy compared_by_;
  SequentialQuestion asked_;
  SequentialTest test_;
  Moves moves_;
  std::shared_ptr<LuckOfDeals> luck_;
  /// Sums over the deals from which luck was taken out.
  struct Corrected {
    std::size_t count = 0;
    std::array<double, 2> sums{};     ///< sums of differences as played, and corrected
    std::array<double, 2> squares{};  ///< sums of the squares of these
  };
  Corrected corrected_;
  StoredBefore stored_before_{};
  bool alike_ = true;                      ///< whether all results were equal so far, without faults of the
                                           ///< two bots
  std::map<std::uint64_t, Deal> waiting_;  ///< incomplete deals, and those behind one, by number
  std::uint64_t next_ = 0;                 ///< number of the next deal for the test
  Faults faults_{};
  Pairs pairs_;
  std::int64_t unrepeated_ = 0;
};

/// Whether candidate and baseline of a comparison (`Comparison`), and all other bots, made the same moves in
/// all games of the first `deals` deals, in the same seat against the same other bots. All of these games
/// must be stored.
[[nodiscard]] Result<bool> same_moves(const Results& results, const Secret& secret, std::uint64_t deals);

}  // namespace tribunal
