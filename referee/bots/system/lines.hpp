#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tribunal {

/// The longest line of a bot, in bytes without its end. A longer one is a flood.
inline constexpr std::size_t longest_line = 4096;

/// A mark in a stored stderr for omitted text, before a whole line or before the rest of a line.
inline constexpr std::string_view left_out_mark = "[...]";

/// A line of a bot's output.
struct Line {
  enum class Kind : std::uint8_t {
    text,      ///< UTF-8 without NUL
    not_text,  ///< a NUL byte, or not UTF-8
    too_long,  ///< more than `longest_line` bytes; no further lines follow
  };
  Kind kind = Kind::text;
  std::string_view text;  ///< text without `\n` or `\r\n`; the beginning if the line is too long
};

/// Splits a stream of bytes, in pieces of any size, into lines. It does no I/O:
///     const auto n = read(fd, buffer.space()); buffer.filled(n); while (const auto line = buffer.next()) ...
class LineBuffer {
 public:
  /// The space for the next bytes. It is never empty once `next` has returned none. Invalidates the lines
  /// returned before.
  [[nodiscard]] std::span<char> space();
  /// Call it after `count` bytes were put at the beginning of `space()`.
  void filled(std::size_t count) { end_ += count; }
  /// The next complete line, valid until `space` is called.
  [[nodiscard]] std::optional<Line> next();
  /// The beginning of a line without its end yet, once `next` has returned none. Valid until `space` is
  /// called.
  [[nodiscard]] std::string_view unfinished() const;
  /// Discards all bytes so far, and the rest of an unfinished line when it arrives.
  void forget();

 private:
  bool skip_line();

  std::array<char, 2 * longest_line> bytes_;
  std::size_t begin_ = 0;
  std::size_t looked_ = 0;  ///< position before which no line end follows begin_
  std::size_t end_ = 0;
  bool overflowed_ = false;
  bool skips_line_ = false;  ///< whether to discard all bytes up to the next line end
};

/// Whether `text` is UTF-8 without NUL.
[[nodiscard]] bool is_plain_text(std::string_view text);

}  // namespace tribunal
