#include "tournament/results/void_replays.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/text/utf8.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/read_database.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_tournament.hpp"

namespace tribunal {
namespace {

/// A query for the void games that have not been played again, each with its last ruling.
std::string select_pending() {
  return fmt::format(
      "SELECT game, max(ruling), conditions, bots FROM games WHERE id >= {} AND game NOT IN (SELECT id FROM "
      "games) "
      "GROUP BY game ORDER BY game",
      first_id(1));
}

std::string select_replayed() {
  return fmt::format(
      "SELECT original.game, original.conditions, replay.conditions, original.bots FROM games AS original "
      "JOIN "
      "games AS replay ON replay.id = original.game WHERE original.id >= {} AND original.conditions <> "
      "replay.conditions ORDER BY original.game",
      first_id(1));
}

/// The bots of a stored game. Empty if the cell is damaged.
std::vector<std::size_t> bots_of(std::string_view cell, std::size_t known) {
  std::vector<std::size_t> bots;
  constexpr std::size_t longest = 10'000;
  if (cell.size() > longest) return {};
  const auto list = nlohmann::json::parse(cell, nullptr, false);
  if (!list.is_array()) return {};
  for (const auto& bot : list) {
    if (!bot.is_number_unsigned() || bot.get<std::uint64_t>() >= known) return {};
    bots.push_back(bot.get<std::size_t>());
  }
  return bots;
}

std::unexpected<std::string> damaged_void_game(std::int64_t game) {
  return std::unexpected{fmt::format("the void game {} is damaged in the table games", game)};
}

std::string_view text_at(const std::vector<std::string>& texts, std::size_t bot) {
  return bot < texts.size() ? std::string_view{texts[bot]} : std::string_view{};
}

/// The conditions without the parts that belong to single bots.
std::string common_text(Conditions conditions) {
  conditions.commands.clear();
  conditions.sha256.clear();
  conditions.joins_after.clear();
  conditions.withdrawn_after.clear();
  conditions.bot_limits.clear();
  return to_text(conditions);
}

/// Compares those parts of conditions that apply to one game.
class Comparer {
 public:
  explicit Comparer(const Plan& plan) : plan_{plan} {}

  /// The first difference as a clause. Empty if there is none. The conditions must stay at their addresses.
  std::string operator()(const Conditions& then, const Conditions& now, std::span<const std::size_t> bots) {
    for (const auto bot : bots)
      if (auto changed = of_bot(then, now, bot); !changed.empty()) return changed;
    const auto [at, is_new] = common_.try_emplace({&then, &now});
    if (is_new) at->second = difference(common_text(then), common_text(now), "now");
    return at->second;
  }

 private:
  [[nodiscard]] std::string of_bot(const Conditions& then, const Conditions& now, std::size_t bot) const {
    const auto& name = plan_.bots[bot].name;
    if (text_at(then.sha256, bot) != text_at(now.sha256, bot)) return fmt::format("bot {} has changed", name);
    if (text_at(then.commands, bot) != text_at(now.commands, bot))
      return fmt::format("the command of bot {} has changed", name);
    const auto before = then.bot_limits.find(name);
    const auto after = now.bot_limits.find(name);
    const bool had = before != then.bot_limits.end();
    const bool has = after != now.bot_limits.end();
    if (had != has || (had && before->second != after->second))
      return fmt::format("the limits of bot {} have changed", name);
    return {};
  }

  const Plan& plan_;
  std::map<std::pair<const Conditions*, const Conditions*>, std::string> common_;
};

}  // namespace

Result<std::optional<ChangedVoidGames>> changed_void_games(SQLite::Database& database,
                                                           const Tournament& tournament,
                                                           const Conditions& now) {
  const auto conditions = read_conditions(database);
  if (!conditions) return std::unexpected{conditions.error()};
  const auto& plan = tournament.plan;
  std::optional<ChangedVoidGames> changed;
  Comparer compare{plan};
  Rows pending{database, select_pending()};
  while (pending.step()) {
    const auto then = conditions->find(pending.number(2));
    const auto bots = bots_of(pending.text(3), plan.bots.size());
    if (then == conditions->end() || bots.empty() || pending.number(0) < 0)
      return damaged_void_game(pending.number(0));
    if (std::ranges::any_of(bots, [&](std::size_t bot) { return plan.bots[bot].stay.is_over(); })) continue;
    auto difference = compare(then->second, now, bots);
    if (difference.empty()) continue;
    if (!changed)
      changed = {.first = static_cast<std::uint64_t>(pending.number(0)),
                 .ruling = pending.number(1),
                 .difference = std::move(difference)};
    ++changed->count;
  }
  return changed;
}

std::string sentence_on(const ChangedVoidGames& games, bool accepted) {
  const auto others = games.count - 1;
  return fmt::format(
      "game {}, which ruling {} made void, {} played again under conditions that differ from the original "
      "({}){}{}",
      games.first, games.ruling, accepted ? "is" : "would be", harmless(games.difference),
      others == 0   ? ""
      : others == 1 ? ", and so 1 more void game"
                    : fmt::format(", and so {} more void games", others),
      accepted ? "" : "; restore them, or use --accept-changes to play such games under today's conditions");
}

Result<std::optional<ChangedVoidGames>> changed_void_games_in(const std::filesystem::path& folder,
                                                              const Tournament& tournament,
                                                              const HostFacts& host) {
  using Found = Result<std::optional<ChangedVoidGames>>;
  if (!std::filesystem::exists(database_of(folder)) || tournament.rulings.empty()) return std::nullopt;
  return guarded(folder, [&]() -> Found {
    auto database = open_to_read(folder);
    if (!database) return std::unexpected{database.error()};
    return changed_void_games(*database, tournament, conditions_of(tournament, host));
  });
}

Result<std::uint64_t> count_replayed_otherwise(SQLite::Database& database, const Plan& plan) {
  const auto conditions = read_conditions(database);
  if (!conditions) return std::unexpected{conditions.error()};
  std::uint64_t count = 0;
  std::int64_t counted = -1;
  Comparer compare{plan};
  Rows replayed{database, select_replayed()};
  while (replayed.step()) {
    const auto game = replayed.number(0);
    const auto then = conditions->find(replayed.number(1));
    const auto now = conditions->find(replayed.number(2));
    const auto bots = bots_of(replayed.text(3), plan.bots.size());
    if (then == conditions->end() || now == conditions->end() || bots.empty()) return damaged_void_game(game);
    if (game == counted || compare(then->second, now->second, bots).empty()) continue;
    counted = game;
    ++count;
  }
  return count;
}

}  // namespace tribunal
