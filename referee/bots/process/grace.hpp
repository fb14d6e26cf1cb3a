#pragma once

#include <chrono>
#include <cstdint>

namespace tribunal {

/// The time that a bot may take to exit: after `quit` (then SIGTERM), and after that (then SIGKILL).
struct Grace {
  std::chrono::milliseconds quit{1000};
  std::chrono::milliseconds terminate{1000};
};

/// The way to ask a bot to exit: with the line `quit`, or by the end of its input alone.
enum class Farewell : std::uint8_t { quit, end_of_input };

}  // namespace tribunal
