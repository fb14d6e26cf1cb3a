#pragma once

#include <chrono>
#include <string>

#include "record/limits.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/formats/shape.hpp"

namespace tribunal {

/// The factors of a tournament's games, in a line: `4 groups x 20 deals x 3 seatings = 240 games`.
[[nodiscard]] std::string what_is_played(const Shape& shape);

/// `1000 ms a move, 60000 ms a game and 500 ms more a move, cpu time`
[[nodiscard]] std::string clock_text(const Limits& limits);

/// `240 games`; where results decide, `240 to 320 games`.
[[nodiscard]] std::string games_in_all(const Shape& shape);

/// The progress of a tournament, in a line without its end: `40 of 240 games played`; in rounds, whose games
/// are known one round after the other, also the number of all games; of a shard, which one it is.
/// `left_out`: games of withdrawn bots that were not played.
[[nodiscard]] std::string how_far(const Tournament& tournament, std::uint64_t played, std::uint64_t left_out);

/// The tournament's name, the factors of its games, and which games they are; a line without its end.
[[nodiscard]] std::string tournament_line(const Tournament& tournament);

/// The size of a tournament, for a person, before anything is played: games, rounds, time at a number of
/// tables and its assumptions, the bots; in a format without rounds, the games of each bot.
[[nodiscard]] std::string outlook_text(const Tournament& tournament, int tables);

/// A long time, rounded up: `45 s`, `12 min`, `3 h 20 min`.
[[nodiscard]] std::string duration_text(std::chrono::milliseconds time);

}  // namespace tribunal
