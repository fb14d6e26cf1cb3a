#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace tribunal {

/// The kinds of data on a bot's pipes.
enum class Overheard : std::uint8_t {
  input,   ///< bytes that it was sent
  output,  ///< bytes that it wrote
  errors,  ///< bytes that it wrote to stderr
  end,     ///< the reason for the end of its process, in words
};

/// Gets all data as it passes, in pieces of any size, on the bot's thread, which waits meanwhile.
using Tap = std::function<void(Overheard, std::string_view)>;

}  // namespace tribunal
