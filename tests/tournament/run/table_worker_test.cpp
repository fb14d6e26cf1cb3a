#include "tournament/run/table_worker.hpp"

#include <filesystem>

#include <catch2/catch.hpp>

#include "support/plan_text.hpp"
#include "support/scratch_folder.hpp"
#include "tournament/plan/planned_bots.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

TEST_CASE("a table that is abandoned before it begins plays nothing, and that is no failure") {
  const ScratchFolder folder;
  std::filesystem::permissions(folder.write("ann", "#!/bin/sh\n"), std::filesystem::perms::owner_all);
  const auto text =
      testing::plan_text({.players = 2, .deals = 1, .bots = {{"ann", "./ann"}, {"bob", "./ann"}}});
  const auto tournament = make_tournament(text, folder / "cup.toml").value();
  const auto secret = Secret::from_seed("42");
  WorkQueue work{tournament.schedule, {}};
  Host host;
  int games = 0;
  TableWorker table{{tournament,
                     secret,
                     {},
                     sandboxes_of(tournament.plan, SandboxLevel::none, std::span{&folder.path(), 1})},
                    host,
                    work,
                    {},
                    [&](const FinishedGame&) { ++games; },
                    [&](const VoidGame&) { ++games; }};
  table.abandon();
  const auto done = table.run();
  CHECK(done.has_value());
  CHECK(games == 0);
}
