#include <numeric>
#include <optional>
#include <sstream>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"
#include "tournament/cup.hpp"
#include "tournament/imports/imported_results.hpp"
#include "tournament/standings/standings_of.hpp"

using namespace tribunal;
using testing::cup_of;
using testing::ScratchFolder;

namespace {

/// The folder of a tournament of which this number of games is played; without a number, all of them.
std::filesystem::path played(const ScratchFolder& folder, const std::string& name,
                             const Tournament& tournament, std::optional<std::uint64_t> games = {}) {
  auto store = Store::open(folder / name, tournament, testing::cup_host, false).value();
  std::vector<std::uint64_t> all(games.value_or(tournament.schedule.size()));
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  REQUIRE(store.add(testing::play_all(tournament, store, all)));
  return folder / name;
}

int games_of(const Standings& standings, const std::string& bot) {
  const auto row = std::ranges::find(standings.rows, bot, &StandingsRow::bot);
  return row == standings.rows.end() ? -1 : static_cast<int>(row->games);
}

}  // namespace

TEST_CASE("tournaments of one game are one table, with points") {
  const ScratchFolder folder;
  const auto joint = joint_standings({played(folder, "a", cup_of({.name = "a", .deals = 4})),
                                      played(folder, "b", cup_of({.name = "b", .deals = 6}))},
                                     {})
                         .value();
  CHECK(joint.games.empty());
  CHECK(joint.overall.points);
  CHECK(joint.overall.games == 30);
  CHECK(joint.overall.deals == 10);
  CHECK(games_of(joint.overall, "ann") == 30);
}

TEST_CASE("each of several games has a table, and only these have points") {
  const ScratchFolder folder;
  const auto a = played(folder, "a", cup_of({.name = "a", .deals = 4}));
  const auto b = played(folder, "b", cup_of({.name = "b", .game = "mitch", .deals = 4}));
  const auto c =
      played(folder, "c", cup_of({.name = "c", .deals = 4, .more = "[rules]\nscoring = \"preferred\"\n"}));
  const auto joint = joint_standings({a, b, c}, {}).value();
  CHECK_FALSE(joint.overall.points);
  CHECK(joint.overall.games == 36);
  REQUIRE(joint.games.size() == 3);
  const std::array<std::string, 3> names{"revolution", "mitch", "revolution by other rules (2)"};
  for (std::size_t game = 0; game < names.size(); ++game) {
    CHECK(joint.games[game].first == names[game]);
    CHECK(joint.games[game].second.games == 12);
    CHECK(joint.games[game].second.points);
  }
}

TEST_CASE("bots are the same if their names and files are") {
  const ScratchFolder folder;
  const auto a = played(folder, "a", cup_of({.name = "a", .deals = 4}));
  const auto b = played(folder, "b", cup_of({.name = "b", .deals = 4}, "d"));
  const auto joint = joint_standings({a, b}, {.anchors = {Anchor{"cyd", 1000}}}).value();
  CHECK(games_of(joint.overall, "ann") == 24);
  CHECK(games_of(joint.overall, "cyd@c") == 12);
  CHECK(games_of(joint.overall, "cyd@d") == 12);
  const auto first = std::ranges::find(joint.overall.rows, "cyd@c", &StandingsRow::bot);
  CHECK(first->rating->elo == 1000);
}

TEST_CASE("until the last planned game, figures are those for people who look after every game") {
  const ScratchFolder folder;
  const auto cup = cup_of({.name = "a", .deals = 12});
  const auto whole = played(folder, "whole", cup);
  const auto half = played(folder, "half", cup, cup.schedule.size() / 2);
  const auto other = played(folder, "other", cup_of({.name = "b", .deals = 12}));
  const auto widening_in = [](const std::filesystem::path& of) {
    const auto alone = standings_of(Results::open(of).value()).value().overall;
    CHECK(joint_standings({of}, {}).value().overall.widening == alone.widening);
    CHECK(alone.crosstable.at(0, 1).widening == alone.widening);
    return alone.widening;
  };
  CHECK(widening_in(whole) == 1);
  CHECK(widening_in(half) == widening_at(0.5));
  CHECK(joint_standings({whole, other}, {}).value().overall.widening == 1);
  CHECK(joint_standings({half, other}, {}).value().overall.widening == widening_at(0.75));
  CHECK(joint_standings({whole, half}, {}).value().overall.widening > 1);

  const auto results = Results::open(whole).value();
  StandingsInPassing passing{results, LastColumn::content, {}, results.size().value() / 3};
  REQUIRE(results.for_each([&](GameResult& game) { return passing.add(game).has_value(); }));
  REQUIRE(passing.finish({}));
  const auto& ratings = passing.course().entrants.front().ratings;
  REQUIRE(ratings.size() >= 2);
  CHECK(ratings.back()->elo_error ==
        standings_of(Results::open(whole).value()).value().overall.rows.front().rating->elo_error);
}

TEST_CASE("imported results count in the table over all") {
  const ScratchFolder folder;
  const auto a = played(folder, "a", cup_of({.name = "a", .deals = 4}));
  ImportedResults imported;
  std::istringstream ranks{"ann > dan > bob\ndan = ann\n"};
  REQUIRE(read_results(ranks, "ranks", {}, imported));
  const auto joint = joint_standings({a}, {}, LastColumn::usage, imported).value();
  CHECK(games_of(joint.overall, "ann") == 14);
  CHECK(games_of(joint.overall, "dan") == 2);
  REQUIRE(joint.games.size() == 1);
  CHECK(games_of(joint.games.front().second, "ann") == 12);
  CHECK(games_of(joint.games.front().second, "dan") == -1);
}
