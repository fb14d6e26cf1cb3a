#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace tribunal {

/// The kinds of data on a bot's pipes.
enum class Overheard : std::uint8_t {
  input,   ///< bytes that were sent to it
  output,  ///< bytes that it wrote
  errors,  ///< bytes that it wrote to stderr
  end,     ///< a phrase that says why its process ended
};

/// Receives all data, in pieces of any size, on the bot's thread, which waits for it.
using Tap = std::function<void(Overheard, std::string_view)>;

}  // namespace tribunal
