#pragma once

#include <cstddef>
#include <optional>
#include <termios.h>

#include "report/replay/told.hpp"

namespace tribunal {

/// Whether the terminal can move its cursor and show colours: not if TERM is `dumb` or not set.
[[nodiscard]] bool is_capable_terminal(int descriptor);

/// The signs of suits where the terminal can show them, unless NO_COLOR is set (https://no-color.org).
[[nodiscard]] CardStyle card_style_of(int descriptor);

/// Columns of the terminal behind `descriptor`; nothing if it is none, or does not say.
[[nodiscard]] std::optional<std::size_t> columns_of_terminal(int descriptor);

/// Has standard input give keys as they are pressed, without showing them, until its end.
class RawKeys {
 public:
  RawKeys();
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;
  ~RawKeys();

 private:
  std::optional<termios> before_;  ///< nothing if standard input is no terminal
};

}  // namespace tribunal
