#include "tournament/plan/commitment.hpp"

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"

using namespace tribunal;
using tribunal::testing::ScratchFolder;

namespace {

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

}  // namespace

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
