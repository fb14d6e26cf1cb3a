#include "bots/sandbox/visibility.hpp"

#include <algorithm>
#include <cstdlib>

#include <catch2/catch.hpp>

#include "bots/system/paths.hpp"
#include "support/scratch_folder.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

namespace fs = std::filesystem;

/// Bots in the folders of the user who runs them.
struct Folders {
  ScratchFolder folder;

  Folders() {
    for (const auto* name : {"ann", "bob", "both"}) fs::create_directories(folder / name);
    for (const auto* name : {"ann/bot.py", "ann/kit.py", "bob/bot.py", "both/ann.py", "both/bob.py",
                             "both/kit.py", "cup.toml", "secret"})
      folder.write(name, name);
  }

  [[nodiscard]] BotFiles bot(const std::string& name, const std::string& command,
                             const std::string& directory = "") const {
    return {.name = name,
            .command = parse_command(command, directory.empty() ? folder.path() : folder / directory).value(),
            .has_directory = !directory.empty()};
  }
  [[nodiscard]] bool has(const std::vector<fs::path>& paths, const std::string& name) const {
    return std::ranges::find(paths, real_path(folder / name)) != paths.end();
  }
};

}  // namespace

TEST_CASE("a bot sees the folder of its script, if it is its own") {
  const Folders folders;
  const std::vector bots{folders.bot("ann", "python3 ann/bot.py"), folders.bot("bob", "python3 bob/bot.py")};
  const auto seen = visibility_of(bots, {});
  CHECK(folders.has(seen[0].shown, "ann"));
  CHECK(!folders.has(seen[0].shown, "bob"));
  CHECK(folders.has(seen[0].hidden, "bob"));
  CHECK(folders.has(seen[1].shown, "bob"));
  CHECK(folders.has(seen[1].hidden, "ann"));
}

TEST_CASE("a folder with another bot's file is shared, and the other bot is named") {
  const Folders folders;
  const std::vector bots{folders.bot("ann", "python3 both/ann.py"),
                         folders.bot("bob", "python3 both/bob.py")};
  const auto seen = visibility_of(bots, {});
  for (const std::size_t bot : {0U, 1U}) {
    CHECK(!folders.has(seen[bot].shown, "both"));
    const auto& shared = seen[bot].shared;
    const auto found = std::ranges::find(shared, real_path(folders.folder / "both"), &SharedFolder::path);
    REQUIRE(found != shared.end());
    CHECK(found->reason == (bot == 0 ? "it shares with bot bob" : "it shares with bot ann"));
  }
  CHECK(folders.has(seen[0].shown, "both/ann.py"));
  CHECK(folders.has(seen[0].hidden, "both/bob.py"));
  CHECK(!folders.has(seen[0].hidden, "both/kit.py"));
}

TEST_CASE("two bots to which the same directory is given see what they name of it") {
  const Folders folders;
  std::vector bots{folders.bot("ann", "python3 -m ann", "both"),
                   folders.bot("bob", "python3 -m bob", "both")};
  for (const auto& seen : visibility_of(bots, {})) CHECK(!folders.has(seen.shown, "both"));
  bots[0].files = {folders.folder / "both/kit.py"};
  bots[1].files = {folders.folder / "both/kit.py"};
  for (const auto& seen : visibility_of(bots, {})) CHECK(folders.has(seen.shown, "both/kit.py"));
}

TEST_CASE("a bot sees a link among its named files, and others lose nothing") {
  const Folders folders;
  fs::create_symlink("bob.py", folders.folder / "both/current.py");
  fs::create_symlink("../ann/kit.py", folders.folder / "both/helper.py");
  std::vector bots{folders.bot("ann", "python3 both/ann.py"), folders.bot("bob", "python3 both/current.py")};
  bots[0].files = {folders.folder / "both/helper.py"};
  bots[1].files = {folders.folder / "ann/kit.py"};
  const auto seen = visibility_of(bots, {});
  const auto shows = [&](std::size_t bot, const std::string& link) {
    return std::ranges::find(seen[bot].shown, folders.folder / "both" / link) != seen[bot].shown.end();
  };
  CHECK(shows(0, "helper.py"));
  CHECK(!shows(1, "helper.py"));
  CHECK(folders.has(seen[1].shown, "both/bob.py"));
  CHECK(folders.has(seen[0].hidden, "both/bob.py"));
  for (const auto& view : seen) CHECK(!folders.has(view.hidden, "ann/kit.py"));
}

TEST_CASE("a directory that is given to a bot is its own with all that lies below it") {
  const Folders folders;
  const std::vector bots{folders.bot("ann", "python3 -m bot", "ann"),
                         folders.bot("bob", "python3 bob/bot.py")};
  const auto seen = visibility_of(bots, {});
  CHECK(folders.has(seen[0].shown, "ann"));
  CHECK(folders.has(seen[1].hidden, "ann"));
  const std::vector with_other_below{folders.bot("ann", "python3 ann/bot.py", "."),
                                     folders.bot("bob", "python3 bob/bot.py")};
  CHECK(!folders.has(visibility_of(with_other_below, {})[0].shown, "."));
}

TEST_CASE("bots made of the same files are the same bot, which has its folder for itself") {
  const Folders folders;
  const std::vector bots{folders.bot("fast", "python3 ann/bot.py fast"),
                         folders.bot("slow", "python3 ann/bot.py slow")};
  for (const auto& seen : visibility_of(bots, {})) {
    CHECK(folders.has(seen.shown, "ann"));
    CHECK(!folders.has(seen.hidden, "ann"));
  }
}

TEST_CASE("a bot whose command names no file has the directory where it runs only if it is alone") {
  const Folders folders;
  const auto module = folders.bot("ann", "python3 -m bot");
  CHECK(folders.has(visibility_of({{module}}, {})[0].shown, "."));
  CHECK(!folders.has(visibility_of({{module, folders.bot("env", "env")}}, {})[0].shown, "."));
}

TEST_CASE("folders of plan and secret are nobody's own; the results are hidden wherever they are") {
  const Folders folders;
  folders.folder.write("mine.py", "");
  const std::vector bots{folders.bot("mine", "python3 mine.py")};
  CHECK(folders.has(visibility_of(bots, {})[0].shown, "."));
  for (const auto* file : {"cup.toml", "secret"}) {
    const auto seen = visibility_of(bots, {.plan = {folders.folder / file}});
    CHECK(!folders.has(seen[0].shown, "."));
    CHECK(folders.has(seen[0].hidden, file));
    CHECK(seen[0].shared.front().reason == "it shares with the plan");
  }
  const auto seen = visibility_of(bots, {.results = {folders.folder / "out"}});
  CHECK(folders.has(seen[0].shown, "."));
  CHECK(folders.has(seen[0].hidden, "out"));
}

TEST_CASE(
    "home directories and folders where everybody writes are not a bot's own, unless they are given to it") {
  const Folders folders;
  const std::vector bots{folders.bot("ann", "python3 ann/bot.py")};
  const std::vector given{folders.bot("ann", "python3 bot.py", "ann")};
  SECTION("everybody writes") {
    fs::permissions(folders.folder / "ann", fs::perms::others_write, fs::perm_options::add);
    CHECK(!folders.has(visibility_of(bots, {})[0].shown, "ann"));
    CHECK(folders.has(visibility_of(given, {})[0].shown, "ann"));
  }
  SECTION("a home") {
    const std::string before = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
    ::setenv("HOME", (folders.folder / "ann").c_str(), 1);
    const auto seen = visibility_of(bots, {});
    const auto seen_given = visibility_of(given, {});
    ::setenv("HOME", before.c_str(), 1);
    CHECK(!folders.has(seen[0].shown, "ann"));
    CHECK(folders.has(seen_given[0].shown, "ann"));
  }
}

TEST_CASE("the program of another bot that PATH finds is hidden, wherever that lies") {
  const Folders folders;
  folders.folder.write("mine.py", "");
  fs::permissions(folders.folder.write("tool", "#!/bin/sh\n"), fs::perms::owner_all);
  const std::string before = std::getenv("PATH");
  ::setenv("PATH", (folders.folder.path().string() + ':' + before).c_str(), 1);
  const std::vector bots{folders.bot("mine", "python3 mine.py"), folders.bot("tool", "tool")};
  const auto seen = visibility_of(bots, {});
  ::setenv("PATH", before.c_str(), 1);
  CHECK(folders.has(seen[0].shown, "."));
  CHECK(folders.has(seen[0].hidden, "tool"));
  CHECK(!folders.has(seen[1].hidden, "tool"));
}

TEST_CASE("the system's folders are not shown because an argument lies there") {
  const Folders folders;
  const std::vector bots{folders.bot("ann", "python3 ann/bot.py --words /etc/passwd")};
  const auto seen = visibility_of(bots, {});
  CHECK(std::ranges::find(seen[0].shown, fs::path{"/etc"}) == seen[0].shown.end());
  CHECK(std::ranges::find(seen[0].shown, fs::path{"/etc/passwd"}) != seen[0].shown.end());
}
