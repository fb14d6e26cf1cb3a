#pragma once

#include <string>

#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/formats/shape.hpp"

namespace tribunal {

/// How the games of a tournament come about, in a line: `4 groups x 20 deals x 3 seatings = 240 games`.
[[nodiscard]] std::string what_is_played(const Shape& shape);

/// `240 games`; where results decide, `240 to 320 games`.
[[nodiscard]] std::string games_in_all(const Shape& shape);

/// How far a tournament is, in a line without its end: `40 of 240 games played`; of rounds, whose games are
/// known one round after the other, also how many there will be; of a shard, which one it is. `left_out`:
/// games of withdrawn bots that were not played.
[[nodiscard]] std::string how_far(const Tournament& tournament, std::uint64_t played, std::uint64_t left_out);

/// The tournament's name, how its games come about, and which games they are; a line without its end.
[[nodiscard]] std::string tournament_line(const Tournament& tournament);

/// What a tournament will come to, for a person, before anything is played: games, rounds, time at a number
/// of tables and what it assumes, games of each bot.
[[nodiscard]] std::string outlook_text(const Tournament& tournament, int tables);

}  // namespace tribunal
