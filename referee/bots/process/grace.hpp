#pragma once

#include <chrono>
#include <cstdint>

namespace tribunal {

/// The time that a bot has to exit: after `quit`, until SIGTERM, and after that, until SIGKILL.
struct Grace {
  std::chrono::milliseconds quit{1000};
  std::chrono::milliseconds terminate{1000};
};

/// The request to exit: the line `quit`, or only the end of its input.
enum class Farewell : std::uint8_t { quit, end_of_input };

}  // namespace tribunal
