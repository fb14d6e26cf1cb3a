#include "tournament/run/runner.hpp"

#include <csignal>
#include <filesystem>
#include <thread>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "support/plan_text.hpp"
#include "support/scratch_folder.hpp"
#include "support/scripted_bot.hpp"
#include "tournament/plan/tournament.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

TEST_CASE("a signal is answered after the commit that is under way, however many games have finished since") {
  const ScratchFolder folder;
  std::filesystem::permissions(folder.write("bot", "#!/bin/sh\n" + testing::scripted_bot()),
                               std::filesystem::perms::owner_all);
  const auto text =
      testing::plan_text({.players = 2,
                          .deals = 20'000,
                          .more = "sandbox = \"none\"\n[limits]\nmove_ms = 60000\nstartup_ms = 60000\n",
                          .bots = {{"ann", "./bot"}, {"bob", "./bot"}}});
  const auto tournament = make_tournament(text, folder / "cup.toml").value();
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
