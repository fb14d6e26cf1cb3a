#include <fstream>
#include <iostream>

#include <toml++/toml.h>

#include "cards/unreadable.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"

namespace tribunal {
namespace {

constexpr std::size_t longest_plan = std::size_t{4} << 20U;

}  // namespace

Result<std::string> read_plan_text(const std::filesystem::path& file) {
  if (auto objection = file == "-" ? std::string{} : objection_to_file(file, expected_files::plan);
      !objection.empty())
    return std::unexpected{std::move(objection)};
  std::ifstream stream;
  if (file != "-") stream.open(file, std::ios::binary);
  auto text = stream ? contents_of(file == "-" ? std::cin : stream, longest_plan) : std::nullopt;
  if (text && text->size() > longest_plan)
    return std::unexpected{file.string() + ": is longer than " + std::to_string(longest_plan) +
                           " bytes; a plan is a TOML file (tribunal help tournaments)"};
  if (text) return *std::move(text);
  return std::unexpected{file.string() + ": " +
                         (file == "-" ? "standard input cannot be read" : "cannot be read") +
                         "; a plan is a TOML file (tribunal help tournaments)"};
}

std::string with_deals(std::string text, std::uint64_t deals) {
  try {
    const toml::table table = toml::parse(text);
    const auto* const value = table.get("deals");
    if (value == nullptr) return text;
    const auto& place = value->source();
    std::size_t line = 0;
    for (toml::source_index number = 1; number < place.begin.line; ++number) line = text.find('\n', line) + 1;
    // Columns are characters; before the value there are only a key and blanks.
    text.replace(line + place.begin.column - 1, place.end.column - place.begin.column, std::to_string(deals));
  } catch (const toml::parse_error&) {  // the reader of the plan reports it
  }
  return text;
}

}  // namespace tribunal
