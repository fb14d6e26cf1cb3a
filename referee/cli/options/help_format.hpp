#pragma once

#include <cstddef>

namespace CLI {
class App;
}

namespace tribunal {

/// Columns of --help, as many as a terminal nearly always has.
constexpr std::size_t full_help_width = 79;

/// Lets `app`, and the commands added to it later, print an option in --help as its name and value, then
/// what it does with its default. CLI11 by itself prints its types and their bounds.
/// With less than `full_help_width` columns, descriptions stand below the names.
void set_help_format(CLI::App& app, std::size_t columns = full_help_width);

}  // namespace tribunal
