#include <functional>
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"
#include "tournament/plan/new_plan.hpp"
#include "tournament/schedule/formats/format.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

/// Two bots to be compared, and two others.
struct Workshop {
  ScratchFolder folder;

  Workshop() {
    for (const auto* name : {"new", "old", "ann", "bob"}) folder.write(name, name);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return (folder / name).string(); }
  [[nodiscard]] ComparisonOrder order() const {
    return {.game = "revolution",
            .rules = {},
            .candidate = {"candidate", file("new")},
            .baseline = {"baseline", file("old")},
            .field = {{"ann", file("ann")}, {"bob", file("bob")}},
            .players = 3,
            .deals = 100,
            .limits = {},
            .question = "by points, 0 or 1"};
  }
};

std::string name_of(const ComparisonOrder& order) { return tournament_of(order).value().plan.name; }

}  // namespace

TEST_CASE("a comparison is a gauntlet with candidate and baseline on trial") {
  const Workshop workshop;
  auto order = workshop.order();
  order.rules = {{"scoring", "advanced"}};
  order.seed = "42";
  order.limits.move_ms = 70;
  order.limits.clock = ClockKind::cpu;
  order.sandbox = SandboxLevel::limits;
  const auto tournament = tournament_of(order).value();
  const auto& plan = tournament.plan;
  CHECK_THAT(plan.name, Catch::Matches("compare-[0-9a-f]{10}"));
  CHECK(plan.format == &formats::gauntlet());
  CHECK(plan.players == 3);
  CHECK(plan.seed == "42");
  CHECK(plan.limits.move_ms == 70);
  CHECK(plan.limits.clock == ClockKind::cpu);
  CHECK(plan.sandbox == SandboxLevel::limits);
  CHECK(tournament.rules.at(0).game() == "revolution");
  CHECK(tournament.schedule.shape().candidates == std::vector{0, 1});
  CHECK(tournament.schedule.size() == 600);  // 100 deals, 2 on trial, 3 seatings
  std::vector<std::string> names;
  for (const auto& bot : plan.bots) names.push_back(bot.name);
  CHECK(names == std::vector<std::string>{"candidate", "baseline", "ann", "bob"});
  CHECK(std::set(tournament.sha256.begin(), tournament.sha256.end()).size() == 4);
}

TEST_CASE("all that a comparison depends on is in its name, but how many deals it may take") {
  const Workshop workshop;
  const auto usual = name_of(workshop.order());
  CHECK(name_of(workshop.order()) == usual);
  auto more = workshop.order();
  more.deals = 5000;
  CHECK(name_of(more) == usual);

  std::set<std::string> names{usual};
  const auto is_another = [&](const std::function<void(ComparisonOrder&)>& change) {
    auto order = workshop.order();
    change(order);
    return names.insert(name_of(order)).second;
  };
  CHECK(is_another([](auto& order) { order.game = "mitch"; }));
  CHECK(is_another([](auto& order) { order.rules = {{"scoring", "advanced"}}; }));
  CHECK(is_another([](auto& order) { std::swap(order.candidate.command, order.baseline.command); }));
  CHECK(is_another([](auto& order) { order.candidate.command += " --fast"; }));
  CHECK(is_another([](auto& order) { order.field.pop_back(), order.players = 2; }));
  CHECK(is_another([](auto& order) { order.players = 2; }));
  CHECK(is_another([](auto& order) { order.seed = "42"; }));
  CHECK(is_another([](auto& order) { order.seed = "43"; }));
  CHECK(is_another([](auto& order) { order.public_value = "DAX 18000"; }));
  CHECK(is_another([](auto& order) { order.limits.move_ms = 70; }));
  CHECK(is_another([](auto& order) { order.limits.clock = ClockKind::cpu; }));
  CHECK(is_another([](auto& order) { order.sandbox = SandboxLevel::none; }));
  CHECK(is_another([](auto& order) { order.question = "by points, 0 or 2"; }));
  for (const auto* bot : {"new", "old", "bob"}) {
    CAPTURE(bot);
    CHECK(is_another([&](auto&) { workshop.folder.write(bot, "another build"); }));
  }
}

TEST_CASE("commands and settings reach the plan as they were given") {
  const Workshop workshop;
  workshop.folder.write("a \"b\" \\c", "odd");
  auto order = workshop.order();
  order.candidate.command =
      "'" + workshop.file("a \"b\" \\c") + "' --say \"it's\" 'tab\there' '\\' '\x7f' '#'";
  order.seed = "a \"seed\"\\ \x01";
  const auto plan = tournament_of(order).value().plan;
  CHECK(plan.bots.at(0).command.words == std::vector<std::string>{workshop.file("a \"b\" \\c"), "--say",
                                                                  "it's", "tab\there", "\\", "\x7f", "#"});
  CHECK(plan.seed == order.seed);
}

TEST_CASE("an impossible comparison is an error of one line") {
  const Workshop workshop;
  const auto error = [&](const std::function<void(ComparisonOrder&)>& change) {
    auto order = workshop.order();
    change(order);
    const auto made = tournament_of(order);
    REQUIRE(!made);
    CHECK(made.error().text().find('\n') == std::string::npos);
    return made.error().text();
  };
  CHECK_THAT(error([&](auto& order) { order.candidate.command = workshop.file("missing"); }),
             Catch::Contains("bot candidate: "));
  CHECK_THAT(error([](auto& order) { order.players = 5; }), Catch::Contains("needs 5 bots"));
  CHECK_THAT(error([](auto& order) { order.rules = {{"scoring", "odd"}}; }), Catch::Contains("scoring"));
  CHECK_THAT(error([](auto& order) { order.field[1].name = "ann"; }), Catch::Contains("ann"));
}
