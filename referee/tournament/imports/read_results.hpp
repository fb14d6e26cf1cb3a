#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>

#include "base/enum_names.hpp"
#include "base/error.hpp"
#include "tournament/imports/imported_results.hpp"

namespace tribunal {

/// The formats of imported results (docs/ratings.md).
enum class ImportFormat : std::uint8_t {
  csv,    ///< a table with headings, RFC 4180
  pgn,    ///< tags of games (S. J. Edwards, Portable Game Notation, 1994)
  ranks,  ///< one game per line, from the best bot to the worst
};
template <>
inline constexpr auto enum_names<ImportFormat> = in_words("csv", "pgn", "ranks");

struct ImportOptions {
  std::optional<ImportFormat> format;  ///< none: recognised by the first line, or refused
  bool strict = false;                 ///< whether an odd game is an error instead of being skipped
  bool pairs = false;                  ///< PGN: whether games of two bots from one opening are one deal
  bool one_of_several = false;         ///< whether files with the same bytes are an error
};

/// Reads a file of results and adds its games to `results`. Nothing is guessed: an unknown format is refused,
/// and the error says what was found. An odd game is skipped and listed in the summary of the file. A
/// contradiction is an error. The text is untrusted and not held in memory. The error names the line.
[[nodiscard]] Result<void> read_results(std::istream& in, const std::string& name,
                                        const ImportOptions& options, ImportedResults& results);

}  // namespace tribunal
