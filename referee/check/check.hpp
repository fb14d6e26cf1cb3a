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

/// The reason why the memory that a bot used is unknown; empty if it is known. It is measured when the games
/// are over: a bot may have exited by then.
[[nodiscard]] std::string_view why_memory_unknown(const Figures& figures);

/// Called with each examination as soon as it is over.
using CheckListener = std::function<void(const Examination&)>;

/// Checks a bot: talks to it alone, then lets it play against itself at every table. It continues after a
/// failure, and ends soon after `order.budget`; slow starts take as long once more at most, and so do games
/// that are played again after a fault. Cancel it (asio::cancellation_type::terminal) to get the results so
/// far.
[[nodiscard]] asio::awaitable<CheckReport> check_bot(asio::io_context& context, Host& host,
                                                     const CheckOrder& order, CheckListener listener);

}  // namespace tribunal
