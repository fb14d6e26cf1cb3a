#pragma once

#include <memory>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "tournament/imports/imported_results.hpp"

namespace tribunal {

/// The longest line that an import reads in bytes.
inline constexpr std::size_t longest_imported_line = 1U << 20U;

/// Reads a text line by line with bounded memory. Lines end with LF, CR LF, or in the whole text with CR.
/// Text compressed by gzip or zstd is recognised by its first bytes and decompressed. The text is untrusted.
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
  char line_end_ = '\n';
  bool at_end_ = false;
  bool is_put_back_ = false;
};

/// The result of a game of two bots. `first`: White, in chess.
enum class TwoResult : std::uint8_t { first, second, draw, unfinished };

/// The result that a word such as `1-0` states. None for any other word.
[[nodiscard]] inline std::optional<TwoResult> result_of_word(std::string_view word) {
  if (word == "1-0") return TwoResult::first;
  if (word == "0-1") return TwoResult::second;
  if (word == "1/2-1/2") return TwoResult::draw;
  if (word == "*") return TwoResult::unfinished;
  return std::nullopt;
}

/// The result that a text states as people write it: `½-½`, `0,5-0,5`, `1 - 0`, or with a dash.
[[nodiscard]] std::optional<TwoResult> result_of_text(std::string_view text);

/// Whether `line` can be the first line of a game in PGN.
[[nodiscard]] bool is_pgn(std::string_view line);
/// Reads games in PGN. `pairs`: games of two bots from one opening are one deal.
[[nodiscard]] Result<void> read_pgn(TextLines& lines, bool pairs, ImportedResults& results);

/// The delimiter of a line of headings of a results table. None if the line is not such a line.
[[nodiscard]] std::optional<char> delimiter_of(std::string_view headings);
/// The headings of a line, as text for a message.
[[nodiscard]] std::string found_columns(std::string_view headings);
/// The forms of tables, as text for a message.
[[nodiscard]] std::string_view expected_columns();
[[nodiscard]] Result<void> read_csv(TextLines& lines, ImportedResults& results);

}  // namespace tribunal
