#include "cli/results/folder_bots.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <span>
#include <utility>

#include "cli/options/store_exit_code.hpp"
#include "record/utf8.hpp"
#include "tournament/plan/bot_entry.hpp"
#include "tournament/run/bot_sandbox.hpp"
#include "tournament/store/bot_changes.hpp"

namespace tribunal {

std::expected<FolderBots, Refusal> FolderBots::open(const std::string& folder) {
  auto results = Results::open(folder, RoundSource::nowhere);
  if (!results) return std::unexpected{Refusal{exit_code_of(results.error()), results.error().message}};
  return FolderBots{folder, *std::move(results)};
}

const Resources& FolderBots::resources() const { return results_.tournament().plan.resources; }

std::expected<std::vector<BotEntry>, Refusal> FolderBots::seated(const Record& record,
                                                                 SandboxLevel level) const {
  const auto& tournament = results_.tournament();
  const std::filesystem::path folder{folder_};
  const auto sandboxes = sandboxes_of(tournament.plan, level, std::span{&folder, 1});
  const auto now = identities_of(tournament.plan, std::span{&folder, 1});
  if (!now) return std::unexpected{Refusal{ExitCode::usage, now.error()}};
  for (const auto& sentence : changes_since_results(results_, folder))
    std::cerr << "tribunal: note: " << harmless(sentence) << '\n';
  std::vector<BotEntry> entries;
  for (const auto& entrant : record.entrants) {
    const auto found = std::ranges::find(tournament.plan.bots, entrant.bot, &PlannedBot::name);
    entries.push_back(
        entry_of(tournament, sandboxes, static_cast<int>(found - tournament.plan.bots.begin())));
    entries.back().sha256 = now->at(static_cast<std::size_t>(found - tournament.plan.bots.begin())).sha256;
  }
  return entries;
}

}  // namespace tribunal
