#pragma once

#include <chrono>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "bots/process/bot_process.hpp"

namespace tribunal {

/// Finds why a bot that wrote nothing did not get ready within `time`, of which it `computed` for a part: `;
/// ...`, to be added to the message. It is told to quit, and then its input ends, and it hears what comes;
/// this takes up to a second, and the process is of no use afterwards.
[[nodiscard]] asio::awaitable<std::string> why_silent_at_start(BotProcess& process,
                                                               std::chrono::microseconds time,
                                                               std::chrono::microseconds computed);

/// Whether the bot, which did not get ready within `time`, would not do so in another start either: it
/// computed for all of that time, or did not want to, and nothing of the machine kept it from going on. A
/// compiler may find the next time what it has made by now.
[[nodiscard]] bool would_be_late_again(const BotProcess& process, std::chrono::microseconds time,
                                       std::chrono::microseconds computed);

}  // namespace tribunal
