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

/// Is told all of it as it goes, in whatever pieces it comes, on the thread of the bot; that waits meanwhile.
using Tap = std::function<void(Overheard, std::string_view)>;

}  // namespace tribunal
