#include "tournament/results/folder_check.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/tables/schema.hpp"
#include "tournament/results/tables/sqlite.hpp"

namespace tribunal {
namespace {

/// Checks the tables of a database other than games. Each function returns a sentence, or an empty text if it
/// finds no difference.
class BesideGames {
 public:
  BesideGames(const SQLite::Database& database, const Results& results)
      : database_{database},
        tournament_{results.tournament()},
        versions_{results.versions()},
        commitment_{results.commitment()} {}

  [[nodiscard]] std::string difference(TablesBeside tables) const {
    for (const auto check : {&BesideGames::in_meta, &BesideGames::in_identity})
      if (auto wrong = (this->*check)(); !wrong.empty()) return wrong;
    if (tables == TablesBeside::meta) return {};
    for (const auto check :
         {&BesideGames::in_conditions, &BesideGames::in_bot_files, &BesideGames::in_rounds,
          &BesideGames::in_void_attempts, &BesideGames::of_no_game, &BesideGames::in_rulings})
      if (auto wrong = (this->*check)(); !wrong.empty()) return wrong;
    return {};
  }

 private:
  [[nodiscard]] std::string in_meta() const {
    Rows rows{database_, "SELECT key, value FROM meta"};
    while (rows.step()) {
      const auto is_known = [&](std::string_view key) { return key == rows.text(0); };
      if (std::ranges::none_of(meta::all, is_known) || rows.type(0) != SQLITE_TEXT ||
          rows.type(1) != SQLITE_TEXT)
        return fmt::format(
            "the table meta has the key '{}' or its value in a form that Tribunal does not write",
            harmless(rows.text(0)));
    }
    const auto& plan = tournament_.plan;
    if (const auto deals = read_meta(database_, meta::deals); deals != std::to_string(plan.deals))
      return fmt::format("the table meta has {} deals, its plan {}", harmless(deals), plan.deals);
    if (plan.commitment && *plan.commitment != commitment_)
      return "the table meta has a different commitment from that of its plan";
    return {};
  }

  [[nodiscard]] std::string in_identity() const {
    const auto identity = read_meta(database_, meta::identity);
    if (!is_identity(identity)) return "the identity of the tournament in table meta is damaged";
    const auto other = tribunal::difference(identity, identity_of(tournament_, commitment_));
    if (other.empty()) return {};
    return fmt::format("table meta and the stored plan are of different tournaments: identity, {}",
                       harmless(other));
  }

  [[nodiscard]] std::string in_conditions() const {
    Rows rows{database_, "SELECT id, text FROM conditions ORDER BY id"};
    std::int64_t last = 0;
    std::string text;
    while (rows.step()) {
      if (rows.type(1) != SQLITE_TEXT)
        return fmt::format("the conditions {} are not stored as text", rows.number(0));
      last = rows.number(0);
      text = rows.text(1);
    }
    const auto unused = unused_conditions(database_);
    if (!unused) return {};
    // A run that has not stored a game yet wrote the conditions of its plan, with its own host.
    const auto then = parse_conditions(text);
    if (*unused == last && then && text == to_text(conditions_of(tournament_, then->host))) return {};
    return fmt::format(
        "the table conditions has the row {}, under which no game was stored; 'tribunal tournament' removes "
        "it when it resumes",
        *unused);
  }

  [[nodiscard]] std::string in_bot_files() const {
    if (const auto bot = unknown_bot(database_); !bot.empty())
      return fmt::format("the table bot_files has files of {}, but no conditions name this hash",
                         harmless(bot));
    Rows bots{database_,
              "SELECT DISTINCT sha256, 1 FROM bot_files UNION ALL SELECT DISTINCT value, 0 FROM conditions, "
              "json_each(text, '$.sha256')"};
    while (bots.step()) {
      const std::string sha256{bots.text(0)};
      const bool is_listed = bots.number(1) == 1;
      if ((is_listed || from_hex(sha256)) && address_of(read_bot_files(database_, sha256)) != sha256)
        return fmt::format("the stored list of files of {} does not match its hash, {}", bot_of(sha256),
                           harmless(sha256));
    }
    return {};
  }

  /// The name of the bot that has a version with this hash.
  [[nodiscard]] std::string bot_of(const std::string& sha256) const {
    for (std::size_t bot = 0; bot < versions_.names().size(); ++bot)
      if (std::ranges::count(versions_.hashes(bot), sha256) > 0) return versions_.names()[bot];
    return "a bot";
  }

  /// Compares the stored rounds with those that follow from the games. A shard lacks the games of earlier
  /// rounds.
  [[nodiscard]] std::string in_rounds() const {
    const auto& rounds = tournament_.schedule.rounds();
    const auto last = last_index(database_);
    Rows rows{database_, "SELECT number, deals, groups FROM rounds ORDER BY number"};
    std::size_t without_gap = 0;
    while (rows.step()) {
      const auto number = rows.number(0);
      without_gap += std::cmp_equal(number, without_gap) ? 1 : 0;
      const auto differs = [&](const std::string& what) {
        return fmt::format("round {} of the table rounds {}", number, what);
      };
      if (!tournament_.schedule.in_rounds() || number < 0)
        return differs("belongs to no round of this tournament");
      if (std::cmp_greater_equal(number, rounds.size())) {
        if (!tournament_.shard) return differs("is after the last one");
        continue;
      }
      const auto& round = rounds[static_cast<std::size_t>(number)].round;
      if (tournament_.shard && (!last || *last < begin_of_round(static_cast<std::size_t>(number)))) continue;
      if (rows.type(2) != SQLITE_TEXT || rows.text(2) != groups_text(round.groups) ||
          !std::cmp_equal(rows.number(1), round.deals))
        return differs("does not follow from the games before it");
    }
    if (last && without_gap < rounds.size() && *last >= begin_of_round(without_gap))
      return fmt::format("the table rounds has no round {}, but games of it are stored", without_gap);
    return {};
  }

  /// The index of the first game of a known round.
  [[nodiscard]] std::uint64_t begin_of_round(std::size_t number) const {
    const auto& schedule = tournament_.schedule;
    std::uint64_t begin = 0;
    for (std::size_t before = 0; before < number; ++before) {
      const auto& round = schedule.rounds()[before].round;
      begin += round.deals * round.groups.size() * schedule.seatings() *
               static_cast<std::uint64_t>(schedule.shape().games);
    }
    return begin;
  }

  [[nodiscard]] std::string in_void_attempts() const {
    const GameBounds bounds{tournament_};
    Rows rows{database_,
              "SELECT game, count(*), min(attempt), max(attempt), sum(typeof(attempt) <> 'integer' OR "
              "typeof(reason) <> 'text') FROM void_attempts GROUP BY game"};
    while (rows.step()) {
      if (const auto wrong = bounds.objection_to_index(static_cast<std::uint64_t>(rows.number(0)));
          !wrong.empty())
        return fmt::format("game {} of the table void_attempts: {}", rows.number(0), wrong);
      if (rows.number(2) != 1 || rows.number(3) != rows.number(1) || rows.number(4) != 0)
        return fmt::format("the attempts at game {} in the table void_attempts are not numbered from 1",
                           rows.number(0));
    }
    return {};
  }

  [[nodiscard]] std::string in_rulings() const {
    if (auto wrong = difference_in_voided(database_, tournament_.rulings); !wrong.empty()) return wrong;
    const auto& schedule = tournament_.schedule;
    const auto kept = void_games_kept(tournament_.rulings);
    for (std::size_t at = 0; at < kept.size(); ++at) {
      const auto& ruling = tournament_.rulings[at];
      const auto& games = kept[at];
      const auto from = played_on(ruling);
      if (!from || games.empty() || from->end > schedule.size()) continue;
      const auto round = schedule.started_by(games.front().begin);
      if (schedule.started_by(from->end - 1) != round ||
          (from->end < schedule.size() && schedule.started_by(from->end) == round))
        return fmt::format("ruling {} plays on from game {}, where no round ends", ruling.number, from->end);
    }
    return {};
  }

  [[nodiscard]] std::string of_no_game() const {
    for (const auto* table : {"records", "notes"}) {
      Rows rows{database_, fmt::format("SELECT game FROM {} AS one WHERE NOT EXISTS (SELECT 1 FROM games "
                                       "WHERE games.id = one.id) LIMIT 1",
                                       table)};
      if (rows.step())
        return fmt::format("the table {} has game {}, which is not in the table games", table,
                           rows.number(0));
    }
    return {};
  }

  const SQLite::Database& database_;
  const Tournament& tournament_;
  const Versions& versions_;
  Bytes32 commitment_;
};

/// The result of `use` on the database in `folder`, within one transaction.
template <class Use>
Result<std::string> in_database(const std::filesystem::path& folder, Use use) {
  return guarded(folder, [&]() -> Result<std::string> {
    auto database = TRY(open_to_read(folder));
    database.exec("BEGIN");
    return use(database);
  });
}

}  // namespace

Result<std::string> difference_beside_games(const Results& results, const std::filesystem::path& folder,
                                            TablesBeside tables) {
  return in_database(folder, [&](const SQLite::Database& database) {
    return BesideGames{database, results}.difference(tables);
  });
}

Result<std::string> damage_of_file(const std::filesystem::path& folder) {
  return in_database(folder, [](const SQLite::Database& database) -> std::string {
    Rows rows{database, "PRAGMA integrity_check(1)"};
    if (!rows.step() || rows.text(0) == "ok") return {};
    std::string found{rows.text(0)};
    std::ranges::replace(found, '\n', ' ');
    return "results.db is damaged: " + harmless(found);
  });
}

}  // namespace tribunal
