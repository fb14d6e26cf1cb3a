#pragma once

#include <cstddef>
#include <deque>
#include <istream>
#include <optional>
#include <streambuf>
#include <string>
#include <utility>

namespace tribunal {

/// Consecutive lines of a log.
struct LogPiece {
  std::string text;
  std::size_t lines_before = 0;
};

/// Cuts a log before lines that look like the first of a game, without parsing them. Every piece of a valid
/// log is valid by itself. A caller that finds an invalid piece must read on from there without cuts.
class LogPieces {
 public:
  /// Each piece but the last has `size` bytes or more.
  LogPieces(std::istream& in, std::size_t size) : in_{in}, size_{size} {}

  /// The next piece; nothing after the last one.
  [[nodiscard]] std::optional<LogPiece> next();
  /// The text that was read but is in no piece.
  [[nodiscard]] std::string take_rest() { return std::exchange(buffer_, {}); }
  [[nodiscard]] std::size_t lines() const { return lines_; }  ///< in all pieces so far

 private:
  [[nodiscard]] LogPiece cut(std::size_t size);

  std::istream& in_;
  std::size_t size_;
  std::string buffer_;
  std::size_t lines_ = 0;
};

/// A stream of texts, followed by the rest of another stream.
class Rejoined : public std::streambuf {
 public:
  Rejoined(std::deque<std::string> texts, std::istream& rest) : texts_{std::move(texts)}, rest_{rest} {}

 protected:
  int_type underflow() override;

 private:
  std::deque<std::string> texts_;
  std::istream& rest_;
  std::string current_;
};

}  // namespace tribunal
