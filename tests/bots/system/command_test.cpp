#include "bots/system/command.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "base/digest.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// A folder of its own for one test.
class Folder {
 public:
  Folder() : path_{fs::temp_directory_path() / ("tribunal-command-" + std::to_string(::getpid()))} {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }
  void write(const std::string& name, std::string_view text) const { std::ofstream{path_ / name} << text; }

 private:
  fs::path path_;
};

TEST_CASE("A command line is split as a shell splits it") {
  struct Example {
    std::string text;
    Words words;
  };
  const auto& [text, words] = GENERATE(values<Example>({
      {"./bot", {"./bot"}},
      {"  python3   bot.py  --deep ", {"python3", "bot.py", "--deep"}},
      {"'./my bot' \"a b\" c\\ d", {"./my bot", "a b", "c d"}},
      {"bot '' '$HOME'", {"bot", "", "$HOME"}},
      {"bot a'b'\"c\"\\ d", {"bot", "abc d"}},
      {R"(bot "\"\$\\\`\x" '\')", {"bot", "\"$\\`\\x", "\\"}},
      {"bot a=b #1 ~nobody a~", {"bot", "a=b", "#1", "~nobody", "a~"}},
      {"/* *.py [a-z]? \t !", {"/*", "*.py", "[a-z]?", "!"}},
  }));
  CHECK(parse_command(text, ".").value().words == words);
}

TEST_CASE("A command line may name variables of the environment; between quotes their blanks part no words") {
  ::setenv("TRIBUNAL_TEST_WORDS", " two  words ", 1);
  ::setenv("HOME", "/home/ann", 1);
  CHECK(parse_command("bot $TRIBUNAL_TEST_WORDS.", ".").value().words == Words{"bot", "two", "words", "."});
  CHECK(parse_command("bot \"${TRIBUNAL_TEST_WORDS}.\"", ".").value().words == Words{"bot", " two  words ."});
  CHECK(parse_command("~/bot ~ \"~\"", ".").value().words == Words{"/home/ann/bot", "/home/ann", "~"});
  ::unsetenv("TRIBUNAL_TEST_WORDS");
}

TEST_CASE("A command line that makes no sense is refused in one sentence") {
  CHECK(parse_command("./bot 'half", ".").error().text() ==
        "the command './bot 'half' has a quote that is not closed; expected another ' behind it");
  CHECK(parse_command("   ", ".").error().text() == "the command '   ' names no program");
  CHECK(parse_command("./bot | tee log", ".").error().text().contains("sh -c './bot | tee log'"));
  CHECK(parse_command("SEED=1 ./bot", ".").error().text().contains("expected env SEED=1 ./bot"));
  CHECK(parse_command("~nobody/bot", ".").error().text().contains("the home of another user, ~nobody"));
  for (const auto* const text : {"./bot $(date)", "./bot `date`", "./bot \"$(date)\"", "./bot \"`date`\""})
    CHECK(parse_command(text, ".").error().text().contains("command substitution"));
  for (const auto* const text :
       {"./bot $1", "./bot $", "./bot $$", "./bot ${A:-b}", "./bot ${}", "./bot ${A"})
    CHECK(parse_command(text, ".").error().text().contains("neither $NAME nor ${NAME}"));
  CHECK(parse_command("./bot \\", ".").error().text().contains("backslash"));
  CHECK(parse_command("$NO_SUCH_VARIABLE/bot", ".").error().text().contains("environment variable"));
}

TEST_CASE("The hash of Tribunal 0.1 covers a bot's program and its scripts, not the machine's interpreter") {
  const Folder folder;
  folder.write("bot.py", "print('ready')\n");
  const Command by_interpreter{{"python3", "bot.py", "--option"}, folder.path()};
  CHECK(files_of(by_interpreter) == std::vector{folder.path() / "bot.py"});
  const auto hash = sha256_of_named_files(by_interpreter).value();
  CHECK(hash == to_hex(sha256(big_endian_64(15) + "print('ready')\n")));

  CHECK(sha256_of_named_files({{"./bot.py"}, folder.path()}) == hash);
  folder.write("bot.py", "print('ready!')\n");
  CHECK(sha256_of_named_files(by_interpreter) != hash);
  CHECK(sha256_of_named_files({{"python3", "-c", "pass"}, folder.path()}) == "");
}

}  // namespace
}  // namespace tribunal
