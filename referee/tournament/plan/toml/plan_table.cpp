#include "tournament/plan/toml/plan_table.hpp"

#include <algorithm>
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

}  // namespace tribunal
