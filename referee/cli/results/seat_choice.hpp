#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace tribunal {

/// The value of `--seat`. `1` is a seat, or a bot if only a bot has this name. `greedy` is a bot. `seat:1`
/// and `bot:1` are unambiguous.
struct SeatChoice {
  std::optional<std::size_t> number;  ///< none if it can only be a name
  std::string name;                   ///< empty if it can only be a number

  [[nodiscard]] static SeatChoice of(std::string_view word);
};

/// The message for an ambiguous value: `is both a seat and a bot; expected seat:1 for the seat, or bot:1 for
/// the bot`.
[[nodiscard]] std::string ambiguity_of(const SeatChoice& choice);

/// The seat in a game whose seats have these bots. The error is a phrase; empty if it is neither a seat nor a
/// bot.
[[nodiscard]] Result<std::size_t> seat_among(const SeatChoice& choice, const std::vector<std::string>& bots);

}  // namespace tribunal
