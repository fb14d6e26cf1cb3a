#pragma once

#include <sys/types.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

namespace tribunal {

/// False while a process with children, `pid` or a descendant of it, is running: it may be about to end and
/// leave its child in the background. A wrapper that waits for its child sleeps.
[[nodiscard]] bool is_settled(pid_t pid);

/// Waits until `is_settled(pid)`, a second at most.
[[nodiscard]] boost::asio::awaitable<void> until_settled(pid_t pid, boost::asio::any_io_executor executor);

}  // namespace tribunal
