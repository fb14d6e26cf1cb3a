#include "report/check/check_report.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "check/evidence.hpp"
#include "report/analysis/analysis_report.hpp"

namespace tribunal {
namespace {

/// A report with text that each format must escape. A bot's words reach a report escaped; a person's words (a
/// command line) may contain anything.
CheckReport nasty_report() {
  CheckReport report{
      .bot = "na,sty:bot", .command = "./na\x01sty <&\"'>\xff", .version = "x 1", .sandbox = "none"};
  report.examinations.push_back({.name = "handshake", .message = "'ready x 1'"});
  report.examinations.push_back({.name = "game mitch for 2",
                                 .finding = Finding::failed,
                                 .message = "garbage: said '100%, ]]> <b> & \"::error::x ##[group]y'",
                                 .evidence = {.sent = {"...", "ask 1 1000 play:Kh"},
                                              .came_back = "::error::x ##[group]y",
                                              .rule = rules::nothing_else,
                                              .errors = {"::stop-commands::z", "##vso[task.complete]"}},
                                 .again = "tribunal play mitch -- './na\x01sty'",
                                 .took = std::chrono::microseconds{1'234'567}});
  report.examinations.push_back(
      {.name = "quit", .finding = Finding::warning, .message = "50% late\r\n, yes: it was"});
  report.examinations.push_back({.name = "restart", .finding = Finding::skipped, .message = "no"});
  report.examinations.push_back({.name = "latency", .finding = Finding::error, .message = "no descriptors"});
  return report;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream{text};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

void add(CheckReport& report, const char* name, Finding finding, const char* cause) {
  report.examinations.push_back({.name = name, .finding = finding, .message = "x", .cause = cause});
}

TEST_CASE("Failures come first and what passed last; tables with one cause are one failure") {
  CheckReport report{.bot = "bot"};
  add(report, "handshake", Finding::passed, "");
  add(report, "game mitch for 2", Finding::failed, "crash");
  add(report, "game mitch for 3", Finding::passed, "");
  add(report, "game mitch for 4", Finding::failed, "crash");
  add(report, "game tennis for 2", Finding::failed, "crash");
  add(report, "game mitch for 5", Finding::failed, "timeout");
  add(report, "unknown-game", Finding::warning, "crash");
  const auto lines = lines_of(findings_text(report));
  REQUIRE(lines.size() == 6);
  CHECK(lines[0] == "FAILED   game mitch for 2, 4        x");
  CHECK(lines[1] == "FAILED   game tennis for 2          same cause as game mitch for 2: x");
  CHECK(lines[2] == "FAILED   game mitch for 5           x");
  CHECK(lines[3] == "warning  unknown-game               same cause as game mitch for 2: x");
  CHECK(lines[4] == "passed   handshake                  x");
  CHECK(lines_of(findings_text(report, false)).size() == 4);
  CHECK(findings_text(report, false, {.colour = true}).starts_with("\x1b[31mFAILED   game mitch for 2, 4"));
}

TEST_CASE("A verdict is the first that applies, the same in words and in JSON") {
  CheckReport report{.bot = "bot"};
  const auto said = [&] {
    const auto in_json = json_of(report).at("verdict").get<std::string>();
    CHECK(in_json == name_of(report.verdict()));
    const auto text = summary_of(report);
    return text.substr(text.find(": ") + 2, text.find_first_of("\n,", text.find(": ")) - text.find(": ") - 2);
  };
  CHECK(said() == "bot is sound");
  CHECK(report.verdict() == CheckVerdict::sound);
  report.unplayed = 1;
  report.seconds_needed = 130;
  CHECK(said() == "unfinished: it is unknown whether bot is sound");
  CHECK(report.verdict() == CheckVerdict::unfinished);
  CHECK_THAT(summary_of(report),
             Catch::Contains("there was no time for a game at 1 table (--seconds 130 gives enough)"));
  CHECK_THAT(reason_of(report), Catch::StartsWith("there was no time for a game at 1 table"));
  report.examinations.push_back({.name = "latency", .finding = Finding::error, .message = "x"});
  CHECK(said() == "a problem of the referee or the machine: it is unknown whether bot is sound");
  CHECK(report.verdict() == CheckVerdict::error);
  report.examinations.push_back({.name = "quit", .finding = Finding::failed, .message = "x"});
  CHECK(said() == "bot is at fault");
  CHECK(report.verdict() == CheckVerdict::failed);
  report.interrupted = true;
  CHECK(said() == "interrupted");
  CHECK(report.verdict() == CheckVerdict::interrupted);
}

TEST_CASE("A hint is in every report") {
  CheckReport report{.bot = "bot"};
  report.examinations.push_back({.name = "handshake",
                                 .finding = Finding::failed,
                                 .message = "x",
                                 .hint = "copy <kit>",
                                 .again = "tribunal check"});
  CHECK_THAT(text_of(report.examinations.front()), Catch::Contains(" x; copy <kit>\n"));
  CHECK_THAT(annotations_of(report), Catch::Contains("::x; copy <kit>%0Asee again"));
  CHECK_THAT(junit_of(report, "now"), Catch::Contains(" message=\"x; copy &lt;kit&gt;\""));
  CHECK(json_of(report).at("examinations").at(0).at("hint") == "copy <kit>");
}

TEST_CASE("Annotations escape what would end or alter them") {
  const auto lines = lines_of(annotations_of(nasty_report()));
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[0],
             Catch::StartsWith("::error title=tribunal check na%2Csty%3Abot%3A game mitch for 2::garbage: "
                               "said '100%25, ]]>"));
  CHECK_THAT(
      lines[0],
      Catch::Contains(
          "%0Astderr: ::stop-commands::z%0Astderr: #\\x23vso[task.complete]%0Asent: ...%0Asent: ask 1 1000 "
          "play:Kh%0Acame back: ::error::x #\\x23[group]y"));
  CHECK(lines[1] == "::error title=tribunal check na%2Csty%3Abot%3A latency::no descriptors");
  CHECK(lines[2] == "::warning title=tribunal check na%2Csty%3Abot%3A quit::50%25 late%0D%0A, yes: it was");
}

TEST_CASE("There are at most ten annotations of a kind") {
  CheckReport report{.bot = "bot"};
  for (int i = 0; i < 15; ++i) {
    const auto name = std::to_string(i);
    report.examinations.push_back({.name = "f" + name, .finding = Finding::failed, .message = "x"});
    report.examinations.push_back({.name = "w" + name, .finding = Finding::warning, .message = "x"});
  }
  const auto lines = lines_of(annotations_of(report));
  const auto is_error = [](const std::string& line) { return line.starts_with("::error "); };
  CHECK(lines.size() == 20);
  CHECK(std::ranges::count_if(lines, is_error) == 10);
}

TEST_CASE("One cause is one annotation, at the place where the program failed") {
  CheckReport report{.bot = "bot"};
  add(report, "unknown-game", Finding::warning, "crash: bot.py:16");
  add(report, "game mitch for 2", Finding::failed, "crash: bot.py:16");
  add(report, "game mitch for 3", Finding::failed, "crash: bot.py:16");
  add(report, "game mitch for 4", Finding::failed, "crash: bot.py:20");
  add(report, "quit", Finding::warning, "");
  add(report, "end-of-input", Finding::warning, "");
  report.examinations[1].evidence.place = SourcePlace{"bots/a,b:%\n::c.py", 16};
  const auto lines = lines_of(annotations_of(report));
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] ==
        "::error file=bots/a%2Cb%3A%25\\x0a%3A%3Ac.py,line=16,title=tribunal check bot%3A game mitch for 2 "
        "and 2 "
        "more::x%0Aalso: game mitch for 3, unknown-game");
  CHECK(lines[1] == "::error title=tribunal check bot%3A game mitch for 4::x");
  CHECK(lines[2] == "::warning title=tribunal check bot%3A quit::x");
}

TEST_CASE("One cause is one failure of JUnit, and the other examinations say that they failed of it") {
  CheckReport report{.bot = "bot"};
  add(report, "unknown-game", Finding::warning, "crash: bot.py:16");
  add(report, "game mitch for 2", Finding::failed, "crash: bot.py:16");
  add(report, "game mitch for <3>", Finding::failed, "crash: bot.py:16");
  add(report, "game mitch for 4", Finding::failed, "crash: bot.py:20");
  add(report, "game mitch for 5", Finding::failed, "");
  add(report, "game mitch for 6", Finding::failed, "");
  add(report, "latency", Finding::error, "");
  report.examinations[2].evidence.errors = {"its own error"};
  const auto text = junit_of(report, "now");
  CHECK_THAT(text, Catch::Contains(" tests=\"7\" failures=\"4\" errors=\"1\" time=\"0.000\" skipped=\"1\" "));
  CHECK_THAT(text, Catch::Contains("<failure type=\"game mitch for 2\" message=\"x\">x\nalso: game mitch for "
                                   "&lt;3&gt;, unknown-game\n</failure>"));
  CHECK_THAT(text, Catch::Contains("<skipped message=\"failed, same cause as game mitch for 2: x\"/>\n      "
                                   "<system-out>failed: x\nstderr: its own error\n</system-out>"));
  const auto count = [&](const std::string& tag) {
    std::size_t found = 0;
    for (auto at = text.find(tag); at != std::string::npos; at = text.find(tag, at + 1)) ++found;
    return found;
  };
  CHECK(count("<failure ") == 4);
  CHECK(count("<error ") == 1);
  CHECK(count("<skipped ") == 1);
  CHECK(report.verdict() == CheckVerdict::failed);
  CHECK_THAT(summary_of(report), Catch::Contains("4 failed"));
}

TEST_CASE("The table of several bots has a line for each, with the first reason") {
  CheckReport sound{.bot = "ann"};
  CheckReport failed{.bot = "bob"};
  sound.examinations.push_back({.name = "quit", .finding = Finding::warning, .message = "late"});
  failed.examinations.push_back({.name = "handshake", .message = "ready"});
  failed.examinations.push_back(
      {.name = "game mitch for 2", .finding = Finding::failed, .message = "late; measured: x"});
  failed.examinations.push_back({.name = "game mitch for 3", .finding = Finding::failed, .message = "y"});
  const auto lines = lines_of(overview_of(std::vector{sound, failed, nasty_report()}));
  REQUIRE(lines.size() == 5);
  CHECK_THAT(lines[0], Catch::Matches("bot +verdict +why"));
  CHECK_THAT(lines[1], Catch::Matches("ann +sound *"));
  CHECK_THAT(lines[2], Catch::Matches("bob +failed +game mitch for 2: late"));
  CHECK_FALSE(lines[3].contains("##"));
  CHECK(lines[4] == "1 of 3 bots sound");
}

TEST_CASE("No line for people can be taken for a command of the continuous integration") {
  for (const auto& examination : nasty_report().examinations) {
    for (const auto& line : lines_of(text_of(examination))) {
      CAPTURE(line);
      CHECK_FALSE(line.contains("##"));
      CHECK_FALSE(line.substr(std::min(line.find_first_not_of(" \t"), line.size())).starts_with("::"));
    }
  }
}

TEST_CASE("A failure is explained for people") {
  const auto text = text_of(nasty_report().examinations[1]);
  CHECK_THAT(text, Catch::StartsWith("FAILED   game mitch for 2"));
  CHECK_THAT(text, Catch::Contains("sent       | ...\n"));
  CHECK_THAT(text, Catch::Contains("| ask 1 1000 play:Kh\n"));
  CHECK_THAT(text, Catch::Contains("came back  | ::error::x"));
  CHECK_THAT(
      text,
      Catch::Contains("rule       | Any other line is a fault. (tribunal help protocol, What a bot says)\n"));
  CHECK_THAT(text, Catch::Contains("see again  tribunal play mitch"));
}

TEST_CASE("The summary says whose fault it is") {
  auto report = nasty_report();
  CHECK(summary_of(report) ==
        "1 passed, 1 warning, 1 failed, 1 skipped, 1 error in 0.0 s: na,sty:bot is at fault\n");
  report.examinations.erase(report.examinations.begin() + 1);
  CHECK_THAT(
      summary_of(report),
      Catch::Contains("a problem of the referee or the machine: it is unknown whether na,sty:bot is sound"));
  report.examinations.pop_back();
  CHECK_THAT(summary_of(report), Catch::Contains("na,sty:bot is sound"));
}

TEST_CASE("JSON holds all of it, in ASCII") {
  const auto text = json_text(json_of(nasty_report()), true);
  CHECK(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  const auto json = nlohmann::json::parse(text);
  CHECK(json["verdict"] == "failed");
  CHECK(json["examinations"].size() == 5);
  const auto& failure = json["examinations"][1];
  CHECK(failure["finding"] == "failed");
  CHECK(failure["seconds"] == 1.234567);
  CHECK(failure["sent"].size() == 2);
  CHECK(failure["came_back"] == "::error::x ##[group]y");
  CHECK(failure["rule"]["section"] == "What a bot says");
  CHECK(failure["again"].is_string());
  CHECK_FALSE(json["examinations"][0].contains("again"));
}

TEST_CASE("JUnit's XML holds no character that XML does not know") {
  const auto text = junit_of(nasty_report(), "2024-01-02T03:04:05");
  CHECK(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  CHECK_THAT(text, Catch::Contains("said '100%, ]]&gt; &lt;b&gt; &amp; &quot;::error::x"));
  CHECK_THAT(text, Catch::Contains("tests=\"5\" failures=\"1\" errors=\"1\" time=\"0.000\" skipped=\"1\" "
                                   "timestamp=\"2024-01-02T03:04:05\""));
  CHECK_THAT(text, Catch::Contains("time=\"1.235\""));
}

TEST_CASE(
    "A game's policy is said to choose at random only if it prefers no action in any decision of any bot") {
  struct Row {
    std::vector<std::pair<std::size_t, std::size_t>> bots;  // decisions, and those without a preference
    bool is_said;
  };
  const auto row = GENERATE(Row{{}, false}, Row{{{0, 0}}, false}, Row{{{5, 5}}, true}, Row{{{5, 4}}, false},
                            Row{{{5, 5}, {0, 0}}, true}, Row{{{5, 5}, {3, 2}}, false});
  std::vector<BotTotal> totals;
  for (const auto& [decisions, random] : row.bots) {
    auto& total = totals.emplace_back();
    total.game = "mitch";
    total.sum.decisions = decisions;
    total.sum.random = random;
  }
  CHECK(policy_notes(totals).contains("of mitch does the policy prefer") == row.is_said);
}

}  // namespace
}  // namespace tribunal
