#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "record/limits.hpp"

namespace CLI {
class App;
}

namespace tribunal {

/// The options of a game's clock, which every command has that plays games without a plan.
inline constexpr std::array limit_options{"--move-ms", "--game-ms", "--increment-ms", "--startup-ms",
                                          "--clock"};

/// Adds `limit_options`, which leave their values in `limits`.
void add_limit_options(CLI::App& command, Limits& limits);

/// The reason why no game can be played within these limits; nothing if one can.
[[nodiscard]] std::optional<std::string> objection(const Limits& limits);

/// The limits as the options give them, each after a blank, but for those that are so anyway.
[[nodiscard]] std::string limit_words(const Limits& limits);

}  // namespace tribunal
