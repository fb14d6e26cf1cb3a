// The first member of published standings that does not follow from the logs.
#include "report/standings/tournament_json.hpp"

#include <sstream>

#include <catch2/catch.hpp>

namespace tribunal::test {
namespace {

const auto expected =
    nlohmann::json::parse(R"({"name": "cup", "played_games": 3, "swiss": {"played": 1, "standing": []}})");

TEST_CASE("published standings differ in the first member that is not as expected") {
  const auto difference = [](const std::string& published) {
    return first_difference(nlohmann::json::parse(published), expected);
  };
  CHECK(difference(expected.dump()) == std::nullopt);
  CHECK(difference(R"({"swiss": {"standing": [], "played": 1}, "played_games": 3, "name": "cup"})") ==
        std::nullopt);
  CHECK(difference(R"({"name": "mug", "played_games": 3, "swiss": {"played": 1, "standing": []}})") ==
        "name");
  CHECK(difference(R"({"name": "cup", "played_games": 3, "swiss": {"played": 2, "standing": []}})") ==
        "swiss");
  CHECK(difference(R"({"name": "cup", "swiss": {"played": 1, "standing": []}})") == "played_games");
  CHECK(difference("{}") == "name");
}

TEST_CASE("published standings say nothing beyond what follows, but how many games were void") {
  CHECK(first_difference({{"name", "cup"}, {"void_games", 7}}, {{"name", "cup"}}) == std::nullopt);
  CHECK(first_difference({{"name", "cup"}, {"winner", "ann"}}, {{"name", "cup"}}) == "winner");
}

TEST_CASE("published standings tell which optional results must be computed as well") {
  const auto read = [](const std::string& text) {
    std::istringstream in{text};
    return PublishedStandings::read(in);
  };
  CHECK(read("{}")->bootstrap == 0);
  CHECK_FALSE(read("{}")->more.crosstable);
  CHECK(read(R"({"bootstrap": 200, "crosstable": {}})")->bootstrap == 200);
  CHECK(read(R"({"bootstrap": 200, "crosstable": {}})")->more.crosstable);
  for (const auto* text : {"", "[]", "{", R"({"bootstrap": -1})", R"({"bootstrap": 1000001})",
                           R"({"bootstrap": 0.5})", R"({"bootstrap": "200"})", R"({"bootstrap": null})"}) {
    CAPTURE(text);
    CHECK_FALSE(read(text));
  }
}

}  // namespace
}  // namespace tribunal::test
