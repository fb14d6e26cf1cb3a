#pragma once

#include <cstdint>

#include "base/enum_names.hpp"

namespace tribunal {

/// The policy for restarts of a bot's process. `never`: only after a failure. `game`: after every game.
/// `match`: at the end of a match, when the organiser calls `Bot::end`.
enum class Restart : std::uint8_t { never, game, match };

template <>
inline constexpr auto enum_names<Restart> = in_words("never", "game", "match");

}  // namespace tribunal
