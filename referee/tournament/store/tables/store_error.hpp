#pragma once

#include <cstdint>
#include <string>

namespace tribunal {

/// The reason why a tournament's folder cannot be used.
struct StoreError {
  enum class Kind : std::uint8_t {
    refused,       ///< it holds something else
    in_use,        ///< another program has it open; later it may not
    other_plan,    ///< it holds another tournament, or this one under other conditions
    unreadable,    ///< it is damaged, or not there
    cannot_write,  ///< the disk is full or fails; what was committed before is safe
  };
  Kind kind{};
  std::string message;  ///< one line
};

}  // namespace tribunal
