#pragma once

#include <boost/asio/awaitable.hpp>

#include "check/examination.hpp"
#include "check/order.hpp"
#include "table/bot.hpp"

namespace tribunal {

/// Starts `bot` and waits for its `ready`. The process is running afterwards if the examination passed or is
/// a warning.
[[nodiscard]] asio::awaitable<Examination> examine_handshake(Bot& bot, const CheckOrder& order,
                                                             Figures& figures);

/// Starts `bot` once more and compares its name and version with `version`, the earlier one.
[[nodiscard]] asio::awaitable<Examination> examine_restart(Bot& bot, const CheckOrder& order,
                                                           std::string version);

/// Asks `bot`, which is running, one question in a game that does not exist. The protocol demands no answer,
/// so a fault is only a warning.
[[nodiscard]] asio::awaitable<Examination> examine_unknown_game(Bot& bot, const CheckOrder& order);

/// Asks `bot`, which is running, to exit, and waits until it is gone. A bot that needs a signal does no harm,
/// so this is only a warning.
[[nodiscard]] asio::awaitable<Examination> examine_farewell(Bot& bot, Farewell farewell,
                                                            const CheckOrder& order);

}  // namespace tribunal
