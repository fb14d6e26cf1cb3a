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

/// The trouble with the exit of a process: a phrase, empty if there is none. `left`: it exited by itself.
[[nodiscard]] std::string trouble_of_leaving(bool left, const BotProcess& process, Grace grace,
                                             Farewell farewell);

/// The reason of an examination that is skipped for lack of time.
inline constexpr std::string_view no_time = "there was no time for it (--seconds gives more)";

/// The results of the games at a table, or of many games at all tables.
struct TableFindings {
  Examination examination;
  std::vector<Decision> decisions;     ///< decisions of all games
  std::optional<Record> first;         ///< the first deal's, if it was played to its end without a fault
  bool compared = false;               ///< the first deal was played twice
  std::optional<std::string> differs;  ///< the first difference between its decisions in the two games
  int games = 0;                       ///< played to their end
  std::uint64_t seats_played = 0;      ///< over all games
  Consumption used;                    ///< consumption of all seats
  bool is_too_slow = false;            ///< it failed by a timeout that recurred
  bool was_late_once = false;          ///< a timeout did not recur, and is a warning
};

/// The ends of the time for a table.
struct TableTime {
  CheckClock::time_point share;   ///< no game continues after it
  CheckClock::time_point latest;  ///< limit for a bot that has not answered once by `share`
};

/// Plays a table's deals, the first of them twice, until the first fault or the deadline. `leaves_well`: the
/// bot exits when asked to; a bot that does not is not waited for again.
[[nodiscard]] asio::awaitable<TableFindings> examine_table(asio::io_context& context, Host& host,
                                                           const CheckOrder& order, const CheckedTable& table,
                                                           TableTime time, bool leaves_well);

/// The most games that one set of processes plays. In a tournament a process plays many.
inline constexpr std::size_t most_in_turn = 100;

/// Lets the same processes play at all these tables in turn, in changing seats, up to `most_in_turn`: until
/// the first fault; for `time`, if that is enough for a dozen.
[[nodiscard]] asio::awaitable<TableFindings> examine_many_games(
    asio::io_context& context, Host& host, const CheckOrder& order,
    const std::vector<const CheckedTable*>& tables, TableTime ends, std::chrono::milliseconds time,
    bool leaves_well);

/// Plays the first deal of a table with words of a later protocol version. `plain` is the same game without
/// them; a `deterministic` bot must make the same decisions.
[[nodiscard]] asio::awaitable<Examination> examine_unknown_words(asio::io_context& context, Host& host,
                                                                 const CheckOrder& order,
                                                                 const CheckedTable& table,
                                                                 const Record& plain, bool deterministic,
                                                                 CheckClock::time_point deadline);

/// The name of a table's examination: `game revolution for 3`.
[[nodiscard]] std::string name_of(const CheckedTable& table);

}  // namespace tribunal
