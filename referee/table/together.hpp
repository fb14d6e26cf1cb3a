#pragma once

#include <vector>

#include <boost/asio/awaitable.hpp>

namespace tribunal {

/// Runs all tasks concurrently on the caller's thread, and returns when the last is done. A cancellation
/// reaches each of them: it ends their waits, and throws nothing.
[[nodiscard]] boost::asio::awaitable<void> together(std::vector<boost::asio::awaitable<void>> tasks);

}  // namespace tribunal
