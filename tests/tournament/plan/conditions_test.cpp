#include "tournament/plan/conditions.hpp"

#include <catch2/catch.hpp>

#include "tournament/cup.hpp"

using namespace tribunal;
using testing::cup_host;
using testing::cup_of;
using testing::PlanText;

namespace {

std::string text_for(const std::string& more = "") {
  return to_text(conditions_of(cup_of({.more = more}), cup_host));
}

/// The message when the cup is resumed with another plan.
std::string changed(const std::string& more) { return difference(text_for(), text_for(more)); }

}  // namespace

TEST_CASE("conditions read back as they were written") {
  for (const auto* limits : {"", "[limits]\nmove_ms = 70\nclock = \"cpu\"\non_fault = \"strikes\"\n",
                             "[limits]\nmove_ms = 0\ngame_ms = 90000\nincrement_ms = 5\nstartup_ms = 1\n",
                             "[resources]\nmemory_mb = 300\nprocesses = 3\n"}) {
    CAPTURE(limits);
    const auto text = text_for(limits);
    const auto read = parse_conditions(text);
    REQUIRE(read);
    CHECK(to_text(*read) == text);
  }
}

TEST_CASE("malformed conditions are refused in a line") {
  for (const auto* text : {"", "{", "[]", "{}", "7", R"({"limits":{"move_ms":-1}})",
                           R"({"limits":{"move_ms":"soon"},"resources":{}})"}) {
    CAPTURE(text);
    const auto read = parse_conditions(text);
    REQUIRE_FALSE(read);
    CHECK_FALSE(read.error().text().empty());
    CHECK_FALSE(read.error().text().contains('\n'));
  }
  const auto good = text_for();
  for (std::size_t length = 0; length < good.size(); ++length)
    CHECK_FALSE(parse_conditions(good.substr(0, length)));
}

TEST_CASE("the difference names what has changed, there and in the plan") {
  CHECK(changed("").empty());
  CHECK_THAT(changed("[limits]\nmove_ms = 70\n"), Catch::Contains("move_ms: 1000 there, 70 in the plan"));
  CHECK_THAT(changed("[limits]\nclock = \"cpu\"\n"), Catch::Contains("clock"));
  CHECK_THAT(changed("[resources]\nmemory_mb = 300\n"), Catch::Contains("memory_mb"));
  CHECK_THAT(difference(to_text(conditions_of(cup_of(), cup_host)),
                        to_text(conditions_of(cup_of({}, "d"), cup_host))),
             Catch::Contains("sha256"));
}

TEST_CASE("another version of the program is no difference") {
  auto other = cup_host;
  other.referee = "9.9.9";
  CHECK(difference(to_text(conditions_of(cup_of(), cup_host)), to_text(conditions_of(cup_of(), other)))
            .empty());
}

TEST_CASE("a tournament is the same by its name, rules, bots and deals") {
  const Bytes32 commitment{1};
  const auto identity = identity_of(cup_of(), commitment);
  CHECK(is_identity(identity));
  CHECK_FALSE(is_identity("{}"));
  CHECK(difference(identity, identity_of(cup_of(), commitment)).empty());
  CHECK_FALSE(difference(identity, identity_of(cup_of(), Bytes32{2})).empty());
  for (const auto& other : {PlanText{.name = "other"}, PlanText{.game = "mitch"}, PlanText{.players = 2}}) {
    CAPTURE(testing::plan_text(other));
    CHECK_FALSE(difference(identity, identity_of(cup_of(other), commitment)).empty());
  }
}
