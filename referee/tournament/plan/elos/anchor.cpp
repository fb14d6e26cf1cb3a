#include "tournament/plan/elos/anchor.hpp"

#include <cmath>
#include <fmt/format.h>
#include <string_view>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

std::optional<double> number_in(std::string_view text) {
  const auto number = number_from<double>(text);
  return number && std::abs(*number) < 1e6 ? number : std::nullopt;
}

}  // namespace

std::optional<Anchor> parse_anchor(const std::string& text) {
  const auto equals = text.rfind('=');
  if (equals == std::string::npos) return std::nullopt;
  const std::string_view numbers = std::string_view{text}.substr(equals + 1);
  const auto sign = numbers.find("+-");
  const auto elo = number_in(numbers.substr(0, sign));
  const auto deviation = sign == std::string_view::npos ? 0.0 : number_in(numbers.substr(sign + 2));
  if (!elo || !deviation || !(*deviation >= 0)) return std::nullopt;
  return Anchor{appearance_of(text.substr(0, equals), LetterCase::matters), *elo, *deviation};
}

std::string to_text(const Anchor& anchor) {
  return anchor.deviation > 0 ? fmt::format("{}={}+-{}", anchor.bot, anchor.elo, anchor.deviation)
                              : fmt::format("{}={}", anchor.bot, anchor.elo);
}

}  // namespace tribunal
