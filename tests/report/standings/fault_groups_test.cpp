#include <catch2/catch.hpp>

#include "report/standings/faults_report.hpp"
#include "tournament/plan/ruling.hpp"

using namespace tribunal;

namespace {

/// A game of bots 3 and 5, in seats 0 and 1.
GameResult game_of_two(std::uint64_t index) {
  GameResult game{.index = index, .deal = 0, .game = 0};
  game.seats = {{3, {}, {}}, {5, {}, {}}};
  return game;
}

/// Adds a fault, and returns whether it leads a group of `lead`.
bool use(FaultGroups& groups, std::optional<FaultGroup>* lead, std::uint64_t index, Seat seat, FaultKind kind,
         const std::string& message, const std::string& error_tail) {
  const auto game = game_of_two(index);
  const Fault fault{.kind = kind, .seat = seat, .decision = index, .us = 0, .got = ""};
  const Incident kept{game, seat, &fault, message, error_tail};
  if (lead == nullptr) {
    groups.add(kept);
    return false;
  }
  *lead = groups.take_led_by(kept);
  return lead->has_value();
}

}  // namespace

TEST_CASE("the further games of a fault are listed as ranges") {
  FaultGroups groups;
  for (const std::uint64_t game : {0U, 1U, 2U, 2U, 3U, 7U, 9U, 10U, 10U})
    use(groups, nullptr, game, 1, FaultKind::crash, "exited", "");
  std::optional<FaultGroup> lead;
  REQUIRE(use(groups, &lead, 0, 1, FaultKind::crash, "exited", ""));
  CHECK(same_again_text(*lead) == "  the same as in game 0 in 6 more games: 1-3,7,9-10\n");
}

TEST_CASE("many ranges are listed by the first ones and the number of the rest") {
  FaultGroups groups;
  for (std::uint64_t game = 0; game < 102; game += 2)
    use(groups, nullptr, game, 1, FaultKind::crash, "exited", "");
  std::optional<FaultGroup> lead;
  REQUIRE(use(groups, &lead, 0, 1, FaultKind::crash, "exited", ""));
  CHECK(
      same_again_text(*lead) ==
      "  the same as in game 0 in 50 more games: 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32 and 34 more up "
      "to 100\n");
}

TEST_CASE("faults that differ only in what was measured are equal") {
  FaultGroups groups;
  const auto timeout = FaultKind::timeout;
  for (const std::uint64_t index : {4U, 5U})
    use(groups, nullptr, index, 1, timeout, "late; measured: load " + std::to_string(index), "");
  std::optional<FaultGroup> lead;
  REQUIRE(use(groups, &lead, 4, 1, timeout, "late; measured: load 4", ""));
  CHECK(count_of(lead->more_games) == 1);
}

TEST_CASE("equal timeouts show how long their bots waited, from the least to the most") {
  FaultGroups groups;
  const auto late = [](int waited) {
    return "late" +
           to_text({.share = {{.ran = 1, .span = 30, .waited = waited}}, .tables = 2, .cores = 2, .load = 9});
  };
  for (const std::uint64_t index : {4U, 5U, 6U})
    use(groups, nullptr, index, 1, FaultKind::timeout, late(static_cast<int>(index) * 4), "");
  use(groups, nullptr, 7, 1, FaultKind::crash, late(22), "");  // words of a bot
  std::optional<FaultGroup> lead;
  REQUIRE(use(groups, &lead, 4, 1, FaultKind::timeout, late(3), ""));
  CHECK(same_again_text(*lead) ==
        "  the same as in game 4 in 2 more games: 5-6; in all of them it waited 16 to 24 ms for a "
        "processor\n");
  REQUIRE(use(groups, &lead, 7, 1, FaultKind::crash, late(22), ""));
  CHECK_FALSE(lead->waited);
}

TEST_CASE("restarts have groups of their own") {
  FaultGroups groups;
  use(groups, nullptr, 4, 1, FaultKind::crash, "exited", "oh no");
  const auto game = game_of_two(6);
  const Incident restart{game, 1, nullptr, "exited", "oh no"};
  groups.add(restart);
  CHECK(groups.take_led_by(restart).has_value());
  CHECK_FALSE(groups.empty());
}

TEST_CASE("faults are equal if bot, kind, message and stderr are") {
  FaultGroups groups;
  const auto crash = FaultKind::crash;
  for (const std::uint64_t index : {4U, 5U, 5U, 8U}) use(groups, nullptr, index, 1, crash, "exited", "oh no");
  use(groups, nullptr, 5, 0, crash, "exited", "oh no");
  use(groups, nullptr, 6, 1, FaultKind::timeout, "exited", "oh no");
  use(groups, nullptr, 6, 1, crash, "exite", "doh no");

  std::optional<FaultGroup> lead;
  CHECK_FALSE(use(groups, &lead, 5, 1, crash, "exited", "oh no"));  // not the first of its group
  REQUIRE(use(groups, &lead, 4, 1, crash, "exited", "oh no"));
  CHECK(same_again_text(*lead) == "  the same as in game 4 in 2 more games: 5,8\n");
  CHECK_FALSE(use(groups, &lead, 4, 1, crash, "exited", "oh no"));  // once
  REQUIRE(use(groups, &lead, 5, 0, crash, "exited", "oh no"));
  CHECK(same_again_text(*lead).empty());
  CHECK(use(groups, &lead, 6, 1, FaultKind::timeout, "exited", "oh no"));
  CHECK_FALSE(groups.empty());
  CHECK(use(groups, &lead, 6, 1, crash, "exite", "doh no"));
  CHECK(groups.empty());
}
