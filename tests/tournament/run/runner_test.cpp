#include "tournament/run/runner.hpp"

#include <csignal>
#include <filesystem>
#include <thread>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"
#include "tournament/plan/tournament.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

constexpr auto* first_action =
    "#!/bin/sh\nwhile read -r word id _ action _; do\n  case $word in\n    tribunal) echo ready first 1 ;;\n"
    "    ask) echo move $id $action ;;\n    quit) exit ;;\n  esac\ndone\n";

}  // namespace

TEST_CASE("a signal is answered after the commit that is under way, however many games have finished since") {
  const ScratchFolder folder;
  std::filesystem::permissions(folder.write("bot", first_action), std::filesystem::perms::owner_all);
  const auto tournament =
      make_tournament(
          "name = \"cup\"\ngame = \"revolution\"\nplayers = 2\ndeals = 20000\nseed = \"42\"\nsandbox = "
          "\"none\"\n"
          "[limits]\nmove_ms = 60000\nstartup_ms = 60000\n"
          "[[bots]]\nname = \"ann\"\ncommand = \"./bot\"\n[[bots]]\nname = \"bob\"\ncommand = \"./bot\"\n",
          folder / "cup.toml")
          .value();
  const HostFacts facts{.referee = "test", .sandbox = "none"};
  auto store = Store::open(folder / "out", tournament, facts, false).value();
  int commits = 0;
  int commits_after_signal = 0;
  RunOptions options;
  options.facts = facts;
  options.workers = 4;
  options.may_begin = [&] {  // called after every commit, and as slow as one on a busy disk
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    if (commits > 5) ++commits_after_signal;
    if (++commits == 5) ::kill(::getpid(), SIGINT);
    return tournament.schedule.size();
  };
  const auto end = run_tournament(tournament, store, options);
  REQUIRE(end.has_value());
  CHECK(*end == RunEnd::interrupted);
  CHECK(commits_after_signal <= 4);
  CHECK(store.size() < 40'000);
}
