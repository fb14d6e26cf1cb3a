#pragma once

#include <functional>
#include <string_view>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "bots/process/host.hpp"
#include "check/examination.hpp"
#include "check/order.hpp"

namespace tribunal {

namespace asio = boost::asio;

/// The reason that the memory used by a bot is unknown. Empty if it is known. It is measured after the games,
/// and a bot may have exited by then.
[[nodiscard]] std::string_view why_memory_unknown(const Figures& figures);

/// Called with each examination when it is over.
using CheckListener = std::function<void(const Examination&)>;

/// Checks a bot: communicates with it alone, then lets it play against itself at every table. It continues
/// after a failure, and ends soon after `order.budget`. Slow starts may take the same time once more, and so
/// may games that are repeated after a fault. Cancel it (asio::cancellation_type::terminal) to get the
/// results so far.
[[nodiscard]] asio::awaitable<CheckReport> check_bot(asio::io_context& context, Host& host,
                                                     const CheckOrder& order, CheckListener listener);

}  // namespace tribunal
