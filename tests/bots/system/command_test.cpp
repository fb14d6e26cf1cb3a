#include "bots/system/command.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "bots/system/lines.hpp"
#include "support/scratch_folder.hpp"

namespace tribunal {
namespace {

using Words = std::vector<std::string>;

TEST_CASE("A command line is split as a shell splits it") {
  const auto [text, words] = GENERATE(table<std::string, Words>({
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
        "the command './bot 'half' has a quote that is not closed; expected another ' after it");
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

TEST_CASE("the files of a bot are its program and its scripts, not the machine's interpreter") {
  const testing::ScratchFolder folder;
  const auto bot = folder.write("bot.py", "print('ready')\n");
  CHECK(files_of({{"python3", "bot.py", "--option"}, folder.path()}) == std::vector{bot});
  CHECK(files_of({{"./bot.py"}, folder.path()}).size() == 1);
  CHECK(files_of({{"python3", "-c", "pass"}, folder.path()}).empty());
}

using Lines = std::vector<std::pair<Line::Kind, std::string>>;

/// Feeds `text` in pieces of the given sizes (repeatedly), and takes lines as soon as there are any.
Lines lines_of(std::string_view text, const std::vector<std::size_t>& pieces) {
  LineBuffer buffer;
  Lines lines;
  for (std::size_t i = 0; !text.empty(); ++i) {
    const auto space = buffer.space();
    const auto count = std::min({pieces[i % pieces.size()], text.size(), space.size()});
    std::ranges::copy(text.substr(0, count), space.begin());
    buffer.filled(count);
    text.remove_prefix(count);
    while (const auto line = buffer.next()) {
      lines.emplace_back(line->kind, line->text);
      if (line->kind == Line::Kind::too_long) return lines;
    }
  }
  return lines;
}

Lines lines_of(std::string_view text) { return lines_of(text, {text.size() + 1}); }

using enum Line::Kind;

TEST_CASE("A line ends with a newline, or with a carriage return and a newline") {
  CHECK(lines_of("move 1 pass\nmove 2 pass\r\n\nrest") ==
        Lines{{text, "move 1 pass"}, {text, "move 2 pass"}, {text, ""}});
}

TEST_CASE("A partial line is visible unless it is to be forgotten") {
  LineBuffer buffer;
  const auto feed = [&buffer](std::string_view bytes) {
    std::ranges::copy(bytes, buffer.space().begin());
    buffer.filled(bytes.size());
    while (buffer.next()) {
    }
  };
  feed("move 1 pass\nmove");
  CHECK(buffer.unfinished() == "move");
  feed(" 2 pass\r");
  CHECK(buffer.unfinished() == "move 2 pass\r");
  buffer.forget();
  feed("# rest");
  CHECK(buffer.unfinished().empty());
  feed("\n");
  CHECK(buffer.unfinished().empty());
}

TEST_CASE("A line that holds NUL or is no UTF-8 is not text") {
  CHECK(lines_of(std::string{"a\0b\n", 4}) == Lines{{not_text, std::string{"a\0b", 3}}});
  CHECK(lines_of("caf\xe9\n") == Lines{{not_text, "caf\xe9"}});
  CHECK(lines_of("\xed\xa0\x80\n") == Lines{{not_text, "\xed\xa0\x80"}});  // a surrogate
  CHECK(lines_of("\xc0\xaf\n") == Lines{{not_text, "\xc0\xaf"}});          // longer than necessary
  CHECK(lines_of("caf\xc3\xa9 \xf0\x9f\x82\xa1\n") == Lines{{text, "caf\xc3\xa9 \xf0\x9f\x82\xa1"}});
}

TEST_CASE("A line may have 4096 bytes and no more, with its end or without") {
  const std::string longest(longest_line, 'x');
  CHECK(lines_of(longest + "\n") == Lines{{text, longest}});
  CHECK(lines_of(longest + "\r\n") == Lines{{text, longest}});
  CHECK(lines_of(longest + "x\n") == Lines{{too_long, longest}});
  CHECK(lines_of(longest + "xx") == Lines{{too_long, longest}});
}

TEST_CASE("After forgetting, the rest of a started line does not count") {
  LineBuffer buffer;
  const auto feed = [&](std::string_view bytes) {
    std::ranges::copy(bytes, buffer.space().begin());
    buffer.filled(bytes.size());
  };
  feed("move 1 pa");
  buffer.forget();
  feed("ss");
  CHECK_FALSE(buffer.next());
  buffer.forget();
  feed("ss\nmove 2 pass\n");
  CHECK(buffer.next()->text == "move 2 pass");
  feed("whole\n");
  buffer.forget();
  feed("next\n");
  CHECK(buffer.next()->text == "next");
}

TEST_CASE("Lines do not depend on how reads are split") {
  CHECK(rc::check("lines do not depend on pieces", [] {
    const auto byte = rc::gen::weightedElement<char>(
        {{20, 'a'}, {3, '\n'}, {2, '\r'}, {1, '\0'}, {1, '\xc3'}, {1, '\xa9'}});
    const auto bytes = *rc::gen::container<std::string>(byte);
    const auto times = *rc::gen::element<std::size_t>(1, 1, 50, 400);
    const auto pieces = *rc::gen::nonEmpty(
        rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, 9000)));
    std::string whole;
    for (std::size_t i = 0; i < times; ++i) whole += bytes;
    RC_ASSERT(lines_of(whole, pieces) == lines_of(whole, {1}));
  }));
}

}  // namespace
}  // namespace tribunal
