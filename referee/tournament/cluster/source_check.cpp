#include "tournament/cluster/source_check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

#include "base/escape.hpp"
#include "tournament/results/folder_check.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/stored_game_check.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The limit on damaged games that may be replaced; more indicate another problem than a damaged row.
constexpr std::size_t most_replaced = 100'000;

/// The command that plays the games of a folder again, if it is a shard's.
std::string what_to_do(const MergeSource& source, const fs::path& out) {
  const auto& tournament = source.tournament;
  std::error_code ignored;
  if (fs::equivalent(source.folder, out, ignored)) return "merge all parts into a new folder";
  if (!tournament.shard) return "restore it from a copy, or leave it out";
  auto all = source.folder.parent_path();
  if (tournament.schedule.in_rounds()) all = all.parent_path();
  const bool is_later_round = source.rounds.size() > 1;
  return fmt::format(
      "delete this folder, play it again by 'tribunal tournament {} --shard {} --out {}{}', "
      "and merge again",
      shell_word(tournament.plan.file.string()), to_text(tournament.shard->shard), shell_word(all.string()),
      is_later_round ? " --after " + shell_word(out.string()) : "");
}

Error refusal(const MergeSource& source, const fs::path& out, const std::string& why) {
  return {ErrorCode::unreadable, Place{source.folder.string()},
          fmt::format("{}; nothing is merged: {}", why, what_to_do(source, out))};
}

Result<void> check_source(MergeSource& source, const fs::path& out, bool is_out, const Secret& secret,
                          unsigned threads) {
  const auto refuse = [&](const std::string& why) { return std::unexpected{refusal(source, out, why)}; };
  const auto results = Results::open(source.folder);
  if (!results) return refuse(results.error().message);
  std::string wrong;
  const auto note = [&](const StoredDifference& difference) {
    source.damaged.emplace(difference.game, difference.text);
    const bool go_on = is_out && source.damaged.size() <= most_replaced;
    if (!go_on) wrong = difference.text;
    return go_on;
  };
  const auto compared = compare_stored(*results, secret, threads, {}, note);
  if (!compared) return refuse(compared.error().message);
  if (!wrong.empty()) return refuse(wrong);
  source.verified_games = *compared;
  const auto beside = difference_beside_games(*results, source.folder);
  if (!beside) return refuse(beside.error().message);
  if (!beside->empty() && !is_out) return refuse(*beside);
  source.is_plain = source.is_plain && beside->empty();  // else only what belongs to games is copied
  return {};
}

}  // namespace

Result<void> check_sources(std::vector<MergeSource>& sources, const fs::path& out, const Secret& secret,
                           unsigned threads) {
  std::error_code ignored;
  for (auto& source : sources) {
    const bool is_out = fs::equivalent(source.folder, out, ignored);
    if (auto checked = check_source(source, out, is_out, secret, threads); !checked) return checked;
  }
  return {};
}

Result<std::string> objection_to_rounds(const fs::path& folder) {
  const auto results = Results::open(folder);
  if (!results) return std::unexpected{results.error()};
  const auto& schedule = results->tournament().schedule;
  if (!schedule.in_rounds()) return std::string{};
  std::string wrong;
  const auto look = [&](const GameResult& game) {
    const bool is_known = game.index < schedule.size();
    const auto scheduled = is_known ? schedule.game(game.index) : ScheduledGame{};
    if (!is_known || game.deal != scheduled.deal ||
        !std::ranges::equal(game.seats, scheduled.seating, {}, &SeatResult::bot))
      wrong = fmt::format("game {} is not one of its round: its deal or its bots differ", game.index);
    return wrong.empty();
  };
  if (const auto walked = results->for_each(look, LastColumn::faults); !walked)
    return std::unexpected{walked.error()};
  return wrong;
}

}  // namespace tribunal
