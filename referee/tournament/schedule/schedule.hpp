#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/schedule/formats/phases.hpp"
#include "tournament/schedule/formats/round.hpp"
#include "tournament/schedule/formats/shape.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// Games of a tournament in a format of rounds, whose places are held in memory.
inline constexpr std::uint64_t most_games_in_rounds = 10'000'000;

/// One game to be played.
struct ScheduledGame {
  std::uint64_t index = 0;
  std::uint64_t deal = 0;
  int game = 0;              ///< of those in the plan
  std::vector<int> seating;  ///< the bot of each seat, by its index in the plan

  bool operator==(const ScheduledGame&) const = default;
};

/// The games of a tournament and their order. A deal number is the same cards for every group and seating; a
/// group plays a deal in all its seatings in a row, a block.
///
/// Formats without rounds (`FixedFormat`): all games are known from the start. Order: deal, then game, then
/// group, then seating, so that after every whole deal, and all but exactly between, all have played equally
/// often, each game too. Where bots join or are withdrawn in its course it is a row of such parts (`Phase`).
///
/// Formats in rounds (`FormatInRounds`): games are known round by round. A round follows from the shape and
/// the complete results of those before it; the schedule takes notice of results, and nothing of it needs to
/// be stored beside them, but to save time. Order: round, then deal, then group, then game, then seating.
///
/// Games of withdrawn bots keep their place, whether they have been played or are left out.
class Schedule {
 public:
  using Shape = tribunal::Shape;

  /// The error is a sentence: what does not fit together, or more games than could ever be played
  /// (2^48, or 10 million in a format of rounds).
  [[nodiscard]] static Result<Schedule> make(const Shape& shape);

  [[nodiscard]] const Shape& shape() const { return shape_; }
  /// Whether games are known round by round.
  [[nodiscard]] bool in_rounds() const;
  /// Games that are known so far; all of them once it is known whole.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// True if no game will be known beyond those known now.
  [[nodiscard]] bool is_whole() const { return whole_; }
  /// Groups that play each deal at first; of formats in rounds, each of the first round.
  [[nodiscard]] std::uint64_t groups() const;
  /// The first game of the last round that is known, which may have none; 0 in a format without rounds.
  [[nodiscard]] std::uint64_t begin_of_last_round() const {
    return ends_.size() < 2 ? 0 : ends_[ends_.size() - 2];
  }
  /// Seatings in which a group plays each deal; that number of games in a row is a block.
  [[nodiscard]] std::uint64_t seatings() const { return seatings_; }
  /// Deals of all games or, in a format of rounds, of the last round that is known.
  [[nodiscard]] std::uint64_t deals() const {
    return rounds_.empty() ? shape_.deals : rounds_.back().round.deals;
  }
  /// The first game of the deal that is played at `index`, which is known, by the groups that play it in a
  /// row.
  [[nodiscard]] std::uint64_t begin_of_deal(std::uint64_t index) const;
  /// The game at `index`, below `size()`.
  [[nodiscard]] ScheduledGame game(std::uint64_t index) const;
  /// The game of the plan that is played at `index`; also for an index that is not known yet.
  [[nodiscard]] int game_of(std::uint64_t index) const;

  /// The number of deals or rounds that have started when the game at `index`, which is known, has. Deals
  /// that a late bot makes up for do not count again.
  [[nodiscard]] std::uint64_t started_by(std::uint64_t index) const;
  /// Whether a withdrawn bot sits there: if it has not been played, such a game is left out.
  [[nodiscard]] bool seats_withdrawn(std::span<const int> seating) const;
  /// Games known so far at which one does, played or left out.
  [[nodiscard]] std::uint64_t games_of_withdrawn() const;
  /// Games known so far, from `begin` on, at which none does.
  [[nodiscard]] std::uint64_t games_to_play(std::uint64_t begin) const;

  /// In a format of rounds, takes notice of a finished game; in any order, and again without harm. Returns
  /// true if it was the last of its round, so that more games are known now, or that there are none.
  bool note(const GameResult& result);
  /// Takes notice that no more games of withdrawn bots will come in the last round. Returns true if no others
  /// were missing, as `note` does.
  bool leave_out();
  /// In a format of rounds: `rounds`, from the first on, have started, so that they need not be computed
  /// again from the results before them.
  void foresee(std::vector<Round> rounds) { foreseen_ = std::move(rounds); }
  /// The rounds known so far, the last perhaps not complete; none in a format without rounds.
  [[nodiscard]] const std::vector<PlayedRound>& rounds() const { return rounds_; }
  /// The known rounds of which all games are finished.
  [[nodiscard]] std::span<const PlayedRound> complete_rounds() const {
    return std::span{rounds_}.first(rounds_.size() - (whole_ ? 0 : 1));
  }

 private:
  struct Place {
    std::size_t round = 0;
    std::uint64_t game = 0;  ///< in the round
  };

  /// A phase of a format without rounds.
  struct Part {
    Phase phase;
    FixedGroups groups;
    std::uint64_t begin = 0;  ///< its first game
  };

  explicit Schedule(Shape shape);

  void add_parts();
  void add_round();
  [[nodiscard]] const Part& part_of(std::uint64_t index) const;
  [[nodiscard]] Place place_of(std::uint64_t index) const;
  [[nodiscard]] std::uint64_t games() const { return static_cast<std::uint64_t>(shape_.games); }

  Shape shape_;
  std::uint64_t seatings_;
  std::vector<Part> parts_;  ///< of formats without rounds
  std::vector<PlayedRound> rounds_;
  std::vector<Round> foreseen_;
  std::vector<std::uint64_t> ends_;  ///< of each round, in games
  std::uint64_t missing_ = 0;        ///< games of the last round that are not finished
  std::uint64_t left_out_ = 0;       ///< of these, those that never will be unless they are heard of
  std::uint64_t size_ = 0;
  bool whole_ = true;
};

}  // namespace tribunal
