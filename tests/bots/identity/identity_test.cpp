#include "bots/identity/identity.hpp"

#include <fstream>
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "base/digest.hpp"
#include "bots/identity/folder_walk.hpp"
#include "support/scratch_folder.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

namespace fs = std::filesystem;

/// A bot in a separate folder, beside a plan.
struct OwnFolder {
  ScratchFolder scratch;

  OwnFolder() {
    fs::create_directories(scratch / "amy" / "lib");
    scratch.write("cup.toml", "a plan");
    scratch.write("amy/main.py", "import strategy\n");
    scratch.write("amy/strategy.py", "one\n");
    scratch.write("amy/lib/weights", "1 2 3");
  }

  [[nodiscard]] Result<BotIdentity> found(const std::string& command = "python3 amy/main.py") const {
    const BotFiles bot{.name = "amy", .command = parse_command(command, scratch.path()).value()};
    const OrganiserFiles organiser{.plan = {scratch / "cup.toml"}, .results = {scratch / "amy" / "results"}};
    auto identities = identities_of(std::span{&bot, 1}, organiser);
    if (!identities) return std::unexpected{identities.error()};
    return identities->front();
  }
  [[nodiscard]] std::string hash() const { return found().value().sha256; }
};

std::vector<std::string> paths_of(const Manifest& files) {
  std::vector<std::string> paths;
  for (const auto& file : files) paths.push_back(file.path);
  return paths;
}

}  // namespace

TEST_CASE("a bot in a folder of its own is all files there, and any change makes another bot") {
  const OwnFolder own;
  const auto before = own.found().value();
  CHECK(paths_of(before.files) == std::vector<std::string>{"lib", "lib/weights", "main.py", "strategy.py"});
  CHECK(before.sha256.size() == 64);
  CHECK(own.hash() == before.sha256);

  own.scratch.write("amy/strategy.py", "two\n");
  const auto changed = own.found().value();
  CHECK(changed.sha256 != before.sha256);
  own.scratch.write("amy/new", "");
  fs::remove(own.scratch / "amy/lib/weights");
  fs::permissions(own.scratch / "amy/main.py", fs::perms::owner_exec, fs::perm_options::add);
  const auto last = own.found().value();
  CHECK(changes_text(before.files, changes_between(before.files, last.files)) ==
        "lib/weights (removed), main.py (other mode), new (new), strategy.py (changed)");
}

TEST_CASE("a bot's address does not depend on where its folder is") {
  const OwnFolder one;
  const OwnFolder other;
  CHECK(one.hash() == other.hash());
}

TEST_CASE("results, version control and compiled sources are not part of a bot") {
  const OwnFolder own;
  const auto before = own.hash();
  for (const auto* name : {"amy/.git", "amy/results", "amy/__pycache__"})
    fs::create_directory(own.scratch / name);
  own.scratch.write("amy/.git/HEAD", "ref");
  own.scratch.write("amy/results/run.log", "a run");
  own.scratch.write("amy/__pycache__/strategy.cpython-311.pyc", std::string("\xa7\r\r\n\0\0\0\0"
                                                                            "12345678",
                                                                            16));
  CHECK(own.hash() == before);
  own.scratch.write("amy/__pycache__/strategy.cpython-311.pyc", std::string("\xa7\r\r\n\1\0\0\0"
                                                                            "12345678",
                                                                            16));
  CHECK(own.hash() != before);  // Python would not compare this one with its source
  fs::remove(own.scratch / "amy/__pycache__/strategy.cpython-311.pyc");
  own.scratch.write("amy/__pycache__/other.cpython-311.pyc", std::string(16, '\0'));
  CHECK(own.hash() != before);  // without a source
  fs::remove_all(own.scratch / "amy/__pycache__");
  fs::create_directories(own.scratch / "amy/runs/first");
  CHECK(own.hash() == before);  // without files
  own.scratch.write("amy/runs/first/results.db", "");
  CHECK(own.hash() == before);  // at any depth
  fs::create_directory(own.scratch / "amy/lib/.git");
  own.scratch.write("amy/lib/.git/HEAD", "ref");
  CHECK(own.hash() != before);  // only at the top
}

TEST_CASE("the outputs of runs in a bot's folder are found even if the bot cannot be hashed") {
  const OwnFolder own;
  const auto amy = own.scratch / "amy";
  for (const std::string results : {"amy/runs/first", "amy/.git/old"}) {
    fs::create_directories(own.scratch / results);
    own.scratch.write(results + "/results.db", "");
  }
  REQUIRE(::mkfifo((amy / "pipe").c_str(), S_IRUSR | S_IWUSR) == 0);
  CHECK(!own.found());
  CHECK(outputs_below(amy, {}) == std::vector<fs::path>{amy / "runs/first"});
}

TEST_CASE("in a shared folder a bot is the files that are named") {
  const OwnFolder own;
  own.scratch.write("shared.py", "one");
  own.scratch.write("kit.py", "one");
  const auto before = own.found("python3 shared.py").value();
  CHECK(paths_of(before.files) == std::vector<std::string>{"shared.py"});
  own.scratch.write("kit.py", "two");
  CHECK(own.found("python3 shared.py").value().sha256 == before.sha256);
  CHECK(own.found("cat -").value().sha256.empty());
}

TEST_CASE(
    "special files and links to folders outside are refused, and links to files are hashed by content") {
  const OwnFolder own;
  const auto folder = own.scratch / "amy";
  const auto before = own.hash();
  fs::create_symlink("circle", folder / "circle");
  fs::create_symlink("lib", folder / "inside");
  fs::create_symlink("lib/later", folder / "later");
  fs::create_symlink("/usr/bin/env", folder / "env");
  CHECK(own.hash() != before);
  fs::create_symlink(own.scratch / "cup.toml", folder / "outside");
  const auto linked = own.hash();
  own.scratch.write("cup.toml", "another plan");
  CHECK(own.hash() != linked);
  fs::create_symlink("/usr", folder / "usr");
  const auto here = fs::canonical(own.scratch.path()).relative_path().string();
  // A link to nothing would make it a different bot once somebody creates a file there.
  for (const std::string& target : {std::string{".."}, std::string{"../later"}, std::string{"/nowhere"},
                                    std::string{"inside/../../later"}, "usr/../" + here + "/later"}) {
    CAPTURE(target);
    fs::create_symlink(target, folder / "up");
    CHECK_THAT(own.found().error().text(),
               Catch::Contains("bot amy") && Catch::Contains("leads out of the bot's folder"));
    fs::remove(folder / "up");
  }
  std::string far;
  for (int i = 0; i < 500; ++i) far += "lib/../";
  for (int i = 0; i < 600; ++i) fs::create_symlink(far, folder / ("far" + std::to_string(i)));
  CHECK_THAT(own.found().error().text(), Catch::Contains("is one link too many"));
  for (int i = 0; i < 600; ++i) fs::remove(folder / ("far" + std::to_string(i)));
  REQUIRE(::mkfifo((folder / "line\nfeed").c_str(), 0600) == 0);
  const auto refused = own.found().error().text();
  CHECK_THAT(refused, Catch::Contains("is a FIFO"));
  CHECK(!refused.contains('\n'));
}

TEST_CASE("a folder that is too large is refused before it is read") {
  const OwnFolder own;
  std::ofstream{own.scratch / "amy/huge"}.close();
  fs::resize_file(own.scratch / "amy/huge",
                  std::uintmax_t{9} << 30U);  // a hole in the file: it takes no space on the disk
  CHECK_THAT(own.found().error().text(), Catch::Contains("too large to be hashed"));
}

TEST_CASE("two bots made of one folder share it, and java Bot is its directory") {
  const OwnFolder own;
  const auto bot = [&](const std::string& name, const std::string& command, const std::string& directory) {
    return BotFiles{.name = name,
                    .command = parse_command(command, own.scratch / directory).value(),
                    .has_directory = !directory.empty()};
  };
  const std::vector bots{bot("fast", "python3 amy/main.py fast", ""),
                         bot("slow", "python3 amy/main.py slow", ""), bot("java", "java Bot", "amy/lib")};
  const auto two = identities_of(std::span{bots}.first(2), {.plan = {own.scratch / "cup.toml"}}).value();
  CHECK(two[0].sha256 == own.hash());
  CHECK(two[1].sha256 == own.hash());
  const auto java = identities_of(std::span{bots}.last(1), {.plan = {own.scratch / "cup.toml"}}).value();
  CHECK(paths_of(java[0].files) == std::vector<std::string>{"weights"});
}

TEST_CASE("of two bots in one folder, a link counts only for the one that sees where it leads") {
  const OwnFolder own;
  fs::create_directory(own.scratch / "shared");
  fs::create_directory_symlink(own.scratch / "shared", own.scratch / "amy" / "shared");
  const auto seeing = GENERATE(0, 1);
  CAPTURE(seeing);
  std::vector<BotFiles> bots(
      2, {.name = "blind", .command = parse_command("python3 amy/main.py", own.scratch.path()).value()});
  bots[static_cast<std::size_t>(seeing)].name = "seeing";
  bots[static_cast<std::size_t>(seeing)].sees = {own.scratch / "shared"};
  const auto refused = identities_of(bots, {.plan = {own.scratch / "cup.toml"}});
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().text(), Catch::Contains("bot blind"));
}

TEST_CASE("a file at rest is recognised by its state, and one that changed just now is read again") {
  const BotFiles bot{.name = "amy", .command = parse_command("python3 " __FILE__, "/").value()};
  auto known = identities_of(std::span{&bot, 1}, {}).value().front();
  REQUIRE_FALSE(known.files.empty());
  for (auto& file : known.files) file.content = to_hex(sha256("not what is in the file"));
  CHECK(identities_of(std::span{&bot, 1}, {}, std::span{&known, 1}).value().front().files == known.files);

  const OwnFolder own;
  const auto changed = own.found().value();
  for (const auto& file : changed.files) CHECK_FALSE(file.key);
}
