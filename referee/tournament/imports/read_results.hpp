#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>

#include "base/enum_names.hpp"
#include "base/error.hpp"
#include "tournament/imports/imported_results.hpp"

namespace tribunal {

/// The forms of results from elsewhere (docs/ratings.md).
enum class ImportFormat : std::uint8_t {
  csv,    ///< a table with headings, RFC 4180
  pgn,    ///< the tags of games (S. J. Edwards, Portable Game Notation, 1994)
  ranks,  ///< a game a line, from the best bot on
};
template <>
inline constexpr auto enum_names<ImportFormat> = in_words("csv", "pgn", "ranks");

struct ImportOptions {
  std::optional<ImportFormat> format;  ///< none: recognised by the first line, or refused
  bool strict = false;                 ///< an odd game is an error instead of being left out
  bool pairs = false;                  ///< PGN: games of two bots from one opening are one deal
  bool one_of_several = false;         ///< files with the same bytes are an error
};

/// Reads a file of results and adds its games to `results`. Nothing is guessed: a form that is not recognised
/// is refused with what was found. An odd game is left out and told in the file's account; a contradiction is
/// an error. The text is untrusted, and is not held in memory. The error is what is wrong, with its line.
[[nodiscard]] Result<void> read_results(std::istream& in, const std::string& name,
                                        const ImportOptions& options, ImportedResults& results);

}  // namespace tribunal
