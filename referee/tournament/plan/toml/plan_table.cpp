#include "tournament/plan/toml/plan_table.hpp"

#include <fmt/format.h>
#include <sstream>

#include "base/spelling.hpp"
#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

const toml::table no_table;

std::string in_quotes(std::string_view text) { return "'" + std::string{text} + "'"; }

/// A value as the plan states it. For a list or a table, only `a list` or `a table`.
std::string value_text(const toml::node& node) {
  if (node.is_array()) return "a list";
  if (node.is_table()) return "a table";
  std::ostringstream text;
  node.visit([&](const auto& value) {
    if constexpr (toml::is_value<decltype(value)>) text << value;
  });
  return text.str();
}

/// A hint for a number in quotes: `; without quotes: deals = 10`. Empty for any other value.
std::string unquoted_number(std::string_view key, const toml::node& node) {
  const auto text = node.value<std::string>();
  const bool is_number =
      text && !text->empty() && std::ranges::all_of(*text, [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? "; without quotes: " + std::string{key} + " = " + *text : "";
}

}  // namespace

void PlanProblem::report(const toml::source_region& where, std::string_view sentence) {
  if (!found_)
    found_ = {ErrorCode::wrong_plan, Place{file_, where.begin.line, where.begin.column}, harmless(sentence)};
}

void PlanTable::report(std::string_view key, std::string_view sentence) const {
  const auto* const node = table_.get(key);
  problem_.report(node != nullptr ? node->source() : table_.source(), sentence);
}

void PlanTable::allow_only(std::span<const PlanPart> parts, std::string_view place) const {
  const auto& keys = std::ranges::find(parts, place, &PlanPart::place)->keys;
  for (const auto& [key, value] : table_) {
    const auto name = key.str();
    const auto has_it = [&](const PlanPart& part) {
      return std::ranges::find(part.keys, name) != part.keys.end();
    };
    if (std::ranges::find(keys, name) != keys.end()) continue;
    const auto other = std::ranges::find_if(parts, has_it);
    const std::vector<std::string> known{keys.begin(), keys.end()};
    problem_.report(key.source(), other == parts.end()
                                      ? "there is no key " + in_quotes(name) + suggestion(name, known)
                                      : in_quotes(name) + " stands " + std::string{place} + "; expected it " +
                                            std::string{other->place});
  }
}

std::optional<std::string> PlanTable::text(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  const auto* const text = table_.get_as<std::string>(key);
  if (text == nullptr) {
    const auto& node = *table_.get(key);
    report(key, in_quotes(key) + " must be a text, not " + value_text(node) + "; for example " +
                    std::string{key} + " = \"" +
                    (node.is_number() || node.is_boolean() ? value_text(node) : "...") + '"');
    return std::nullopt;
  }
  if (text->get().contains('\0')) report(key, in_quotes(key) + " must not hold a NUL character");
  return text->get();
}

std::string PlanTable::required_text(std::string_view key, std::string_view example) const {
  if (!has(key)) report(key, "there is no " + in_quotes(key) + "; for example " + std::string{example});
  auto found = text(key);
  if (found && found->empty()) report(key, in_quotes(key) + " is empty; for example " + std::string{example});
  return found.value_or("");
}

std::optional<std::int64_t> PlanTable::number(std::string_view key, std::int64_t lowest,
                                              std::int64_t highest) const {
  if (!has(key)) return std::nullopt;
  const auto* const number = table_.get_as<std::int64_t>(key);
  if (number == nullptr || number->get() < lowest || number->get() > highest) {
    const auto& node = *table_.get(key);
    report(key, fmt::format("{} must be a whole number from {} to {}, not {}{}", in_quotes(key), lowest,
                            highest, value_text(node), unquoted_number(key, node)));
    return std::nullopt;
  }
  return number->get();
}

std::optional<std::size_t> PlanTable::word(std::string_view key,
                                           std::span<const std::string_view> words) const {
  const auto given = text(key);
  if (!given) return std::nullopt;
  const auto found = std::ranges::find(words, *given);
  if (found == words.end()) {
    const std::vector<std::string> known{words.begin(), words.end()};
    report(key, in_quotes(key) + " cannot be " + in_quotes(*given) + suggestion(*given, known));
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - words.begin());
}

bool PlanTable::flag(std::string_view key) const {
  if (!has(key)) return false;
  const auto* const flag = table_.get_as<bool>(key);
  if (flag == nullptr)
    report(key, in_quotes(key) + " must be true or false, not " + value_text(*table_.get(key)));
  return flag != nullptr && flag->get();
}

std::vector<std::string> PlanTable::texts(std::string_view key) const {
  std::vector<std::string> texts;
  if (!has(key)) return texts;
  const auto* const array = table_.get_as<toml::array>(key);
  if (array == nullptr || !(array->empty() || array->is_homogeneous<std::string>())) {
    report(key, in_quotes(key) + " must be a list of texts, not " + value_text(*table_.get(key)) +
                    "; for example " + std::string{key} + " = [\"...\"]");
    return texts;
  }
  for (const auto& entry : *array) texts.push_back(entry.value_or(std::string{}));
  return texts;
}

std::vector<std::string> PlanTable::text_or_texts(std::string_view key) const {
  if (table_.get_as<toml::array>(key) != nullptr) return texts(key);
  const auto one = text(key);
  return one ? std::vector{*one} : std::vector<std::string>{};
}

PlanTable PlanTable::table(std::string_view key) const {
  if (!has(key)) return {no_table, problem_};
  const auto* const table = table_.get_as<toml::table>(key);
  if (table == nullptr)
    report(key, in_quotes(key) + " must be a table; expected a line [" + std::string{key} + "]");
  return {table != nullptr ? *table : no_table, problem_};
}

std::vector<PlanTable> PlanTable::tables(std::string_view key) const {
  std::vector<PlanTable> tables;
  if (!has(key)) return tables;
  const auto* const array = table_.get_as<toml::array>(key);
  if (array == nullptr || !array->is_homogeneous<toml::table>()) {
    report(key, in_quotes(key) + " must be tables; expected a line [[" + std::string{key} + "]] for each");
    return tables;
  }
  for (const auto& entry : *array) tables.emplace_back(*entry.as_table(), problem_);
  return tables;
}

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
