#include "report/page/rules_text.hpp"

#include <fmt/format.h>

namespace tribunal {

std::string options_text(const Rules& rules) {
  std::string text;
  for (const auto& [name, value] : rules.options())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, to_text(value));
  return text;
}

std::string rules_text(const Rules& rules) {
  return fmt::format("{}, {} players: {}", rules.game(), rules.players(), options_text(rules));
}

std::string clock_text(const Limits& limits) {
  std::string text;
  if (limits.move_ms > 0) text += fmt::format("{} ms a move", limits.move_ms);
  if (limits.game_ms > 0) text += fmt::format("{}{} ms a game", text.empty() ? "" : ", ", limits.game_ms);
  if (limits.increment_ms > 0) text += fmt::format(" and {} ms more a move", limits.increment_ms);
  return fmt::format("{}, {} time", text, name_of(limits.clock));
}

}  // namespace tribunal
