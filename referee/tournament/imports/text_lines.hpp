#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.hpp"
#include "base/error.hpp"

namespace tribunal {

/// The longest line that an import reads, in bytes.
inline constexpr std::size_t longest_imported_line = 1U << 20U;

/// Reads a text line by line with bounded memory. Text compressed by gzip or zstd is recognised by its first
/// bytes and decompressed. The text is untrusted.
class TextLines {
 public:
  /// `in` outlives it. `with_digest`: the bytes are hashed, which costs a fifth of the time.
  TextLines(std::istream& in, bool with_digest);
  TextLines(TextLines&&) noexcept;
  TextLines& operator=(TextLines&&) noexcept;
  ~TextLines();

  /// The next line without its end, valid until the next call; nothing at the end of the text. The errors: it
  /// cannot be read, is damaged, holds a NUL byte, or has a line longer than `longest_imported_line`.
  [[nodiscard]] Result<std::optional<std::string_view>> next();
  /// Makes `next` return the last line once more.
  void put_back() { is_put_back_ = true; }
  /// The number of the last line, from 1.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// SHA-256 of the text that was read, decompressed, if asked for; call it once, at the end.
  [[nodiscard]] std::optional<Bytes32> digest();

 private:
  class Source;

  [[nodiscard]] Result<bool> read_more();

  std::unique_ptr<Source> source_;
  std::string buffer_;
  std::size_t begin_ = 0;  ///< of the text in `buffer_` that has not been returned
  std::string_view line_;
  std::uint64_t number_ = 0;
  bool at_end_ = false;
  bool is_put_back_ = false;
};

}  // namespace tribunal
