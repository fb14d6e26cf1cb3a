#include "tournament/results/resume_check.hpp"

#include <catch2/catch.hpp>

#include "tournament/schedule/formats/format.hpp"

using namespace tribunal;

namespace {

PlannedBot bot(const std::string& name, std::uint64_t joins_after = 0,
               std::optional<std::uint64_t> withdrawn_after = {}) {
  PlannedBot planned;
  planned.name = name;
  planned.stay = {.joins_after = joins_after, .withdrawn_after = withdrawn_after};
  return planned;
}

Plan plan_of(std::vector<PlannedBot> bots, const Format& format = formats::round_robin()) {
  Plan plan;
  plan.format = &format;
  plan.bots = std::move(bots);
  return plan;
}

const auto three = plan_of({bot("ann"), bot("bob"), bot("cyd")});

}  // namespace

TEST_CASE("a bot joins or is withdrawn after what has been started") {
  const auto [bots, expected] = GENERATE(table<std::vector<PlannedBot>, std::string>({
      {{bot("ann"), bot("bob"), bot("cyd")}, ""},
      {{bot("ann"), bot("bob"), bot("cyd", 0, 7)}, ""},
      {{bot("ann"), bot("bob"), bot("cyd"), bot("dan", 7)}, ""},
      {{bot("ann"), bot("bob"), bot("cyd"), bot("dan", 9)}, ""},
      {{bot("ann"), bot("bob"), bot("cyd", 0, 6)},
       "bot cyd: withdrawn_after = 6, but 7 deals have been started; expected withdrawn_after = 7"},
      {{bot("ann"), bot("bob"), bot("cyd", 0, 8)},
       "bot cyd: withdrawn_after = 8, but 7 deals have been started; expected withdrawn_after = 7"},
      {{bot("ann"), bot("bob"), bot("cyd"), bot("dan", 6)},
       "bot dan: joins_after = 6, but 7 deals have been started; expected joins_after = 7"},
      {{bot("ann"), bot("bob"), bot("cyd"), bot("dan")},
       "bot dan: joins_after = 0, but 7 deals have been started; expected joins_after = 7"},
      {{bot("ann", 7), bot("bob"), bot("cyd")},
       "bot ann: joins_after was 0, and 7 deals have been started: it cannot be 7"},
  }));
  CHECK(objection_to_roster(three, plan_of(bots), 7) == expected);
}

TEST_CASE("a withdrawn bot cannot come back once others have played on") {
  const auto left = plan_of({bot("ann"), bot("bob", 0, 3)});
  CHECK(objection_to_roster(left, plan_of({bot("ann"), bot("bob")}), 3).empty());
  CHECK_THAT(
      objection_to_roster(left, plan_of({bot("ann"), bot("bob")}), 4),
      Catch::StartsWith("bot bob was withdrawn after 3, and 4 deals have been started: it cannot come back"));
}

TEST_CASE("a bracket is closed, and a ladder takes candidates at any time") {
  const auto of = [](const Format& format, std::uint64_t started) {
    return objection_to_roster(plan_of({bot("ann"), bot("bob")}, format),
                               plan_of({bot("ann"), bot("bob"), bot("cyd")}, format), started);
  };
  CHECK(of(formats::knockout(), 0).empty());
  CHECK_THAT(of(formats::knockout(), 1), Catch::StartsWith("bot cyd: the bracket of a knockout is drawn"));
  CHECK(of(formats::ladder(), 5).empty());
  CHECK_THAT(of(formats::swiss(), 2),
             Catch::EndsWith("2 rounds have been started; expected joins_after = 2"));
}

TEST_CASE("nobody is withdrawn before the first game") {
  CHECK(objection_to_first_roster(three).empty());
  CHECK_THAT(objection_to_first_roster(plan_of({bot("ann", 0, 2)})),
             Catch::StartsWith("bot ann is withdrawn"));
}
