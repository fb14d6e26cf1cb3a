// The compact record of the store and the replay log hold the same.
#include "record/compact.hpp"

#include <sstream>

#include <catch2/catch.hpp>

#include "games/vocabulary.hpp"
#include "record/replay_log.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using namespace tribunal::testing;
using Catch::Contains;

namespace {

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

}  // namespace

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

TEST_CASE("there are signs for all verbs") { CHECK(vocabulary().size() <= 80); }

TEST_CASE("an invalid compact record is refused with the reason") {
  const auto [compact, problem] = GENERATE(table<std::string, std::string>({
      {"", "it is not JSON from byte 1 on"},
      {"[]", "it should be a JSON object"},
      {R"({"versions":["a"],"verbs":"","decisions":""})",
       "\"versions\" should list one text for each of the 2 entrants"},
      {R"({"versions":["a",1],"verbs":"","decisions":""})", "\"versions\" should list texts"},
      {R"({"versions":["a","b"],"verbs":"fly","decisions":""})", "\"fly\" is no verb"},
      {R"({"versions":["a","b"],"verbs":"f\ny","decisions":""})", R"("f\u000ay" is no verb)"},
      {R"({"versions":["a","b"],"verbs":"play","decisions":"0bKh/1"})", "\"0bKh/1\" is no decision"},
      {R"({"versions":["a","b"],"verbs":"play","decisions":"0aKx/1"})", "\"0aKx/1\" is no decision"},
      {R"({"versions":["a","b"],"verbs":"play","decisions":"0aKh/99999999999999999999"})", "is no decision"},
      {R"({"versions":["a","b"],"verbs":"play","decisions":"0aKh/01"})",
       "it is not written the one right way"},
      {R"({"versions":["a","b"],"verbs":"play pass","decisions":"0aKh/1"})",
       "it is not written the one right way"},
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

TEST_CASE("a compact record changed in any byte is refused or is another record") {
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
