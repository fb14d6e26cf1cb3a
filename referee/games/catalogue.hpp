#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "games/core/family.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// All families; this is the only list of them.
[[nodiscard]] std::span<const Family> families();

/// The games of all families, in the order of the list.
[[nodiscard]] std::span<const GameInfo> catalogue();

/// The preset of that name; null if there is none.
[[nodiscard]] const PresetInfo* find_preset(std::string_view name);

/// The game, or the game of the preset, of that name; null if there is none.
[[nodiscard]] const GameInfo* find_game(std::string_view name);

/// The sentence for a name that `find_game` does not know: `there is no game 'mich'; did you mean 'mitch'?`
[[nodiscard]] std::string unknown_game(std::string_view name);

/// The rules of game (or preset) `name` for `players` players: `overrides` replace the preset's options,
/// which replace the defaults. The error is one sentence with the wrong value and the expected one (with "did
/// you mean" for a name).
[[nodiscard]] Result<Rules> make_rules(std::string_view name, int players, const OptionTexts& overrides);

/// The text of an option, by its name; empty if the line does not have it.
using ToldOption = std::function<std::string_view(std::string_view)>;

/// The rules by the line `game` of the protocol, for a bot that searches.
[[nodiscard]] Result<Rules> rules_as_told(std::string_view game, int players, const ToldOption& option);

}  // namespace tribunal
