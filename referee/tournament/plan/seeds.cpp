#include "tournament/plan/seeds.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <toml++/toml.h>

#include "base/text/utf8.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/plan/toml/plan_table.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> planned_names(const toml::table& plan) {
  std::vector<std::string> names;
  const auto* const bots = plan.get_as<toml::array>("bots");
  if (bots == nullptr) return names;
  for (const auto& bot : *bots) {
    const auto* const table = bot.as_table();
    const auto name = table == nullptr ? std::nullopt : (*table)["name"].value<std::string>();
    if (name) names.push_back(appearance_of(*name, LetterCase::matters));
  }
  return names;
}

/// The list of seeds in a plan's text. None if the text has no list.
std::optional<std::vector<std::string>> seeds_in(const std::string& text) {
  const auto plan = toml_of(text);
  const auto* const list = plan ? plan->get_as<toml::array>(seeds_key) : nullptr;
  if (list == nullptr) return std::nullopt;
  std::vector<std::string> names;
  for (const auto& name : *list) names.push_back(name.value_or(std::string{}));
  return names;
}

std::string with_list(std::string text, const toml::node& value, const std::vector<std::string>& names) {
  return with_value(std::move(text), value, nlohmann::json(names).dump());
}

std::string list_of(const std::vector<std::string>& names) {
  return harmless(fmt::format("{}", fmt::join(names, ", ")));
}

std::vector<std::string> remarks_on(const Seeding& seeding, const std::string& file) {
  std::vector<std::string> remarks{fmt::format("seeds by {}: {}", harmless(file), list_of(seeding.order))};
  if (!seeding.bounds.empty())
    remarks.push_back(
        fmt::format("seeds: the Elo of {} is a bound, and counts as listed", list_of(seeding.bounds)));
  if (!seeding.absent.empty())
    remarks.push_back(fmt::format("seeds: {} {} not in {}: last, in the order of the plan",
                                  list_of(seeding.absent), seeding.absent.size() == 1 ? "is" : "are",
                                  harmless(file)));
  if (!seeding.excluded.empty()) {
    remarks.push_back(fmt::format(
        "seeds: {} {} excluded in {}: last, in the order of the plan; to keep a bot from playing, remove it "
        "from the plan (if an intake writes the plan: 'excluded' in names.toml)",
        list_of(seeding.excluded), seeding.excluded.size() == 1 ? "is" : "are", harmless(file)));
  }
  if (!seeding.unrated.empty())
    remarks.push_back(fmt::format("seeds: {} {} no Elo in {}: last, in the order of the plan",
                                  list_of(seeding.unrated), seeding.unrated.size() == 1 ? "has" : "have",
                                  harmless(file)));
  return remarks;
}

/// The reason that the table cannot seed a plan without the bots `absent`: it has one of them under a similar
/// name. Empty if it has none.
std::string objection_to_names(const std::vector<std::string>& absent, const std::vector<RatedBot>& table) {
  SimilarNames names;
  for (const auto& row : table) static_cast<void>(names.add(row.name));
  for (const auto& bot : absent)
    if (const auto other = names.add(bot); !other.empty())
      return fmt::format("has '{}', and the plan has '{}'; expected the same name in both", harmless(other),
                         harmless(bot));
  return {};
}

/// Remarks on the file of recorded seeds. Empty if the file still gives the same list.
std::vector<std::string> remarks_on_recorded(const std::vector<std::string>& recorded,
                                             const Result<Seeding>& now, const std::string& file) {
  if (now && now->order == recorded) return {};
  return {fmt::format("seeds: as recorded with the results; {} {}", harmless(file),
                      now ? "now gives different seeds, which are not used" : "can no longer be used")};
}

}  // namespace

Seeding seeding_of(const std::vector<std::string>& bots, const std::vector<RatedBot>& table) {
  Seeding seeding;
  std::vector<std::pair<double, std::string>> rated;
  for (const auto& bot : bots) {
    const auto is_it = [&](const RatedBot& row) { return row.name == bot && !row.superseded; };
    const auto row = std::ranges::find_if(table, is_it);
    if (row == table.end()) {
      seeding.absent.push_back(bot);
    } else if (!row->elo && row->excluded) {
      seeding.excluded.push_back(bot);
    } else if (!row->elo) {
      seeding.unrated.push_back(bot);
    } else {
      rated.emplace_back(-*row->elo, bot);
      if (row->is_bound) seeding.bounds.push_back(bot);
    }
  }
  std::ranges::stable_sort(rated, {}, &std::pair<double, std::string>::first);
  for (auto& [elo, bot] : rated) seeding.order.push_back(std::move(bot));
  return seeding;
}

Result<SeededPlan> with_seeds(std::string text, const fs::path& plan_file, const RecordedPlan& recorded) {
  const auto plan = toml_of(text);
  const auto* const value = plan ? plan->get(seeds_key) : nullptr;
  const auto name = value == nullptr || !value->is_string() ? std::nullopt : value->value<std::string>();
  if (!name) return SeededPlan{std::move(text)};
  const auto file = fs::absolute(plan_file).parent_path() / *name;
  const auto table = read_rating_table(file);
  Result<Seeding> seeding = table ? Result<Seeding>{seeding_of(planned_names(*plan), *table)}
                                  : Result<Seeding>{std::unexpected{table.error()}};
  if (seeding && seeding->order.empty() && seeding->unrated.empty() && seeding->excluded.empty())
    seeding =
        std::unexpected{Error{"has none of the bots of this plan; expected the table of their ratings"}};
  if (seeding)
    if (auto wrong = objection_to_names(seeding->absent, *table); !wrong.empty())
      seeding = std::unexpected{Error{std::move(wrong)}};
  const auto event = (*plan)["name"].value_or(std::string{});
  if (const auto before = recorded ? seeds_in(recorded(event)) : std::nullopt)
    return SeededPlan{with_list(std::move(text), *value, *before),
                      remarks_on_recorded(*before, seeding, *name), file};
  if (!seeding)
    return failure(ErrorCode::wrong_plan,
                   Place{plan_file.string(), value->source().begin.line, value->source().begin.column},
                   fmt::format("seeds: {} {}", harmless(file.string()), seeding.error().message));
  return SeededPlan{with_list(std::move(text), *value, seeding->order), remarks_on(*seeding, *name), file};
}

std::vector<std::string> names_in_plan(const std::string& text) {
  const auto plan = toml_of(text);
  return plan ? planned_names(*plan) : std::vector<std::string>{};
}

std::string without_seeds(std::string text) {
  const auto plan = toml_of(text);
  const auto* const value = plan ? plan->get(seeds_key) : nullptr;
  return value == nullptr ? text : with_list(std::move(text), *value, {});
}

}  // namespace tribunal
