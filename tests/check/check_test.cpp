#include "check/check.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <catch2/catch.hpp>

#include "bots/process/host.hpp"
#include "check/evidence.hpp"
#include "check/order.hpp"
#include "support/scratch_folder.hpp"
#include "support/words.hpp"
#include "table/hostile_ways.hpp"
#include "table/table_fixture.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;

/// An order that ends quickly: Revolution for two, one deal, and a short time to exit.
CheckOrder small_check(BotEntry bot) {
  auto order = CheckOrder{.bot = std::move(bot),
                          .tables = {{"revolution", {}, make_rules("revolution", 2, {}).value()}},
                          .limits = {.move_ms = 20'000, .startup_ms = 20'000},
                          .host = {.referee = "test"},
                          .budget = std::chrono::seconds{120},
                          .deals = 1,
                          .command = "./"};
  order.command += order.bot.name;
  return order;
}

CheckReport check_of(const CheckOrder& order, asio::io_context& context) {
  Host host;
  std::optional<CheckReport> report;
  const auto keep = [&]() -> asio::awaitable<void> {
    report.emplace(co_await check_bot(context, host, order, [](const Examination&) {}));
  };
  asio::co_spawn(context, keep(), [&](const std::exception_ptr& error) {
    context.stop();
    if (error) std::rethrow_exception(error);
  });
  context.run();
  return std::move(report.value());
}

CheckReport check_of(const CheckOrder& order) {
  asio::io_context context{1};
  return check_of(order, context);
}

/// The examination of that name; it must be there.
Examination found_in(const CheckReport& report, std::string_view name) {
  for (const auto& examination : report.examinations) {
    if (examination.name == name) return examination;
  }
  throw std::runtime_error{"there is no examination " + std::string{name}};
}

std::vector<std::string> names_of(const CheckReport& report) {
  std::vector<std::string> names;
  for (const auto& examination : report.examinations) names.push_back(examination.name);
  return names;
}

CheckedTable table_for(int players) {
  return {"revolution", {}, make_rules("revolution", players, {}).value()};
}

TEST_CASE("A sound bot passes every examination") {
  auto order = small_check(honest_bot());
  order.tables.push_back(table_for(3));
  order.deals = 2;
  const auto report = check_of(order);
  CHECK(names_of(report) == std::vector<std::string>{"handshake", "quit", "restart", "end-of-input",
                                                     "game revolution for 2", "game revolution for 3",
                                                     "many-games", "unknown-words", "determinism", "latency",
                                                     "stderr", "memory", "unknown-game"});
  for (const auto& examination : report.examinations) {
    CAPTURE(examination.name, examination.message);
    CHECK((examination.finding == Finding::passed || examination.name == "latency"));
    CHECK((examination.again.empty() || examination.name == "latency"));
  }
  CHECK(report.version == "honest 1.0");
  CHECK(report.figures.games >= 6);  // and those that there is time for
  CHECK(report.figures.latency.decisions > 0);
  CHECK(report.figures.used.peak_kib > 0);
}

TEST_CASE("A check continues after a failure") {
  auto order = small_check(hostile_bot("crash-in-game"));
  order.tables.push_back(table_for(3));
  const auto report = check_of(order);
  CHECK(found_in(report, "game revolution for 2").finding == Finding::failed);
  CHECK(found_in(report, "game revolution for 3").finding == Finding::failed);
  CHECK(found_in(report, "unknown-game").finding == Finding::passed);
  CHECK(found_in(report, "determinism").finding == Finding::skipped);
  CHECK(found_in(report, "latency").finding != Finding::skipped);
}

TEST_CASE("Examinations of a bot that is never ready are reported as skipped") {
  const auto report = check_of(small_check(hostile_bot("wrong-ready")));
  CHECK(report.count(Finding::failed) == 1);
  CHECK(report.examinations.size() == examinations::all.size());
  CHECK(report.count(Finding::skipped) == examinations::all.size() - 1);
}

TEST_CASE("Only requested checks are reported, and a failed handshake") {
  auto order = small_check(honest_bot());
  order.only = {"quit", "determinism"};
  CHECK(names_of(check_of(order)) == std::vector<std::string>{"quit", "determinism"});
  order = small_check(hostile_bot("wrong-ready"));
  order.only = {"quit"};
  CHECK(names_of(check_of(order)) == std::vector<std::string>{"handshake", "quit"});
}

TEST_CASE("A check that runs out of time reports the games so far") {
  auto order = small_check(hostile_bot("slow"));  // 60 ms an answer
  order.budget = 1500ms;
  order.deals = 1000;
  const auto report = check_of(order);
  CHECK(report.count(Finding::failed) == 0);
  CHECK(report.figures.games < 100);
  CHECK(found_in(report, "unknown-words").finding == Finding::skipped);

  order.budget = 0ms;
  const auto none = check_of(order);
  CHECK(found_in(none, "game revolution for 2").finding == Finding::skipped);
  CHECK(found_in(none, "latency").finding == Finding::skipped);
  CHECK(found_in(none, "memory").message == "no game was played to its end without a fault");
}

/// A Python bot whose answers follow from `expression`, a function of the words of the question.
BotEntry python_bot(const std::string& expression) {
  return test_bot("/usr/bin/env",
                  {"python3", "-c",
                   "import os, sys\nasked = 0\nfor line in sys.stdin:\n word = line.split()\n"
                   " if word[0] == 'tribunal': print('ready python 1')\n"
                   " elif word[0] == 'ask': asked += 1; print('move', word[1], " +
                       expression + ")\n elif word[0] == 'quit': break\n sys.stdout.flush()\n"});
}

TEST_CASE("Unmeasured memory is not reported as a game that was not played") {
  Figures figures;
  CHECK(why_memory_unknown(figures) == "no game was played to its end without a fault");
  figures.games = 2;
  CHECK(why_memory_unknown(figures) == "not measured: no process was left after the games");
  figures.used.peak_kib = 1;
  CHECK(why_memory_unknown(figures).empty());
}

TEST_CASE(
    "A bot that remembers earlier games is not deterministic: a warning, or a failure if that is asked") {
  auto order = small_check(python_bot("word[3 + asked % (len(word) - 3)]"));
  auto found = found_in(check_of(order), "determinism");
  CHECK(found.finding == Finding::warning);
  CHECK_THAT(found.message, Catch::Contains("differently the second time: decision"));
  order.must_be_deterministic = true;
  found = found_in(check_of(order), "determinism");
  CHECK(found.finding == Finding::failed);
  CHECK_THAT(found.again,
             Catch::Contains("--only determinism --game revolution --players 2 --deals 1 --deterministic"));
}

TEST_CASE("A bot that cannot bear a later version's words fails") {
  const auto bot = python_bot("word[3] if 'welcome' not in seen else 1/0");
  auto entry = bot;
  auto& script = entry.command.words.back();
  script.replace(script.find("asked = 0"), 9, "asked = 0; seen = set()");
  script.replace(script.find(" if word[0] == 'tribunal'"), 0, " seen.add(word[0])\n");
  const auto found = found_in(check_of(small_check(entry)), "unknown-words");
  CHECK(found.finding == Finding::failed);
  CHECK_THAT(found.message, Catch::Contains("crash"));
  CHECK(found.evidence.rule->text == rules::ignore.text);
  CHECK(std::ranges::find(found.evidence.sent, "welcome") != found.evidence.sent.end());
  CHECK(std::ranges::any_of(found.evidence.errors,
                            [](const auto& line) { return line.contains("ZeroDivisionError"); }));
}

TEST_CASE("A fault that only comes after other games is shown by the check, not by one game") {
  auto order = small_check(python_bot("word[3] if asked < 100 else 'castle'"));
  order.deals = 50;
  const auto found = found_in(check_of(order), "game revolution for 2");
  CHECK(found.finding == Finding::failed);
  CHECK_THAT(found.message, Catch::Contains("it does not occur when this game is played alone"));
  CHECK_THAT(found.again, Catch::StartsWith("tribunal check --only games"));
}

TEST_CASE("A bot that keeps what changes from game to game fails, though it is sound at each table") {
  using Case = std::tuple<std::string, std::string, int>;
  const auto [kept, now, tables] = GENERATE(values<Case>({
      {"the seat", "[w for w in word if w.startswith('you=')]", 1},
      {"the number of players", "word[2]", 2},
      {"all but the seat", "[w for w in word if not w.startswith('you=')]", 2},
      {"nothing else but 60 games", "played // 60", 1},
  }));
  CAPTURE(kept);
  auto bot = python_bot("word[3] if now == kept or 'patience' in game else 'castle'");
  auto& script = bot.command.words.back();
  script.insert(0, "kept = None\nplayed = 0\n");
  script.replace(script.find(" if word[0] == 'tribunal'"), 0,
                 " if word[0] == 'game':\n  played += 1\n  game = line\n  now = " + now +
                     "\n  if kept is None: kept = now\n");
  auto order = small_check(bot);
  if (tables == 2) order.tables.push_back(table_for(3));
  const auto report = check_of(order);
  CHECK(report.count(Finding::failed) == 1);
  const auto found = found_in(report, "many-games");
  CHECK(found.finding == Finding::failed);
  CHECK_THAT(found.message, Catch::Contains("illegal: answered with an action that was not in the list"));
  CHECK_THAT(found.message, Catch::Contains(" of the same processes"));
  CHECK_THAT(found.again, Catch::StartsWith("tribunal check --only games"));
}

TEST_CASE("A bot that needs more time in each game is warned of it") {
  const std::string grows = GENERATE("played", "1");
  auto bot = python_bot("time.sleep(0.0005 * 1.5 ** " + grows + ") or word[3]");
  auto& script = bot.command.words.back();
  script.insert(0, "import time\nplayed = 0\n");
  script.replace(script.find(" if word[0] == 'tribunal'"), 0, " if word[0] == 'game': played += 1\n");
  auto order = small_check(bot);
  order.budget = 60s;
  const auto found = found_in(check_of(order), "many-games");
  CAPTURE(found.message);
  CHECK(found.finding == (grows == "1" ? Finding::passed : Finding::warning));
  CHECK(found.message.contains("takes longer from game to game") == (grows != "1"));
}

TEST_CASE("A check without time for its games names the seconds that it needs") {
  auto order = small_check(honest_bot());
  order.bot = test_bot("/bin/sh", {"-c", "sleep 1.2; exec \"$0\"", honest_bot().command.words.front()});
  order.tables.push_back(table_for(5));
  order.budget = 1s;
  const auto report = check_of(order);
  CHECK(report.verdict() == CheckVerdict::unfinished);
  CHECK(report.seconds_needed >= 20);  // about 15 processes of 1.2 s
  CHECK(report.seconds_needed <= 60);
}

TEST_CASE("The evidence of a later game has the questions as they were sent") {
  auto order = small_check(hostile_bot("silent-from-second-game"));
  order.limits.move_ms = 500;
  const auto sent = found_in(check_of(order), "game revolution for 2").evidence.sent;
  REQUIRE_FALSE(sent.empty());
  std::istringstream ask{sent.back()};
  std::string word;
  int id = 0;
  ask >> word >> id;
  CHECK(word == "ask");
  CHECK(id > 5);  // each seat was asked as often in the first game
}

TEST_CASE("Of a long stderr the evidence has the beginning, too") {
  std::string stored = "one\ntwo\nthree\nfour\nfive\n[...]\n";
  for (int line = 0; line < 20; ++line) stored += "end " + std::to_string(line) + '\n';
  const auto errors = evidence_of_lines("", "", stored).errors;
  CHECK(errors.size() == 13);
  CHECK(errors.front() == "one");
  CHECK(errors[4] == "...");
  CHECK(errors.back() == "end 19");
  CHECK(evidence_of_lines("", "", "[...]\n" + stored.substr(stored.find("end"))).errors.front() == "...");
}

TEST_CASE("A bot that never answers fails, though the referee itself is late at each of its deadlines") {
  const auto only = GENERATE("games", "unknown-game");
  auto order = small_check(test_bot("/bin/sh", {"-c", "read -r line; echo ready shell 1; cat > /dev/null"}));
  order.only = {only};
  order.limits.move_ms = 600;
  asio::io_context context{1};
  std::optional<asio::steady_timer> nap;
  order.bot.tap = [&](Overheard what, std::string_view text) {
    if (what != Overheard::input || !text.contains("ask ")) return;
    nap.emplace(context, 500ms);  // after the bot is looked at for the first time
    nap->async_wait([](auto cancelled) {
      if (!cancelled) std::this_thread::sleep_for(700ms);
    });
  };
  const auto report = check_of(order, context);
  const auto found = found_in(report, report.examinations.back().name);
  CAPTURE(found.message);
  CHECK(found.finding == (order.only.contains("games") ? Finding::failed : Finding::warning));
  CHECK_THAT(found.message, Catch::Contains("no answer within 600 ms"));
}

TEST_CASE("A bot that is late at three tables fails, though no timeout comes again") {
  auto bot = python_bot("word[3] if asked != 2 or is_known() else time.sleep(9)");
  auto& script = bot.command.words.back();
  const testing::ScratchFolder folder;
  script.insert(0,
                "import time\ndef is_known():\n name = '" + (folder / "known").native() +
                    "' + players\n known = os.path.exists(name)\n open(name, 'w').close()\n return known\n");
  script.replace(script.find(" if word[0] == 'tribunal'"), 0,
                 " if word[0] == 'game': players, asked = word[2], 0\n");
  const int tables = GENERATE(2, 3);
  auto order = small_check(bot);
  order.limits.move_ms = 1000;
  for (int players = 3; players <= tables + 1; ++players) order.tables.push_back(table_for(players));
  const auto report = check_of(order);
  for (const auto& examination : report.examinations) UNSCOPED_INFO(examination.name << examination.message);
  CHECK(report.count(Finding::failed) == (tables == 3 ? 1 : 0));
  CHECK(found_in(report, "game revolution for 3").finding == Finding::warning);
}

TEST_CASE("Percentiles are times of decisions") {
  CHECK(latency_of({}) == Latency{});
  CHECK(latency_of({7}) == Latency{1, 7, 7, 7, 7, {0, 0, 1}});
  std::vector<std::int64_t> times(200);
  std::generate(times.rbegin(), times.rend(), [us = 0]() mutable { return ++us; });
  CHECK(latency_of(times) == Latency{200, 100, 180, 198, 200, {1, 2, 4, 8, 16, 32, 64, 73}});
  CHECK(latency_of({0, std::int64_t{1} << 40}).by_power.front() == 1);
  CHECK(latency_of({0, std::int64_t{1} << 40}).by_power.back() == 1);
}

/// The page without the markup of tables, in one line.
std::string page_section(const std::string& section) {
  std::ifstream file{PROTOCOL_PAGE};
  const std::string page{std::istreambuf_iterator<char>{file}, {}};
  const auto start = page.find("## " + section + "\n");
  REQUIRE(start != std::string::npos);
  const auto text = page.substr(start, page.find("\n## ", start) - start);
  return std::regex_replace(std::regex_replace(text, std::regex{" \\| "}, ": "), std::regex{"\\s+"}, " ");
}

TEST_CASE("The rules that a check names are in the protocol's page, word for word") {
  for (const auto& rule : {rules::ready, rules::answer, rules::nothing_else, rules::measure, rules::in_time,
                           rules::stay, rules::leave, rules::ignore}) {
    CAPTURE(rule.text);
    CHECK(page_section(std::string{rule.section}).contains(rule.text));
  }
}

// Every bot of tests/hostile-bots that docs/faults.md calls faulty fails its check, with a message that names
// the fault. The others pass.

constexpr auto game = "game revolution for 2";

void check_fails(BotEntry bot, const HostileWay& expected) {
  const bool fails_at_once = expected.fault == FaultKind::start && expected.name != "daemon-in-haste";
  auto order = small_check(std::move(bot));
  if (expected.fault == FaultKind::start) order.limits.startup_ms = expected.limit_ms;
  if (expected.fault == FaultKind::timeout) order.limits.move_ms = expected.limit_ms;
  const auto report = check_of(order);
  CHECK(report.count(Finding::failed) == 1);
  CHECK(report.count(Finding::error) == 0);
  const auto found = found_in(report, fails_at_once ? "handshake" : game);
  CAPTURE(expected.name, found.message);
  CHECK(found.finding == Finding::failed);
  CHECK_THAT(found.message, Catch::Contains(std::string{name_of(*expected.fault)} + ": "));
  for (const auto& text : testing::words_of(expected.says, " | "))
    CHECK_THAT(found.message, Catch::Contains(text));
  CHECK_FALSE(found.evidence.sent.empty());
  CHECK(found.evidence.rule.has_value());
  CHECK_FALSE(found.again.empty());
}

TEST_CASE("A bot at fault fails with an explanation") {
  int tried = 0;
  for (const auto& way : hostile_ways()) {
    if (way.says.empty()) continue;
    ++tried;
    check_fails(hostile_bot(way.name), way);
  }
  CHECK(tried >= 36);
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
      {"stays-after-quit", "quit", Finding::warning, "did not exit within 100 ms after `quit`"},
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
  const testing::ScratchFolder folder;
  const auto script = folder / "script";
  const auto [text, executable, word] = GENERATE(table<std::string, bool, std::string>({
      {"#!/bin/sh\n", false, "chmod +x"},
      {"#!/no/such/interpreter\n", true, "the interpreter in its first line does not"},
      {"", false, "No such file or directory"},
      {"#!/bin/sh\necho ready shell 1\nsleep 1000\n", true, "no answer within 200 ms"},
  }));
  if (!text.empty()) std::ofstream{script} << text;
  if (executable) std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  const bool starts = text.contains("ready");
  const auto fault = starts ? FaultKind::timeout : FaultKind::start;
  check_fails(test_bot(script), {"", fault, HostileWay::Tried::in_check, word, starts ? 200 : 20'000});
}

TEST_CASE("A program that is not in PATH is reported") {
  check_fails(test_bot("no-such-program"),
              {"", FaultKind::start, HostileWay::Tried::in_check, "not found in PATH"});
}

}  // namespace
}  // namespace tribunal
