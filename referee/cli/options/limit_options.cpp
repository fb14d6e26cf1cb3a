#include "cli/options/limit_options.hpp"

#include <fmt/format.h>
#include <utility>

#include <CLI/CLI.hpp>

namespace tribunal {
namespace {

void add_ms_option(CLI::App& command, const std::string& name, std::int64_t& value, std::int64_t least,
                   const std::string& description) {
  command.add_option(name, value, description)
      ->check(CLI::Range(least, longest_limit_ms))
      ->capture_default_str();
}

void add_clock_option(CLI::App& command, Limits& limits) {
  const auto choose = [&limits](const std::string& name) {
    limits.clock = find_name<ClockKind>(name).value_or(limits.clock);
  };
  command
      .add_option_function<std::string>("--clock", choose,
                                        "unit of the limits: wall time, or CPU time of the bot's processes")
      ->check(CLI::IsMember(list_of_names<ClockKind>()))
      ->default_str(std::string{name_of(limits.clock)});
}

}  // namespace

void add_limit_options(CLI::App& command, Limits& limits) {
  add_ms_option(command, "--move-ms", limits.move_ms, 0, "milliseconds per decision (0: no limit)");
  add_ms_option(command, "--game-ms", limits.game_ms, 0,
                "milliseconds per seat for all its decisions of the game (0: no limit)");
  add_ms_option(command, "--increment-ms", limits.increment_ms, 0,
                "milliseconds added to --game-ms after each decision");
  add_ms_option(command, "--startup-ms", limits.startup_ms, 1,
                "milliseconds from a bot's start to its ready, by the same clock");
  add_clock_option(command, limits);
}

std::optional<std::string> objection(const Limits& limits) {
  if (limits.move_ms > 0 || limits.game_ms > 0) return std::nullopt;
  return "--move-ms and --game-ms are both 0; expected a limit in one of them";
}

std::string limit_words(const Limits& limits) {
  const Limits usual;
  std::string text;
  const auto add = [&](const char* name, std::int64_t Limits::*value) {
    if (limits.*value != usual.*value) text += fmt::format(" {} {}", name, limits.*value);
  };
  add("--move-ms", &Limits::move_ms);
  add("--game-ms", &Limits::game_ms);
  add("--increment-ms", &Limits::increment_ms);
  add("--startup-ms", &Limits::startup_ms);
  if (limits.clock != usual.clock) text += fmt::format(" --clock {}", name_of(limits.clock));
  return text;
}

}  // namespace tribunal
