#include "tournament/worth/worth_of_deals.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"
#include "support/words.hpp"
#include "tournament/cup.hpp"

using namespace tribunal;
using tribunal::testing::cup_of;
using tribunal::testing::PlanText;
using tribunal::testing::ScratchFolder;

namespace {

KnownWorth worth_of_new(const PlanText& plan) {
  const ScratchFolder folder;
  return worths_of(cup_of(plan), folder / "cup").value().at(0);
}

TEST_CASE(
    "before anything is played the worth is that of the table, with the options that it was measured with") {
  const auto known = worth_of_new({});
  REQUIRE(known.worth.has_value());
  CHECK_FALSE(known.by_results);
  CHECK(known.worth->games(1).value().value > 3);
  const auto& table = measured_games();
  const auto line = std::ranges::find_if(
      table, [](const MeasuredGame& game) { return game.game == "revolution" && game.players == 3; });
  REQUIRE(line != table.end());
  CHECK(known.worth->seatings.value == line->worth.seatings.value);
  CHECK(worth_of_new({.players = 2}).worth.value().seatings.value < known.worth->seatings.value);
  CHECK(worth_of_new({.more = "[rules]\nhands = 1\n"}).worth.has_value());
}

TEST_CASE("the worth is not known for other games, options and seatings than those of the table") {
  CHECK_FALSE(worth_of_new({.game = "organised-chaos"}).worth.has_value());
  CHECK_FALSE(worth_of_new({.game = "revolution-preferred"}).worth.has_value());
  CHECK_FALSE(worth_of_new({.more = "[rules]\nhands = 2\n"}).worth.has_value());
  CHECK_FALSE(worth_of_new({.more = "permutations = \"all\"\n"}).worth.has_value());
  CHECK_FALSE(worth_of_new({.game = "solitaire", .players = 1}).worth.has_value());
}

TEST_CASE("the document has the lines of the table, and no others") {
  const auto text_of = [](const Measured& measured) {
    return fmt::format("{:.2f} +- {:.2f}", measured.value, measured.error);
  };
  const auto document = testing::content_of(TRIBUNAL_ROOT "/docs/tournaments.md");
  std::size_t lines = 0;
  for (auto at = document.find(" +- "); at != std::string::npos; at = document.find(" +- ", at + 1))
    if (document.rfind("| `", at) > document.rfind('\n', at)) ++lines;
  std::size_t numbers = 0;
  for (const auto& [game, players, worth] : measured_games()) {
    const auto line = fmt::format("| `{}` | {} | {} | {} | {} |", game, players, worth.deals,
                                  text_of(worth.seatings), worth.likeness ? text_of(*worth.likeness) : "-");
    CAPTURE(line);
    CHECK(document.find(line) != std::string::npos);
    numbers += worth.likeness ? 2 : 1;
  }
  CHECK(lines == numbers);
}

}  // namespace
