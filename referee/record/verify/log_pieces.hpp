#pragma once

#include <cstddef>
#include <deque>
#include <istream>
#include <optional>
#include <streambuf>
#include <string>
#include <utility>

namespace tribunal {

/// Some lines of a log.
struct LogPiece {
  std::string text;
  std::size_t lines_before = 0;
};

/// Cuts a log before lines that look like the first of a game, without reading what they say: of a log that
/// holds, every piece holds by itself. Of any other, whoever finds a piece that does not must read on from
/// there in one go.
class LogPieces {
 public:
  /// Of `size` bytes or more.
  LogPieces(std::istream& in, std::size_t size) : in_{in}, size_{size} {}

  /// The next piece; nothing behind the last one.
  [[nodiscard]] std::optional<LogPiece> next();
  /// What was read and is in no piece.
  [[nodiscard]] std::string take_rest() { return std::exchange(buffer_, {}); }
  [[nodiscard]] std::size_t lines() const { return lines_; }  ///< in all pieces so far

 private:
  [[nodiscard]] LogPiece cut(std::size_t size);

  std::istream& in_;
  std::size_t size_;
  std::string buffer_;
  std::size_t lines_ = 0;
};

/// Texts, and what follows them in a stream.
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
