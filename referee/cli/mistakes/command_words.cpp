#include "cli/mistakes/command_words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <sstream>

#include <CLI/CLI.hpp>

#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "cli/options/help_format.hpp"

namespace tribunal {
namespace {

struct ValueRange {
  std::string lowest;
  std::string highest;
};

template <typename Number>
std::optional<Number> number_in(const std::string& text) {
  Number number{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

/// `0.499000` without its last zeros.
std::string shortened(std::string number) {
  if (!number.contains('.')) return number;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return number;
}

/// The range that CLI11 has in the option's type, `INT:INT in [1 - 1024]`; empty without one.
ValueRange value_range(const std::string& type) {
  const auto begin = type.find(" in [");
  const auto middle = type.find(" - ", begin);
  const auto end = type.find(']', begin);
  if (begin == std::string::npos || middle == std::string::npos || end == std::string::npos) return {};
  return {shortened(type.substr(begin + 5, middle - begin - 5)),
          shortened(type.substr(middle + 3, end - middle - 3))};
}

/// ` from 1 to 1024`
std::string range_text(const ValueRange& range) {
  return range.lowest.empty() ? "" : " from " + range.lowest + " to " + range.highest;
}

template <typename Number>
bool is_within(Number number, const ValueRange& range) {
  const auto lowest = number_in<Number>(range.lowest);
  const auto highest = number_in<Number>(range.highest);
  return (!lowest || number >= *lowest) && (!highest || number <= *highest);
}

std::optional<std::string> whole_number_problem(const ValueRange& range, const std::string& unit,
                                                const std::string& text) {
  const auto number = number_in<std::uint64_t>(text);
  const bool is_canonical = number && std::to_string(*number) == text;
  if (is_canonical && is_within(*number, range)) return std::nullopt;
  const bool is_too_large =
      !text.empty() && !number && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  const auto range_words = range_text(range.lowest.empty() && is_too_large
                                          ? ValueRange{.lowest = "0", .highest = std::to_string(UINT64_MAX)}
                                          : range);
  return "expected a whole number" + unit + range_words + ", not '" + harmless(text) + "'" +
         (number && !is_canonical ? "; without leading zeros: " + std::to_string(*number) : "");
}

std::optional<std::string> number_problem(const ValueRange& range, const std::string& text) {
  const auto number = number_in<double>(text);
  if (number && std::isfinite(*number) && is_within(*number, range)) return std::nullopt;
  auto with_point = text;
  std::ranges::replace(with_point, ',', '.');
  const bool has_comma = !number && number_in<double>(with_point);
  return "expected a number" + range_text(range) + ", not '" + harmless(text) + "'" +
         (has_comma ? "; did you mean '" + with_point + "'?" : "");
}

std::optional<std::string> problem_of(const CLI::Option& option, const std::string& text) {
  const auto type = option.get_type_name();
  const auto range = value_range(type);
  const bool is_time = option.get_name().ends_with("-ms");
  if (option.get_items_expected_max() == 0) return std::nullopt;
  if (type.starts_with("INT") || type.starts_with("UINT"))
    return whole_number_problem(range, is_time ? " of milliseconds" : "", text);
  if (type.starts_with("FLOAT")) return number_problem(range, text);
  return std::nullopt;
}

}  // namespace

std::string shown(std::string_view word) { return "'" + harmless(word) + "'"; }

std::string full_name(const CLI::App& command) {
  const auto* const parent = command.get_parent();
  if (parent == nullptr || parent->get_parent() == nullptr) return command.get_name();
  return full_name(*parent) + ' ' + command.get_name();
}

std::string help_on(const CLI::App& command) {
  if (command.get_parent() == nullptr) return "tribunal --help";
  if (command.get_parent()->get_parent() == nullptr) return "tribunal help " + command.get_name();
  return "tribunal " + full_name(command) + " --help";
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_name().empty(); });
}

const CLI::App* find_command(const CLI::App& app, std::string_view word) {
  for (const auto* const command : commands_of(app))
    if (command->get_name() == word) return command;
  return nullptr;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* const option : command.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    for (const auto& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

const CLI::Option* find_option(const CLI::App& command, std::string_view name) {
  return name.starts_with('-') ? command.get_option_no_throw(std::string{name}) : nullptr;
}

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

std::string name_of(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  if (!option.get_snames().empty()) return "-" + option.get_snames().front();
  return option.get_name();
}

std::string value_word(const CLI::Option& option) {
  const auto name = value_name(option);
  return name.substr(0, name.find(' '));
}

std::string usage_of(const CLI::App& command) {
  auto usage = "tribunal " + full_name(command);
  for (const auto* const option : command.get_options()) {
    if (!option->get_positional()) continue;
    auto word = option->get_name() + (option->get_allow_extra_args() ? "..." : "");
    if (!option->get_required()) word = '[' + word + ']';
    usage += ' ' + word;
  }
  return usage;
}

std::string example_of(const CLI::App& command) {
  std::istringstream footer{command.get_footer()};
  for (std::string line; std::getline(footer, line);)
    if (line.starts_with("  tribunal ")) return "; for example: " + line.substr(2);
  const auto* const parent = command.get_parent();
  return parent == nullptr || parent->get_parent() == nullptr ? "" : example_of(*parent);
}

std::optional<std::string> value_problem(const CLI::Option& option, const std::string& name,
                                         const std::string& text) {
  if (const auto choices = choices_of(option); !choices.empty()) {
    if (std::ranges::find(choices, text) != choices.end()) return std::nullopt;
    return name + " cannot be '" + harmless(text) + "'" + suggestion(text, choices);
  }
  auto problem = problem_of(option, text);
  return problem ? std::optional{name + ": " + *problem} : std::nullopt;
}

}  // namespace tribunal
