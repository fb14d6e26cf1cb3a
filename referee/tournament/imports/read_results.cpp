#include "tournament/imports/read_results.hpp"

#include <fmt/format.h>

#include "base/text/utf8.hpp"
#include "tournament/imports/text_lines.hpp"

namespace tribunal {
namespace {

constexpr std::string_view rank_blanks = " \t";

/// The line up to a `#` at its begin or behind a blank. A `#` within a word may belong to a name.
std::string_view without_comment(std::string_view line) {
  for (auto at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1))
    if (at == 0 || rank_blanks.contains(line[at - 1])) return line.substr(0, at);
  return line;
}

/// The line with `>` in place of every comma and every blank between names.
std::string with_separators(std::string_view line) {
  std::string strict;
  bool after_name = false;
  bool blank = false;
  for (const char c : trimmed(line)) {
    const bool separator = c == '>' || c == '=' || c == ',';
    if (rank_blanks.contains(c)) {
      blank = true;
      continue;
    }
    if (blank && after_name && !separator) strict += '>';
    blank = false;
    strict += c == ',' ? '>' : c;
    after_name = !separator;
  }
  return strict;
}

/// A ranking with `>` or `=` between all names.
Result<ImportedGame> ranking_of(std::string_view line) {
  ImportedGame game;
  char before = '>';
  for (bool more = true; more;) {
    const auto end = line.find_first_of(">=");
    const auto name = trimmed(line.substr(0, end));
    if (name.empty())
      return std::unexpected{
          std::string{"a name is missing; expected a ranking such as greedy > careful = random"}};
    if (name.contains('#'))
      return std::unexpected{
          fmt::format("'{}' has a '#'; expected a blank before a comment, and no '#' in a name "
                      "of a ranking (a table may have such names)",
                      harmless(name))};
    if (name.find_first_of(" \t,<") != std::string_view::npos) {
      return std::unexpected{fmt::format(
          "'{}' is not a name in a ranking; expected '>' or '=' between names (with --format ranks, "
          "commas and blanks stand for '>')",
          harmless(name))};
    }
    const int next = static_cast<int>(game.seats.size()) + 1;
    game.seats.push_back({std::string{name}, before == '=' ? game.seats.back().place : next});
    more = end != std::string_view::npos;
    if (more) before = line[end];
    line.remove_prefix(more ? end + 1 : line.size());
  }
  return game;
}

/// Whether this line ranks bots, with `>` or `=` between them.
bool is_ranking(std::string_view line) {
  return without_comment(line).find_first_of(">=") != std::string_view::npos;
}

/// `loose`: commas and blanks may stand for `>`.
Result<void> read_rank_lists(TextLines& lines, bool loose, ImportedResults& results) {
  for (;;) {
    const auto line = TRY(lines.next());
    if (!line) return {};
    const auto text = trimmed(without_comment(*line));
    if (text.empty()) continue;
    auto game = ranking_of(loose ? with_separators(text) : std::string{text});
    if (!game) return wrong_line(lines.number(), game.error().message);
    game->line = lines.number();
    TRY(results.add(*game));
  }
}

using Recognised = Result<ImportFormat>;

/// The format of a file, by its first line that is not empty.
Recognised recognise(std::string_view line) {
  if (is_pgn(line)) return ImportFormat::pgn;
  if (delimiter_of(line)) return ImportFormat::csv;
  if (is_ranking(line)) return ImportFormat::ranks;
  return std::unexpected{fmt::format(
      "found {}; expected a table with the columns {}, a ranking such as greedy > careful = random, or PGN; "
      "--format names the form",
      found_columns(line), expected_columns())};
}

/// The format of a file, by its first line that is neither empty nor a comment. That line will be read again.
Recognised recognise(TextLines& lines) {
  for (;;) {
    const auto line = TRY(lines.next());
    if (!line) return std::unexpected{std::string{"is empty; expected results of games"}};
    const auto begin = line->find_first_not_of(" \t");
    if (begin == std::string_view::npos || (*line)[begin] == '#' || (*line)[begin] == '%') continue;
    if (const auto text = trimmed(*line); text == "sep=;" || text == "sep=,") continue;  // by spreadsheets
    auto format = recognise(line->substr(begin));
    if (!format) return wrong_line(lines.number(), format.error().message);
    lines.put_back();
    return format;
  }
}

}  // namespace

Result<void> read_results(std::istream& in, const std::string& name, const ImportOptions& options,
                          ImportedResults& results) {
  TextLines lines{in, options.one_of_several};
  const auto format = TRY(options.format ? Recognised{*options.format} : recognise(lines));
  results.begin_file(name, options.strict);
  const auto read = [&] {
    switch (format) {
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
