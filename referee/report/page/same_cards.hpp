#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "games/core/seat.hpp"
#include "record/record.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// The cards of a seat: those of a seat in a deal of a game of the plan.
struct SeatCards {
  int game = 0;
  std::uint64_t deal = 0;
  Seat seat = 0;

  auto operator<=>(const SeatCards&) const = default;
};

/// The result of a bot with some cards.
struct CardsResult {
  int bot = 0;  ///< index in the plan
  std::int32_t score = 0;
  std::uint64_t number = 0;  ///< number of the game
};

/// The results of all bots by their cards.
class SameCards {
 public:
  void add(const GameResult& result);
  /// The results of bots other than `bot` with these cards, the best first.
  [[nodiscard]] std::vector<CardsResult> of_others(const SeatCards& cards, int bot) const;
  /// `score` less the mean score of bots other than `bot` with these cards. None if no other bot had them.
  [[nodiscard]] std::optional<double> against_others(const SeatCards& cards, int bot,
                                                     std::int32_t score) const;

 private:
  std::map<SeatCards, std::vector<CardsResult>> results_;
};

/// A line that a seat received in a game.
struct HeardLine {
  std::string text;
  bool is_own_decision = false;

  bool operator==(const HeardLine&) const = default;
};

/// The lines that `seat` received in the order of the game. Empty if `play_again` does not accept the record.
[[nodiscard]] std::vector<HeardLine> heard_lines(const Record& record, Seat seat);

/// The place from which a seat with the same cards heard something else.
struct FirstDifference {
  std::size_t line = 0;  ///< index among the lines of the first game
  std::string action{};  ///< line of the other game, if both seats decided there; otherwise empty
};

/// None if the seat heard the same in both games.
[[nodiscard]] std::optional<FirstDifference> first_difference(const std::vector<HeardLine>& own,
                                                              const std::vector<HeardLine>& other);

/// A game that may be made replayable on a page.
struct ReplayCandidate {
  std::uint64_t number = 0;
  SeatCards cards;         ///< cards of the reader's bot; without such a bot, of seat 0
  std::int32_t score = 0;  ///< score of that seat
  bool has_fault = false;
  double lost = 0;  ///< points that the reader's bot made less than others with the same cards
};

/// The order in which games without a fault are chosen for replay.
enum class ReplayOrder : std::uint8_t {
  earliest,
  costliest,  ///< by `lost`, from each deal two games before any third
  spread,     ///< evenly over the schedule, so that all deals and bots have their share
};

/// The games for replay, at most `at_most`, in the order of the schedule. Those with a fault precede the
/// others.
[[nodiscard]] std::vector<ReplayCandidate> chosen_for_replay(const std::vector<ReplayCandidate>& all,
                                                             ReplayOrder order, bool only_faults,
                                                             std::uint64_t at_most);

}  // namespace tribunal
