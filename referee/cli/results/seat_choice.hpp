#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace tribunal {

/// The value of `--seat`: `1` is a seat or, where it is the name of a bot alone, that bot; `greedy` is a bot;
/// `seat:1` and `bot:1` say which.
struct SeatChoice {
  std::optional<std::size_t> number;  ///< nothing if it can only be a name
  std::string name;                   ///< empty if it can only be a number

  [[nodiscard]] static SeatChoice of(std::string_view word);
};

/// `is both a seat and a bot; expected seat:1 for the seat, or bot:1 for the bot`
[[nodiscard]] std::string ambiguity_of(const SeatChoice& choice);

/// The seat of a game with these bots in its seats. The error is a phrase; empty: it is neither.
[[nodiscard]] Result<std::size_t> seat_among(const SeatChoice& choice, const std::vector<std::string>& bots);

}  // namespace tribunal
