#pragma once

#include <vector>

#include <boost/asio/awaitable.hpp>

namespace tribunal {

/// Runs all tasks concurrently on the caller's thread. Returns when the last one is done. A cancellation
/// reaches each task: it ends their waits and throws nothing.
[[nodiscard]] boost::asio::awaitable<void> together(std::vector<boost::asio::awaitable<void>> tasks);

}  // namespace tribunal
