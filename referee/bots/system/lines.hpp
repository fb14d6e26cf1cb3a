#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tribunal {

/// Bytes of a bot's line without its end; a longer one is a flood.
inline constexpr std::size_t longest_line = 4096;

/// A line of a bot's output.
struct Line {
  enum class Kind : std::uint8_t {
    text,      ///< UTF-8 without NUL
    not_text,  ///< a NUL byte, or no UTF-8
    too_long,  ///< more than `longest_line` bytes; no line comes after it
  };
  Kind kind = Kind::text;
  std::string_view text;  ///< without `\n` or `\r\n`; of a line that is too long its beginning
};

/// Cuts a stream of bytes into lines, whatever the pieces it comes in. No I/O:
///     const auto n = read(fd, buffer.space()); buffer.filled(n); while (const auto line = buffer.next()) ...
class LineBuffer {
 public:
  /// Where the next bytes go; never empty once `next` has returned nothing. Makes the lines read before
  /// invalid.
  [[nodiscard]] std::span<char> space();
  /// `count` bytes were put at the beginning of `space()`.
  void filled(std::size_t count) { end_ += count; }
  /// The next complete line, valid until `space` is called.
  [[nodiscard]] std::optional<Line> next();
  /// What has come of a line whose end has not, once `next` has returned nothing; valid until `space` is
  /// called.
  [[nodiscard]] std::string_view unfinished() const;
  /// Forgets what is there; of a line that is not complete yet also the rest, when it comes.
  void forget();

 private:
  bool skip_line();

  std::array<char, 2 * longest_line> bytes_;
  std::size_t begin_ = 0;
  std::size_t looked_ = 0;  ///< no end of line between begin_ and here
  std::size_t end_ = 0;
  bool overflowed_ = false;
  bool skips_line_ = false;  ///< up to the next end of line nothing counts
};

/// True if `text` is UTF-8 and holds no NUL.
[[nodiscard]] bool is_plain_text(std::string_view text);

}  // namespace tribunal
