#pragma once

#include <functional>
#include <string_view>

#include <boost/asio/awaitable.hpp>

#include "check/examination.hpp"
#include "check/order.hpp"

namespace tribunal {

/// Why the other examinations of a bot are skipped whose handshake failed.
inline constexpr std::string_view never_ready = "it was never ready to be asked";

/// Why nothing can be said of the memory that a bot used; empty if something can. It is measured when the
/// games are over: a bot may have left by then.
[[nodiscard]] std::string_view why_memory_unknown(const Figures& figures);

/// Hears of each examination as soon as it is over.
using CheckListener = std::function<void(const Examination&)>;

/// Checks a bot: speaks with it alone, then lets it play against itself at every table. It goes on after a
/// failure, and is over soon after `order.budget`. Cancel it (asio::cancellation_type::terminal) to get what
/// is known so far.
[[nodiscard]] asio::awaitable<CheckReport> check_bot(asio::io_context& context, Host& host,
                                                     const CheckOrder& order, CheckListener listener);

}  // namespace tribunal
