#include "tournament/results/resume_check.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "tournament/results/results.hpp"
#include "tournament/results/tables/schema.hpp"
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

/// The reason that the tournament in `folder`, last played under these conditions, cannot be resumed with the
/// bots of `plan`. None if it can.
std::optional<Error> objection_to_bots(const std::filesystem::path& folder, const Conditions& there,
                                       const Plan& plan, const Conditions& now) {
  if (there.commands.size() == now.commands.size() && there.joins_after == now.joins_after &&
      there.withdrawn_after == now.withdrawn_after)
    return std::nullopt;
  const auto results = Results::open(folder);
  if (!results) return results.error();
  const auto started = results->started();
  if (!started) return started.error();
  const auto wrong = objection_to_roster(results->tournament().plan, plan, *started);
  return wrong.empty() ? std::nullopt : std::optional{refused(folder, wrong)};
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
    if (++changed > most_named) continue;
    const auto& files = bot < tournament.files.size() ? tournament.files[bot] : Manifest{};
    text += (text.empty() ? "" : "; ") + changed_bot(database, planned, there.sha256[bot], files);
  }
  if (changed > most_named) text += fmt::format("; and {} more bots", changed - most_named);
  return text;
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

std::optional<Error> objection_to_resume(SQLite::Database& database, const TournamentTerms& stored,
                                         const std::filesystem::path& folder, const Tournament& tournament,
                                         const TournamentTerms& plan, bool accept_changes) {
  if (const auto other = difference(stored.identity, without_newcomers(plan.identity, stored.identity));
      !other.empty()) {
    return refused(folder,
                   fmt::format("this folder holds another tournament ({}); use --out with a new folder, "
                               "or the plan of this one ('tribunal export FOLDER --plan-text FILE')",
                               other));
  }
  if (auto wrong = objection_to_bots(folder, stored.conditions, tournament.plan, plan.conditions))
    return wrong;
  const auto deals = fmt::format("{} there, {} in the plan)", stored.deals, plan.deals);
  if (plan.deals < stored.deals) {
    return refused(folder,
                   "the plan has fewer deals than were started (" + deals + "; deals can only be added");
  }
  if (accept_changes) return std::nullopt;
  const std::string ask = "; --accept-changes resumes anyway, --out with a new folder starts again";
  if (stored.deals != plan.deals) return refused(folder, "the plan has changed (deals: " + deals + ask);
  auto but_for_bots = plan.conditions;
  but_for_bots.sha256 = stored.conditions.sha256;
  const auto other = difference(stored.conditions_text, to_text(but_for_bots));
  if (const auto bots = changed_bots(database, stored.conditions, tournament); !bots.empty()) {
    return refused(
        folder,
        fmt::format("{}{}{}; the bot then plays as a new version, with a row of its own", bots,
                    other.empty() ? "" : "; the plan or the sandbox has changed, too: " + other, ask));
  }
  if (other.empty()) return std::nullopt;
  return refused(folder, fmt::format("the plan, its bots or their sandbox have changed ({}){}", other, ask));
}

std::string objection_to_first_roster(const Plan& plan) {
  for (const auto& bot : plan.bots)
    if (bot.stay.withdrawn_after)
      return fmt::format("bot {} is withdrawn, but nothing has been played yet; use a plan without it",
                         bot.name);
  return {};
}

}  // namespace tribunal
