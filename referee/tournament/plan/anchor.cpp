#include "tournament/plan/anchor.hpp"

#include <charconv>
#include <cmath>

namespace tribunal {

std::optional<Anchor> parse_anchor(const std::string& text) {
  const auto equals = text.rfind('=');
  if (equals == std::string::npos) return std::nullopt;
  Anchor anchor{text.substr(0, equals)};
  const auto number = text.substr(equals + 1);
  const auto* const end = number.data() + number.size();
  const auto read = std::from_chars(number.data(), end, anchor.elo);
  if (read.ec != std::errc{} || read.ptr != end || !(std::abs(anchor.elo) < 1e6)) return std::nullopt;
  return anchor;
}

}  // namespace tribunal
