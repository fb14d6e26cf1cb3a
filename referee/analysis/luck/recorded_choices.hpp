#pragma once

#include <cstddef>
#include <optional>

#include "games/core/game.hpp"
#include "record/record.hpp"

namespace tribunal {

/// The decisions of a record that `play_again` accepts, one choice of all wanted seats after another.
class RecordedChoices {
 public:
  explicit RecordedChoices(const Record& record) : record_{record} {}

  /// The choices of the seats that are wanted; nothing from the first fault on.
  [[nodiscard]] std::optional<Choices> next(const Game& game) {
    Choices choices;
    for (const Seat seat : game.wanted()) {
      const auto& decision = record_.decisions[next_++];
      if (decision.by_referee) return std::nullopt;
      choices[seat] = decision.action;
    }
    return choices;
  }
  /// The numbers of decisions that were returned, and that were not yet.
  [[nodiscard]] std::size_t decisions() const { return next_; }
  [[nodiscard]] std::size_t left() const { return record_.decisions.size() - next_; }

 private:
  const Record& record_;
  std::size_t next_ = 0;
};

}  // namespace tribunal
