#pragma once

#include <cstdint>
#include <string>

#include "record/limits.hpp"

namespace CLI {
class App;
}

namespace tribunal {

/// Adds the option `name`, milliseconds from `least` to a day, which leaves its value in `value`.
void add_ms_option(CLI::App& command, const std::string& name, std::int64_t& value, std::int64_t least,
                   const std::string& description);

/// `--move-ms`, for commands in which every decision has a limit.
void add_move_ms_option(CLI::App& command, Limits& limits);

/// `--startup-ms`
void add_startup_ms_option(CLI::App& command, Limits& limits);

/// `--clock`
void add_clock_option(CLI::App& command, Limits& limits);

}  // namespace tribunal
