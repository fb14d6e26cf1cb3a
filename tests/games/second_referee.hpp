#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/catalogue.hpp"

namespace tribunal::testing {

/// The seats that learn of a line.
struct Sight {
  SeatSet sees = SeatSet::all();  ///< the seats that see its cards
  bool unnoticed = false;         ///< whether the others are not sent the line at all

  bool operator==(const Sight&) const = default;
};

/// Reads the log of a game, line by line as the referee sees it, and compares it with the rules as a person
/// would with pencil and paper: a second opinion that shares no code with the engine.
class SecondReferee {
 public:
  /// Counts of events: `counter-nope`, `true revolution`, `turn`, ...
  using Tally = std::map<std::string, int>;
  /// A question to a seat, with its possible actions, as they are written.
  struct Question {
    int seat;  ///< -1 if no seat is to act
    std::set<std::string> choices;
    std::string otherwise;  ///< the next line, if only one is possible
  };

  virtual ~SecondReferee() = default;

  /// Throws std::runtime_error at the first line that the rules do not allow.
  virtual void read(const std::string& line) = 0;
  /// The seats that learn of the latest line, by the page of the rules.
  [[nodiscard]] virtual Sight sight(const std::string& line) const = 0;
  /// Call it after the last line: throws if the game is not over, or if cards or chips are missing.
  virtual void finish() const = 0;
  /// The score of each seat.
  [[nodiscard]] virtual const std::vector<int>& totals() const = 0;
  /// The place of each seat, if the scores do not determine it; otherwise empty.
  [[nodiscard]] virtual std::vector<int> places() const { return {}; }
  /// The question that is due; nothing if the possible decisions are unknown to it.
  [[nodiscard]] virtual std::optional<Question> question() const { return {}; }
  [[nodiscard]] virtual const Tally& tally() const {
    static const Tally none;
    return none;
  }
};

/// The objection of a second referee to a line that breaks a rule: throws unless the rule holds.
inline void require(bool holds, const char* rule) {
  if (!holds) throw std::runtime_error{rule};
}

/// The second referee of that game's family.
[[nodiscard]] std::unique_ptr<SecondReferee> second_referee(const Rules& rules);

/// Passes the event to the second referee, which throws if a rule does not allow it, or if different seats
/// see it than the rules say.
void read_and_compare(SecondReferee& referee, const Event& event);

}  // namespace tribunal::testing
