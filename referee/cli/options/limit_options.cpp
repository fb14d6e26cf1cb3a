#include "cli/options/limit_options.hpp"

#include <algorithm>
#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace tribunal {
namespace {

/// `--move-ms` of `move_ms`
std::string option_of(const char* key) {
  auto name = "--" + std::string{key};
  std::ranges::replace(name, '_', '-');
  return name;
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
  for (const auto& field : limit_fields) {
    command.add_option(option_of(field.key), limits.*field.member, field.help)
        ->check(CLI::Range(field.lowest, field.highest))
        ->capture_default_str();
  }
  add_clock_option(command, limits);
}

std::vector<std::string> limit_options() {
  std::vector<std::string> names{"--clock"};
  for (const auto& field : limit_fields) names.push_back(option_of(field.key));
  return names;
}

std::optional<std::string> objection(const Limits& limits) {
  if (limits.move_ms > 0 || limits.game_ms > 0) return std::nullopt;
  return "--move-ms and --game-ms are both 0; expected a limit in one of them";
}

std::string limit_words(const Limits& limits) {
  const Limits usual;
  std::string text;
  for (const auto& [key, member, lowest, highest, help] : limit_fields)
    if (limits.*member != usual.*member) text += fmt::format(" {} {}", option_of(key), limits.*member);
  if (limits.clock != usual.clock) text += fmt::format(" --clock {}", name_of(limits.clock));
  return text;
}

}  // namespace tribunal
