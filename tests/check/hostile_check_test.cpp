// Every bot of tests/hostile-bots that is at fault by docs/faults.md fails its check, with a message that
// names what is wrong with it; those that are not pass.
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <catch2/catch.hpp>

#include "checked_bot.hpp"

namespace tribunal {
namespace {

struct Expectation {
  std::string way;
  std::string examination;         ///< the one that fails
  std::vector<std::string> words;  ///< in its message
  std::int64_t move_ms = 20'000;   ///< short only where the bot is meant to run out of time
  std::int64_t startup_ms = 20'000;
};

constexpr auto game = "game revolution for 2";

void check_fails(BotEntry bot, const Expectation& expected) {
  auto order = small_check(std::move(bot));
  order.limits.move_ms = expected.move_ms;
  order.limits.startup_ms = expected.startup_ms;
  const auto report = check_of(order);
  CHECK(report.count(Finding::failed) == 1);
  CHECK(report.count(Finding::error) == 0);
  const auto found = found_in(report, expected.examination);
  CAPTURE(found.message);
  CHECK(found.finding == Finding::failed);
  for (const auto& word : expected.words) CHECK_THAT(found.message, Catch::Contains(word));
  CHECK_FALSE(found.evidence.sent.empty());
  CHECK(found.evidence.rule.has_value());
  CHECK_FALSE(found.again.empty());
}

TEST_CASE("A bot at fault fails with an explanation") {
  const auto expected = GENERATE(values<Expectation>({
      {"crash-at-start", "handshake", {"start", "exited with 3 before it was ready"}},
      {"silent-at-start", "handshake", {"start", "within 300 ms", "it wrote nothing at all"}, 20'000, 300},
      {"ready-not-flushed",
       "handshake",
       {"start", "its output came only when it ended: let it flush"},
       20'000,
       300},
      {"wrong-ready", "handshake", {"said 'hello, referee' where 'ready NAME VERSION' was expected"}},
      {"ready-without-version", "handshake", {"said 'ready hostile' where 'ready NAME VERSION'"}},
      {"huge-ready", "handshake", {"wrote too much where 'ready NAME VERSION' was expected"}},
      {"daemon", "handshake", {"start", "exited with 0 before it was ready"}},
      {"daemon-in-haste", game, {"start", "exited with 0 before it had answered once"}},
      {"crash-in-game", game, {"crash", "signal 6", "question 2"}},
      {"half-a-line-then-crash", game, {"crash", "exited with 0", "question 2"}},
      {"child-keeps-pipes", game, {"crash", "signal 6"}},
      {"closes-stdin", game, {"crash", "closed its input or its output"}},
      {"closes-stdout", game, {"crash", "closed its input or its output"}},
      {"complains-then-crashes", game, {"crash", "exited with 1"}},
      {"silent", game, {"timeout", "no answer within 200 ms"}, 200},
      {"late", game, {"timeout", "no answer within 200 ms"}, 200},
      {"one-byte-a-time", game, {"timeout", "no answer within 200 ms"}, 200},
      {"comments-forever", game, {"timeout", "no answer within 200 ms"}, 200},
      {"never-reads", game, {"timeout", "no answer within 200 ms"}, 200},
      {"stops-itself", game, {"timeout", "no answer within 200 ms"}, 200},
      {"ignores-sigterm", game, {"timeout", "no answer within 200 ms"}, 200},
      {"endless-lines", game, {"flood", "more than 1 MiB"}},
      {"endless-line", game, {"flood", "a line of more than 4 KiB"}},
      {"line-of-5000", game, {"flood", "a line of more than 4 KiB"}},
      {"endless-lines-unasked", game, {"flood", "more than 1 MiB"}},
      {"answers-twice", game, {"garbage", "answered a question twice"}},
      {"answers-early", game, {"early", "had not been asked", "'move 2 pass'"}},
      {"answers-old-id", game, {"garbage", "answered a question twice", "'move 1 pass'"}},
      {"illegal", game, {"illegal", "not in the list", "'move 2 castle'"}},
      {"foreign-card", game, {"illegal", "not in the list", "'move 2 play:"}},
      {"garbage",
       game,
       {"garbage",
        "unexpected line on standard output: 'I resign'; print diagnostics to standard error, or as '# "
        "...'"}},
      {"empty-line", game, {"garbage", "unexpected line on standard output: ''; print diagnostics"}},
      {"huge-id", game, {"garbage", "'move 99999999999999999999999 pass'; expected 'move ID ACTION'"}},
      {"nul", game, {"garbage", "a NUL byte", "\\x00"}},
      {"bad-utf8", game, {"garbage", "no UTF-8", "\\xe9"}},
      {"echoes-referee", game, {"garbage", "unexpected line on standard output: 'ask 2 "}},
  }));
  CAPTURE(expected.way);
  check_fails(hostile_bot(expected.way), expected);
}

TEST_CASE("An odd bot without faults is sound, with a warning") {
  const auto [way, name, finding, word] = GENERATE(table<std::string, std::string, Finding, std::string>({
      {"crash-at-end", game, Finding::warning, "was killed by signal 6"},
      {"crlf", game, Finding::passed, "no fault"},
      {"talkative", game, Finding::passed, "no fault"},
      {"in-pieces", game, Finding::passed, "no fault"},
      {"slow", game, Finding::passed, "no fault"},
      {"setsid-grandchild", game, Finding::passed, "no fault"},
      {"many-children", game, Finding::passed, "no fault"},
      {"endless-stderr", "stderr", Finding::warning, "more than 64 KiB"},
      {"stays-after-quit", "quit", Finding::warning, "did not leave within 100 ms after `quit`"},
  }));
  CAPTURE(way);
  auto order = small_check(hostile_bot(way));
  if (way != "stays-after-quit") order.bot.grace.quit = std::chrono::seconds{20};
  const auto report = check_of(order);
  for (const auto& examination : report.examinations) UNSCOPED_INFO(examination.name << examination.message);
  CHECK(report.count(Finding::failed) == 0);
  CHECK(report.count(Finding::error) == 0);
  const auto found = found_in(report, name);
  CHECK(found.finding == finding);
  CHECK_THAT(found.message, Catch::Contains(word));
}

TEST_CASE("A program that cannot be run is reported with the reason") {
  const auto folder = std::filesystem::temp_directory_path();
  const auto script = folder / ("tribunal-check-" + std::to_string(::getpid()));
  const auto [text, executable, word] = GENERATE(table<std::string, bool, std::string>({
      {"#!/bin/sh\n", false, "chmod +x"},
      {"#!/no/such/interpreter\n", true, "the interpreter of its first line does not"},
      {"", false, "No such file or directory"},
      {"#!/bin/sh\necho ready shell 1\nsleep 1000\n", true, "no answer within 200 ms"},
  }));
  if (!text.empty()) std::ofstream{script} << text;
  if (executable) std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  const bool starts = text.contains("ready");
  check_fails(test_bot(script), {"", starts ? game : "handshake", {word}, starts ? 200 : 20'000});
  std::filesystem::remove(script);
}

TEST_CASE("A program that is not in PATH is reported") {
  check_fails(test_bot("no-such-program"), {"", "handshake", {"not found in PATH"}});
}

}  // namespace
}  // namespace tribunal
