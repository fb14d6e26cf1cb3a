#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace tribunal {

/// What can be heard of a bot by one who listens at its pipes.
enum class Overheard : std::uint8_t {
  input,   ///< bytes that it is sent
  output,  ///< bytes that it wrote
  errors,  ///< bytes that it wrote to stderr
  end,     ///< what became of its process, in words
};

/// Gets all of it as it passes, in any pieces, on the thread of the bot, which waits meanwhile.
using Tap = std::function<void(Overheard, std::string_view)>;

}  // namespace tribunal
