#include "tournament/plan/toml/plan_place.hpp"

#include <toml++/toml.h>

namespace tribunal {

Place place_in_plan(std::string_view text, const std::filesystem::path& file, std::optional<std::size_t> bot,
                    std::string_view key) {
  try {
    const toml::table plan = toml::parse(text);
    const auto* table = bot ? plan["bots"][*bot].as_table() : &plan;
    if (table == nullptr) return {file.string()};
    const auto* const value = table->get(key);
    const auto& place = (value != nullptr ? value->source() : table->source()).begin;
    return {file.string(), place.line, place.column};
  } catch (const toml::parse_error&) {
    return {file.string()};
  }
}

}  // namespace tribunal
