// The facts that a store holds beside the games: the secret, restarts, void games, and who forfeited.
#include <algorithm>
#include <filesystem>
#include <numeric>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>

#include "cards/secret_file.hpp"
#include "record/clocks_and_strikes.hpp"
#include "support/random_record.hpp"
#include "support/repetitions.hpp"
#include "tournament/results/finished_game.hpp"
#include "tournament/stored_cup.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

TEST_CASE("a plan without a seed gets a secret of its own, readable by its owner only, and keeps it") {
  const ScratchFolder folder;
  const auto cup = cup_of({.seed = ""});
  const auto first = open(folder, cup).value().secret();
  struct stat facts {};
  REQUIRE(::stat((folder / "cup" / "secret").c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0600);
  CHECK(open(folder, cup).value().secret() == first);
  const ScratchFolder elsewhere;
  CHECK_FALSE(open(elsewhere, cup).value().secret() == first);

  std::filesystem::remove(folder / "cup" / "secret");
  const auto lost = open(folder, cup);
  REQUIRE_FALSE(lost);
  CHECK(lost.error().code == Kind::unreadable);
}

TEST_CASE("the deals follow from the seed and the public value") {
  const ScratchFolder folder;
  const auto cup = cup_of({.more = "public_value = \"DAX 18000\"\n"});
  const auto store = open(folder, cup).value();
  CHECK(store.secret() == Secret::from_seed("42").with_public_value("DAX 18000"));
  CHECK(store.commitment() == Secret::from_seed("42").commitment());
  CHECK(read_secret_file(folder / "cup" / "secret").value() == Secret::from_seed("42"));
  const auto results = results_in(folder);
  CHECK(results.secret().value() == store.secret());
  CHECK(results.commitment() == store.commitment());
}

TEST_CASE("a secret that is not the tournament's is noticed") {
  const ScratchFolder folder;
  REQUIRE(open(folder, cup_of()));
  std::filesystem::remove(folder / "cup" / "secret");
  REQUIRE(write_secret_file(folder / "cup" / "secret", Secret::from_seed("43")));
  check_refused(results_in(folder).secret(), Kind::wrong_plan, "does not match the commitment");
}

TEST_CASE("a run whose secret or bots are refused leaves nothing behind") {
  const ScratchFolder folder;
  const auto commitment = "commitment = \"" + to_hex(Secret::from_seed("43").commitment()) + "\"\n";
  for (const auto& [cup, word] : {std::pair{cup_of({.more = commitment}), "does not match the commitment"},
                                  std::pair{cup_of({.seed = "", .more = commitment}), "names no secret"}}) {
    check_refused(open(folder, cup), Kind::wrong_plan, word);
    CHECK_FALSE(std::filesystem::exists(folder / "cup"));
  }
  auto withdrawn = cup_of();
  withdrawn.plan.bots[2].stay.withdrawn_after = 0;
  CHECK_FALSE(open(folder, withdrawn));
  CHECK_FALSE(std::filesystem::exists(folder / "cup"));
}

TEST_CASE("a secret that another plan left in an empty folder is not taken for this plan's") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "cup");
  REQUIRE(write_secret_file(folder / "cup" / "secret", Secret::from_seed("43")));
  check_refused(open(folder, cup_of()), Kind::wrong_plan, "is not the plan's secret");
  CHECK(read_secret_file(folder / "cup" / "secret").value() == Secret::from_seed("43"));
}

// The restarts of bots and the void attempts at games, which a store holds beside the games.

TEST_CASE_METHOD(StoredCup,
                 "restarts are stored with the game, counted by bot, and are not part of the content") {
  std::uint64_t games = 0;
  const auto content_with = [&](const std::string& name, bool restarted) {
    auto store = Store::open(folder / name, cup, cup_host, false).value();
    auto played = play_all(cup, store, {0, 1});
    games = played.size();
    if (restarted) {
      for (auto& game : played) game.restarts = {{1, "exited with 3 between two games", "oh\xff no"}};
    }
    REQUIRE(store.add(played));
    return standings_of(Results::open(folder / name).value()).value().content;
  };
  CHECK(content_with("cup", true) == content_with("other", false));
  CHECK(Results::open(folder / "other").value().run_facts()->restarts.empty());
  const auto results = results_in(folder);
  std::uint64_t count = 0;
  const auto restarts = results.run_facts().value().restarts;
  for (const auto& [bot, times_seen] : restarts) count += times_seen;
  CHECK(count == games);
  std::uint64_t visited = 0;
  REQUIRE(results.for_each_incident(NoteKind::restart, [&](const Incident& restart) {
    CHECK(restart.seat == 1);
    CHECK(restart.bot() == restart.game.seats[1].bot);
    CHECK(restart.message == "exited with 3 between two games");
    CHECK(restart.error_tail == "oh\xff no");
    return ++visited < games;
  }));
  CHECK(visited == games);
  SECTION("a restart of a seat that does not exist is reported as damage") {
    change(folder, "UPDATE notes SET seat = 77 WHERE id = 0 AND kind = 'restart'");
    CHECK_FALSE(results_in(folder).run_facts().has_value());
  }
}

TEST_CASE_METHOD(StoredCup,
                 "void attempts at games are stored with their reasons, and are not part of the content") {
  auto store = stored(folder, cup, {0, 1});
  const auto content = content_of(folder);
  CHECK(results_in(folder).run_facts().value().void_games == 0);
  const std::vector<VoidGame> games{{3, "slept"}, {3, "slept again"}, {2, "no memory"}};
  REQUIRE(store.add_void(games));
  CHECK(results_in(folder).run_facts().value().void_games == 3);
  CHECK(content_of(folder) == content);
  const SQLite::Database database{(folder / "cup" / "results.db").string()};
  SQLite::Statement select{database, "SELECT reason FROM void_attempts WHERE game = 3 AND attempt = 2"};
  REQUIRE(select.executeStep());
  CHECK(select.getColumn(0).getString() == "slept again");
}

GameResult result_of_random_game(const Record& record) {
  ScheduledGame game;
  game.seating.resize(static_cast<std::size_t>(record.rules.players()));
  std::iota(game.seating.begin(), game.seating.end(), 0);
  return result_of(game, record).value();
}

TEST_CASE(
    "in every game a forfeit counts no more than what anybody has, and no score leaves the bounds of the "
    "rules") {
  Dice dice{14};
  int forfeits = 0;
  for (const auto& game : catalogue()) {
    for (int round = 0; round < repetitions(100); ++round) {
      const auto rules = random_rules(game, dice);
      const auto limits = random_limits(dice);
      const auto record = RandomGame{rules, limits, {.faults = 3, .start_faults = 20}, dice}.play();
      const auto result = result_of_random_game(record);
      INFO(describe(rules));
      CHECK(result.forfeited == forfeited(record));
      CHECK(forfeited(result.seats, limits.on_fault) == forfeited(record));
      for (std::size_t seat = 0; seat < result.seats.size(); ++seat)
        CHECK(rules.score_bounds().has(result.outcome.scores.at(seat)));
      forfeits += result.forfeited.size();
    }
  }
  CHECK(forfeits > 0);
}

TEST_CASE("a seat has forfeited by its faults and the policy") {
  const auto forfeits = [](const FaultCounts& faults, FaultPolicy policy) {
    std::vector<SeatResult> seats(2);
    seats[1].faults = faults;
    CHECK_FALSE(forfeited(seats, policy).has(0));
    return forfeited(seats, policy).has(1);
  };
  for (const auto policy : {FaultPolicy::forfeit, FaultPolicy::strikes}) {
    CHECK_FALSE(forfeits({}, policy));
    CHECK(forfeits({{FaultKind::start, 1}}, policy));
    CHECK(forfeits({{FaultKind::crash, 1}}, policy));
    CHECK(forfeits({{FaultKind::timeout, 1}, {FaultKind::illegal, 2}}, policy));
  }
  CHECK(forfeits({{FaultKind::timeout, 1}}, FaultPolicy::forfeit));
  CHECK_FALSE(forfeits({{FaultKind::timeout, 1}, {FaultKind::illegal, 1}}, FaultPolicy::strikes));
}

}  // namespace
