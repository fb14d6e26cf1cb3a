#include "check/check.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "check/evidence.hpp"
#include "check/order.hpp"
#include "checked_bot.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;

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
  CHECK(names_of(report) == std::vector<std::string>{"handshake", "quit", "restart", "unknown-game",
                                                     "end-of-input", "game revolution for 2",
                                                     "game revolution for 3", "unknown-words", "determinism",
                                                     "latency", "stderr", "memory"});
  for (const auto& examination : report.examinations) {
    CAPTURE(examination.name, examination.message);
    CHECK((examination.finding == Finding::passed || examination.name == "latency"));
    CHECK((examination.again.empty() || examination.name == "latency"));
  }
  CHECK(report.version == "honest 1.0");
  CHECK(report.figures.games == 6);
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
  CHECK_THAT(found.message, Catch::Contains("not when this game is played alone"));
  CHECK_THAT(found.again, Catch::StartsWith("tribunal check --only games"));
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

/// The page without what is only markup of a table, in one line.
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

}  // namespace
}  // namespace tribunal
