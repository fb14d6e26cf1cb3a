#pragma once

#include <optional>
#include <string>

namespace tribunal {

/// The bot whose rating is fixed, so that tables of several tournaments can be compared.
struct Anchor {
  std::string bot;
  double elo = 1500;

  bool operator==(const Anchor&) const = default;
};

/// Reads `NAME=RATING`, as in `greedy=1500`; nothing if it is none.
[[nodiscard]] std::optional<Anchor> parse_anchor(const std::string& text);

}  // namespace tribunal
