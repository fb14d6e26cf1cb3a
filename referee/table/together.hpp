#pragma once

#include <vector>

#include <boost/asio/awaitable.hpp>

namespace tribunal {

/// Runs all at the same time on the thread of the caller, and returns when the last is done. A cancellation
/// reaches each of them: it ends what they wait for, and throws nothing.
[[nodiscard]] boost::asio::awaitable<void> together(std::vector<boost::asio::awaitable<void>> tasks);

}  // namespace tribunal
