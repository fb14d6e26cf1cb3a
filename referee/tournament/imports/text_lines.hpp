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

/// The longest line that an import reads in bytes.
inline constexpr std::size_t longest_imported_line = 1U << 20U;

/// Reads a text line by line with bounded memory. Text compressed by gzip or zstd is recognised by its first
/// bytes and decompressed. The text is untrusted.
class TextLines {
 public:
  /// `in` must outlive it. `with_digest`: the bytes are hashed, which takes a fifth of the time.
  TextLines(std::istream& in, bool with_digest);
  TextLines(TextLines&&) noexcept;
  TextLines& operator=(TextLines&&) noexcept;
  ~TextLines();

  /// The next line without its end, valid until the next call. None at the end of the text. Errors: the text
  /// cannot be read, is damaged, holds a NUL byte, or has a line longer than `longest_imported_line`.
  [[nodiscard]] Result<std::optional<std::string_view>> next();
  /// Makes the following call of `next` return the last line once more.
  void put_back() { is_put_back_ = true; }
  /// The number of the last line, counted from 1.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// SHA-256 of the decompressed text, if it was requested. Call it once, at the end.
  [[nodiscard]] std::optional<Bytes32> digest();

 private:
  class Source;

  [[nodiscard]] Result<bool> read_more();

  std::unique_ptr<Source> source_;
  std::string buffer_;
  std::size_t begin_ = 0;  ///< position in `buffer_` of the text that has not been returned yet
  std::string_view line_;
  std::uint64_t number_ = 0;
  bool at_end_ = false;
  bool is_put_back_ = false;
};

}  // namespace tribunal
