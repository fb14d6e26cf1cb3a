#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.hpp"
#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "ratings/sequential/sequential_test.hpp"
#include "tournament/luck/luck_by_earlier_deals.hpp"
#include "tournament/results/results.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// The measure by which a candidate and a baseline are compared when they play the same cards in the same
/// seat.
enum class ComparedBy : std::uint8_t {
  points,      ///< the candidate's score less the baseline's
  cut_points,  ///< like `points`, cut at the ends of the question's range
  places,      ///< 1 where the candidate takes the better place in its game, 1/2 where they take equal ones,
               ///< else 0
};

/// The result of comparing the moves of candidate and baseline.
enum class Moves : std::uint8_t {
  not_looked_at,
  same,       ///< in all games of the deals that count
  different,  ///< in one of them at least
};

/// The verdict of a comparison on its candidate.
enum class ComparisonVerdict : std::uint8_t {
  undecided,     ///< more deals are needed
  better,        ///< the candidate is accepted
  not_better,    ///< by the test
  inconclusive,  ///< the most deals did not suffice
  more_faults,   ///< better by the test, but with more faults than the baseline: not accepted
  same_moves,    ///< there is no difference to find
};

template <>
inline constexpr auto enum_names<ComparisonVerdict> =
    in_words("undecided", "better", "not better", "inconclusive", "more faults", "same moves");

/// Deals with equal results after which the moves are looked at.
inline constexpr std::size_t deals_until_alike = 50;

/// A sequential test of whether the candidate is better than the baseline. Both play every deal from every
/// seat against the same others; the result of a deal is the mean over its pairs of games. Deals go to the
/// test in their order, whatever the order in which games finish, so that the number of tables and games
/// beyond the verdict make no difference.
///
/// A fault is never in favour of the candidate. A pair in which the candidate was at fault counts as the
/// worst that the question thinks possible, whatever the baseline did; one in which only the baseline was at
/// fault counts at most as if both had done equally well.
///
/// Luck, if any is taken out of points, is that of each of the two games of a pair, and the rules for faults
/// apply to what is left. The range of the test becomes wider by twice the largest luck of a game: nothing is
/// ever cut to fit into it.
class Comparison {
 public:
  /// The bots' indices in the plan.
  static constexpr int candidate = 0;
  static constexpr int baseline = 1;

  /// Compares the two that are on trial in a gauntlet. Throws std::invalid_argument if the question makes no
  /// sense, or luck is to be taken out of places. `moves`: the result of an earlier comparison of moves.
  /// `luck`: of all its deals, from the first on; nothing: none is taken out.
  Comparison(const Schedule& schedule, const SequentialQuestion& question, ComparedBy compared_by,
             Moves moves = Moves::not_looked_at, std::shared_ptr<LuckOfDeals> luck = {});

  /// Takes notice of a finished game; each once, in any order. The error is a sentence: two games contradict
  /// the range that the question gives, or the luck of a game cannot be told.
  [[nodiscard]] Result<void> add(const GameResult& game);
  /// Notes the result of comparing the moves (`wants_moves`). With `different` moves, a comparison that the
  /// test has not decided has to be made anew from its games.
  void note_moves(Moves moves) { moves_ = moves; }

  /// Notes how many of the candidate's faults in the deals that count are timeouts that did not recur when
  /// the game was played once more. Their games count as its worst anyway.
  void note_unrepeated(std::int64_t timeouts) { unrepeated_ = timeouts; }
  [[nodiscard]] std::int64_t unrepeated() const { return unrepeated_; }

  /// The number of its games that were stored before, and the time when the last of them was played; empty if
  /// that is not known. `new_games` were played since.
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
  /// No more games are wanted: there is a verdict, or the moves are to be looked at first.
  [[nodiscard]] bool decided() const {
    return test_.verdict() != SequentialVerdict::undecided || moves_ == Moves::same || wants_moves();
  }
  /// All results were equal in so many deals, or up to the test's verdict, that the moves should be looked
  /// at. Never where equals are to be accepted: `m0` says that the candidate may be the worse one.
  [[nodiscard]] bool wants_moves() const;
  /// Games that a deal takes.
  [[nodiscard]] std::uint64_t games_a_deal() const { return games_a_deal_; }
  /// Faults of each of the two, and of all others, in the deals that count.
  [[nodiscard]] std::int64_t candidate_faults() const { return faults_[candidate]; }
  [[nodiscard]] std::int64_t baseline_faults() const { return faults_[baseline]; }
  [[nodiscard]] std::int64_t field_faults() const { return faults_[field]; }

  /// The question as it was asked, with the range of differences from which no luck is taken out.
  [[nodiscard]] const SequentialQuestion& asked() const { return asked_; }
  /// The luck that is taken out, if it is to be; null if it is not.
  [[nodiscard]] const LuckOfDeals* luck() const { return luck_.get(); }
  /// Deals from which luck was taken out.
  [[nodiscard]] std::size_t corrected_deals() const { return corrected_.count; }
  /// The variance of these deals as a part of what it would be without; nothing below `fewest_deals`, or if
  /// all were equal.
  [[nodiscard]] std::optional<double> variance_left() const;

 private:
  struct Showing {
    Outcome outcome;
    bool at_fault = false;
    std::size_t place = 0;  ///< of the game among those of its deal
    double luck = 0;        ///< of the seat, to be taken out
  };
  /// The games of the two in the same seat among the same others.
  struct Pair {
    std::size_t seat = 0;
    std::array<Showing, 2> showings;
  };
  static constexpr std::size_t field = 2;  ///< all others, where the two stand by their indices
  using Faults = std::array<std::int64_t, 3>;
  struct Deal {
    std::uint64_t games = 0;
    std::map<std::vector<int>, Pair> pairs;  ///< by seating, the one on trial left blank
    Faults faults{};
  };

  /// The difference of a pair in which both did equally well.
  [[nodiscard]] double even() const { return compared_by_ == ComparedBy::places ? 0.5 : 0; }
  /// The difference of a pair as it was played, faults ignored.
  [[nodiscard]] double difference_of(const Pair& pair) const;
  /// The luck in it.
  [[nodiscard]] static double luck_in(const Pair& pair) {
    return pair.showings[candidate].luck - pair.showings[baseline].luck;
  }
  /// Faults of the candidate for which it may be refused.
  [[nodiscard]] std::int64_t faults_held_against() const;
  /// The difference of a pair as the test counts it, faults included.
  [[nodiscard]] double counted(const Pair& pair) const;
  [[nodiscard]] Result<void> hold_to_range(std::uint64_t number, const Deal& deal) const;
  /// Notes the luck of the games of the next deal, if it is to be taken out.
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
    std::array<double, 2> sums{};     ///< as played, and corrected
    std::array<double, 2> squares{};  ///< of these
  };
  Corrected corrected_;
  StoredBefore stored_before_{};
  bool alike_ = true;                      ///< no result differed so far, and nobody on trial was at fault
  std::map<std::uint64_t, Deal> waiting_;  ///< by number: not complete, or behind one that is not
  std::uint64_t next_ = 0;                 ///< deal that the test wants
  Faults faults_{};
  std::int64_t unrepeated_ = 0;
};

/// Whether the candidate and the baseline of a comparison (`Comparison`), and with them all others, made the
/// same moves in all games of the first `deals` deals, in the same seat among the same others. All of these
/// games are stored.
[[nodiscard]] Result<bool> same_moves(const Results& results, const Secret& secret, std::uint64_t deals);

}  // namespace tribunal
