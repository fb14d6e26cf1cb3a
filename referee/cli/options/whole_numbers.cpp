#include "cli/options/whole_numbers.hpp"

#include <charconv>
#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>

namespace tribunal {
namespace {

/// What is wrong with `text` as a number; empty if nothing is.
std::string problem_of(const std::string& text) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec == std::errc::result_out_of_range) return text + " is beyond " + std::to_string(UINT64_MAX);
  const bool whole = read.ec == std::errc{} && read.ptr == text.data() + text.size();
  if (whole && std::to_string(number) == text) return {};
  return "'" + text + "' is no whole number; digits alone are expected, without sign or leading zeros" +
         (whole ? ": " + std::to_string(number) : "");
}

bool takes_whole_numbers(const CLI::Option& option) {
  const auto type = option.get_type_name();
  return option.get_items_expected_max() > 0 && (type.starts_with("INT") || type.starts_with("UINT"));
}

}  // namespace

void require_whole_numbers(CLI::App& app) {
  for (auto* const command : app.get_subcommands([](CLI::App*) { return true; })) {
    for (auto* const option : command->get_options([](CLI::Option*) { return true; }))
      if (takes_whole_numbers(*option)) option->check(CLI::Validator{problem_of, ""});
  }
}

}  // namespace tribunal
