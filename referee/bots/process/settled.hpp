#pragma once

#include <sys/types.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

namespace tribunal {

/// False while a process that has children, `pid` or one that descends from it, is running: it may be one
/// that goes into the background, and about to end. A wrapper that waits for what it has started sleeps.
[[nodiscard]] bool is_settled(pid_t pid);

/// Waits for that, a second at most.
[[nodiscard]] boost::asio::awaitable<void> until_settled(pid_t pid, boost::asio::any_io_executor executor);

}  // namespace tribunal
