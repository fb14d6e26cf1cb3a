#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/limits.hpp"

namespace CLI {
class App;
}

namespace tribunal {

/// The options of a game's clock, which every command has that plays games without a plan: one for each of
/// `limit_fields`, and `--clock`.
[[nodiscard]] std::vector<std::string> limit_options();

/// Adds `limit_options`, which leave their values in `limits`.
void add_limit_options(CLI::App& command, Limits& limits);

/// The reason why no game can be played within these limits; nothing if one can.
[[nodiscard]] std::optional<std::string> objection(const Limits& limits);

/// The limits as the options give them, each after a blank, but for those that are so anyway.
[[nodiscard]] std::string limit_words(const Limits& limits);

}  // namespace tribunal
