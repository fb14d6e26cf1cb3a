#pragma once

#include <boost/asio/awaitable.hpp>

#include "check/examination.hpp"
#include "check/order.hpp"

namespace tribunal {

/// Starts `bot` and holds it to `ready`. It passed, or there is a warning, if the process runs now.
[[nodiscard]] asio::awaitable<Examination> examine_handshake(Bot& bot, const CheckOrder& order,
                                                             Figures& figures);

/// Starts `bot` once more and compares what it says of itself with `version`, what it said before.
[[nodiscard]] asio::awaitable<Examination> examine_restart(Bot& bot, const CheckOrder& order,
                                                           std::string version);

/// Asks `bot`, which runs, one question in a game that does not exist. Nobody promises an answer, so that a
/// fault is no more than a warning.
[[nodiscard]] asio::awaitable<Examination> examine_unknown_game(Bot& bot, const CheckOrder& order);

/// Says farewell to `bot`, which runs, and waits until it is gone. A bot that must be sent a signal costs
/// nobody anything, so that this is no more than a warning.
[[nodiscard]] asio::awaitable<Examination> examine_farewell(Bot& bot, Farewell farewell,
                                                            const CheckOrder& order);

}  // namespace tribunal
