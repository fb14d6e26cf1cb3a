// Logs kept from earlier versions (tests/record/golden/README.md): they must still be valid.
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "record/verify/verify.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

std::string path_of(const std::string& name) { return std::string{RECORD_TESTS} + "/golden/" + name; }

std::string text_of(const std::string& name) {
  std::ifstream file{path_of(name), std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// A game of Mitch in which much goes wrong and no seat is forfeit at the start.
Record troubled_mitch() {
  Dice dice{23};
  auto record =
      RandomGame{*make_rules("mitch", 3, {}), {.on_fault = FaultPolicy::strikes}, {25, 0, 4}, dice}.play(
          DealReference{"play", 1, deal_key(Secret::from_seed("42"), "play", 1)});
  record.host = {.referee = "0.1.0", .sandbox = "none"};
  record.entrants = {
      {"greedy", "greedy 1.2", to_hex(sha256("greedy"))}, {"random", "random 1", ""}, {"mute", "", ""}};
  return record;
}

}  // namespace

TEST_CASE("the stored logs verify") {
  const auto* name = GENERATE("revolution.jsonl", "stud.jsonl", "mitch.jsonl", "tennis.jsonl",
                              "anarchist-bomb.jsonl", "chez.jsonl");
  std::ifstream file{path_of(name), std::ios::binary};
  const auto result = verify_log(file, {.secret = Secret::from_seed("42")});
  INFO(name << ": " << result.text());
  CHECK(result.verdict == Verdict::holds);
  CHECK(result.games == 1);
}

TEST_CASE("the stored log with faults has some that cost a decision and one that costs the game") {
  std::ifstream file{path_of("mitch.jsonl"), std::ios::binary};
  const auto games = read_log(file);
  REQUIRE(games);
  const auto& record = games->at(0).record;
  CHECK(record.faults.size() >= 4);
  CHECK_FALSE(forfeited(record).empty());
  CHECK(forfeited(record).size() < 3);
  CHECK_FALSE(record.comments.empty());
}

TEST_CASE("the stored logs are written again with the same bytes", "[.][write-golden]") {
  for (const auto& [game, players] :
       {std::pair{"revolution", 2}, std::pair{"stud", 2}, std::pair{"tennis", 4},
        std::pair{"anarchist-bomb", 3}, std::pair{"chez", 3}})
    std::ofstream{path_of(std::string{game} + ".jsonl"), std::ios::binary}
        << write_log(quiet_record(game, players, 0)).value();
  std::ofstream{path_of("mitch.jsonl"), std::ios::binary} << write_log(troubled_mitch()).value();
  CHECK_FALSE(text_of("mitch.jsonl").empty());
}
