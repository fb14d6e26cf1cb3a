// The scores that the page shows during a game, compared with the engine.
#include <charconv>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "games/catalogue.hpp"
#include "record/transcript.hpp"
#include "report/page/page_builder.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

/// The scores before each decision, computed by the engine.
std::vector<ScoresNow> of_engine(const Record& record) {
  std::vector<ScoresNow> all;
  Played played;
  CHECK_FALSE(
      play_again(record, played, [&](const Moment& moment) { all.push_back(moment.game.scores_now()); }));
  return all;
}

/// The scores before each decision, read from a game of the page.
std::vector<ScoresNow> of_page(std::string_view text, std::size_t decisions, std::size_t seats) {
  std::vector<ScoresNow> all;
  ScoresNow now;
  for (; all.size() < decisions; all.push_back(now)) {
    while (!text.empty() && text.front() != ',') {
      const auto figure = static_cast<std::size_t>(text.front() - 'a');
      std::int32_t change = 0;
      const auto [end, wrong] = std::from_chars(text.data() + 1, text.data() + text.size(), change);
      REQUIRE(wrong == std::errc{});
      (figure < seats ? now.scores.at(figure) : now.suits.at(figure - seats)) += change;
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    if (!text.empty()) text.remove_prefix(1);
  }
  CHECK(text.empty());
  return all;
}

nlohmann::json page_of(const Record& record) {
  PageBuilder builder{{.title = "games", .version = "1"}};
  REQUIRE(builder.add_replay(0, record, {}));
  return nlohmann::json::parse(builder.finish("").blocks.at(0)).at(0);
}

}  // namespace

TEST_CASE("the page has the engine's scores before each decision of any game") {
  for (const auto& game : catalogue()) {
    for (std::uint64_t number = 0; number < 3; ++number) {
      const auto record = quiet_record(game.name, std::max(game.fewest_players, 2), number);
      CAPTURE(game.name, number);
      const auto page = page_of(record);
      const auto scores = of_engine(record);
      CHECK(of_page(page.at("now").get<std::string>(), scores.size(),
                    static_cast<std::size_t>(record.rules.seats())) == scores);
    }
  }
  Dice dice{31};
  for (int number = 0; number < 100; ++number) {
    const auto record = random_record(dice);
    const auto page = page_of(record);
    const auto scores = of_engine(record);
    CHECK(of_page(page.at("now").get<std::string>(), scores.size(),
                  static_cast<std::size_t>(record.rules.seats())) == scores);
  }
}
