// The format of a replay log, its round trip to a record, and the errors of a log that cannot be read.
#include "record/replay_log.hpp"

#include <functional>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "games/vocabulary.hpp"
#include "record/compact.hpp"
#include "record/pennies.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using namespace tribunal::testing;
using Catch::Contains;
using Catch::StartsWith;

namespace {

std::vector<LoggedGame> read(const std::string& text) {
  std::istringstream in{text};
  auto games = read_log(in);
  REQUIRE(games);
  return *std::move(games);
}

LoggedGame read_pennies(const std::string& text) {
  std::istringstream in{text};
  auto games = read_log(in, pennies);
  REQUIRE(games);
  return std::move(games->at(0));
}

std::string problem_of_log(const std::string& text) {
  std::istringstream in{text};
  const auto games = read_log(in);
  return games ? "none" : games.error().text();
}

const std::string& header() {
  static const auto line = [] {
    const auto log = log_of(quiet_record("revolution", 2, 1));
    return log.substr(0, log.find('\n') + 1);
  }();
  return line;
}

std::string header_with(std::string_view what, std::string_view by) {
  auto text = header();
  const auto place = text.find(what);
  REQUIRE(place != std::string::npos);
  return text.replace(place, what.size(), by);
}

TEST_CASE("a log read and written again is the same text") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Dice dice{seed};
    const auto text = log_of(random_record(dice));
    const auto games = read(text);
    REQUIRE(games.size() == 1);
    CHECK(write_log(games[0].record) == text);
  }
}

TEST_CASE("reading a log restores every part of the record") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Dice dice{seed};
    const auto record = random_record(dice, {10, 10, 10});
    const auto read_back = read(log_of(record))[0].record;
    CHECK(to_compact(read_back) == to_compact(record));
    CHECK(describe(read_back.rules) == describe(record.rules));
    CHECK(read_back.deal.event == record.deal.event);
    CHECK(read_back.deal.number == record.deal.number);
    CHECK(read_back.deal.key == record.deal.key);
    CHECK(read_back.limits == record.limits);
    CHECK(read_back.host.sandbox == record.host.sandbox);
    for (std::size_t seat = 0; seat < record.entrants.size(); ++seat) {
      CHECK(read_back.entrants[seat].bot == record.entrants[seat].bot);
      CHECK(read_back.entrants[seat].version == record.entrants[seat].version);
      CHECK(read_back.entrants[seat].sha256 == record.entrants[seat].sha256);
    }
  }
}

TEST_CASE("games are read one after another, each with the line where it begins") {
  const auto first = log_of(quiet_record("revolution", 3, 1));
  const auto games = read(first + log_of(quiet_record("mitch", 2, 2)));
  REQUIRE(games.size() == 2);
  CHECK(games[0].first_line == 1);
  CHECK(games[1].first_line == games[0].lines.size() + 1);
  CHECK(games[1].record.rules.game() == "mitch");
}

TEST_CASE("a log is the header, the transcript with its times and faults, the result") {
  // Faults are listed before the decision that they cost, comments before both.
  const auto lines = {
      R"({"tribunal":1,"game":"pennies","players":2,"rules":{"stake":1,"open":false,"metal":"copper"},)"
      R"("deal":{"event":"play","number":0,"key":"0000000000000000000000000000000000000000000000000000000000000000"},)"
      R"("seats":[{"bot":"left","version":"left 1","sha256":""},{"bot":"right","version":"right 1","sha256":""}],)"
      R"("limits":{"move_ms":1000,"game_ms":0,"increment_ms":0,"startup_ms":10000,"on_fault":"forfeit"},)"
      R"("host":{"referee":"","sandbox":"none"}})",
      R"({"line":"hand 0 1"})",
      R"({"line":"play 0 Kh","us":10})",
      R"({"line":"play 1 Ks","us":11})",
      R"({"line":"score 0 1 1"})",
      R"({"line":"play 0 Kh","us":12})",
      R"({"comment":"well","seat":0})",
      R"({"fault":"garbage","seat":1,"us":14,"default":"pass","got":"eh"})",
      R"({"line":"pass 1","by":"referee"})",
      R"({"line":"score 1 1 1"})",
      R"({"line":"pass 0","us":13})",
      R"({"line":"pass 1","by":"referee"})",
      R"({"line":"score 0 1 2"})",
  };
  std::string expected;
  for (const auto* line : lines) expected += std::string{line} + "\n";
  const auto log = log_of(pennies_record());
  CHECK(log.substr(0, expected.size()) == expected);
  CHECK_THAT(log.substr(expected.size()), StartsWith(R"({"result":[2,1],"places":[1,2],"content_sha256":")"));
}

TEST_CASE("the content hash is that of the log without times, host, comments and itself") {
  const auto log = log_of(pennies_record());
  std::string content;
  for (const auto& line : read_pennies(log).lines) {
    auto object = nlohmann::ordered_json::parse(line);
    for (const auto* member : {"us", "host", "content_sha256"}) object.erase(member);
    if (!object.contains("comment")) content += object.dump() + "\n";
  }
  CHECK_THAT(log, Contains(R"("content_sha256":")" + to_hex(sha256(content)) + R"("})"));
}

TEST_CASE("a bot that never started is named right after the header") {
  Dice dice{3};
  auto record = RandomGame{*make_rules("revolution", 2, {}), {}, {0, 100, 0}, dice}.play();
  record.faults[1].us = 10'000'001;
  CHECK_THAT(log_of(record), Contains("}\n"
                                      R"({"fault":"start","seat":0,"us":)"));
  CHECK_THAT(log_of(record), Contains("}\n"
                                      R"({"fault":"start","seat":1,"us":10000001})"
                                      "\n"
                                      R"({"line":"hand )"));
}

TEST_CASE("bytes of a bot that are not UTF-8 become U+FFFD, and stay so") {
  auto record = quiet_record("revolution", 2, 1);
  for (const auto* bytes : {"\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\xaf"}) {
    record.comments = {{0, 0, bytes}};
    const auto log = log_of(record);
    CHECK_THAT(log, Contains(R"({"comment":"\ufffd)"));
    CHECK(std::ranges::all_of(log, [](char byte) { return byte == '\n' || (byte >= ' ' && byte <= '~'); }));
    CHECK(log_of(read(log)[0].record) == log);
  }
}

TEST_CASE("an error in a log names its line and what is expected") {
  const auto key_of_zeros = std::string(64, '0');
  const std::string no_header =
      "; expected a replay log, in which every game begins with a line {\"tribunal\":1,...}";
  const auto [log, problem] = GENERATE_COPY(table<std::string, std::string>({
      {"x\n", "line 1: it is not JSON from byte 1 on" + no_header},
      {"\n", "line 1: it is not JSON from byte 1 on" + no_header},
      {"{}\n", "line 1: the header lacks \"tribunal\", a whole number"},
      {"[]\n", "line 1: it should be a JSON object: {...}" + no_header},
      {header_with("1", "2"), "line 1: this log has a different version; only version 1 is known"},
      {header_with("\"players\":2", "\"players\":13"),
       "line 1: \"players\" of the header should be a whole number from 1 to 12"},
      {header_with("\"players\":2", "\"players\":2.0"),
       "line 1: \"players\" of the header should be a whole number"},
      {header_with("\"players\":2", "\"players\":3"),
       "line 1: \"seats\" lists 2 bots; it should list one for each of the 3 players"},
      {header_with("\"number\":1", "\"number\":-1"),
       "line 1: \"number\" of the deal should be a whole number from 0 to 18446744073709551615"},
      {header_with("\"number\":1", "\"number\":18446744073709551616"),
       "line 1: \"number\" of the deal should be a whole number from 0 to 18446744073709551615"},
      {header_with("\"number\":1", "\"number\":1e999"),
       "line 1: it contains a number that is too large" + no_header},
      {header_with("\"key\":\"0", "\"key\":\"g"),
       "line 1: the deal's \"key\" should be 64 hexadecimal digits in lower case"},
      {header_with("\"sha256\":\"\"", "\"sha256\":\"0\""),
       "line 1: \"sha256\" should be 64 hexadecimal digits in lower case"},
      {header_with("\"move_ms\":1000", "\"move_ms\":0"),
       "line 1: \"move_ms\" or \"game_ms\" should be more than 0"},
      {header_with("\"forfeit\"", "\"shame\""), "line 1: \"on_fault\" should be one of: forfeit, strikes"},
      {header_with("\"host\":{", "\"host\":{\"cpu\":1,"), "line 1: the host has no member \"cpu\""},
      {header_with("\"sandbox\"", "\"referee\""), "line 1: the member \"referee\" occurs twice" + no_header},
      {header_with("{\"event\"", "{\"x\":[[[1]]],\"event\""),
       "line 1: it is nested more than 4 deep" + no_header},
      {header(), "line 2: the game that begins on line 1 has no result"},
      {header() + "{\"line\":\"hand 0 1\"}",
       "line 2: it has no end; the log seems to be cut off; expected the whole file: copy it again"},
      {header() + "{\"line\":\"hand 0 1\",\"mood\":\"good\"}\n", "line 2: an event has no member \"mood\""},
      {header() + "{\"line\":5}\n", "line 2: \"line\" of an event should be a text"},
      {header() + "{\"line\":\"play 1 Xx\",\"us\":5}\n",
       "line 2: its \"line\" should be a decision: VERB SEAT ARGUMENTS"},
      {header() + "{\"line\":\"play:Kh 1\",\"us\":5}\n",
       "line 2: its \"line\" should be a decision: VERB SEAT ARGUMENTS"},
      {header() + "{\"line\":\"play 1 Kh,Ks\",\"us\":5}\n",
       "line 2: its \"line\" should be a decision: VERB SEAT ARGUMENTS"},
      {header() + "{\"line\":\"play 1 Kh\",\"us\":-5}\n",
       "line 2: \"us\" of an event should be a whole number from 0 to 1000000000000000"},
      {header() + "{\"line\":\"play 1 Kh\",\"us\":5,\"by\":\"referee\"}\n",
       "line 2: an event has no member \"by\""},
      {header() + "{\"line\":\"play 1 Kh\",\"by\":\"me\"}\n",
       "line 2: \"by\" should be \"referee\" or be absent"},
      {header() + "{\"fault\":\"sloth\",\"seat\":0,\"us\":5,\"default\":\"pass\"}\n",
       "line 2: \"fault\" should be one of: start, crash, timeout, illegal, garbage, flood, early"},
      {header() + "{\"fault\":\"crash\",\"seat\":2,\"us\":5,\"default\":\"pass\"}\n",
       "line 2: \"seat\" of a fault should be a whole number from 0 to 1"},
      {header() + "{\"fault\":\"crash\",\"seat\":1,\"us\":5}\n", "line 2: a fault lacks \"default\", a text"},
      {header() + "{\"comment\":\"hm\"}\n", "line 2: a comment lacks \"seat\", a whole number"},
      {header() + "{\"result\":[1,\"2\"],\"places\":[1,2],\"content_sha256\":\"" + key_of_zeros + "\"}\n",
       "line 2: \"result\" should list whole numbers"},
      {header() + "{\"remark\":\"hm\"}\n",
       "line 2: it should have one of the members \"line\", \"fault\", \"comment\" and \"result\""},
      {header() + std::string("{\"line\":\"\0\"}\n", 13), "line 2: it is not JSON from byte 10 on"},
      {header() + "{\"line\":\"\xff\"}\n", "line 2: it is not JSON from byte 10 on"},
      {header() + std::string(100000, 'x') + "\n", "line 2: it is longer than 65536 bytes"},
      {header() + std::string(60000, '[') + "\n", "line 2: it is nested more than 4 deep"},
  }));
  CHECK(problem_of_log(log) == problem);
}

TEST_CASE("a log of an unknown game or option is refused with the catalogue's own words") {
  CHECK_THAT(problem_of_log(header_with("\"revolution\"", "\"revolutoin\"")),
             Contains("line 1: ") && Contains("revolution"));
  CHECK_THAT(problem_of_log(header_with("\"basic\"", "\"bacis\"")),
             Contains("line 1: ") && Contains("basic"));
}

TEST_CASE("reading stops at random bytes with an error and never fails otherwise") {
  Dice dice{5};
  for (int i = 0; i < 300; ++i) {
    std::string bytes = dice.flip() ? header() : "";
    for (auto left = dice.below(300); left > 0; --left) bytes += static_cast<char>(dice.below(256));
    CHECK_THAT(problem_of_log(bytes + "x"), Contains("line "));
  }
}

// The compact record of the store and the replay log have the same content.

// The parts of a record that a store holds beside the compact record: usage, but no versions.
RecordFrame frame_of(const Record& record) {
  RecordFrame frame{record.rules, record.deal, record.entrants, record.limits, record.host, record.usage};
  for (auto& entrant : frame.entrants) entrant.version = "not this";
  return frame;
}

std::string problem_of_compact(const std::string& compact) {
  const auto record = from_compact(compact, frame_of(quiet_record("revolution", 2, 1)));
  return record ? "none" : record.error().text();
}

TEST_CASE("log and compact record turn into one another without loss") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Dice dice{seed};
    const auto record = random_record(dice, {5, 5, 5});
    const auto log = write_log(record);
    const auto compact = to_compact(record);
    INFO(compact);
    const auto from_store = from_compact(compact, frame_of(record));
    REQUIRE(from_store);
    CHECK(write_log(*from_store) == log);
    std::istringstream in{*log};
    const auto from_log = read_log(in);
    REQUIRE(from_log);
    CHECK(to_compact(from_log->at(0).record) == compact);
  }
}

TEST_CASE("a record of Revolution with three seats takes some 500 bytes") {
  std::size_t total = 0;
  for (std::uint64_t number = 0; number < 100; ++number)
    total += to_compact(quiet_record("revolution", 3, number)).size();
  CHECK(total / 100 <= 500);
}

TEST_CASE("a compact record spells decisions by seat, verb, arguments and time") {
  auto record = quiet_record("revolution", 2, 1);
  const Card king{Rank::king, Suit::hearts};
  record.decisions = {{1, Action{verbs::play, king}, 183, false}, {0, Action{verbs::pass}, 0, true}};
  record.faults = {{FaultKind::timeout, 0, 1, 1000213, ""}};
  record.comments = {{1, 0, "a \"plan\""}};
  CHECK(to_compact(record) ==
        R"({"versions":["greedy 1.2","random 1"],"verbs":"play pass","decisions":"1aKh/183 0b",)"
        R"("faults":[["timeout",0,1,1000213,""]],"comments":[[1,0,"a \"plan\""]]})");
}

TEST_CASE("a game without decisions has a compact record as well") {
  auto record = quiet_record("revolution", 2, 1);
  record.decisions.clear();
  const auto again = from_compact(to_compact(record), frame_of(record));
  REQUIRE(again);
  CHECK(again->decisions.empty());
}

TEST_CASE("there are letters for all verbs") { CHECK(vocabulary().size() <= 80); }

TEST_CASE("an invalid compact record is refused with the reason") {
  const auto [compact, problem] = GENERATE(table<std::string, std::string>({
      {"", "it is not JSON from byte 1 on"},
      {"[]", "it should be a JSON object"},
      {R"({"versions":["a"],"verbs":"","decisions":""})",
       "\"versions\" should list one text for each of the 2 entrants"},
      {R"({"versions":["a",1],"verbs":"","decisions":""})", "\"versions\" should list texts"},
      {R"({"versions":["a","b"],"verbs":"fly","decisions":""})", "\"fly\" is not a verb"},
      {R"({"versions":["a","b"],"verbs":"f\ny","decisions":""})", R"("f\u000ay" is not a verb)"},
      {R"({"versions":["a","b"],"verbs":"play","decisions":"0bKh/1"})", "\"0bKh/1\" is not a decision"},
      {R"({"versions":["a","b"],"verbs":"play","decisions":"0aKx/1"})", "\"0aKx/1\" is not a decision"},
      {R"({"versions":["a","b"],"verbs":"play","decisions":"0aKh/99999999999999999999"})",
       "is not a decision"},
      {R"({"versions":["a","b"],"verbs":"play","decisions":"0aKh/01"})", "it is not in canonical form"},
      {R"({"versions":["a","b"],"verbs":"play pass","decisions":"0aKh/1"})", "it is not in canonical form"},
      {R"({"versions":["a","b"],"verbs":"","decisions":"","faults":[["timeout",0,1,5]]})",
       "a fault should be [kind, seat, decision, us, got]"},
      {R"({"versions":["a","b"],"verbs":"","decisions":"","faults":[["start",0,0,5,"eh"]]})",
       "a fault should be [kind, seat, decision, us, got]"},
      {R"({"versions":["a","b"],"verbs":"","decisions":"","faults":[["crash",0,0,1000000000000001,""]]})",
       "a fault should be [kind, seat, decision, us, got]"},
      {R"({"versions":["a","b"],"verbs":"","decisions":"","comments":[[12,0,""]]})",
       "a comment should be [seat, decision, text]"},
      {R"({"versions":["a","b"],"verbs":"","decisions":"","mood":1})", "the record has no member \"mood\""},
  }));
  CHECK_THAT(problem_of_compact(compact), Contains("a compact record cannot be read: ") && Contains(problem));
}

TEST_CASE("a compact record with a changed byte is refused or is a different record") {
  Dice dice{4};
  for (int i = 0; i < 1000; ++i) {
    const auto record = random_record(dice, {5, 5, 5});
    const auto compact = to_compact(record);
    auto changed = compact;
    changed[dice.below(changed.size())] = static_cast<char>(dice.below(256));
    const auto read = from_compact(changed, frame_of(record));
    if (read) CHECK(to_compact(*read) == changed);
  }
}

}  // namespace
