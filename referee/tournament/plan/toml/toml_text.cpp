#include "tournament/plan/toml/toml_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

constexpr std::string_view blanks = " \t\r";
constexpr auto none = std::string_view::npos;

/// A mistake at a byte offset in a line.
struct Found {
  std::size_t at = 0;
  std::string sentence;
};

std::string_view before_comment(std::string_view line) { return trimmed(line.substr(0, line.find('#'))); }

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// The index of the first line `[bots]` or `[games]`. There, double brackets are needed for each bot or game.
std::size_t line_of_single_brackets(const std::vector<std::string_view>& lines) {
  const auto found = std::ranges::find_if(lines, [](std::string_view line) {
    const auto header = before_comment(line);
    return header == "[bots]" || header == "[games]";
  });
  return static_cast<std::size_t>(found - lines.begin());
}

/// A backslash in double quotes that does not begin an escape of TOML, as in a Windows path.
std::optional<Found> backslash(std::string_view line) {
  for (auto at = line.find('"'); at != none && at + 1 < line.size(); ++at) {
    if (line[at] != '\\') continue;
    if (!std::string_view{"btnfr\"\\uU"}.contains(line[at + 1])) {
      return Found{at, "'" + std::string{line.substr(at, 2)} +
                           "' stands for no character; write two backslashes for one, or the text in single "
                           "quotes"};
    }
    ++at;
  }
  return std::nullopt;
}

/// A value without quotes that is a text, or a flag that is not written as in TOML.
std::optional<Found> bare_value(std::string_view line) {
  const auto sign = line.find('=');
  const auto begin = sign == none ? none : line.find_first_not_of(blanks, sign + 1);
  if (begin == none) return std::nullopt;
  const std::string key{trimmed(line.substr(0, sign))};
  const std::string word{before_comment(line.substr(begin))};
  const auto lower = lower_case(word);
  constexpr std::array<std::string_view, 3> yes{"true", "on", "yes"};
  constexpr std::array<std::string_view, 3> no{"false", "off", "no"};
  const bool is_yes = std::ranges::find(yes, lower) != yes.end();
  if (is_yes || std::ranges::find(no, lower) != no.end())
    return Found{begin,
                 "'" + word + "' is not a value; expected " + key + " = " + (is_yes ? "true" : "false")};
  const bool is_text =
      !word.empty() && (lower.front() >= 'a' || std::string_view{"/~$."}.contains(word.front()));
  if (!is_text || word.contains('"') || word.contains('\'')) return std::nullopt;
  return Found{begin, "'" + word + "' is not a value; expected digits, or text in quotes: " + key + " = \"" +
                          word + '"'};
}

/// The key or the table that a line states: `deals` for `deals = 10`, or `[limits]`. Empty for any other
/// line.
std::string_view stated_in(std::string_view line) {
  const auto text = before_comment(line);
  if (text.starts_with('[')) return text;
  return text.contains('=') ? trimmed(text.substr(0, text.find('='))) : std::string_view{};
}

/// A key or a table that an earlier line states already.
std::optional<Found> repetition(const std::vector<std::string_view>& lines, std::size_t number) {
  const auto name = stated_in(lines[number]);
  const bool is_table = name.starts_with('[');
  for (auto before = name.empty() ? 0 : number; before-- > 0;) {
    const auto other = stated_in(lines[before]);
    if (other == name)
      return Found{lines[number].find(name), "'" + std::string{name} + "' is given twice, first in line " +
                                                 std::to_string(before + 1) + "; expected it once"};
    if (!is_table && other.starts_with('[')) break;
  }
  return std::nullopt;
}

/// The position of a byte offset in the line with this index, counted from 0. Columns count characters.
toml::source_position place_in(const std::vector<std::string_view>& lines, std::size_t number,
                               std::size_t at) {
  const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
  const auto column = std::ranges::count_if(lines[number].substr(0, at), is_first_byte);
  return {static_cast<toml::source_index>(number + 1), static_cast<toml::source_index>(column + 1)};
}

/// The parser's sentence without its beginning `Error while parsing ...: `.
std::string sentence_of(const toml::parse_error& error) {
  std::string text{error.description()};
  if (const auto colon = text.find(": ");
      text.starts_with("Error while parsing") && colon != std::string::npos)
    text.erase(0, colon + 2);
  if (text.contains("utf-8")) return text + "; expected the file saved as UTF-8";
  return text + "; expected key = value, such as deals = 10 (tribunal help plan)";
}

}  // namespace

TomlMistake explain(std::string_view text, const toml::parse_error& error) {
  const auto lines = lines_of(text);
  const auto& place = error.source().begin;
  const auto number = std::min(static_cast<std::size_t>(std::max(place.line, 1U)), lines.size()) - 1;
  if (const auto single = line_of_single_brackets(lines); single <= number) {
    const std::string header{before_comment(lines[single])};
    return {place_in(lines, single, lines[single].find('[')),
            "'" + header + "' is not the line of a table; did you mean '[" + header + "]'?"};
  }
  auto found = backslash(lines[number]);
  if (!found) found = bare_value(lines[number]);
  if (!found) found = repetition(lines, number);
  if (found) return {place_in(lines, number, found->at), std::move(found->sentence)};
  return {place, sentence_of(error)};
}

}  // namespace tribunal
