// A database from arbitrary bytes in place of a tournament's results: it is refused in one line that names
// the folder, or it holds games of that tournament. No command that reads it is disturbed by its other
// contents.
#include "tournament/results/results.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>

#include "cards/secret_file.hpp"
#include "fuzz/fuzz.hpp"
#include "fuzz/stores.hpp"
#include "record/replay_log.hpp"
#include "support/scratch_folder.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/store.hpp"
#include "tournament/standings/standings_of.hpp"
#include "tournament/standings/verify_tournament.hpp"

namespace tribunal::fuzz {
namespace {

constexpr auto file_mark = "SQLite format 3";

/// The folder in which all inputs are read, one after the other.
class Workshop {
 public:
  Workshop() {
    std::filesystem::create_directory(folder());
    write_secret_file(secret_file_of(folder()), secret_of_small_stores()).value();
  }

  [[nodiscard]] std::filesystem::path folder() const { return scratch_ / "cup"; }

  void lay(std::string_view database) const {
    for (const auto* const suffix : {"-journal", "-wal", "-shm"})
      std::filesystem::remove(database_of(folder()).string() + suffix);
    (void)scratch_.write("cup/results.db", database);
  }

 private:
  testing::ScratchFolder scratch_;
};

/// Changes cells: three bytes say which and how, followed by the part that is changed and its new bytes.
void change_cells(const std::filesystem::path& file, Bytes input) {
  SQLite::Database database{file.string(), SQLite::OPEN_READWRITE};
  database.exec("PRAGMA synchronous = OFF");
  while (!input.empty()) {
    const auto& [table, column] = cells.at(input.below(cells.size()));
    const auto row = static_cast<int>(input.byte());
    const auto how = input.below(5);
    const auto where = std::string{table} == "meta"     ? "key"
                       : std::string{table} == "rounds" ? "number"
                                                        : "id";
    const auto chosen = std::string{" WHERE "} + where + " = (SELECT " + where + " FROM " + table +
                        " LIMIT 1 OFFSET ?2 % (SELECT max(1, count(*)) FROM " + table + "))";
    try {
      if (how == 0) {
        SQLite::Statement remove{database, "DELETE FROM " + std::string{table} + chosen + " AND ?1 = 1"};
        remove.bind(1, 1);
        remove.bind(2, row);
        remove.exec();
        continue;
      }
      SQLite::Statement read{database,
                             "SELECT " + std::string{column} + " FROM " + table + chosen + " AND ?1 = 1"};
      read.bind(1, 1);
      read.bind(2, row);
      if (!read.executeStep()) continue;
      auto text = read.getColumn(0).getString();
      read.reset();
      const std::size_t low_byte = input.byte();
      const auto begin = std::min(low_byte + 256 * input.below(8), text.size());
      const auto length = input.byte();
      text.replace(begin, length, input.take(input.byte()));
      SQLite::Statement change{database, "UPDATE " + std::string{table} + " SET " + column +
                                             (how == 1 ? " = CAST(?1 AS INTEGER)" : " = ?1") + chosen};
      if (how == 2) change.bind(1, text.data(), static_cast<int>(text.size()));  // a blob
      if (how != 2) change.bind(1, text);
      change.bind(2, row);
      change.exec();
    } catch (const SQLite::Exception&) {  // the tables themselves do not allow it
    }
  }
}

void must_be_said(const Error& error, const std::filesystem::path& folder) {
  must(is_one_line(error.text()), "results are refused in more than a line", error.text());
  must(error.text().starts_with(folder.string() + ": "), "it is not said where results are damaged",
       error.text());
}

/// Checks what the reader guarantees about every game, without further checks by its callers.
void must_be_possible(const GameResult& game, const Tournament& tournament) {
  const auto& rules = tournament.rules.at(static_cast<std::size_t>(game.game));
  must(game.outcome.seats == rules.seats() && std::cmp_equal(game.seats.size(), rules.players()),
       "a game is read that has other seats than its rules");
  for (int seat = 0; seat < game.outcome.seats; ++seat) {
    const auto place = game.outcome.places.at(static_cast<std::size_t>(seat));
    const bool is_possible = seat < rules.ranked_seats() ? place >= 1 : place == no_place;
    must(is_possible && place <= game.outcome.seats, "a place is read that no seat can have");
  }
  for (const auto& seat : game.seats)
    must(seat.bot >= 0 && std::cmp_less(seat.bot, tournament.plan.bots.size()),
         "a bot is read that does not exist");
}

void read_everything(const Results& results, const std::filesystem::path& folder) {
  for (const auto& number : {results.size(), results.started()})
    if (!number) must_be_said(number.error(), folder);
  if (const auto facts = results.run_facts(); !facts) must_be_said(facts.error(), folder);
  const auto walked = results.for_each([&](const GameResult& game) {
    must_be_possible(game, results.tournament());
    return true;
  });
  if (!walked) must_be_said(walked.error(), folder);
  const auto secret = results.secret();
  if (!secret) return must_be_said(secret.error(), folder);
  const auto exported = results.for_each_record(*secret, [](const GameResult&, const Record& record) {
    const auto log = write_log(record);
    must(log.has_value() || is_one_line(log.error().text()), "a contradiction is not one line");
    return true;
  });
  if (!exported) must_be_said(exported.error(), folder);
}

void check_readers(const std::filesystem::path& folder) {
  for (const auto rounds : {RoundSource::stored, RoundSource::in_passing}) {
    const auto results = Results::open(folder, rounds);
    if (!results) return must_be_said(results.error(), folder);
    if (rounds == RoundSource::stored) read_everything(*results, folder);
    if (const auto standings = standings_of(*results); !standings)
      must(is_one_line(standings.error().text()), "standings are refused in more than a line");
  }
  const auto joint = joint_standings({folder}, {});
  must(joint || is_one_line(joint.error().text()), "joint standings are refused in more than a line");
  must(is_one_line(verify_tournament(folder).text), "a verification says more than a line");
}

void check_results(std::string_view input) {
  static const Workshop workshop;
  const auto folder = workshop.folder();
  const bool whole = input.starts_with(file_mark);
  Bytes bytes{input};
  const auto& store = small_stores()[whole ? 0 : bytes.below(small_stores().size())];
  workshop.lay(whole ? input : store.database);
  if (!whole) change_cells(database_of(folder), bytes);
  check_readers(folder);
  const auto gone_on = Store::open(folder, store.tournament, {.referee = "0.1.0", .sandbox = "none"}, true);
  if (!gone_on) must_be_said(gone_on.error(), folder);
}

}  // namespace

bool targets::results(std::string_view input) {
  check_results(input);
  return true;
}

}  // namespace tribunal::fuzz
