#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "games/core/family.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// All families: the one place that lists them.
[[nodiscard]] std::span<const Family> families();

/// The games of all families, in the order in which they are listed.
[[nodiscard]] std::span<const GameInfo> catalogue();

/// The preset of that name; null if there is none.
[[nodiscard]] const PresetInfo* find_preset(std::string_view name);

/// The game or the preset's game of that name; null if there is none.
[[nodiscard]] const GameInfo* find_game(std::string_view name);

/// The sentence for a name that `find_game` does not find: `there is no game 'mich'; did you mean 'mitch'?`
[[nodiscard]] std::string unknown_game(std::string_view name);

/// The rules of game (or preset) `name` for `players` players, `overrides` over the preset's options over the
/// defaults. The error is one sentence: what is wrong, and what is expected (with "did you mean" for a
/// name).
[[nodiscard]] std::expected<Rules, std::string> make_rules(std::string_view name, int players,
                                                           const OptionTexts& overrides);

}  // namespace tribunal
