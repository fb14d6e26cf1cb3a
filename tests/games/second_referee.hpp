#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/catalogue.hpp"

namespace tribunal::testing {

/// The seats that learn of a line.
struct Sight {
  SeatSet sees = SeatSet::all();  ///< the seats that see its cards
  bool unnoticed = false;         ///< the others are not sent the line at all

  bool operator==(const Sight&) const = default;
};

/// Reads the log of a game, line by line as the referee sees it, and holds it against the rules as a person
/// would with pencil and paper: a second opinion that shares no code with the engine.
class SecondReferee {
 public:
  virtual ~SecondReferee() = default;

  /// Throws std::runtime_error at the first line that the rules do not allow.
  virtual void read(const std::string& line) = 0;
  /// The seats that learn of the line just read, by the page of the rules.
  [[nodiscard]] virtual Sight sight(const std::string& line) const = 0;
  /// Call it after the last line: throws if the game is not over, or if cards or chips are missing.
  virtual void finish() const = 0;
  /// The score of each seat.
  [[nodiscard]] virtual const std::vector<int>& totals() const = 0;
  /// The place of each seat, where the scores do not say it; empty where they do.
  [[nodiscard]] virtual std::vector<int> places() const { return {}; }
};

/// The objection of a second referee to a line that breaks a rule: throws unless the rule holds.
inline void require(bool holds, const char* rule) {
  if (!holds) throw std::runtime_error{rule};
}

/// The second referee of that game's family.
[[nodiscard]] std::unique_ptr<SecondReferee> second_referee(const Rules& rules);

/// Has the second referee read the event: throws if a rule does not allow it, or if others see it than the
/// rules say.
void read_and_compare(SecondReferee& referee, const Event& event);

/// The second referee's objection to a finished game; empty if there is none.
[[nodiscard]] std::string objection(const Rules& rules, const Game& game, const EventLog& events);

}  // namespace tribunal::testing
