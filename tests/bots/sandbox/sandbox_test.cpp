#include "bots/sandbox/sandbox.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "bots/process/probe.hpp"
#include "bots/sandbox/cgroup.hpp"
#include "bots/sandbox/confinement.hpp"
#include "bots/sandbox/file_view.hpp"
#include "bots/sandbox/installation.hpp"
#include "bots/sandbox/profile.hpp"
#include "support/scratch_folder.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using testing::ScratchFolder;

const Tools tools{"/t/setpriv", "/t/bwrap", true};
const Command some_bot{{"./bot", "-v"}, "/srv/bot"};

Sandbox at(SandboxLevel level) { return {.level = level}; }

FileView small_view(bool open_to_all = true) {
  return {{{Sight::Kind::as_outside, "/usr", "/usr"}, {Sight::Kind::as_outside, "/srv/bot", "/srv/bot"}},
          "/srv/bot",
          open_to_all ? "" : "/srv"};
}

/// The index of `part` in `words`, as consecutive words; the number of words if it does not occur.
std::size_t place_of(const Words& words, const Words& part) {
  return static_cast<std::size_t>(std::ranges::search(words, part).begin() - words.begin());
}

bool holds(const Words& words, const Words& part) { return place_of(words, part) < words.size(); }

const Sight* find(const FileView& view, const fs::path& path) {
  const auto found = std::ranges::find(view.sights, path, &Sight::path);
  return found == view.sights.end() ? nullptr : &*found;
}

/// The sight that is visible at a path: later sights cover earlier ones.
const Sight* find_last(const FileView& view, const fs::path& path) {
  const Sight* last = nullptr;
  for (const auto& sight : view.sights)
    if (sight.path == path) last = &sight;
  return last;
}

TEST_CASE("Levels have names") {
  for (const auto name : enum_names<SandboxLevel>)
    CHECK(name_of(find_name<SandboxLevel>(name).value()) == name);
  CHECK(find_name<SandboxLevel>("bwrap+cgroup") == SandboxLevel::bwrap_cgroup);
  CHECK_FALSE(find_name<SandboxLevel>("bubblewrap"));
}

TEST_CASE("Without a sandbox a bot's command is unchanged") {
  const auto profile = profile_of(some_bot, at(SandboxLevel::none), {}, {}, tools);
  CHECK(profile.words == some_bot.words);
  CHECK(profile.directory == some_bot.directory);
  CHECK(profile.environment.empty());
  CHECK_FALSE(profile.confined);
  CHECK(profile.filtering == Filtering::nobody);
}

TEST_CASE("System calls are filtered from the level limits on, where the kernel can") {
  const auto filtering = [](SandboxLevel level, const Identity& who, const FileView& view,
                            const Tools& with) { return profile_of(some_bot, at(level), view, who, with); };
  const Words option{"--seccomp", "4"};
  const auto limits = filtering(SandboxLevel::limits, {}, small_view(), tools);
  CHECK(limits.filtering == Filtering::itself);
  CHECK_FALSE(holds(limits.words, option));
  for (const bool open : {true, false}) {
    const auto walls = filtering(SandboxLevel::bwrap, {.uid = 4711}, small_view(open), tools);
    CHECK(walls.filtering == Filtering::sandbox);
    CHECK(holds(walls.words, option));
    // The program that creates the sandbox must not be covered by it.
    CHECK(place_of(walls.words, {"--unshare-user"}) < place_of(walls.words, option));
    CHECK(std::ranges::count(walls.words, "--seccomp") == 1);
  }
  for (const auto level : {SandboxLevel::limits, SandboxLevel::bwrap}) {
    const auto without = filtering(level, {}, small_view(), {"/t/setpriv", "/t/bwrap", false});
    CHECK(without.filtering == Filtering::nobody);
    CHECK_FALSE(holds(without.words, option));
  }
}

TEST_CASE("At level limits a bot has limits, and no way to lose them") {
  const auto sandbox = at(SandboxLevel::limits);
  const auto profile = profile_of(some_bot, sandbox, small_view(), {.processes_of_others = 7}, tools);
  CHECK(profile.words == some_bot.words);
  CHECK(profile.limits == std::vector<Limit>{{RLIMIT_NOFILE, 1024},
                                             {RLIMIT_FSIZE, 16777216},
                                             {RLIMIT_DATA, 4294967296},
                                             {RLIMIT_CORE, 0},
                                             {RLIMIT_NPROC, 135}});
  CHECK(profile.directory == "/srv/bot");
  CHECK(profile.confined);
  CHECK_FALSE(profile.user);

  const auto by_root = profile_of(some_bot, sandbox, small_view(), {.uid = 4711}, tools);
  CHECK(by_root.user == 4711);
  CHECK(by_root.confined);
  CHECK(holds(by_root.environment, {"HOME=/tmp", "TMPDIR=/tmp"}));
}

TEST_CASE("Walls are built as the bot's user") {
  const auto profile = profile_of(some_bot, at(SandboxLevel::bwrap), small_view(), {.uid = 4711}, tools);
  const auto& words = profile.words;
  CHECK(profile.user == 4711);
  CHECK_FALSE(profile.counted_apart);
  CHECK(words.front() == "/t/bwrap");
  CHECK(std::ranges::count(profile.limits, Limit{RLIMIT_NPROC, 131}) == 1);
  CHECK(holds(words, {"--unshare-user", "--unshare-all", "--disable-userns", "--die-with-parent"}));
  CHECK(holds(words, {"--ro-bind", "/srv/bot", "/srv/bot"}));
  CHECK(holds(words, {"--size", "16777216", "--tmpfs", "/tmp"}));
  CHECK(holds(words,
              {"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/srv/bot", "--", "./bot", "-v"}));
}

TEST_CASE("An ordinary user's bots count their processes in a namespace") {
  const auto profile = profile_of(some_bot, at(SandboxLevel::bwrap), small_view(), {}, tools);
  CHECK(profile.counted_apart);
  CHECK_FALSE(profile.user);
  CHECK(std::ranges::count(profile.limits, Limit{RLIMIT_NPROC, 131}) == 1);
}

TEST_CASE("Paths that the bot's user cannot reach are mounted before the switch to that user") {
  const auto profile = profile_of(some_bot, at(SandboxLevel::bwrap), small_view(false), {.uid = 4711}, tools);
  const auto& words = profile.words;
  CHECK(words.front() == "/t/bwrap");
  CHECK_FALSE(profile.user);
  CHECK(place_of(words, {"--ro-bind", "/srv/bot", "/srv/bot"}) < place_of(words, {"--reuid=4711"}));
  CHECK(holds(words, {"--reuid=4711", "--regid=4711", "--clear-groups"}));
  CHECK(holds(words, {"--no-new-privs", "--pdeathsig=KILL"}));
  CHECK(place_of(words, {"--reuid=4711"}) < place_of(words, {"--ro-bind", "/", "/"}));
  // An ordinary user's own files are hidden from nobody.
  const auto own = profile_of(some_bot, at(SandboxLevel::bwrap), small_view(false), {}, tools);
  CHECK(std::ranges::count(own.words, "/t/bwrap") == 1);
}

TEST_CASE("Private places to write do not cover a bot that lies in them") {
  const FileView view{{{Sight::Kind::as_outside, "/tmp/cup/bot", "/tmp/cup/bot"}}, "/tmp/cup", "/tmp/cup"};
  for (const Identity& who : {Identity{}, Identity{.uid = 4711}}) {
    const auto words = profile_of(some_bot, at(SandboxLevel::bwrap), view, who, tools).words;
    const auto last =
        words.size() - static_cast<std::size_t>(
                           std::ranges::find_end(words, Words{"--tmpfs", "/tmp"}).begin() - words.begin());
    const auto shown =
        words.size() -
        static_cast<std::size_t>(
            std::ranges::find_end(words, Words{"--ro-bind", "/tmp/cup/bot", "/tmp/cup/bot"}).begin() -
            words.begin());
    CHECK(shown < last);
  }
}

TEST_CASE("A program may be named by a link of the system") {
  if (!fs::is_symlink("/bin")) {
    WARN("SKIPPED: /bin is not a link here");
    return;
  }
  const auto view = view_of({{"/bin/sh", "/bin/cat"}, "/"}, at(SandboxLevel::bwrap));
  CHECK(sees(view, "/bin/sh"));
  REQUIRE(find(view, "/bin") != nullptr);
  CHECK(find(view, "/bin")->kind == Sight::Kind::link);
  CHECK(std::ranges::none_of(view.sights,
                             [](const Sight& sight) { return sight.path.parent_path() == "/bin"; }));
}

TEST_CASE("A bot sees the system and its own files") {
  const ScratchFolder folder;
  fs::create_directory(folder / "mine");
  folder.write("mine/bot.py", "");
  folder.write("mine/weights", "");
  folder.write("secret", "");
  const Command command{{"/bin/sh", "mine/bot.py"}, folder.path()};
  const auto view = view_of(command, at(SandboxLevel::bwrap));
  const auto real = fs::canonical(folder.path());
  CHECK(view.directory == real);
  CHECK(sees(view, "/usr/bin"));
  CHECK(sees(view, real / "mine/bot.py"));
  CHECK_FALSE(sees(view, real / "mine/weights"));
  CHECK_FALSE(sees(view, real / "secret"));
  CHECK_FALSE(sees(view, "/etc/passwd"));
  REQUIRE(find(view, real) != nullptr);
  CHECK(find(view, real)->kind == Sight::Kind::folder);
}

TEST_CASE("A path that goes up and down leads where it leads outside") {
  const ScratchFolder folder;
  fs::create_directories(folder / "cup/plans");
  folder.write("bot", "");
  const auto view = view_of({{"/bin/sh", "plans/../../bot"}, folder / "cup"}, at(SandboxLevel::bwrap));
  const auto real = fs::canonical(folder.path());
  CHECK(sees(view, real / "bot"));
  REQUIRE(find(view, real / "cup/plans") != nullptr);
  CHECK(find(view, real / "cup/plans")->kind == Sight::Kind::folder);
}

TEST_CASE("Hidden files are hidden in shown directories, and under other paths") {
  const ScratchFolder folder;
  fs::create_directories(folder / "bots/results");
  folder.write("bots/results/secret", "");
  folder.write("bots/plan.toml", "");
  folder.write("bots/bot", "");
  auto sandbox = at(SandboxLevel::bwrap);
  sandbox.shown = {folder / "bots", folder / "bots/plan.toml"};
  sandbox.hidden = {folder / "bots/results", folder / "bots/plan.toml", folder / "bots/no-such-file"};
  const auto view = view_of({{"/bin/sh"}, folder.path()}, sandbox);
  const auto real = fs::canonical(folder.path());
  CHECK(sees(view, real / "bots/bot"));
  CHECK_FALSE(sees(view, real / "bots/results/secret"));
  CHECK_FALSE(sees(view, real / "bots/plan.toml"));
  CHECK(find_last(view, real / "bots/results")->kind == Sight::Kind::empty_folder);
  CHECK(find_last(view, real / "bots/plan.toml")->kind == Sight::Kind::empty_file);
}

TEST_CASE("A link in a bot's files opens nothing else") {
  const ScratchFolder folder;
  folder.write("secret", "");
  fs::create_symlink("secret", folder / "bot.txt");
  const auto view = view_of({{"/bin/sh", "bot.txt"}, folder.path()}, at(SandboxLevel::bwrap));
  const auto real = fs::canonical(folder.path());
  REQUIRE(find(view, real / "bot.txt") != nullptr);
  CHECK(*find(view, real / "bot.txt") == Sight{Sight::Kind::link, real / "bot.txt", "secret"});
  CHECK_FALSE(sees(view, real / "bot.txt"));
  CHECK_FALSE(sees(view, real / "secret"));
}

TEST_CASE("A program outside the system brings its installation along") {
  const ScratchFolder folder;
  fs::create_directories(folder / "node/bin");
  fs::create_directories(folder / "home/bin");
  fs::create_directories(folder / "node/lib");
  CHECK(installation_of(folder / "node/bin/node") == folder / "node");
  CHECK(installation_of(folder / "home/bin/node").empty());  // no lib beside it
  CHECK(installation_of(folder / "node/node").empty());
  CHECK(installation_of("/usr/bin/node").empty());  // seen anyway
}

/// A folder that is an installation, because it has `bin` beside `lib`, and holds other files, too.
struct Installation {
  ScratchFolder folder;
  fs::path place = fs::canonical(folder.path());

  Installation() {
    for (const auto* name : {"bin", "lib", "share/cup", "inbox/bob", "conf", "src"})
      fs::create_directories(place / name);
    for (const auto* name : {"lib/kit.py", "share/cup/night.toml", "share/words", "inbox/bob/bot.py",
                             "persons.toml", "conf/settings", "src/words"})
      folder.write(name, "");
    for (const auto* name : {"bin/run", "inbox/bob/bot.py"})
      fs::permissions(folder.write(name, "#!/bin/sh\n"), fs::perms::owner_all);
    fs::permissions(folder.write("bin/notes", "of the organiser"), fs::perms::owner_all);
    fs::create_directory_symlink("..", place / "lib64");
  }

  /// The view of a bot whose script has this first line.
  [[nodiscard]] FileView view(const std::string& first_line,
                              const std::vector<fs::path>& organiser = {}) const {
    const ScratchFolder bot;
    fs::permissions(bot.write("env", "#!/bin/sh\n"), fs::perms::owner_all);
    fs::permissions(bot.write("bot", first_line + '\n'), fs::perms::owner_all);
    auto sandbox = at(SandboxLevel::bwrap);
    sandbox.organiser = organiser;
    return view_of({{"./bot"}, bot.path()}, sandbox);
  }
};

TEST_CASE("Of an installation a bot sees the parts that programs need, whatever else lies in its folder") {
  const Installation cup;
  const auto shown = [&](const FileView& view, const std::string& name) {
    return sees(view, cup.place / name);
  };
  const auto view = cup.view("#!" + (cup.place / "bin/run").string());
  for (const auto* name : {"bin/run", "lib/kit.py", "share/words"}) CHECK(shown(view, name));
  for (const auto* name : {"persons.toml", "inbox/bob/bot.py", "conf/settings", "src/words"})
    CHECK_FALSE(shown(view, name));

  SECTION("a part that holds the organiser's files is not shown") {
    const auto kept = cup.view("#!" + (cup.place / "bin/run").string(), {cup.place / "share/cup/night.toml"});
    CHECK(shown(kept, "lib/kit.py"));
    CHECK_FALSE(shown(kept, "share/words"));
  }
  SECTION("some folders are parts beside a file that shows the kind of the installation") {
    cup.folder.write("lib/modules", "");
    CHECK(shown(cup.view("#!" + (cup.place / "bin/run").string()), "conf/settings"));
  }
}

TEST_CASE("A program is found through links among the folders above it") {
  const Installation cup;
  const ScratchFolder links;
  const auto place = fs::canonical(links.path());
  fs::create_directory_symlink(cup.place, links / "one");
  fs::create_directory_symlink("one", links / "current");
  const auto view = cup.view("#!" + (place / "current/bin/run").string());
  REQUIRE((find(view, place / "current") != nullptr && find(view, place / "one") != nullptr));
  CHECK(*find(view, place / "current") == Sight{Sight::Kind::link, place / "current", "one"});
  CHECK(*find(view, place / "one") == Sight{Sight::Kind::link, place / "one", cup.place});
  CHECK(sees(view, cup.place / "lib/kit.py"));
  CHECK_FALSE(sees(view, cup.place / "persons.toml"));
}

TEST_CASE("A first line shows only the program that the system runs for it") {
  const Installation cup;
  const auto run = (cup.place / "bin/run").string();
  const auto bob = (cup.place / "inbox/bob/bot.py").string();
  for (const auto& line : {"#!/usr/bin/env -S " + run, "#!/usr/bin/env -S A=1 " + run})
    CHECK(sees(cup.view(line), run));
  for (const auto& line :
       {"#!/usr/bin/env -S -u " + cup.place.string() + " sh", "#!/usr/bin/env -S -u " + bob + " sh",
        "#!./env " + bob, "#!/usr/bin/env -S A=\"b " + bob + " \" sh",
        "#!/usr/bin/env " + (cup.place / "persons.toml").string(),
        "#!" + (cup.place / "persons.toml").string(), "#!" + (cup.place / "bin/notes").string(),
        "#!" + cup.place.string()}) {
    INFO(line);
    const auto view = cup.view(line);
    for (const auto& path : {cup.place / "persons.toml", cup.place / "bin/notes", fs::path{bob}})
      CHECK_FALSE(sees(view, path));
  }
}

TEST_CASE("A hidden folder within a hidden folder is hidden once, because nothing can be mounted in it") {
  const ScratchFolder folder;
  fs::create_directories(folder / "bots/all/one");
  auto sandbox = at(SandboxLevel::bwrap);
  sandbox.shown = {folder / "bots"};
  sandbox.hidden = {folder / "bots/all", folder / "bots/all/one"};
  const auto view = view_of({{"/bin/sh"}, folder.path()}, sandbox);
  CHECK(std::ranges::count(view.sights, Sight::Kind::empty_folder, &Sight::kind) == 1);
}

TEST_CASE("A view names a folder that other users may not enter") {
  const ScratchFolder folder;
  folder.write("bot", "");
  fs::permissions(folder.path(), fs::perms::owner_all);
  CHECK(view_of({{"/bin/sh", "bot"}, folder.path()}, at(SandboxLevel::bwrap)).closed ==
        fs::canonical(folder.path()));
  CHECK(view_of({{"/bin/sh"}, "/"}, at(SandboxLevel::bwrap)).closed.empty());
}

TEST_CASE("Bots' users are numbers that exist") {
  CHECK(users_in("         0          0 4294967295\n") == usual_users);
  CHECK(users_in("         0     100000      65536\n") == users_of_a_container);
  const auto one = OwnUser::claim(usual_users);
  const auto two = OwnUser::claim(usual_users);
  REQUIRE((one && two));
  CHECK(one->uid() != two->uid());
  CHECK_FALSE(OwnUser::claim({one->uid(), 1}));
}

TEST_CASE("The search for a free user ID starts anywhere, as a container may not see those of another") {
  std::set<uid_t> users;
  for (int i = 0; i < 20; ++i) users.insert(OwnUser::claim(usual_users).value().uid());
  CHECK(users.size() > 1);
}

TEST_CASE("Cgroups are found where they are mounted") {
  CHECK(find_cgroups("32 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
                     "40 31 0:36 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"
                     "42 31 0:39 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
                     "41 31 0:38 / /sys/fs/cgroup/unified rw shared:1 - cgroup2 cgroup2 rw\n",
                     "4:memory:/jobs/one\n8:pids:/\n2:cpu,cpuacct:/jobs\n0::/\n") ==
        CgroupPlace{false,
                    {"/sys/fs/cgroup/memory/jobs/one", "/sys/fs/cgroup/pids",
                     "/sys/fs/cgroup/cpu,cpuacct/jobs", "/sys/fs/cgroup/cpu,cpuacct/jobs"},
                    "/sys/fs/cgroup/memory"});
  const fs::path own = "/sys/fs/cgroup/user.slice/run.scope";
  CHECK(find_cgroups("30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n",
                     "0::/user.slice/run.scope\n") ==
        CgroupPlace{true, {own, own, own, own}, "/sys/fs/cgroup"});
  CHECK_FALSE(find_cgroups("23 1 0:20 / / rw - ext4 /dev/sda rw\n", ""));
}

TEST_CASE("Folders of a group that are one are named once") {
  CHECK(CgroupFolders{"/m", "", "/c", "/c"}.all() == std::vector<fs::path>{"/m", "/c"});
}

TEST_CASE("A level that is not available has a hint that says how to get it") {
  HostCapabilities host;
  const auto says = [&](SandboxLevel level, const std::string& word) {
    CHECK_THAT(level_hint(level, host), Catch::Contains(word));
  };
  says(SandboxLevel::bwrap_cgroup, "start it as root");
  host.unified_cgroups = true;
  says(SandboxLevel::bwrap_cgroup, "Delegate=yes");
  host.in_container = true;
  says(SandboxLevel::bwrap, "docker run");
  host.apparmor = "1";
  says(SandboxLevel::bwrap, "AppArmor");
  host.unprivileged = "0";
  says(SandboxLevel::bwrap, "kernel.unprivileged_userns_clone=1");
  host.user_namespaces = "0";
  says(SandboxLevel::bwrap, "user.max_user_namespaces");
  host.has_bwrap = false;
  says(SandboxLevel::bwrap, "apt-get install bubblewrap");
  host.root = true;
  host.has_setpriv = false;
  says(SandboxLevel::bwrap, "apt-get install util-linux");
  CHECK(level_hint(SandboxLevel::limits, host).empty());
}

TEST_CASE("A virtual environment is there with its program, also where that is named by its path") {
  const ScratchFolder folder;
  for (const auto* name : {"venv", "own"}) {
    fs::create_directories(folder / name / "bin");
    fs::create_directories(folder / name / "lib/python3.11/site-packages");
    fs::create_symlink("/bin/sh", folder / name / "bin/python");
    folder.write(std::string{name} + "/lib/python3.11/site-packages/kit.py", "");
  }
  folder.write("venv/pyvenv.cfg", "");
  fs::create_directories(folder / "bot");
  folder.write("bot/bot.py", "");
  const auto real = fs::canonical(folder.path());
  const auto seen_by = [&](const std::string& name) {
    return view_of({{(real / name / "bin/python").string(), "bot.py"}, folder / "bot"},
                   at(SandboxLevel::bwrap));
  };
  CHECK(sees(seen_by("venv"), real / "venv/lib/python3.11/site-packages/kit.py"));
  CHECK_FALSE(sees(seen_by("own"), real / "own/lib/python3.11/site-packages/kit.py"));
}

}  // namespace
}  // namespace tribunal
