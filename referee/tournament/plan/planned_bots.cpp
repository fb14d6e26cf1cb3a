#include "tournament/plan/planned_bots.hpp"

#include <algorithm>
#include <utility>

#include "bots/system/sample_bots.hpp"
#include "tournament/plan/new_plan.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

BotFiles files_of_planned(const PlannedBot& planned) {
  BotFiles bot{.name = planned.name,
               .command = planned.command,
               .has_directory = planned.has_directory,
               .sees = planned.sees};
  for (const auto& file : planned.files) bot.files.push_back(planned.command.directory / file);
  if (is_sample_bot(planned.command.words.front()))  // `command = "counter"`: the plan cannot name its kit
    for (auto& kit : kits_of(planned.command)) bot.files.push_back(std::move(kit));
  return bot;
}

std::vector<BotFiles> files_of_all(const Plan& plan) {
  std::vector<BotFiles> bots;
  for (const auto& planned : plan.bots) bots.push_back(files_of_planned(planned));
  return bots;
}

OrganiserFiles organiser_of(const Plan& plan, std::span<const fs::path> results) {
  OrganiserFiles organiser{.plan = {}, .results = {results.begin(), results.end()}};
  std::error_code ignored;
  if (fs::exists(plan.file, ignored)) organiser.plan.push_back(plan.file);  // a comparison has no such file
  if (plan.secret_file) organiser.plan.push_back(*plan.secret_file);
  // The results of other tournaments usually lie beside it.
  for (const auto& folder : results)
    if (const auto all = folder.parent_path(); all.filename() == usual_results)
      organiser.results.push_back(all);
  return organiser;
}

/// A file that is named but missing; empty if none is.
fs::path missing_file(const PlannedBot& bot) {
  auto files = bot.files;
  if (bot.command.words.front().contains('/')) files.push_back(bot.command.words.front());
  for (const auto& file : files) {
    std::error_code ignored;
    if (!fs::is_regular_file(bot.command.directory / file, ignored)) return bot.command.directory / file;
  }
  return {};
}

}  // namespace

std::vector<Visibility> visibility_of(const Plan& plan, std::span<const fs::path> results) {
  return visibility_of(files_of_all(plan), organiser_of(plan, results));
}

std::expected<std::vector<BotIdentity>, std::string> identities_of(const Plan& plan,
                                                                   std::span<const fs::path> results,
                                                                   std::span<const BotIdentity> known) {
  std::vector<bool> withdrawn;
  for (const auto& bot : plan.bots) {
    withdrawn.push_back(bot.stay.withdrawn_after.has_value());
    if (withdrawn.back()) continue;
    if (const auto missing = missing_file(bot); !missing.empty())
      return std::unexpected{"bot " + bot.name + ": there is no file " + missing.string()};
  }
  return identities_of(files_of_all(plan), organiser_of(plan, results), known, withdrawn);
}

std::expected<BotIdentity, std::string> identity_by_named_files(const PlannedBot& bot) {
  return identity_by_named_files(files_of_planned(bot));
}

}  // namespace tribunal
