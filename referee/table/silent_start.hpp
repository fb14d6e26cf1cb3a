#pragma once

#include <chrono>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "bots/process/bot_process.hpp"

namespace tribunal {

/// The reason why a bot that wrote nothing did not get ready within `time`, of which it `computed` for a
/// part: `; ...`, the end of a message. The bot is sent `quit`, then its input is closed, and its reactions
/// are observed. This takes up to a second; the process is unusable afterwards.
[[nodiscard]] asio::awaitable<std::string> why_silent_at_start(BotProcess& process,
                                                               std::chrono::microseconds time,
                                                               std::chrono::microseconds computed);

/// Whether the bot, which did not get ready within `time`, would fail in another start, too: it computed for
/// nearly all of that time, or did not compute, and the machine did not hold it up. A compiler may find the
/// files that it has made by now the next time, so it is not certain to fail.
[[nodiscard]] bool would_be_late_again(const BotProcess& process, std::chrono::microseconds time,
                                       std::chrono::microseconds computed);

}  // namespace tribunal
