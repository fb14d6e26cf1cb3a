#include "tournament/plan/toml/toml_mistake.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/spelling.hpp"

namespace tribunal {
namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::string_view form_of_lines =
    "expected key = value, such as deals = 10 (tribunal help tournaments)";
constexpr auto none = std::string_view::npos;

/// A mistake at an offset, in bytes, of a line.
struct Found {
  std::size_t at = 0;
  std::string sentence;
};

std::string quoted_text(std::string_view text) { return "'" + std::string{text} + "'"; }

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(blanks);
  if (begin == none) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_key_character(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
}
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

/// The characters of the word at the beginning of `text`.
std::string_view first_character(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && is_continuation(text[size])) ++size;
  return text.substr(0, size);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// `limits` of `[limits]`, `bots` of `[[bots]]`; empty for another line.
std::string_view name_in_header(std::string_view line) {
  auto name = trimmed(line);
  if (!name.starts_with('[')) return {};
  name.remove_prefix(std::min(name.find_first_not_of("[ \t"), name.size()));
  return name.substr(0, name.find_first_of("] \t#"));
}

bool is_of_tables(std::string_view name) { return name == "bots" || name == "games"; }

/// A line that begins with `[`.
std::optional<Found> header_mistake(std::string_view line) {
  const auto begin = line.find('[');
  const auto name = name_in_header(line);
  const auto opened = line.find_first_not_of('[', begin) - begin;
  const auto closing = line.find(']', begin);
  const auto closed = closing == none ? 0
                      : line.substr(closing).find_first_not_of(']') == none
                          ? line.size() - closing
                          : line.substr(closing).find_first_not_of(']');
  if (name.empty())
    return Found{begin, quoted_text(trimmed(line)) + " names no table; expected a name, as in [limits]"};
  const bool is_double = is_of_tables(name) || std::max(opened, closed) > 1;
  const auto right = (is_double ? "[[" : "[") + std::string{name} + (is_double ? "]]" : "]");
  if (opened != (is_double ? 2 : 1) || closed != opened) {
    return Found{begin, quoted_text(trimmed(line.substr(0, line.find('#')))) +
                            " is not the line of a table; did you mean " + quoted_text(right) + "?"};
  }
  const auto rest = trimmed(line.substr(closing + closed));
  if (rest.empty() || rest.starts_with('#')) return std::nullopt;
  return Found{line.find(rest, closing),
               "unexpected " + quoted_text(rest) + " after " + right + "; expected it in a line of its own"};
}

/// The end of the text in quotes that begins at `begin`, after its last quote; nothing if it has none.
std::size_t end_of_quotes(std::string_view line, std::size_t begin) {
  for (auto at = begin + 1; at < line.size(); ++at) {
    if (line[at] == line[begin]) return at + 1;
    if (line[at] == '\\' && line[begin] == '"') ++at;
  }
  return none;
}

std::optional<Found> escape_mistake(std::string_view line, std::size_t begin, std::size_t end) {
  for (auto at = begin; line[begin] == '"' && at + 1 < end; ++at) {
    if (line[at] != '\\') continue;
    if (!std::string_view{"btnfr\"\\uU"}.contains(line[at + 1])) {
      return Found{at, quoted_text(line.substr(at, 2)) +
                           " stands for no character; write two backslashes for one, or the text in single "
                           "quotes"};
    }
    ++at;
  }
  return std::nullopt;
}

/// A value that begins with a quote.
std::optional<Found> quotes_mistake(std::string_view line, std::size_t begin, const std::string& key) {
  if (line.substr(begin).starts_with(R"(""")") || line.substr(begin).starts_with("'''")) return std::nullopt;
  const auto end = end_of_quotes(line, begin);
  if (end == none) {
    return Found{begin, "the text that begins here has no closing quote; expected " + key + " = " +
                            line[begin] + "..." + line[begin]};
  }
  if (auto wrong = escape_mistake(line, begin, end)) return wrong;
  const auto rest = trimmed(line.substr(end));
  if (rest.empty() || rest.starts_with('#')) return std::nullopt;
  return Found{line.find(rest, end), "unexpected " + quoted_text(rest) + " after the value of " +
                                         quoted_text(key) + "; expected the end of the line"};
}

/// Quotes that are none for TOML, as word processors set them.
bool begins_with_other_quote(std::string_view text) {
  constexpr std::array<std::string_view, 9> others{"\u201c", "\u201d", "\u201e", "\u2018", "\u2019",
                                                   "\u201a", "\u00ab", "\u00bb", "`"};
  return std::ranges::any_of(others, [&](auto quote) { return text.starts_with(quote); });
}

std::string lower_case(std::string_view word) {
  std::string lower{word};
  for (auto& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

/// The digits of `word` alone, without leading zeros, if a person would take it for a whole number: `1,000`,
/// `010`.
std::string digits_of(std::string_view word) {
  std::string digits;
  for (const char c : word) {
    if (!is_digit(c) && c != ',' && c != '\'' && c != ' ') return {};
    if (is_digit(c) && (c != '0' || !digits.empty())) digits += c;
  }
  return digits.empty() ? "0" : digits;
}

/// The mistake in a value that begins with a digit; nothing if it may be a number or a date.
std::optional<std::string> number_mistake(std::string_view word) {
  const auto digits = digits_of(word);
  if (!digits.empty() && digits != word)
    return quoted_text(word) + " is no whole number as TOML writes it; did you mean '" + digits + "'?";
  const auto number = word.substr(0, word.find_first_not_of("0123456789_"));
  const auto rest = trimmed(word.substr(number.size()));
  const bool is_unit = !rest.empty() && std::ranges::none_of(rest, [](char c) {
    return is_digit(c) || std::string_view{".+-:"}.contains(c);
  });
  if (!is_unit) return std::nullopt;
  return quoted_text(word) + " is no number; expected digits alone, without " + quoted_text(rest);
}

/// The mistake in a value without quotes; nothing if it may be a number, a date, true or false.
std::optional<std::string> bare_mistake(std::string_view word, const std::string& key) {
  const auto lower = lower_case(word);
  if (word == "true" || word == "false") return std::nullopt;
  if (lower == "true" || lower == "false")
    return quoted_text(word) + " is no value; did you mean " + quoted_text(lower) + "?";
  constexpr std::array<std::string_view, 4> flags{"on", "off", "yes", "no"};
  if (std::ranges::find(flags, lower) != flags.end())
    return quoted_text(word) + " is no value; expected " + key + " = " +
           (lower == "on" || lower == "yes" ? "true" : "false");
  if (is_digit(word.front())) return number_mistake(word);
  if (word.ends_with('"') || word.ends_with('\''))
    return "the text " + quoted_text(word.substr(0, word.size() - 1)) + " has no opening quote; expected " +
           key + " = \"...\"";
  const bool is_text = is_key_character(word.front()) || word.front() == '/' || word.front() == '~' ||
                       word.front() == '$' || static_cast<unsigned char>(word.front()) >= 0x80;
  if (word.front() == '-' && word.size() > 1 && is_digit(word[1])) return std::nullopt;
  if (is_text && !word.contains('"'))
    return quoted_text(word) + " is no value; expected digits, or text in quotes: " + key + " = \"" +
           std::string{word} + '"';
  return quoted_text(word) + " is no value; expected text in quotes, a whole number, true or false";
}

/// A list's first entry without quotes.
std::optional<Found> list_mistake(std::string_view line, std::size_t begin) {
  for (auto at = begin + 1; at < line.size();) {
    at = line.find_first_not_of(" \t,", at);
    if (at == none || line[at] == '#' || line[at] == ']') return std::nullopt;
    if (line[at] == '"' || line[at] == '\'') {
      const auto end = end_of_quotes(line, at);
      if (end == none) return Found{at, "the text that begins here has no closing quote"};
      at = end;
      continue;
    }
    const auto word = line.substr(at, line.find_first_of(",] \t", at) - at);
    return Found{at, quoted_text(word) + " is no text; expected it in quotes: \"" + std::string{word} + '"'};
  }
  return std::nullopt;
}

std::optional<Found> value_mistake(std::string_view line, std::size_t begin, const std::string& key) {
  const auto at = line.find_first_not_of(blanks, begin);
  if (at == none || line[at] == '#') {
    return Found{std::min(at, line.size()), quoted_text(key) + " has no value; expected " + key + " = VALUE"};
  }
  if (line[at] == '"' || line[at] == '\'') return quotes_mistake(line, at, key);
  if (line[at] == '=') return Found{at, "unexpected '='; expected the value of " + quoted_text(key)};
  if (line[at] == '[') return list_mistake(line, at);
  if (line[at] == '{') return std::nullopt;
  if (begins_with_other_quote(line.substr(at))) {
    return Found{at, "the quote " + quoted_text(first_character(line.substr(at))) +
                         " is none for TOML; expected " + key + " = \"...\""};
  }
  const auto word = trimmed(line.substr(at, line.find('#', at) - at));
  auto sentence = bare_mistake(word, key);
  return sentence ? std::optional{Found{at, *std::move(sentence)}} : std::nullopt;
}

/// A line that is to be `key = value`.
std::optional<Found> pair_mistake(std::string_view line, std::size_t begin) {
  auto end = begin;
  while (end < line.size() && is_key_character(line[end])) ++end;
  const std::string key{line.substr(begin, end - begin)};
  const auto sign = line.find_first_not_of(blanks, end);
  if (key.empty()) {
    if (line[begin] == '"' || line[begin] == '\'')
      return Found{begin, std::string{form_of_lines} + "; a key has no quotes"};
    return Found{begin, "unexpected " + quoted_text(first_character(line.substr(begin))) + "; " +
                            std::string{form_of_lines}};
  }
  if (sign == none) return Found{begin, quoted_text(key) + " has no value; " + std::string{form_of_lines}};
  if (line[sign] == '=') return value_mistake(line, sign + 1, key);
  return Found{sign, "expected '=' after " + quoted_text(key) + ", not " +
                         quoted_text(first_character(line.substr(sign))) + ", as in deals = 10"};
}

/// A mistake that the line shows by itself.
std::optional<Found> line_mistake(std::string_view line) {
  const auto begin = line.find_first_not_of(blanks);
  if (begin == none || line[begin] == '#') return std::nullopt;
  return line[begin] == '[' ? header_mistake(line) : pair_mistake(line, begin);
}

/// The first line that begins one table where each bot, or game, has its own: `[bots]`.
std::size_t line_of_single_brackets(const std::vector<std::string_view>& lines) {
  const auto found = std::ranges::find_if(lines, [](std::string_view line) {
    return is_of_tables(name_in_header(line)) && header_mistake(line).has_value();
  });
  return static_cast<std::size_t>(found - lines.begin());
}

std::string_view key_of(std::string_view line) {
  const auto key = trimmed(line.substr(0, std::min(line.find('='), line.size())));
  return line.contains('=') ? key : std::string_view{};
}

/// A key or a table that is there already, in a line before.
std::optional<Found> repetition(const std::vector<std::string_view>& lines, std::size_t number) {
  const auto header = name_in_header(lines[number]);
  const auto key = key_of(lines[number]);
  for (auto before = number; before-- > 0;) {
    const auto other = name_in_header(lines[before]);
    const bool is_same = header.empty() ? !key.empty() && other.empty() && key_of(lines[before]) == key
                                        : other == header || key_of(lines[before]) == header;
    if (is_same) {
      const auto name = quoted_text(header.empty() ? key : header);
      return Found{
          lines[number].find_first_not_of(blanks),
          name + " is given twice, first in line " + std::to_string(before + 1) + "; expected it once"};
    }
    if (header.empty() && !other.empty()) return std::nullopt;
  }
  return std::nullopt;
}

/// A list that is not closed, in a line before: the parser reads on behind it.
std::optional<std::size_t> open_list(const std::vector<std::string_view>& lines, std::size_t number) {
  for (auto before = std::min(number + 1, lines.size()); before-- > 0;) {
    const auto line = lines[before];
    const auto sign = line.find('=');
    if (!name_in_header(line).empty() && before < number) return std::nullopt;
    if (sign == none) continue;
    const auto value = trimmed(line.substr(sign + 1));
    if (value.starts_with('[') && !value.contains(']')) return before;
    if (before < number) return std::nullopt;
  }
  return std::nullopt;
}

/// The place at an offset of the line with this number, from 0. Columns are characters.
toml::source_position place_in(const std::vector<std::string_view>& lines, std::size_t number,
                               std::size_t at) {
  const auto before = lines[number].substr(0, at);
  const auto column =
      before.size() - static_cast<std::size_t>(std::ranges::count_if(before, is_continuation));
  return {static_cast<toml::source_index>(number + 1), static_cast<toml::source_index>(column + 1)};
}

/// The parser's sentence without `Error while parsing ...: ` before it.
std::string sentence_of(const toml::parse_error& error) {
  std::string text{error.description()};
  if (const auto colon = text.find(": ");
      text.starts_with("Error while parsing") && colon != std::string::npos)
    text.erase(0, colon + 2);
  return text + "; " + std::string{form_of_lines};
}

}  // namespace

TomlMistake explain(std::string_view text, const toml::parse_error& error) {
  const auto lines = lines_of(text);
  const auto& place = error.source().begin;
  const auto number = std::min(static_cast<std::size_t>(std::max(place.line, 1U)), lines.size()) - 1;
  if (const auto single = line_of_single_brackets(lines); single <= number) {
    const auto found = *header_mistake(lines[single]);
    return {place_in(lines, single, found.at), found.sentence};
  }
  if (const auto list = open_list(lines, number)) {
    return {place_in(lines, *list, lines[*list].find('[')),
            "the list that begins here has no closing bracket; expected ]"};
  }
  auto found = line_mistake(lines[number]);
  if (!found) found = repetition(lines, number);
  if (found) return {place_in(lines, number, found->at), found->sentence};
  return {place, sentence_of(error)};
}

}  // namespace tribunal
