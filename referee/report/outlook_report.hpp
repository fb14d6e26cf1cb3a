#pragma once

#include <string>

#include "tournament/formats/shape.hpp"
#include "tournament/tournament.hpp"

namespace tribunal {

/// How the games of a tournament come about, in a line: `4 groups x 20 deals x 3 seatings = 240 games`.
[[nodiscard]] std::string what_is_played(const Shape& shape);

/// `240 games`; where results decide, `240 to 320 games`.
[[nodiscard]] std::string games_in_all(const Shape& shape);

/// The tournament's name, how its games come about, and which games they are; a line without its end.
[[nodiscard]] std::string tournament_line(const Tournament& tournament);

/// What a tournament will come to, for a person, before anything is played: games, rounds, time at so many
/// tables and what it assumes, games of each bot.
[[nodiscard]] std::string outlook_text(const Tournament& tournament, int tables);

}  // namespace tribunal
