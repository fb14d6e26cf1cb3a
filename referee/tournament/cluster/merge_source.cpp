#include "tournament/cluster/merge_source.hpp"

#include <fmt/format.h>
#include <ranges>

#include "base/escape.hpp"
#include "base/try.hpp"
#include "tournament/plan/conditions.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/folder_check.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_tournament.hpp"
#include "tournament/standings/verify_tournament.hpp"

namespace tribunal {
namespace {

/// Completes `source` with everything but games from its database.
Result<void> read_beside_games(MergeSource& source) {
  const auto database = TRY(open_to_read(source.folder));
  const GameBounds bounds{source.tournament};
  auto rounds = TRY(started_rounds(database, source.tournament.schedule, bounds));
  source.rounds = std::move(rounds);
  Rows conditions{database, "SELECT id, text FROM conditions"};
  while (conditions.step()) source.conditions[conditions.number(0)].text = std::string{conditions.text(1)};
  Rows games{
      database,
      fmt::format("SELECT conditions, min(id), max(id) FROM games WHERE {} GROUP BY conditions", ids_of(0))};
  while (games.step()) {
    for (const auto game : {games.number(1), games.number(2)})
      if (const auto wrong = bounds.objection_to_index(static_cast<std::uint64_t>(game)); !wrong.empty())
        return std::unexpected{damaged_game(game, wrong)};
    const GameRange range{static_cast<std::uint64_t>(games.number(1)),
                          static_cast<std::uint64_t>(games.number(2)) + 1};
    if (!source.games) source.games = range;
    source.games = {std::min(source.games->begin, range.begin), std::max(source.games->end, range.end)};
    const auto found = source.conditions.find(games.number(0));
    if (found != source.conditions.end()) found->second.first_game = games.number(1);
  }
  return {};
}

/// The last conditions of a folder. A resumed run would use them.
const std::string& last_conditions(const MergeSource& source) {
  return source.conditions.rbegin()->second.text;
}

std::optional<std::size_t> first_other_round(const MergeSource& one, const MergeSource& other) {
  const auto [there, here] = std::ranges::mismatch(one.rounds, other.rounds);
  if (there == one.rounds.end() || here == other.rounds.end()) return std::nullopt;
  return static_cast<std::size_t>(there - one.rounds.begin());
}

std::vector<Stay> stays_of(const MergeSource& source) {
  std::vector<Stay> stays;
  for (const auto& bot : source.tournament.plan.bots) stays.push_back(bot.stay);
  return stays;
}

/// The stored files of the bot with this hash in a folder. Empty if they are unknown.
Manifest files_in(const std::filesystem::path& folder, const std::string& sha256) {
  const auto results = Results::open(folder, RoundSource::nowhere);
  return results ? results->bot_files(sha256).value_or(Manifest{}) : Manifest{};
}

/// The first bot whose files differ: `bot amy has other files: strategy.py (changed)`. Empty if there is
/// none.
std::string other_bot(const MergeSource& first, const MergeSource& source) {
  const auto there = parse_conditions(last_conditions(first));
  const auto here = parse_conditions(last_conditions(source));
  if (!there || !here) return {};
  for (std::size_t bot = 0; bot < std::min(there->sha256.size(), here->sha256.size()); ++bot) {
    if (there->sha256[bot] == here->sha256[bot]) continue;
    const auto before = files_in(first.folder, there->sha256[bot]);
    const auto now = files_in(source.folder, here->sha256[bot]);
    const auto what = before.empty() || now.empty()
                          ? std::string{}
                          : ": " + changes_text(before, changes_between(before, now));
    return "bot " + source.tournament.plan.bots.at(bot).name + " has other files" + what;
  }
  return {};
}

namespace fs = std::filesystem;

/// The largest number of damaged games that may be replaced. A larger number indicates another problem than
/// damaged rows.
constexpr std::size_t most_replaced = 100'000;

/// The next step for a damaged source. For a shard, it is the command that plays its games again.
std::string what_to_do(const MergeSource& source, const fs::path& out) {
  const auto& tournament = source.tournament;
  std::error_code ignored;
  if (fs::equivalent(source.folder, out, ignored)) return "merge all parts into a new folder";
  if (!tournament.shard) return "restore it from a copy, or omit it";
  auto all = source.folder.parent_path();
  if (tournament.schedule.in_rounds()) all = all.parent_path();
  const bool is_later_round = source.rounds.size() > 1;
  return fmt::format(
      "delete this folder, play it again by 'tribunal tournament {} --shard {} --out {}{}', and merge again",
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
  return {};
}

}  // namespace

Result<MergeSource> read_merge_source(const std::filesystem::path& folder) {
  auto results = TRY(Results::open(folder, RoundSource::nowhere));
  if (!results.tournament().rulings.empty())
    return failure(ErrorCode::wrong_plan, folder,
                   "it has rulings of the organiser, which a merge would lose; resume it with "
                   "'tribunal tournament', or merge into a new folder and rule there");
  MergeSource source{.folder = folder,
                     .identity = identity_of(results.tournament(), results.commitment()),
                     .commitment = to_hex(results.commitment()),
                     .tournament = results.tournament(),
                     .rounds = {},
                     .conditions = {}};
  TRY(guarded(folder, [&] { return read_beside_games(source); }));
  return source;
}

Result<void> check_parts(const std::vector<MergeSource>& sources, bool accept_changes) {
  const auto& first = sources.front();
  for (const auto& source : sources) {
    const auto refuse = [&](const std::string& why) {
      return failure(ErrorCode::wrong_plan,
                     source.folder.string() + ": " + why + " in " + first.folder.string());
    };
    if (first.tournament.plan.seeds != source.tournament.plan.seeds) {
      return refuse(
          "played with different seeds (write the list into the plan, seeds = [...], and play this shard "
          "again) "
          "than");
    }
    if (const auto other = difference(first.identity, source.identity, "here"); !other.empty())
      return refuse("another tournament (" + other + ") than");
    if (const auto round = first_other_round(first, source))
      return refuse(fmt::format("round {} has different groups from", *round + 1));
    if (!first.tournament.schedule.in_rounds() && stays_of(source) != stays_of(first)) {
      return refuse(
          "played with different bots (joins_after or withdrawn_after differ; resume such a tournament on "
          "one machine) than");
    }
    if (accept_changes) continue;
    if (const auto bot = other_bot(first, source); !bot.empty())
      return refuse("played under different conditions (" + bot +
                    "; --accept-changes merges them anyway) than");
    if (const auto other = difference(last_conditions(first), last_conditions(source), "here");
        !other.empty())
      return refuse("played under different conditions (" + other +
                    "; --accept-changes merges them anyway) than");
  }
  return {};
}

std::vector<std::string> conditions_in_order(const std::vector<MergeSource>& sources) {
  std::map<std::string, std::int64_t> firsts;
  for (const auto& source : sources) {
    for (const auto& conditions : source.conditions | std::views::values) {
      const auto first = conditions.first_game.value_or(-1);  // conditions without games come first; the
                                                              // order is that of games
      const auto [known, is_new] = firsts.try_emplace(conditions.text, first);
      if (is_new || first < 0) continue;
      known->second = known->second < 0 ? first : std::min(known->second, first);
    }
  }
  std::vector<std::pair<std::int64_t, std::string>> order;
  for (const auto& [text, first] : firsts) order.emplace_back(first, text);
  std::ranges::sort(order);
  std::vector<std::string> texts;
  for (auto& [first, text] : order) texts.push_back(std::move(text));
  return texts;
}

Result<void> check_sources(std::vector<MergeSource>& sources, const fs::path& out, const Secret& secret,
                           unsigned threads) {
  std::error_code ignored;
  for (auto& source : sources) {
    const bool is_out = fs::equivalent(source.folder, out, ignored);
    TRY(check_source(source, out, is_out, secret, threads));
  }
  return {};
}

Result<std::string> objection_to_rounds(const fs::path& folder) {
  const auto results = TRY(Results::open(folder));
  const auto& schedule = results.tournament().schedule;
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
  TRY(results.for_each(look, LastColumn::faults));
  return wrong;
}

}  // namespace tribunal
