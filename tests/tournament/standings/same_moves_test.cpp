#include <optional>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"
#include "tournament/cup.hpp"
#include "tournament/standings/comparison.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

/// ann on trial against bob, in four games a deal with cyd.
Tournament trial() {
  const std::string candidate = "candidate = true\n";
  return cup_of({.players = 2,
                 .more = "format = \"gauntlet\"\n",
                 .bots = {{"ann", "./bot", candidate}, {"bob", "./bot", candidate}, {"cyd", "./bot"}}});
}

/// A game whose moves follow from its deal and its seating, whoever is on trial, and from `whim`.
FinishedGame game_of(const Tournament& tournament, const Store& store, std::uint64_t index,
                     std::uint64_t whim) {
  const auto game = tournament.schedule.game(index);
  const auto& name = tournament.plan.name;
  Dice dice{100 * game.deal + (game.seating.front() == 2 ? 1 : 0) + whim};
  auto record = RandomGame{tournament.rules.front(), tournament.plan.limits, {0, 0, 0}, dice}.play(
      DealReference{name, game.deal, deal_key(store.secret(), name, game.deal)});
  return {result_of(game, record).value(), to_compact(record), {}};
}

/// Whether the moves of the first two deals are the same, of three in which one game is played otherwise.
bool same_with(std::optional<std::uint64_t> played_otherwise) {
  const ScratchFolder folder;
  const auto tournament = trial();
  auto store = Store::open(folder / "trial", tournament, cup_host, false).value();
  std::vector<FinishedGame> games;
  for (std::uint64_t index = 0; index < 11; ++index)  // the last one is still being played
    games.push_back(game_of(tournament, store, index, index == played_otherwise ? 50 : 0));
  store.add(games).value();
  return same_moves(Results::open(folder / "trial").value(), store.secret(), 2).value();
}

}  // namespace

TEST_CASE("moves are the same if they are in all games of the deals that count, and only then") {
  CHECK(same_with(std::nullopt));
  CHECK(same_with(8));  // a game of the third deal
  for (std::uint64_t index = 0; index < 8; ++index) CHECK_FALSE(same_with(index));
}
