#include "report/format/clock_text.hpp"

#include <fmt/format.h>

namespace tribunal {

std::string clock_text(const Limits& limits) {
  std::string text;
  if (limits.move_ms > 0) text += fmt::format("{} ms a move", limits.move_ms);
  if (limits.game_ms > 0) text += fmt::format("{}{} ms a game", text.empty() ? "" : ", ", limits.game_ms);
  if (limits.increment_ms > 0) text += fmt::format(" and {} ms more a move", limits.increment_ms);
  if (limits.bank_ms > 0) text += fmt::format(" and a bank of {} ms a game beyond it", limits.bank_ms);
  return fmt::format("{}, {} time", text, name_of(limits.clock));
}

}  // namespace tribunal
