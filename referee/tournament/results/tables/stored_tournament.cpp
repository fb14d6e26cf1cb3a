#include "tournament/results/tables/stored_tournament.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "tournament/plan/meta.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {

std::string objection(const Conditions& conditions, std::size_t bots) {
  if (conditions.sha256.size() == conditions.commands.size() && conditions.sha256.size() <= bots) return {};
  return fmt::format("the conditions are of {} commands and {} hashes, the plan has {} bots",
                     conditions.commands.size(), conditions.sha256.size(), bots);
}

Result<AllConditions> read_conditions(SQLite::Database& database) {
  AllConditions all;
  SQLite::Statement select{database, "SELECT id, text FROM conditions"};
  while (select.executeStep()) {
    auto conditions = parse_conditions(select.getColumn(1).getString());
    if (!conditions) return std::unexpected{conditions.error()};
    all.emplace(select.getColumn(0).getInt64(), std::move(*conditions));
  }
  if (all.empty()) return std::unexpected{"there are no conditions of games"};
  return all;
}

Result<Tournament> read_tournament(const SQLite::Database& database, const Conditions& last) {
  auto text = read_meta(database, meta::plan_text);
  const std::filesystem::path file = read_meta(database, meta::plan_file);
  if (!file.is_absolute()) return std::unexpected{"where the plan lay is damaged in the database"};
  auto plan = parse_plan(text, file, PlanUse::read);
  if (!plan) return std::unexpected{plan.error()};
  auto rules = rules_of(*plan);
  if (!rules) return std::unexpected{rules.error()};
  auto schedule = schedule_of(*plan);
  if (!schedule) return std::unexpected{schedule.error()};
  plan->sandbox = find_name<SandboxLevel>(last.host.sandbox);
  if (last.sha256.size() != plan->bots.size())
    return std::unexpected{"the last conditions are of other bots than the plan"};
  std::optional<ShardGames> shard;
  if (const auto part = read_meta(database, meta::shard); !part.empty()) {
    shard = parse_shard_games(part);
    const auto bounds = bounds_of(schedule->shape());
    if (!shard || !bounds || shard->games.end > bounds->most_games)
      return std::unexpected{"which shard it is, is damaged in the database"};
  }
  return Tournament{std::move(*plan), std::move(text), std::move(*rules), *schedule, last.sha256, shard, {}};
}

VersionNumbers number_versions(const SQLite::Database& database, const AllConditions& conditions,
                               Versions& versions) {
  VersionNumbers numbers;
  std::vector<std::int64_t> used{conditions.rbegin()->first};
  if (conditions.size() > 1) {
    used.clear();
    SQLite::Statement select{
        database, "SELECT DISTINCT conditions FROM results WHERE typeof(conditions) = 'integer' ORDER BY 1"};
    while (select.executeStep()) used.push_back(select.getColumn(0).getInt64());
  }
  for (const auto id : used) {
    const auto found = conditions.find(id);
    if (found == conditions.end()) continue;
    auto& of_bots = numbers[id];
    for (const auto& sha256 : found->second.sha256) {
      const auto& name = versions.names().at(of_bots.size());
      const bool withdrawn = found->second.withdrawn_after.contains(name);  // no version of it played then
      of_bots.push_back(withdrawn ? 0 : versions.number(static_cast<int>(of_bots.size()), sha256));
    }
  }
  return numbers;
}

}  // namespace tribunal
