#include "tournament/imports/read_results.hpp"

#include <fmt/format.h>

#include "base/text/utf8.hpp"
#include "tournament/imports/readers.hpp"
#include "tournament/imports/text_lines.hpp"

namespace tribunal {
namespace {

using Recognised = Result<ImportFormat>;

/// The form of a file by its first line that is not empty.
Recognised recognise(std::string_view line) {
  if (is_pgn(line)) return ImportFormat::pgn;
  if (delimiter_of(line)) return ImportFormat::csv;
  if (is_ranking(line)) return ImportFormat::ranks;
  return std::unexpected{fmt::format(
      "found {}; expected a table with the columns {}, a ranking such as greedy > careful = random, or PGN; "
      "--format names the form",
      found_columns(line), expected_columns())};
}

/// Leaves the first line that is neither empty nor a comment to be read again.
Recognised recognise(TextLines& lines) {
  for (;;) {
    const auto line = lines.next();
    if (!line) return std::unexpected{line.error()};
    if (!*line) return std::unexpected{std::string{"is empty; expected results of games"}};
    const auto begin = (*line)->find_first_not_of(" \t");
    if (begin == std::string_view::npos || (**line)[begin] == '#' || (**line)[begin] == '%') continue;
    auto format = recognise((*line)->substr(begin));
    if (!format) return std::unexpected{fmt::format("line {}: {}", lines.number(), format.error().message)};
    lines.put_back();
    return format;
  }
}

}  // namespace

Result<void> read_results(std::istream& in, const std::string& name, const ImportOptions& options,
                          ImportedResults& results) {
  TextLines lines{in, options.one_of_several};
  const auto format = options.format ? Recognised{*options.format} : recognise(lines);
  if (!format) return std::unexpected{format.error()};
  results.begin_file(name, options.strict);
  const auto read = [&] {
    switch (*format) {
      case ImportFormat::csv:
        return read_csv(lines, results);
      case ImportFormat::pgn:
        return read_pgn(lines, options.pairs, results);
      case ImportFormat::ranks:
        break;
    }
    return read_rank_lists(lines, options.format.has_value(), results);
  }();
  if (!read) return read;
  return results.end_file(lines.digest());
}

}  // namespace tribunal
