#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tribunal {

/// The longest line of a bot, bytes without its end; a longer one is a flood.
inline constexpr std::size_t longest_line = 4096;

/// Stands in a stored stderr for what was left out, before a line that is whole, or before the rest of a
/// line.
inline constexpr std::string_view left_out_mark = "[...]";

/// A line of a bot's output.
struct Line {
  enum class Kind : std::uint8_t {
    text,      ///< UTF-8 without NUL
    not_text,  ///< a NUL byte, or no UTF-8
    too_long,  ///< more than `longest_line` bytes; no line comes after it
  };
  Kind kind = Kind::text;
  std::string_view text;  ///< without `\n` or `\r\n`; the beginning of a line that is too long
};

/// Splits a stream of bytes, in pieces of any size, into lines. No I/O:
///     const auto n = read(fd, buffer.space()); buffer.filled(n); while (const auto line = buffer.next()) ...
class LineBuffer {
 public:
  /// The space for the next bytes; never empty once `next` has returned nothing. Invalidates the lines
  /// returned before.
  [[nodiscard]] std::span<char> space();
  /// Call it after `count` bytes were put at the beginning of `space()`.
  void filled(std::size_t count) { end_ += count; }
  /// The next complete line, valid until `space` is called.
  [[nodiscard]] std::optional<Line> next();
  /// The beginning of a line whose end has not come, once `next` has returned nothing; valid until `space` is
  /// called.
  [[nodiscard]] std::string_view unfinished() const;
  /// Drops all bytes so far, and the rest of an unfinished line when it comes.
  void forget();

 private:
  bool skip_line();

  std::array<char, 2 * longest_line> bytes_;
  std::size_t begin_ = 0;
  std::size_t looked_ = 0;  ///< no end of line between begin_ and here
  std::size_t end_ = 0;
  bool overflowed_ = false;
  bool skips_line_ = false;  ///< drop all bytes up to the next end of line
};

/// True if `text` is UTF-8 and holds no NUL.
[[nodiscard]] bool is_plain_text(std::string_view text);

}  // namespace tribunal
