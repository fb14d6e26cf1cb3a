#include "tournament/run/bot_sandbox.hpp"

#include "tournament/store/folder.hpp"

namespace tribunal {

namespace fs = std::filesystem;

std::vector<Visibility> visibility_of(const Plan& plan, std::span<const fs::path> results) {
  std::vector<BotFiles> bots;
  for (const auto& planned : plan.bots) {
    BotFiles bot{.name = planned.name,
                 .command = planned.command,
                 .has_directory = planned.has_directory,
                 .sees = planned.sees};
    for (const auto& file : planned.files) bot.files.push_back(planned.command.directory / file);
    bots.push_back(std::move(bot));
  }
  OrganiserFiles organiser{.plan = {}, .results = {results.begin(), results.end()}};
  std::error_code ignored;
  if (fs::exists(plan.file, ignored)) organiser.plan.push_back(plan.file);  // a comparison has no such file
  if (plan.secret_file) organiser.plan.push_back(*plan.secret_file);
  // Beside it lie, as a rule, the results of other tournaments.
  for (const auto& folder : results)
    if (const auto all = folder.parent_path(); all.filename() == usual_results)
      organiser.results.push_back(all);
  return visibility_of(bots, organiser);
}

std::vector<Sandbox> sandboxes_of(const Plan& plan, SandboxLevel level, std::span<const fs::path> results) {
  std::vector<Sandbox> sandboxes;
  for (auto& visibility : visibility_of(plan, results)) {
    sandboxes.push_back({.level = level,
                         .resources = plan.resources,
                         .shown = std::move(visibility.shown),
                         .hidden = std::move(visibility.hidden),
                         .environment = {}});
  }
  return sandboxes;
}

}  // namespace tribunal
