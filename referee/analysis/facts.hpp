#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "games/core/event.hpp"
#include "games/core/position.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// Something that the rest of a hand can bring, in words that address the seat as `you`.
struct Fact {
  /// A clause with one `{}`, for the share of games or the mean number: `you win clubs in {} of the games`.
  std::string_view clause;
  /// The clause again, after another action: `in {}`.
  std::string_view again;
  bool is_share = true;  ///< it happens or not; else it is a number
  /// It is little more than the score in other words, a reason only where there is no other.
  bool is_outcome = false;
};

/// Facts of a family of games, and how they are read from the rest of a hand.
class FactReader {
 public:
  virtual ~FactReader() = default;
  FactReader() = default;
  FactReader(const FactReader&) = delete;
  FactReader& operator=(const FactReader&) = delete;

  [[nodiscard]] virtual std::span<const Fact> facts() const = 0;
  /// Sets a value for each fact (0 or 1 of a share), from the position before a decision and the events from
  /// there to the end of the hand.
  virtual void read(const Position& before, Seat seat, std::span<const Event> events,
                    std::span<double> values) const = 0;
};

/// The reader for a game of the catalogue; null if its family has none.
[[nodiscard]] std::unique_ptr<const FactReader> fact_reader_of(const Rules& rules);

// The readers of the families.
[[nodiscard]] std::unique_ptr<const FactReader> layout_facts(const Rules& rules);
[[nodiscard]] std::unique_ptr<const FactReader> anarchy_facts(const Rules& rules);
[[nodiscard]] std::unique_ptr<const FactReader> tennis_facts(const Rules& rules);
[[nodiscard]] std::unique_ptr<const FactReader> chez_facts(const Rules& rules);

}  // namespace tribunal
