#include "tournament/results/resume_check.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <sstream>

#include <nlohmann/json.hpp>

#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_tournament.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

/// The number of deals or rounds that a tournament has started.
struct Started {
  std::uint64_t count = 0;
  bool rounds = false;

  /// The number as a clause: `3 deals have been started`.
  [[nodiscard]] std::string text() const {
    if (count == 0) return rounds ? "no round has been started" : "no deal has been started";
    return fmt::format("{} {}{} been started", count, rounds ? "round" : "deal",
                       count == 1 ? " has" : "s have");
  }
};

std::string wrong_number(const PlannedBot& bot, const std::string& key, std::uint64_t number,
                         const Started& started) {
  return fmt::format("bot {}: {} = {}, but {}; expected {} = {}", bot.name, key, number, started.text(), key,
                     started.count);
}

std::string objection_to_withdrawal(const PlannedBot& bot, std::optional<std::uint64_t> before,
                                    const Started& started) {
  const auto now = bot.stay.withdrawn_after;
  if (now == before) return {};
  if (before && *before < started.count) {
    return fmt::format(
        "bot {} was withdrawn after {}, and {}: it cannot come back; expected withdrawn_after = {}; a bot "
        "with another name can join",
        bot.name, *before, started.text(), *before);
  }
  if (now && *now != started.count) return wrong_number(bot, "withdrawn_after", *now, started);
  return {};
}

std::string objection_to_newcomer(const Plan& plan, const PlannedBot& bot, const Started& started) {
  const bool in_time = plan.format->newcomers() == Newcomers::candidates || started.count == 0;
  if (!in_time && plan.format->newcomers() == Newcomers::nobody)
    return fmt::format("bot {}: {}", bot.name, plan.format->closed_clause());
  if (!in_time && bot.stay.joins_after < started.count)
    return wrong_number(bot, "joins_after", bot.stay.joins_after, started);
  return objection_to_withdrawal(bot, {}, started);
}

std::string objection_to_stay(const PlannedBot& before, const PlannedBot& bot, const Started& started) {
  const auto joined = before.stay.joins_after;
  if (joined != bot.stay.joins_after && std::min(joined, bot.stay.joins_after) < started.count) {
    return fmt::format("bot {}: joins_after was {}, and {}: it cannot be {}", bot.name, joined,
                       started.text(), bot.stay.joins_after);
  }
  return objection_to_withdrawal(bot, before.stay.withdrawn_after, started);
}

/// Whether the tournament in `folder`, last played under these conditions, can resume with the plan's bots.
Result<void> check_bots(const std::filesystem::path& folder, const Conditions& there, const Plan& plan,
                        const Conditions& now) {
  if (there.commands.size() == now.commands.size() && there.joins_after == now.joins_after &&
      there.withdrawn_after == now.withdrawn_after)
    return {};
  const auto results = TRY(Results::open(folder));
  const auto started = TRY(results.started());
  const auto wrong = objection_to_roster(results.tournament().plan, plan, started);
  if (wrong.empty()) return {};
  return std::unexpected{refused(folder, wrong)};
}

/// A clause on the changed files of a bot: `amy has changed since game 40: strategy.py (changed)`.
std::string changed_bot(SQLite::Database& database, const PlannedBot& bot, const std::string& before,
                        const Manifest& now) {
  const auto last_game = database.execAndGet("SELECT max(id) FROM games WHERE " + ids_of(0));
  const auto since = last_game.isNull() ? std::string{"the start"} : "game " + last_game.getString();
  const auto had = read_bot_files(database, before);
  const auto what = before.empty() ? "it had no files of its own"
                    : had.empty()  ? "its earlier files are not stored"
                                   : changes_text(had, changes_between(had, now));
  return "bot " + bot.name + " has changed since " + since + ": " + what;
}

/// The bots whose files differ from those in the last games. Empty if there are none.
std::string changed_bots(SQLite::Database& database, const Conditions& there, const Tournament& tournament) {
  constexpr std::size_t most_named = 5;
  std::string text;
  std::size_t changed = 0;
  for (std::size_t bot = 0; bot < std::min(there.sha256.size(), tournament.sha256.size()); ++bot) {
    const auto& planned = tournament.plan.bots[bot];
    if (there.sha256[bot] == tournament.sha256[bot] || planned.stay.withdrawn_after) continue;
    const bool was_absent =
        planned.optional && there.sha256[bot].empty() && !has_played(database, bot, ids_of(0));
    if (was_absent || is_absent(planned)) continue;
    if (++changed > most_named) continue;
    const auto& files = bot < tournament.files.size() ? tournament.files[bot] : Manifest{};
    text += (text.empty() ? "" : "; ") + changed_bot(database, planned, there.sha256[bot], files);
  }
  if (changed > most_named) text += fmt::format("; and {} more bots", changed - most_named);
  return text;
}

/// The difference from the comparison in the database as a clause. The name of a comparison is a hash, so the
/// clause names changed files of bots or, if there are none, the first line that differs.
std::string other_comparison(SQLite::Database& database, const TournamentTerms& stored,
                             const Tournament& tournament) {
  if (auto bots = changed_bots(database, stored.conditions, tournament); !bots.empty()) return bots;
  std::istringstream there{read_meta(database, meta::plan_text)};
  std::istringstream here{tournament.plan_text};
  const auto next = [](std::istringstream& lines) {
    std::string line;
    while (std::getline(lines, line) &&
           (line.starts_with("name = \"compare-") || line.starts_with("deals = ")))
      ;
    return lines ? line : "nothing";
  };
  while (there && here) {
    const auto before = next(there);
    const auto now = next(here);
    if (before != now) return fmt::format("{} there, {} here", before, now);
  }
  return {};
}

/// The values that differ between two conditions, with commands by the names of their bots. Files of bots are
/// left out.
std::vector<ChangedValue> changes_between(Conditions then, const Conditions& now, const Plan& plan) {
  std::vector<ChangedValue> changes;
  for (std::size_t bot = 0; bot < std::min(then.commands.size(), now.commands.size()); ++bot) {
    auto& command = then.commands[bot];
    if (command != now.commands[bot])
      changes.push_back({"command of bot " + plan.bots.at(bot).name, nlohmann::json(command).dump(),
                         nlohmann::json(now.commands[bot]).dump()});
    command = now.commands[bot];
  }
  then.sha256 = now.sha256;
  std::ranges::move(changed_values(to_text(then), to_text(now)), std::back_inserter(changes));
  return changes;
}

/// The changes as one clause, which names the first of them.
template <class Clause>
std::string joined(const std::vector<ChangedValue>& changes, Clause clause) {
  constexpr std::size_t most_named = 8;
  std::vector<std::string> clauses;
  for (const auto& change : std::span{changes}.first(std::min(changes.size(), most_named)))
    clauses.push_back(clause(change));
  if (changes.size() > most_named) clauses.push_back(fmt::format("and {} more", changes.size() - most_named));
  return fmt::format("{}", fmt::join(clauses, "; "));
}

}  // namespace

std::string objection_to_roster(const Plan& before, const Plan& plan, std::uint64_t started) {
  const Started what{started, plan.format->in_rounds()};
  for (std::size_t i = 0; i < plan.bots.size(); ++i) {
    const auto& bot = plan.bots[i];
    auto wrong = i < before.bots.size() ? objection_to_stay(before.bots[i], bot, what)
                                        : objection_to_newcomer(plan, bot, what);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

Error refused(const std::filesystem::path& folder, const std::string& why) {
  return {ErrorCode::wrong_plan, Place{folder.string()}, why};
}

Result<std::string> check_resume(SQLite::Database& database, const TournamentTerms& stored,
                                 const std::filesystem::path& folder, const Tournament& tournament,
                                 const TournamentTerms& plan, bool accept_changes) {
  const auto refuse = [&](const std::string& why) { return std::unexpected{refused(folder, why)}; };
  if (const auto other = difference(stored.identity, without_newcomers(plan.identity, stored.identity));
      !other.empty()) {
    const auto compared =
        is_comparison(tournament.plan) ? other_comparison(database, stored, tournament) : "";
    if (!compared.empty())
      return refuse(fmt::format("this folder holds another comparison ({}); expected --out with a new folder",
                                compared));
    return refuse(
        fmt::format("this folder holds another tournament ({}); use --out with a new folder, or "
                    "the plan of this one ('tribunal export FOLDER --plan-text FILE')",
                    other));
  }
  TRY(check_bots(folder, stored.conditions, tournament.plan, plan.conditions));
  auto changes = changes_between(stored.conditions, plan.conditions, tournament.plan);
  if (stored.deals != plan.deals)
    changes.insert(changes.begin(), {"deals", std::to_string(stored.deals), std::to_string(plan.deals)});
  if (plan.deals < stored.deals) {
    return refuse("the plan has fewer deals than were started (" + clause_of(changes.front()) +
                  "); deals can only be added");
  }
  const auto bots = changed_bots(database, stored.conditions, tournament);
  const auto others = joined(changes, [](const ChangedValue& change) { return clause_of(change); });
  if (bots.empty() && others.empty()) return {};
  const auto all = bots.empty() ? fmt::format("the plan, its bots or their sandbox have changed ({})", others)
                   : others.empty()
                       ? bots
                       : fmt::format("{}; the plan or the sandbox has changed, too: {}", bots, others);
  if (accept_changes) return "resumes under changed conditions: " + all;
  return refuse(
      fmt::format("{}; --accept-changes resumes anyway, --out with a new folder starts again{}", all,
                  bots.empty() ? "" : "; the bot then plays as a new version, with a row of its own"));
}

std::string objection_to_first_roster(const Plan& plan) {
  for (const auto& bot : plan.bots)
    if (bot.stay.withdrawn_after)
      return fmt::format("bot {} is withdrawn, but nothing has been played yet; use a plan without it",
                         bot.name);
  return {};
}

namespace {

/// A query for the void games that have not been played again, each with its last ruling.
std::string select_pending() {
  return fmt::format(
      "SELECT game, max(ruling), conditions, bots FROM games WHERE id >= {} AND game NOT IN (SELECT id FROM "
      "games) GROUP BY game ORDER BY game",
      first_id(1));
}

std::string select_replayed() {
  return fmt::format(
      "SELECT original.game, original.conditions, replay.conditions, original.bots FROM games AS original "
      "JOIN games AS replay ON replay.id = original.game WHERE original.id >= {} AND original.conditions <> "
      "replay.conditions ORDER BY original.game",
      first_id(1));
}

/// The bots of a stored game. Empty if the cell is damaged.
std::vector<std::size_t> bots_of(std::string_view cell, std::size_t known) {
  const auto bots = parse_bots(cell).value_or(std::vector<int>{});
  if (std::ranges::any_of(bots, [&](int bot) { return bot < 0 || std::cmp_greater_equal(bot, known); }))
    return {};
  return {bots.begin(), bots.end()};
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
  const auto conditions = TRY(read_conditions(database));
  const auto& plan = tournament.plan;
  std::optional<ChangedVoidGames> changed;
  Comparer compare{plan};
  Rows pending{database, select_pending()};
  while (pending.step()) {
    const auto then = conditions.find(pending.number(2));
    const auto bots = bots_of(pending.text(3), plan.bots.size());
    if (then == conditions.end() || bots.empty() || pending.number(0) < 0)
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

Result<std::vector<ChangedConditions>> changed_conditions(SQLite::Database& database, const Plan& plan) {
  const auto all = TRY(read_conditions(database));
  std::vector<ChangedConditions> found;
  if (all.size() < 2) return found;
  const Conditions* first = nullptr;
  Rows played{database, "SELECT conditions, min(id), count(*) FROM games WHERE " + ids_of(0) +
                            " GROUP BY conditions ORDER BY min(id)"};
  while (played.step()) {
    const auto at = all.find(played.number(0));
    if (at == all.end())
      return std::unexpected{fmt::format("the conditions of game {} are not stored", played.number(1))};
    if (first == nullptr) {
      first = &at->second;
      continue;
    }
    auto then = *first;
    const auto& now = at->second;
    ChangedConditions changes{.first = static_cast<std::uint64_t>(played.number(1)),
                              .games = static_cast<std::uint64_t>(played.number(2))};
    for (auto bot = std::min({then.commands.size(), now.commands.size(), plan.bots.size()}); bot-- > 0;)
      if (then.commands[bot] != now.commands[bot]) changes.command_of = plan.bots[bot].name;
    then.joins_after = now.joins_after;
    then.withdrawn_after = now.withdrawn_after;
    for (auto bot = then.commands.size(); bot < now.commands.size(); ++bot)
      then.commands.push_back(now.commands[bot]);
    changes.text = joined(changes_between(std::move(then), now, plan), [](const ChangedValue& value) {
      return fmt::format("{}: {} in place of {}", value.what, value.now, value.before);
    });
    if (!changes.text.empty()) found.push_back(std::move(changes));
  }
  return found;
}

Result<std::uint64_t> count_replayed_otherwise(SQLite::Database& database, const Plan& plan) {
  const auto conditions = TRY(read_conditions(database));
  std::uint64_t count = 0;
  std::int64_t counted = -1;
  Comparer compare{plan};
  Rows replayed{database, select_replayed()};
  while (replayed.step()) {
    const auto game = replayed.number(0);
    const auto then = conditions.find(replayed.number(1));
    const auto now = conditions.find(replayed.number(2));
    const auto bots = bots_of(replayed.text(3), plan.bots.size());
    if (then == conditions.end() || now == conditions.end() || bots.empty()) return damaged_void_game(game);
    if (game == counted || compare(then->second, now->second, bots).empty()) continue;
    counted = game;
    ++count;
  }
  return count;
}
namespace {

/// The stored files of a bot. Empty if there are none, or if others report that they are unreadable.
Manifest stored_files(const Results& results, const std::string& sha256) {
  return sha256.empty() ? Manifest{} : results.bot_files(sha256).value_or(Manifest{});
}

}  // namespace

std::vector<std::string> changes_of_run(const Tournament& tournament, const std::filesystem::path& results) {
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
    return "its hash is " + (bot.sha256.empty() ? "that of nothing" : bot.sha256) + "; the recorded one is " +
           recorded;
  // A bot that shared its folder at that time consisted of the named files.
  const auto is_named = [&](const BotFile& file) {
    return std::ranges::find(by_named_files.files, file.path, &BotFile::path) != by_named_files.files.end();
  };
  const auto& now = std::ranges::all_of(files_then, is_named) ? by_named_files.files : bot.files;
  return changes_text(files_then, changes_between(files_then, now));
}

std::vector<std::string> changes_since_results(const Results& results, const std::filesystem::path& folder,
                                               std::span<const std::size_t> bots) {
  const auto& tournament = results.tournament();
  const auto now = identities_of(tournament.plan, std::span{&folder, 1});
  if (!now) return {"it is unknown whether the bots are those that played: " + now.error().message};
  std::vector<std::string> changed;
  for (const auto bot : bots) {
    const auto& planned = tournament.plan.bots[bot];
    const auto& recorded = tournament.sha256[bot];
    if (planned.stay.withdrawn_after || !planned.build.empty() || recorded.empty() ||
        recorded == now->at(bot).sha256)
      continue;
    const auto files = stored_files(results, recorded);
    auto changes = changes_since_game(now->at(bot), now->at(bot), recorded, files);
    changed.push_back("bot " + planned.name +
                      " has other files than in the last games: " + std::move(changes));
  }
  return changed;
}

}  // namespace tribunal
