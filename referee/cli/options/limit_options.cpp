#include "cli/options/limit_options.hpp"

#include <CLI/CLI.hpp>

#include "record/names.hpp"

namespace tribunal {

void add_ms_option(CLI::App& command, const std::string& name, std::int64_t& value, std::int64_t least,
                   const std::string& description) {
  command.add_option(name, value, description)
      ->check(CLI::Range(least, longest_limit_ms))
      ->capture_default_str();
}

void add_move_ms_option(CLI::App& command, Limits& limits) {
  add_ms_option(command, "--move-ms", limits.move_ms, 1, "milliseconds per decision");
}

void add_startup_ms_option(CLI::App& command, Limits& limits) {
  add_ms_option(command, "--startup-ms", limits.startup_ms, 1,
                "milliseconds from a bot's start to its ready");
}

void add_clock_option(CLI::App& command, Limits& limits) {
  const auto choose = [&limits](const std::string& name) {
    limits.clock = find_clock(name).value_or(limits.clock);
  };
  command
      .add_option_function<std::string>("--clock", choose,
                                        "unit of the limits: wall time, or CPU time of the bot's processes")
      ->check(CLI::IsMember({"wall", "cpu"}))
      ->default_str(std::string{name_of(limits.clock)});
}

}  // namespace tribunal
