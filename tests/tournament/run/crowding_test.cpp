#include <string>

#include <catch2/catch.hpp>

#include "support/plan_text.hpp"
#include "support/scratch_folder.hpp"
#include "tournament/run/runner.hpp"

namespace tribunal {
namespace {

constexpr MachineLoad idle{.average = 0.1, .waiting = 0.0};
constexpr MachineLoad busy{.average = 7, .waiting = 80.0};

Tournament with_limits(const std::string& limits, const std::string& more = "") {
  static const testing::ScratchFolder folder;
  std::filesystem::permissions(folder.write("ann", "#!/bin/sh\n"), std::filesystem::perms::owner_all);
  return make_tournament(testing::plan_text({.players = 2,
                                             .deals = 1,
                                             .more = more + "\n[limits]\n" + limits + "\n",
                                             .bots = {{"ann", "./ann"}, {"bob", "./ann"}}}),
                         folder / "cup.toml")
      .value();
}

TEST_CASE("More tables than cores are warned of under the wall clock, with the cure") {
  const auto tournament = with_limits("move_ms = 1000", "cores_per_table = 0");
  CHECK(crowding_of(tournament, 2, 2, idle).empty());
  CHECK_THAT(crowding_of(tournament, 16, 2, idle),
             Catch::StartsWith("16 tables on 2 cores by the wall clock: bots have to wait") &&
                 Catch::Contains("workers = 2 (--workers)") && Catch::Contains("clock = \"cpu\""));
  CHECK(crowding_of(with_limits("move_ms = 1000\nclock = \"cpu\""), 16, 2, busy).empty());
}

TEST_CASE("Tables of several cores, and cores that a control group limits, count as they are") {
  const auto wide = with_limits("move_ms = 1000", "cores_per_table = 2");
  CHECK(crowding_of(wide, 2, 4, idle).empty());
  CHECK_THAT(crowding_of(wide, 3, 4, idle), Catch::StartsWith("3 tables with 2 cores each on 4 cores"));
  CHECK_THAT(crowding_of(with_limits("move_ms = 1000", "cores_per_table = 0"), 2, 1.5, idle),
             Catch::StartsWith("2 tables on 1.5 cores") && Catch::Contains("workers = 1 "));
}

TEST_CASE("A busy machine is warned of where the wall clock is tight") {
  CHECK_THAT(crowding_of(with_limits("move_ms = 30"), 1, 2, busy), Catch::StartsWith("this machine is busy"));
  CHECK(crowding_of(with_limits("move_ms = 30"), 1, 2, idle).empty());
  CHECK(crowding_of(with_limits("move_ms = 1000"), 1, 2, busy).empty());
}

TEST_CASE("A machine is busy if programs wait for processors, or, where nobody counts that, by its load") {
  CHECK(is_busy({.average = 0, .waiting = 40.0}, 2));
  CHECK_FALSE(is_busy({.average = 9, .waiting = 1.0}, 2));
  CHECK(is_busy({.average = 3, .waiting = {}}, 2));
  CHECK_FALSE(is_busy({.average = 2, .waiting = {}}, 2));
  CHECK(usable_cores() > 0);
  CHECK(cores_text(1) == "1 core");
  CHECK(cores_text(1.5) == "1.5 cores");
}

}  // namespace
}  // namespace tribunal
