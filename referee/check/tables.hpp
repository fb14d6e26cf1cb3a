#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/examination.hpp"
#include "check/order.hpp"
#include "table/play_game.hpp"

namespace tribunal {

using CheckClock = std::chrono::steady_clock;

/// A phrase about a problem with the exit of a process. Empty if there is none. `left`: whether it exited by
/// itself.
[[nodiscard]] std::string trouble_of_leaving(bool left, const BotProcess& process, Grace grace,
                                             Farewell farewell);

/// The reason for skipping an examination for lack of time.
inline constexpr std::string_view no_time = "there was no time for it (--seconds gives more)";

/// The results of the games at a table, or of many games at all tables.
struct TableFindings {
  Examination examination;
  std::vector<Decision> decisions;     ///< decisions of all games
  std::optional<Record> first;         ///< first deal's game, if it was played to its end without a fault
  bool compared = false;               ///< whether the first deal was played twice
  std::optional<std::string> differs;  ///< first difference between the decisions of these two games
  int games = 0;                       ///< number of games played to their end
  std::uint64_t seats_played = 0;      ///< number of seats over all games
  Consumption used;                    ///< consumption of all seats
  bool is_too_slow = false;            ///< whether it failed by a timeout that recurred
  bool was_late_once = false;          ///< whether a timeout did not recur, and is a warning
};

/// The ends of the time for a table.
struct TableTime {
  CheckClock::time_point share;   ///< time after which no game continues
  CheckClock::time_point latest;  ///< limit for a bot that has given no answer by `share`
};

/// Plays the deals of a table, the first one twice, until the first fault or the deadline. `leaves_well`:
/// whether the bot exits when it is asked to; if not, this does not wait for its exit again.
[[nodiscard]] asio::awaitable<TableFindings> examine_table(asio::io_context& context, Host& host,
                                                           const CheckOrder& order, const CheckedTable& table,
                                                           TableTime time, bool leaves_well);

/// Lets the same processes play at all these tables in turn, in changing seats, until the first fault, or up
/// to `most_in_turn` games (check/many_games.hpp), as in a tournament, where a process plays many. It ends
/// after `time`, but plays at least a dozen games.
[[nodiscard]] asio::awaitable<TableFindings> examine_many_games(
    asio::io_context& context, Host& host, const CheckOrder& order,
    const std::vector<const CheckedTable*>& tables, TableTime ends, std::chrono::milliseconds time,
    bool leaves_well);

/// Plays the first deal of a table with words of a later protocol version. `plain` is the same game without
/// them. A `deterministic` bot must make the same decisions.
[[nodiscard]] asio::awaitable<Examination> examine_unknown_words(asio::io_context& context, Host& host,
                                                                 const CheckOrder& order,
                                                                 const CheckedTable& table,
                                                                 const Record& plain, bool deterministic,
                                                                 CheckClock::time_point deadline);

/// The name of a table's examination: `game revolution for 3`.
[[nodiscard]] std::string name_of(const CheckedTable& table);

}  // namespace tribunal
