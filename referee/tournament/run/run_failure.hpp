#pragma once

#include <cstdint>
#include <string>

namespace tribunal {

/// The reason why a run of a tournament could not continue. Games committed before are safe.
struct RunFailure {
  enum class Kind : std::uint8_t {
    cannot_write,  ///< the disk
    machine,       ///< out of processes, descriptors or time; run again to resume
    bot,           ///< one does not start any more, and its games are not played
    our_bug,
  };
  Kind kind{};
  std::string message;  ///< one line
};

}  // namespace tribunal
