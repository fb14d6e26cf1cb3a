// What a replay log looks like, that reading it gives the record back, and what is said of one that cannot be
// read.
#include "record/replay_log.hpp"

#include <sstream>

#include <catch2/catch.hpp>

#include "support/random_record.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

std::vector<LoggedGame> read(const std::string& text) {
  std::istringstream in{text};
  auto games = read_log(in);
  REQUIRE(games);
  return *std::move(games);
}

}  // namespace

TEST_CASE("a log read and written again is the same text") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Dice dice{seed};
    const auto text = write_log(random_record(dice));
    REQUIRE(text);
    const auto games = read(*text);
    REQUIRE(games.size() == 1);
    CHECK(write_log(games[0].record) == text);
  }
}
