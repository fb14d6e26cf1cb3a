#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tribunal {

/// The policy for restarts of a bot's process. `never`: only after a failure; `game`: after every game;
/// `match`: at the end of a match (when the organiser says so, `Bot::end`).
enum class Restart : std::uint8_t { never, game, match };

/// The names of the policies, in their order.
inline constexpr std::array<std::string_view, 3> restart_names{"never", "game", "match"};

}  // namespace tribunal
