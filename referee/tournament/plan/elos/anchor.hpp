#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tribunal {

/// A bot whose rating is known from elsewhere, so that tables of several tournaments can be compared.
struct Anchor {
  std::string bot;
  double elo = 1500;
  double deviation = 0;  ///< standard deviation of `elo`; 0: it is fixed
  /// The hash of the files of the version that is meant, which may not have played; nothing: the bot's first.
  std::optional<std::string> sha256{};

  bool operator==(const Anchor&) const = default;
};

/// Reads `NAME=ELO` or `NAME=ELO+-DEVIATION`, as in `greedy=1500` and `greedy=1500+-30`; nothing if it is
/// none.
[[nodiscard]] std::optional<Anchor> parse_anchor(const std::string& text);

/// The text that `parse_anchor` reads as this anchor, without a hash.
[[nodiscard]] std::string to_text(const Anchor& anchor);

}  // namespace tribunal
