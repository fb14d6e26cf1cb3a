#include "tournament/plan/planned_bots.hpp"

#include <algorithm>
#include <iterator>

#include "base/spelling.hpp"
#include "bots/identity/folder_walk.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/program.hpp"
#include "tournament/plan/bot_names.hpp"
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
  if (is_sample_bot(planned.command.words.front()))  // a plan cannot name a sample bot's kit
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
  if (fs::exists(plan.file, ignored)) organiser.plan.push_back(plan.file);  // a comparison has none
  if (plan.secret_file) organiser.plan.push_back(*plan.secret_file);
  // The results of other tournaments are usually in the same parent folder.
  for (const auto& folder : results)
    if (const auto all = folder.parent_path(); all.filename() == usual_results)
      organiser.results.push_back(all);
  return organiser;
}

std::string no_such(std::string_view kind, const fs::path& path) {
  const auto near = near_name(path);
  return "there is no " + std::string{kind} + ' ' + path.string() +
         (near.empty() ? "; a relative path starts at the plan's folder, or at the bot's 'directory'"
                       : "; " + did_you_mean(near));
}

/// The missing file of one bot, which gets index 0.
std::optional<MissingFile> missing_file(const PlannedBot& bot) {
  const auto missing = [&](std::string_view key, const fs::path& file) -> std::optional<MissingFile> {
    std::error_code ignored;
    const auto path = (bot.command.directory / file).lexically_normal();
    if (fs::is_regular_file(path, ignored)) return std::nullopt;
    return MissingFile{0, key, no_such("file", path)};
  };
  std::error_code ignored;
  if (bot.has_directory && !fs::is_directory(bot.command.directory, ignored))
    return MissingFile{0, "directory", no_such("directory", bot.command.directory)};
  for (const auto& file : bot.files)
    if (auto found = missing("files", file)) return found;
  const auto& program = bot.command.words.front();
  if (auto near = near_sample_bot(program)) return MissingFile{0, "command", *std::move(near)};
  return program.contains('/') ? missing("command", program) : std::nullopt;
}

/// Whether the files of a bot may be missing: it is withdrawn, not built yet, or absent.
bool is_unknown(const PlannedBot& bot) {
  return bot.stay.withdrawn_after || !bot.build.empty() || is_absent(bot);
}

}  // namespace

bool is_absent(const PlannedBot& bot) {
  return bot.optional && !near_sample_bot(bot.command.words.front()) && !look_at(bot.command) &&
         missing_file(bot);
}

std::vector<Visibility> visibility_of(const Plan& plan, std::span<const fs::path> results) {
  return visibility_of(files_of_all(plan), organiser_of(plan, results));
}

std::vector<Sandbox> sandboxes_of(const Plan& plan, SandboxLevel level, std::span<const fs::path> results) {
  std::vector<Sandbox> sandboxes;
  auto organiser = organiser_of(plan, results);
  auto& kept = organiser.results;
  for (auto& file : organiser.plan)
    if (!is_in(real_path(file), shipped_folder())) kept.push_back(std::move(file));
  for (auto& visibility : visibility_of(plan, results)) {
    for (const auto& folder : visibility.own)
      std::ranges::move(outputs_below(folder, visibility.shown), std::back_inserter(visibility.hidden));
    sandboxes.push_back({.level = level,
                         .resources = plan.resources,
                         .shown = std::move(visibility.shown),
                         .hidden = std::move(visibility.hidden),
                         .environment = {},
                         .organiser = kept});
  }
  return sandboxes;
}

std::optional<MissingFile> missing_file(const Plan& plan) {
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot) {
    if (is_unknown(plan.bots[bot])) continue;
    auto found = missing_file(plan.bots[bot]);
    if (!found) continue;
    found->bot = bot;
    return found;
  }
  return std::nullopt;
}

Result<std::vector<BotIdentity>> identities_of(const Plan& plan, std::span<const fs::path> results,
                                               std::span<const BotIdentity> known) {
  std::vector<bool> unknown;
  for (const auto& bot : plan.bots) unknown.push_back(is_unknown(bot));
  if (const auto missing = missing_file(plan))
    return std::unexpected{"bot " + plan.bots[missing->bot].name + ": " + missing->sentence};
  return identities_of(files_of_all(plan), organiser_of(plan, results), known, unknown);
}

Result<BotIdentity> identity_by_named_files(const PlannedBot& bot) {
  return identity_by_named_files(files_of_planned(bot));
}

}  // namespace tribunal
