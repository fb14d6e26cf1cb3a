#pragma once

#include <cstdint>

#include <boost/asio/awaitable.hpp>

#include "games/action.hpp"
#include "table/bot.hpp"
#include "table/verdict.hpp"

namespace tribunal {

/// Asks the bot for one of `legal`; it has `allowance_us`. What was posted to it goes out with the question.
[[nodiscard]] asio::awaitable<Reply> ask(Bot& bot, SeatTalk& talk, std::int64_t allowance_us,
                                         const ActionList& legal);

}  // namespace tribunal
