#include <algorithm>
#include <fstream>
#include <iostream>

#include "base/files.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/plan/toml/plan_table.hpp"

namespace tribunal {
namespace {

constexpr std::size_t longest_plan = std::size_t{4} << 20U;

}  // namespace

Result<std::string> read_plan_text(const std::filesystem::path& file) {
  if (file != "-")
    if (auto objection = objection_to_file(file, expected_files::plan))
      return std::unexpected{*std::move(objection)};
  std::ifstream stream;
  if (file != "-") stream.open(file, std::ios::binary);
  auto text = stream ? contents_of(file == "-" ? std::cin : stream, longest_plan) : std::nullopt;
  if (text && text->size() > longest_plan)
    return std::unexpected{file.string() + ": is longer than " + std::to_string(longest_plan) +
                           " bytes; a plan is a TOML file (tribunal help plan)"};
  if (text) return *std::move(text);
  return std::unexpected{file.string() + ": " +
                         (file == "-" ? "standard input cannot be read" : "cannot be read") +
                         "; a plan is a TOML file (tribunal help plan)"};
}

const Limits& limits_of(const Plan& plan, std::size_t bot) {
  const auto& own = plan.bots.at(bot).limits;
  return own ? *own : plan.limits;
}

std::vector<Limits> own_limits_of(const Plan& plan, std::span<const int> seating) {
  const auto has_own = [&](int bot) { return plan.bot(bot).limits.has_value(); };
  std::vector<Limits> limits;
  if (std::ranges::none_of(seating, has_own)) return limits;
  for (const int bot : seating) limits.push_back(limits_of(plan, static_cast<std::size_t>(bot)));
  return limits;
}

std::string with_deals(std::string text, std::uint64_t deals) {
  const auto table = toml_of(text);
  const auto* const value = table ? table->get("deals") : nullptr;
  return value == nullptr ? text : with_value(std::move(text), *value, std::to_string(deals));
}

}  // namespace tribunal
