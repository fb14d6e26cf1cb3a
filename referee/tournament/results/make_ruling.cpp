#include "tournament/results/make_ruling.hpp"

#include <fmt/format.h>
#include <ranges>

#include "base/durable_files.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "base/utc.hpp"
#include "cards/secret_file.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/results.hpp"
#include "tournament/results/resume_check.hpp"
#include "tournament/results/tables/play_periods.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"
#include "tournament/results/tables/stored_tournament.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

/// The reason that no ruling can be made on these results. Empty if one can.
std::string objection_to_folder(const Tournament& tournament) {
  if (tournament.shard)
    return named(tournament.shard) +
           ", is a part of a tournament; merge the shards ('tribunal merge'), and rule in the merged folder";
  if (is_comparison(tournament.plan))
    return "a comparison: its test may have stopped because of these games, so none can be made void; "
           "compare again, into another folder";
  if (tournament.rulings.size() >= most_rulings)
    return fmt::format("it has {} rulings already", most_rulings);
  return {};
}

/// Whether the game with this index in the plan is not played because one of its bots is excluded.
bool seats_excluded_bot(const Tournament& tournament, std::uint64_t game) {
  const auto& schedule = tournament.schedule;
  if (schedule.in_rounds() || game >= schedule.size()) return false;
  return std::ranges::any_of(schedule.game(game).seating,
                             [&](int bot) { return tournament.plan.bot(bot).stay.excluded; });
}

std::string not_stored(const Tournament& tournament, std::uint64_t game) {
  const auto bounds = bounds_of(tournament.schedule.shape());
  if (!bounds || game >= bounds->most_games)
    return fmt::format("game {} is not in the plan, whose last game is {}", game,
                       bounds ? bounds->most_games - 1 : 0);
  if (const auto ruling = VoidedGames{tournament.rulings}.ruling_of(game)) {
    return fmt::format("game {} is void already, by ruling {}, and has not been played again yet{}", game,
                       *ruling,
                       seats_excluded_bot(tournament, game) ? ", because a bot in it is excluded"
                                                            : "; run the tournament to play it");
  }
  return fmt::format("game {} has not been played yet, so there is nothing to make void", game);
}

/// The reason that these stored games must stay: later rounds were paired by them. Empty if there is none.
/// `last`: index of the last stored game.
std::string objection_by_rounds(const Schedule& schedule, std::span<const GameRange> games,
                                std::uint64_t last) {
  if (!schedule.in_rounds()) return {};
  const auto first = games.front().begin;
  const auto round = schedule.started_by(first);
  const auto last_round = schedule.started_by(last);
  if (round == last_round) return {};
  return fmt::format(
      "game {} is of round {}, and round {} was paired by its result: here only games of the last round that "
      "was played can be made void, because later rounds depend on the earlier ones; --out with a new folder "
      "plays on from there",
      first, round, last_round);
}

/// The index behind the last game of a game's round. `last`: index of the last stored game.
std::uint64_t end_of_round(const Schedule& schedule, std::uint64_t game, std::uint64_t last) {
  const auto round = schedule.started_by(game);
  const auto games = std::views::iota(game, last + 1);
  return *std::ranges::partition_point(
      games, [&](std::uint64_t other) { return schedule.started_by(other) == round; });
}

/// The reason that a new folder cannot play on from the round of this stored game. Empty if it can. `end`:
/// index behind the last game of the round.
std::string objection_to_playing_on(const Schedule& schedule, std::uint64_t game, std::uint64_t last,
                                    std::uint64_t end) {
  if (!schedule.in_rounds()) return "no round was paired by these games: make them void without --out";
  if (end <= last) return {};
  return fmt::format(
      "round {} is the last one that was played: without --out its games are played again here",
      schedule.started_by(game));
}

/// The part of `games` before `end`. Games from `end` on belong to later rounds, which are played again in
/// any case.
std::vector<GameRange> games_before(std::uint64_t end, std::span<const GameRange> games) {
  std::vector<GameRange> before;
  for (const auto& range : games)
    if (range.begin < end) before.push_back({range.begin, std::min(range.end, end)});
  return before;
}

/// Whether there is a game without this bot and without any excluded one. Very long schedules are not
/// searched to their end.
bool has_games_without(const Tournament& tournament, const std::string& bot) {
  constexpr std::uint64_t most_blocks = 10'000'000;
  const auto& schedule = tournament.schedule;
  const auto is_out = [&](int seated) {
    const auto& planned = tournament.plan.bot(seated);
    return planned.stay.excluded || planned.name == bot;
  };
  const auto blocks = schedule.size() / std::max<std::uint64_t>(1, schedule.seatings());
  for (std::uint64_t block = 0; block < blocks; ++block) {
    if (block == most_blocks) return true;
    if (std::ranges::none_of(schedule.game(block * schedule.seatings()).seating, is_out)) return true;
  }
  return false;
}

/// The reason that this bot cannot be excluded. Empty if it can.
std::string objection_to_exclusion(const Tournament& tournament, const std::string& bot) {
  if (const auto* const before = exclusion_of(tournament.rulings, bot))
    return fmt::format("bot {} is excluded already, by ruling {}", bot, before->number);
  if (tournament.schedule.in_rounds()) {
    return fmt::format(
        "later rounds of a tournament of format \"{}\" were paired by the games of bot {}, so they cannot be "
        "excluded here; withdrawn_after in the plan ends its games, and 'tribunal ratings FOLDER "
        "... --exclude {} --reason TEXT' prints a table without it",
        tournament.plan.format->name(), bot, bot);
  }
  const auto left = std::ranges::count_if(tournament.plan.bots,
                                          [](const PlannedBot& planned) { return !planned.stay.excluded; });
  if (left <= tournament.plan.players) {
    return fmt::format(
        "without bot {} there would be fewer bots than the {} seats of a table, and no game would count", bot,
        tournament.plan.players);
  }
  if (!has_games_without(tournament, bot)) {
    return fmt::format(
        "bot {} sits in every game that counts, so none would be left; play a plan without it into "
        "another folder",
        bot);
  }
  return {};
}

/// The reason that this bot cannot be reinstated. Empty if it can. A withdrawal is part of the plan and must
/// be removed there.
std::string objection_to_reinstatement(const Tournament& tournament, const std::string& bot,
                                       std::uint64_t started) {
  if (exclusion_of(tournament.rulings, bot) != nullptr) return {};
  const auto planned = std::ranges::find(tournament.plan.bots, bot, &PlannedBot::name);
  if (planned == tournament.plan.bots.end() || !planned->stay.withdrawn_after)
    return fmt::format("bot {} is neither excluded nor withdrawn", bot);
  const auto after = *planned->stay.withdrawn_after;
  const auto* const what = tournament.schedule.in_rounds() ? "rounds" : "deals";
  if (started <= after) {
    return fmt::format(
        "bot {} is withdrawn by the plan, and no game has been played since: remove withdrawn_after = {} "
        "from the plan, and resume with --accept-changes",
        bot, after);
  }
  return fmt::format(
      "bot {} was withdrawn by the plan after {} {}, and {} have started: the others have continued without "
      "it, and it cannot come back; a bot with another name can join late (joins_after)",
      bot, after, what, started);
}

class RulingMaker {
 public:
  RulingMaker(const Results& results, std::filesystem::path folder, RulingOrder order)
      : results_{results}, folder_{std::move(folder)}, order_{std::move(order)} {}

  Result<Ruling> operator()() {
    const auto& tournament = results_.tournament();
    Ruling ruling{.number = static_cast<std::int64_t>(tournament.rulings.size()) + 1,
                  .kind = order_.kind,
                  .subject = order_.subject,
                  .reason = order_.reason,
                  .made = utc_text(std::chrono::system_clock::now()) + 'Z'};
    std::vector<GameRange> games;
    if (order_.kind == RulingKind::void_games) {
      auto parsed = parse_games(order_.subject);
      if (!parsed) return refuse(ErrorCode::usage, "--void: " + parsed.error().message);
      games = *std::move(parsed);
      ruling.subject = games_text(games);
    } else if (!has_bot()) {
      return refuse(ErrorCode::usage,
                    fmt::format("there is no bot '{}' in this tournament", harmless(order_.subject)));
    } else if (auto wrong = objection_to_bot(); !wrong.empty()) {
      return refuse(ErrorCode::wrong_plan, std::move(wrong));
    }
    if (!order_.out.empty()) return guarded(folder_, [&] { return play_on(std::move(ruling), games); });
    return guarded(folder_, [&]() -> Result<Ruling> {
      auto database = open_to_write(database_of(folder_));
      SQLite::Transaction transaction{database, SQLite::TransactionBehavior::IMMEDIATE};
      if (auto wrong = objection_to_games(database, games); !wrong.empty())
        return refuse(ErrorCode::wrong_plan, std::move(wrong));
      store(database, ruling, games);
      transaction.commit();
      return ruling;
    });
  }

 private:
  static SQLite::Database open_to_write(const std::filesystem::path& file) {
    SQLite::Database database{file.string(), SQLite::OPEN_READWRITE, 5000};
    restrict_to_tables(database);
    database.exec("PRAGMA synchronous = FULL");
    return database;
  }

  /// Creates the new folder to play on in.
  [[nodiscard]] Result<Ruling> play_on(Ruling ruling, std::span<const GameRange> listed) const {
    const auto& schedule = results_.tournament().schedule;
    const auto there = open_to_read(folder_);
    if (!there) return refuse(ErrorCode::unreadable, there.error().message);
    if (auto wrong = objection_to_listed(*there, listed); !wrong.empty())
      return refuse(ErrorCode::wrong_plan, std::move(wrong));
    const auto last = last_index(*there).value_or(0);
    const auto end = end_of_round(schedule, listed.front().begin, last);
    if (auto wrong = objection_to_playing_on(schedule, listed.front().begin, last, end); !wrong.empty())
      return refuse(ErrorCode::wrong_plan, std::move(wrong));
    const auto games = games_before(end, listed);
    std::error_code ignored;
    ruling.kind = RulingKind::play_on;
    ruling.subject = to_text(PlayedOn{.games = games_text(games),
                                      .end = end,
                                      .content = to_hex(content_of_all(*there)),
                                      .folder = std::filesystem::canonical(folder_, ignored).filename()});
    if (!played_on(ruling))
      return refuse(ErrorCode::wrong_plan, "the ruling would name this folder; rename it in printable text");
    if (std::filesystem::exists(database_of(order_.out)))
      return std::unexpected{
          refused(order_.out, "this folder holds results already; expected a new one for --out")};
    const auto claimed = TRY(Folder::claim(order_.out));
    TRY(copy_secret());
    return write_new(*there, std::move(ruling), games, end);
  }

  /// Copies the secret of the deals if the folder has it. Otherwise the plan names it.
  [[nodiscard]] Result<void> copy_secret() const {
    const auto from = secret_file_of(folder_);
    const auto to = secret_file_of(order_.out);
    if (!std::filesystem::exists(from)) return {};
    const auto secret = read_secret_file(from);
    if (!secret) return refuse(ErrorCode::unreadable, secret.error().message);
    if (!std::filesystem::exists(to))
      if (const auto written = write_secret_file(to, *secret); !written)
        return failure(ErrorCode::cannot_write, written.error().message);
    if (read_secret_file(to) == *secret) return {};
    return std::unexpected{refused(order_.out, "it has a different secret; expected a new folder for --out")};
  }

  /// Writes the database without the games from `end` on. It gets its final name when it is complete.
  [[nodiscard]] Result<Ruling> write_new(const SQLite::Database& there, Ruling ruling,
                                         std::span<const GameRange> games, std::uint64_t end) const {
    const auto building = order_.out / "results.db-new";
    std::error_code ignored;
    std::filesystem::remove(building, ignored);
    execute(there, "VACUUM INTO ?", std::filesystem::absolute(building).string());
    {
      auto database = open_to_write(building);
      SQLite::Transaction transaction{database, SQLite::TransactionBehavior::IMMEDIATE};
      note_left_behind(database, end);
      forget_games_from(database, end);
      store(database, ruling, games);
      forget_unused(database);
      write_not_starting(database, {});
      transaction.commit();
    }
    if (auto named = replace_durably(building, database_of(order_.out)); !named)
      return failure(ErrorCode::cannot_write, named.error().message);
    return ruling;
  }

  [[nodiscard]] std::unexpected<Error> refuse(ErrorCode code, std::string why) const {
    return failure(code, folder_, std::move(why));
  }

  [[nodiscard]] bool has_bot() const {
    const auto& bots = results_.tournament().plan.bots;
    return std::ranges::find(bots, order_.subject, &PlannedBot::name) != bots.end();
  }

  [[nodiscard]] std::string objection_to_bot() const {
    const auto& tournament = results_.tournament();
    const auto& bot = order_.subject;
    if (order_.kind == RulingKind::exclude) return objection_to_exclusion(tournament, bot);
    return objection_to_reinstatement(tournament, bot, results_.started().value_or(0));
  }

  [[nodiscard]] std::string objection_to_games(const SQLite::Database& database,
                                               std::span<const GameRange> games) const {
    if (games.empty()) return {};
    if (auto wrong = objection_to_listed(database, games); !wrong.empty()) return wrong;
    return objection_by_rounds(results_.tournament().schedule, games, last_index(database).value_or(0));
  }

  /// The reason that these games do not match the order: one is not stored, or its content differs. Empty if
  /// they match.
  [[nodiscard]] std::string objection_to_listed(const SQLite::Database& database,
                                                std::span<const GameRange> games) const {
    if (const auto missing = first_not_stored(database, games))
      return not_stored(results_.tournament(), *missing);
    const VoidedGames voided{results_.tournament().rulings};
    for (const auto& [game, listed] : order_.listed) {
      if (!has_content(database, game, listed.content)) {
        return fmt::format(
            "game {} here is not the one of the list, whose content has the SHA-256 {}: the list is from "
            "another tournament, or the game has been played again since; expected a list of the faults of "
            "this folder",
            game, to_hex(listed.content));
      }
      if (const auto here = voided.played_after(game); listed.after_ruling != here) {
        return fmt::format(
            "game {} was played after ruling {} here, but after ruling {} by the list (after_ruling; 0: "
            "before "
            "all): it has been played again since, or the list is from another folder; expected a list that "
            "'tribunal faults {} --json' prints now",
            game, here, listed.after_ruling, folder_.string());
      }
    }
    return {};
  }

  void store(SQLite::Database& database, const Ruling& ruling, std::span<const GameRange> games) const {
    write_ruling(database, ruling);
    if (games.empty()) return;
    const auto& schedule = results_.tournament().schedule;
    if (schedule.in_rounds()) forget_rounds_from(database, schedule.started_by(games.front().begin));
    void_games(database, ruling.number, games);
  }

  const Results& results_;
  std::filesystem::path folder_;
  RulingOrder order_;
};

}  // namespace

Result<void> apply_stored_rulings(Tournament& tournament, const std::filesystem::path& folder) {
  if (!std::filesystem::exists(database_of(folder))) return {};
  const auto results = Results::open(folder, RoundSource::nowhere);
  if (!results) return {};  // the run reports the problem
  const auto& rulings = results->tournament().rulings;
  if (rulings.empty()) return {};
  if (auto applied = apply_rulings(tournament, rulings); !applied)
    return std::unexpected{refused(folder, "its rulings are not of this plan: " + applied.error().message)};
  return {};
}

Result<Ruling> make_ruling(const std::filesystem::path& folder, const RulingOrder& order) {
  const auto refuse = [&](ErrorCode code, std::string why) { return failure(code, folder, std::move(why)); };
  if (const auto wrong = objection_to_reason(order.reason); !wrong.empty())
    return failure(ErrorCode::usage, "--reason: " + wrong);
  // A folder without results is refused before a lock file is created there.
  TRY(Results::open(folder, RoundSource::nowhere));
  const auto claimed = TRY(Folder::claim(folder));
  const auto results = TRY(Results::open(folder));
  if (auto wrong = objection_to_folder(results.tournament()); !wrong.empty())
    return refuse(ErrorCode::wrong_plan, std::move(wrong));
  return RulingMaker{results, folder, order}();
}

}  // namespace tribunal
