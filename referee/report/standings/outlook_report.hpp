#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "record/limits.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/formats/shape.hpp"
#include "tournament/schedule/progress.hpp"

namespace tribunal {

/// The factors of a tournament's number of games in one line: `4 groups x 20 deals x 3 seatings = 240 games`.
[[nodiscard]] std::string what_is_played(const Shape& shape);

/// The clock as text: `1000 ms a move, 60000 ms a game and 500 ms more a move, cpu time`.
[[nodiscard]] std::string clock_text(const Limits& limits);

/// The number of games: `240 games`, or `240 to 320 games` if results decide it.
[[nodiscard]] std::string games_in_all(const Shape& shape);

/// The progress of a tournament in one line, without its line end: `40 of 240 games played`. Both numbers are
/// of games that count; games of excluded bots and games that are left out follow. In a format of rounds,
/// whose games become known round by round, the number of all games is added. For a shard, its number is
/// added.
[[nodiscard]] std::string how_far(const Tournament& tournament, const Progress& progress);

/// One line, without its line end, with the tournament's name, the factors of its number of games, and the
/// games that are played.
[[nodiscard]] std::string tournament_line(const Tournament& tournament);

/// The size of a tournament before it begins, as text: games, rounds, the time for a number of tables with
/// its assumptions, and the bots. In a format without rounds also the games of each bot. `stored`: for each
/// of the first games, whether it is stored; the numbers are then those of the games that are still to be
/// played. The schedule must include their results. None: a new tournament.
[[nodiscard]] std::string outlook_text(const Tournament& tournament, int tables,
                                       const std::optional<std::vector<bool>>& stored);

/// A long time as text, rounded up: `45 s`, `12 min`, `3 h 20 min`.
[[nodiscard]] std::string duration_text(std::chrono::milliseconds time);

}  // namespace tribunal
