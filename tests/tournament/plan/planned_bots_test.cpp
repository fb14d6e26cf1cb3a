#include "tournament/plan/planned_bots.hpp"

#include <algorithm>
#include <cstdlib>
#include <expected>
#include <string>

#include <catch2/catch.hpp>

#include "support/plan_text.hpp"
#include "support/scratch_folder.hpp"
#include "support/words.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/tournament.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

/// The plan of ann, bob and cyd, without a seed.
const auto of_three = testing::plan_text({.seed = ""});

TEST_CASE("names of bots need no quotes anywhere") {
  const auto plan_with = [](const std::string& name) {
    return parse_plan(of_three + "[[bots]]\nname = '''" + name + "'''\ncommand = \"x\"\n", "some/cup.toml");
  };
  for (const std::string name : {"a", "Amy.2_x+y-z", "_", ".x", "+", "\u5c0f\u660e", "\u0627\u0645",
                                 "e\u0301t\u00e9", "\u0928\u0940\u0932", "\u0663"})
    CHECK(plan_with(name));
  for (const auto& name : testing::words_of(
           "mallory;touch${IFS}PWNED; -a a$b a`b a'b a\"b a\\b a* a? a[b] a{b ~a a&b a|b a<b a>b "
           "a(b a#b a! a=b a:b a,b a/b a@b a%b a^b \u0301a a\u200bb a\u200d a\u00a0b a\u3000b "
           "a\u202eb \u3164 a\u034fb \u2764 a\u2013b")) {
    INFO(name);
    const auto plan = plan_with(name);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().text().contains("a bot's name is one word of at most 40 bytes, of letters"));
  }
}

TEST_CASE("names of bots that look alike are refused in one plan") {
  const auto plan_with = [](const std::string& name) {
    const auto text =
        testing::plan_text({.bots = {{"\u00e9t\u00e9", "x"}, {"Stra\u00dfe", "x"}, {name, "x"}}});
    return parse_plan(text, "some/cup.toml");
  };
  for (const std::string name : {"\u00c9T\u00c9", "strasse", "STRASSE"}) {
    INFO(name);
    const auto plan = plan_with(name);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().text().contains("look alike"));
  }
  CHECK_THAT(plan_with("e\u0301te\u0301").error().text(), Catch::Contains("there is another bot named"));
  CHECK(plan_with("ete"));
}

/// Sets the search path as long as this object lives.
class SearchPath {
 public:
  explicit SearchPath(const std::string& path) { ::setenv("PATH", path.c_str(), 1); }
  ~SearchPath() { ::setenv("PATH", before_.c_str(), 1); }
  SearchPath(const SearchPath&) = delete;
  SearchPath& operator=(const SearchPath&) = delete;

 private:
  std::string before_ = std::getenv("PATH");
};

TEST_CASE(
    "a bot is shown its own files, and those of others are hidden from it, wherever it has its own from") {
  const ScratchFolder folder;
  for (const auto* name : {"ann", "bob"}) {
    std::filesystem::permissions(folder.write(name, "#!/bin/sh\n"), std::filesystem::perms::owner_all);
  }
  std::filesystem::create_directories(folder / "eve/old");
  folder.write("eve/old/results.db", "");
  const SearchPath path{folder.path().string()};
  const auto text = tribunal::testing::plan_text({.players = 3,
                                                  .deals = 1,
                                                  .bots = {{"ann", "./ann"},
                                                           {"bob", "./bob"},
                                                           {"ann-by-path", "ann"},
                                                           {"eve", "./eve", "directory = \"eve\"\n"}}});
  const auto plan = parse_plan(text, folder / "cup.toml").value();
  const std::filesystem::path results = folder / "results";
  const auto sandboxes = sandboxes_of(plan, SandboxLevel::bwrap, std::span{&results, 1});
  const auto hides = [&](std::size_t bot, const std::string& name) {
    const auto file = std::filesystem::weakly_canonical(folder / name);
    return std::ranges::count(sandboxes.at(bot).hidden, file) > 0;
  };
  REQUIRE(sandboxes.size() == 4);
  CHECK(hides(3, "eve/old"));  // results of an earlier run
  CHECK(!hides(0, "ann"));
  CHECK(hides(0, "bob"));
  CHECK(hides(1, "ann"));
  CHECK(!hides(1, "bob"));
  CHECK(!hides(2, "ann"));
  CHECK(hides(2, "bob"));
}

TEST_CASE("a bot whose files change is another entrant from then on") {
  Versions versions{std::vector<std::string>{"ann", "bob"}};
  CHECK(versions.number(0, "0c1f66a2ffff") == 0);
  CHECK(versions.number(0, "0c1f66a2ffff") == 0);
  CHECK_FALSE(versions.several());
  CHECK(versions.entrants() == std::vector<std::string>{"ann", "bob"});

  CHECK(versions.number(0, "77aa11bbffff") == 1);
  CHECK(versions.several());
  CHECK(versions.count(0) == 2);
  CHECK(versions.count(1) == 1);  // although it has not played yet
  CHECK(versions.entrants() == std::vector<std::string>{"ann@0c1f66a2", "ann@77aa11bb", "bob"});
}

TEST_CASE("files that come back are the version that they were") {
  Versions versions{std::vector<std::string>{"ann"}};
  CHECK(versions.number(0, "aaaaaaaaaaaa") == 0);
  CHECK(versions.number(0, "bbbbbbbbbbbb") == 1);
  CHECK(versions.number(0, "aaaaaaaaaaaa") == 0);
  CHECK(versions.hashes(0) == std::vector<std::string>{"aaaaaaaaaaaa", "bbbbbbbbbbbb"});
}

TEST_CASE("the newest version is the last one, unless a bot has gone back to an earlier one") {
  Versions versions{std::vector<std::string>{"a", "b"}};
  CHECK(versions.newest(1) == 0);
  CHECK(versions.number(0, "1111111100") == 0);
  CHECK(versions.number(0, "2222222200") == 1);
  CHECK(versions.newest(0) == 1);
  versions.set_newest(0, versions.number(0, "1111111100"));
  CHECK(versions.newest(0) == 0);
  CHECK(versions.entrants() == std::vector<std::string>{"a@11111111", "a@22222222", "b"});
}

const std::string committed =
    "name = \"cup\"\ngame = \"revolution\"\nplayers = 2\ndeals = 1\nseed = \"42\"\n";

/// The plan of `text` in a folder with two bots, as it is published.
Result<std::string> published(const ScratchFolder& folder, const std::string& text) {
  folder.write("ann", "a program");
  folder.write("bob", "another");
  const auto tournament = load_tournament(folder.write("cup.toml", text));
  if (!tournament) return std::unexpected{tournament.error().message};
  return published_plan(*tournament, Secret::from_seed("42"));
}

std::string hash_of(const ScratchFolder& folder, const std::string& bot) {
  return identity_by_named_files(
             BotFiles{.name = bot, .command = {.words = {"./" + bot}, .directory = folder.path()}})
      .value()
      .sha256;
}

TEST_CASE("a published plan is the plan with the commitment to its secret and every bot's hash") {
  const ScratchFolder folder;
  const auto commitment = "commitment = \"" + to_hex(Secret::from_seed("42").commitment()) + "\"\n";
  const auto line = [&](const std::string& bot) { return "sha256 = \"" + hash_of(folder, bot) + '"'; };
  const auto text = published(folder, "# caf\xc3\xa9\n" + committed +
                                          "[[bots]]\nname = \"ann\"\ncommand = \"./ann\" # the first\n\n"
                                          "  [[bots]]\n  name = \"bob\"\n  command = \"./bob\"")
                        .value();
  CHECK(text == "# caf\xc3\xa9\n" + commitment + committed + "[[bots]]\nname = \"ann\"\n" + line("ann") +
                    "\ncommand = \"./ann\" # the first\n\n  [[bots]]\n  name = \"bob\"\n  " + line("bob") +
                    "\n  command = \"./bob\"");
  CHECK(published(folder, text) == text);

  const auto in_a_row = published(folder, committed +
                                              "bots = [{ name = \"\xc3\xa4\", command = \"./ann\" }, "
                                              "{ name = \"\xc3\xb6\", command = \"./bob\" }]\n")
                            .value();
  CHECK(in_a_row == commitment + committed + "bots = [{ name = \"\xc3\xa4\", " + line("ann") +
                        ", command = \"./ann\" }, { name = \"\xc3\xb6\", " + line("bob") +
                        ", command = \"./bob\" }]\n");
}

TEST_CASE("a plan is not published with less than it says, and a changed bot is refused") {
  const ScratchFolder folder;
  const std::string ann = "[[bots]]\nname = \"ann\"\ncommand = \"./ann\"\n";
  const auto by_path = published(folder, committed + ann + "[[bots]]\nname = \"bob\"\ncommand = \"true\"\n");
  REQUIRE_FALSE(by_path);
  CHECK_THAT(by_path.error().text(), Catch::Contains("bot bob has no files to commit to"));
  const auto other =
      published(folder, "commitment = \"" + std::string(64, '0') + "\"\n" + committed + ann + ann);
  CHECK_FALSE(other);

  const auto text =
      published(folder, committed + ann + "[[bots]]\nname = \"bob\"\ncommand = \"./bob\"\n").value();
  const auto before = hash_of(folder, "bob");
  folder.write("bob", "another one");
  const auto changed = load_tournament(folder.write("cup.toml", text));
  REQUIRE_FALSE(changed);
  CHECK(changed.error().text() ==
        (folder / "cup.toml").string() +
            ":13:10: bot bob is not the one that the plan commits to: sha256 of its files is " +
            hash_of(folder, "bob") + ", " + before + " in the plan");
}

}  // namespace
