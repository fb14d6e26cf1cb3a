#include "tournament/results/bot_changes.hpp"

#include "tournament/results/folder.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The stored files of a bot. Empty if there are none, or if others report that they are unreadable.
Manifest stored_files(const Results& results, const std::string& sha256) {
  return sha256.empty() ? Manifest{} : results.bot_files(sha256).value_or(Manifest{});
}

}  // namespace

std::vector<std::string> changes_of_run(const Tournament& tournament, const fs::path& results) {
  const auto changes = changes_since(tournament, results);
  if (!changes)
    return {"it is unknown whether bots changed while their games were played: " + changes.error().message};
  std::vector<std::string> sentences;
  for (std::size_t bot = 0; bot < changes->size(); ++bot) {
    if (changes->at(bot).empty() || tournament.plan.bots[bot].stay.withdrawn_after) continue;
    sentences.push_back("bot " + tournament.plan.bots[bot].name + ": " +
                        changes_text(tournament.files[bot], changes->at(bot)) +
                        " while the games were played; they count for the bot as it was at the start. A bot "
                        "should write to TMPDIR; to change a bot, start a new run");
  }
  return sentences;
}

std::string changes_since_game(const BotIdentity& bot, const BotIdentity& by_named_files,
                               const std::string& recorded, const Manifest& files_then) {
  if (recorded.empty() || recorded == bot.sha256 || recorded == by_named_files.sha256) return {};
  if (files_then.empty())
    return "its hash is " + (bot.sha256.empty() ? "that of nothing" : bot.sha256) + ", recorded is " +
           recorded;
  // A bot that shared its folder at that time consisted of the named files.
  const auto is_named = [&](const BotFile& file) {
    return std::ranges::find(by_named_files.files, file.path, &BotFile::path) != by_named_files.files.end();
  };
  const auto& now = std::ranges::all_of(files_then, is_named) ? by_named_files.files : bot.files;
  return changes_text(files_then, changes_between(files_then, now));
}

std::vector<std::string> changes_since_results(const Results& results, const fs::path& folder) {
  const auto& tournament = results.tournament();
  const auto now = identities_of(tournament.plan, std::span{&folder, 1});
  if (!now) return {"it is unknown whether the bots are those that played: " + now.error().message};
  std::vector<std::string> changed;
  for (std::size_t bot = 0; bot < now->size(); ++bot) {
    const auto& planned = tournament.plan.bots[bot];
    const auto& recorded = tournament.sha256[bot];
    if (planned.stay.withdrawn_after || !planned.build.empty() || recorded.empty() ||
        recorded == now->at(bot).sha256)
      continue;
    const auto files = stored_files(results, recorded);
    auto changes = changes_since_game(now->at(bot), now->at(bot), recorded, files);
    changed.push_back("bot " + planned.name +
                      " is not the one that played the last games: " + std::move(changes));
  }
  return changed;
}

}  // namespace tribunal
