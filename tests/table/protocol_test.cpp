#include "table/protocol.hpp"

#include <string>

#include <catch2/catch.hpp>

namespace tribunal {
namespace {

TEST_CASE("A game line spells out every option") {
  const auto rules = make_rules("revolution", 3, {{"scoring", "advanced"}}).value();
  std::string text;
  append_game_line(text, rules, 1, {.move_ms = 500, .game_ms = 60000, .increment_ms = 10});
  CHECK(text ==
        "game revolution players=3 seats=3 you=1 move_ms=500 game_ms=60000 increment_ms=10 "
        "scoring=advanced mob=off tyrant=off session=plain ante=0 drop_points=5 hands=1\n");
}

TEST_CASE("A question gives its number, whole milliseconds, and every legal action") {
  std::string text;
  append_ask_line(text, 12, 999'999,
                  {Action{verbs::play, Card{Rank::nine, Suit::clubs}}, Action{verbs::pass}});
  CHECK(text == "ask 12 999 play:9c pass\n");
}

TEST_CASE("A result gives scores, then places") {
  Outcome outcome{.seats = 3, .scores = {3, -1, -2}, .places = {1, 2, 3}};
  std::string text;
  append_result_line(text, outcome);
  CHECK(text == "result 3 -1 -2 places 1 2 3\n");
}

TEST_CASE("A bot is ready when it says so with a name and a version") {
  CHECK(parse_ready("ready greedy 1.2") == "greedy 1.2");
  for (const char* const line :
       {"", "ready", "ready greedy", "ready greedy ", "ready greedy 1.2 ", "ready  greedy 1.2",
        "ready greedy 1.2 beta", "Ready greedy 1.2", "move 1 pass"}) {
    CAPTURE(line);
    CHECK_FALSE(parse_ready(line));
  }
}

TEST_CASE("An answer is three words, and the second is a number") {
  const auto answer = parse_answer("move 12 play:Kh");
  REQUIRE(answer);
  CHECK(answer->id == 12);
  CHECK(answer->action == "play:Kh");
  for (const char* const line :
       {"", "move", "move 12", "move 12 ", "move x pass", "move -1 pass", "move 1.5 pass", "move 12 pass now",
        "move  12 pass", "move 12 pass ", "Move 12 pass", "move 012 pass", "move 00 pass", "move +12 pass",
        "move 18446744073709551616 pass"}) {
    CAPTURE(line);
    CHECK_FALSE(parse_answer(line));
  }
}

}  // namespace
}  // namespace tribunal
