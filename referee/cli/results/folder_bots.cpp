#include "cli/results/folder_bots.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <span>
#include <utility>

#include "base/text/utf8.hpp"
#include "cli/options/bot_options.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/bot_changes.hpp"

namespace tribunal {

Result<FolderBots> FolderBots::open(const std::string& folder) {
  auto results = Results::open(folder, RoundSource::nowhere);
  if (!results) return std::unexpected{results.error()};
  return FolderBots{folder, *std::move(results)};
}

const Resources& FolderBots::resources() const { return results_.tournament().plan.resources; }

namespace {

std::size_t number_of(const Plan& plan, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(plan.bots, name, &PlannedBot::name) - plan.bots.begin());
}

/// A name that no other bot at the table has: `mybot`, `mybot-2`.
std::string unused_name(const Plan& plan, const std::vector<std::size_t>& bots, std::size_t own,
                        const std::string& name) {
  auto candidate = name;
  const auto has_it = [&](std::size_t bot) { return bot != own && plan.bots[bot].name == candidate; };
  for (int count = 2; std::ranges::any_of(bots, has_it); ++count)
    candidate = name + "-" + std::to_string(count);
  return candidate;
}

/// Writes the substitute into the plan, and its number into `bots`, those of the seats. It takes the place of
/// the bot whose seat it has, unless that bot plays in another seat too: then it is one more.
Result<void> substitute(Plan& plan, std::vector<std::size_t>& bots, const Substitute& instead) {
  auto entries = named_entries_of({instead.command});
  if (!entries) return std::unexpected{entries.error()};
  auto& entry = entries->front();
  auto& bot = bots.at(instead.seat);
  if (std::ranges::count(bots, bot) > 1) {
    bot = plan.bots.size();
    plan.bots.emplace_back();
  }
  PlannedBot planned;
  planned.name = unused_name(plan, bots, bot, entry.name);
  planned.command_text = instead.command;
  planned.command = std::move(entry.command);
  for (const auto& kit : kits_of(planned.command)) planned.files.push_back(kit.string());
  plan.bots[bot] = std::move(planned);
  return {};
}

}  // namespace

Result<std::vector<BotEntry>> FolderBots::seated(const Record& record, SandboxLevel level,
                                                 std::span<const Substitute> substitutes) const {
  auto tournament = results_.tournament();
  std::vector<std::size_t> bots;
  for (const auto& entrant : record.entrants) bots.push_back(number_of(tournament.plan, entrant.bot));
  for (const auto& instead : substitutes)
    if (const auto done = substitute(tournament.plan, bots, instead); !done)
      return std::unexpected{done.error()};
  const std::filesystem::path folder{folder_};
  const auto sandboxes = sandboxes_of(tournament.plan, level, std::span{&folder, 1});
  const auto now = identities_of(tournament.plan, std::span{&folder, 1});
  if (!now) return std::unexpected{now.error()};
  for (const auto& sentence : changes_since_results(results_, folder))
    std::cerr << "tribunal: note: " << harmless(sentence) << '\n';
  tournament.sha256.resize(tournament.plan.bots.size());
  std::vector<BotEntry> entries;
  for (const auto bot : bots) {
    entries.push_back(entry_of(tournament, sandboxes, static_cast<int>(bot)));
    entries.back().sha256 = now->at(bot).sha256;
  }
  return entries;
}

}  // namespace tribunal
