// The message about a bot that let its time run out: each kind of silence has its own hint, or none.
#include "table/silence.hpp"

#include <string>
#include <utility>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "support/scripted_bot.hpp"
#include "table/protocol.hpp"
#include "table_fixture.hpp"

namespace tribunal {
namespace {

/// The only fault of a game between a shell script and an honest bot.
FaultReport fault_of(const std::string& script, Limits limits) {
  TestTable table{{shell_bot(script), honest_bot()}};
  auto order = order_of(make_rules("revolution", 2, {}).value(), 0, limits);
  order.deal.key = {};
  auto game = table.play(std::move(order));
  REQUIRE(game);
  REQUIRE(game->reports.size() == 1);
  REQUIRE(game->reports[0].fault.seat == 0);
  return game->reports[0];
}

/// Gets ready, and does `what` when it is asked: `$2` is the number, `$4` an action.
std::string when_asked(const std::string& what) {
  return testing::scripted_bot({.ask = what, .answer = ":"});
}

const std::string no_hint = "gave no answer within 300 ms";
const std::string machine = R"(\d+ tables? on [\d.]+ cores?, load \d+\.\d)";
constexpr Limits short_moves{.move_ms = 300, .startup_ms = 20'000};

TEST_CASE("A hint is about what has come, or it is empty") {
  CHECK(hint_at({}).empty());
  CHECK(hint_at({.unfinished = "move 1 pass\r"}) ==
        "; it wrote 'move 1 pass\\x0d': lines end with \\n, not with \\r alone");
  CHECK(hint_at({.unfinished = "mov"}) == "; it wrote 'mov' without the end of the line, \\n");
  CHECK(hint_at({.stale = "move 0 \x1b[2J"}) == "; it said 'move 0 \\x1b[2J', but that question is not open");
  CHECK(hint_at({.only_comments = true}) == "; it wrote nothing but comments");
  const std::string traceback =
      "Traceback (most recent call last):\n  File \"bot.py\", line 7, in f\nKeyError: 3\n";
  CHECK(hint_at({.errors = traceback, .only_comments = true}) ==
        "; it keeps running after an error that it reported: KeyError: 3 (bot.py:7)");
  CHECK(hint_at({.errors = "bot.py:3: thinking\nerror: none\n"}).empty());
  CHECK(hint_at({.unfinished = "x", .reads_nothing = true}) == "; it does not read what it is sent");
}

TEST_CASE("A hint about an unexpected line names what is odd in it") {
  const auto [line, word, hint] = GENERATE(table<std::string, std::string, std::string>({
      {"\xef\xbb\xbfready x 1", "ready", "byte order mark"},
      {"> ready x 1", "ready", "a prompt is output"},
      {">>> move 3 pass", "move", "a prompt is output"},
      {"", "ready", "an empty line"},
      {" \t", "move", "an empty line"},
      {"move\t3 pass", "move", "a tab"},
      {"move 3 pass ", "move", "it ends with a blank"},
      {"move  3 pass", "move", "two blanks"},
      {"move 3.0 pass", "move", "a whole number"},
      {"move 3 ['play:Qc', 'pass']", "move", "brackets or quotes"},
      {"move 007 pass", "move", "a whole number"},
      {"MOVE 3 pass", "move", "small letters"},
      {R"({"id": 3, "move": "pass"})", "move", "not JSON"},
      {R"({"ready": "x"})", "ready", "not JSON"},
      {"[ 'move', '3', 'pass' ]", "move", "or a list"},
      {"I move", "move", "print diagnostics"},
      {"thinking", "ready", "print diagnostics"},
      {"ready my bot 1.0", "ready", "are one word each"},
  }));
  CAPTURE(line);
  CHECK_THAT(hint_at_line(line, word), Catch::StartsWith("; ") && Catch::Contains(hint));
  CHECK(hint_at_line("move 3", "move").empty());
}

TEST_CASE("A bot that does not get ready is asked whether it flushes only if nothing came") {
  const auto [script, hint] = GENERATE(table<std::string, std::string>({
      {"cat > /dev/null",
       "; it wrote nothing at all: does it say 'ready NAME VERSION', and flush its output?"},
      {"printf 'ready script 1\\r'; cat > /dev/null",
       "; it wrote 'ready script 1\\x0d': lines end with \\n, not with \\r alone"},
      {"printf 'ready script 1'; cat > /dev/null",
       "; it wrote 'ready script 1' without the end of the line, \\n"},
      {"echo '# soon'; cat > /dev/null", "; it wrote nothing but comments"},
      {"printf 'Exception in thread \"worker\" Bad: no\\n\\tat B.f(B.java:4)\\n' >&2; cat > /dev/null",
       "; it keeps running after an error that it reported: Bad: no (B.java:4)"},
  }));
  const auto report = fault_of(script, {.move_ms = 20'000, .startup_ms = 2000});
  CHECK(report.fault.kind == FaultKind::start);
  CHECK(report.message == "did not say 'ready NAME VERSION' within 2000 ms" + hint);
}

TEST_CASE("A bot that gave no answer is asked whether it flushes only if nothing came") {
  const auto [what, hint] = GENERATE(table<std::string, std::string>({
      {":", "; it has not answered once since it became ready: does it flush its output?"},
      {"sleep 1000", "; it did not compute: it sleeps"},
      {"echo \"thread 'w' panicked at w.rs:3:9:\" >&2; echo 'no card' >&2",
       "; it keeps running after an error that it reported: panicked: no card (w.rs:3)"},
      {"printf \"move $2 $4\\r\"", "\\x0d': lines end with \\n, not with \\r alone"},
      {"printf \"move $2 $4\"", "' without the end of the line, \\n"},
      {"echo \"move 0 $4\"", "', but that question is not open"},
      {"echo '# thinking'", "; it wrote nothing but comments"},
  }));
  const auto report = fault_of(when_asked(what), short_moves);
  CHECK(report.fault.kind == FaultKind::timeout);
  const std::string message{without_measurements(report.message)};
  CHECK_THAT(message, Catch::StartsWith(no_hint) && Catch::EndsWith(hint));
}

TEST_CASE("The cause of a fault is left out of a message for all readers") {
  const auto [message, rest] = GENERATE(table<std::string, std::string>({
      {"exited with 3 in the middle of a game: E: my words (bot.py:3)",
       "exited with 3 in the middle of a game"},
      {"gave no answer within 1000 ms; it runs on after an error that it reported: my words",
       "gave no answer within 1000 ms"},
      {"gave no answer within 1000 ms", "gave no answer within 1000 ms"},
  }));
  CHECK(without_cause(message) == rest);
}

TEST_CASE("A bot that was heard before and gave no answer is told whether it waits, sleeps or computes") {
  const auto [what, hint] = GENERATE(table<std::string, std::string>({
      {":", "; it waits for more input: it has not answered this question, or not flushed the answer"},
      {"sleep 1000", "; it did not compute: it sleeps"},
      {"while :; do :; done", "; it computed until then: let it answer sooner, or look for an endless loop"},
  }));
  const auto report = fault_of(when_asked("if [ $2 = 1 ]; then echo \"move $2 $4\"; else " + what + "; fi"),
                               {.move_ms = 1000, .startup_ms = 20'000});
  CHECK(without_measurements(report.message) == "gave no answer within 1000 ms" + hint);
}

TEST_CASE("A bot that wrote nothing at its start is told what it did instead") {
  const auto [script, hint] = GENERATE(table<std::string, std::string>({
      {"sleep 1000", "; it used \\d+ ms of CPU time and did not read its input: it sleeps, or waits for .*"},
      {"while :; do :; done", "; it used \\d+ ms of CPU time: let it say 'ready' .*"},
      {"x=$(cat); echo 'ready script 1'",
       "; its output came only at the end of its input: let it read line by line.*"},
      {"while read -r w x; do [ $w = quit ] && { echo 'ready script 1'; exit; }; done",
       "; its output came only when it ended: let it flush its output after every line"},
      {"cp /bin/sleep ./rustc.$$ && mv ./rustc.$$ ${TMPDIR:-/tmp}/rustc; ${TMPDIR:-/tmp}/rustc 1000",
       "; it was compiling: build it before.*"},
  }));
  const auto report = fault_of(script, {.move_ms = 20'000, .startup_ms = 2000});
  CHECK(report.fault.kind == FaultKind::start);
  CHECK_THAT(report.message, Catch::Matches("did not say 'ready NAME VERSION' within 2000 ms" + hint));
}

TEST_CASE("A timeout says how long the bot had the processor, and how busy the machine was") {
  const auto report = fault_of(when_asked("while :; do :; done"), {.move_ms = 1000, .startup_ms = 20'000});
  CHECK_THAT(report.message, Catch::Matches("gave no answer within 1000 ms; it computed until then: .*; "
                                            "measured: it had the processor for \\d+ of the last "
                                            "\\d+ ms and waited for one for \\d+ ms; " +
                                            machine));
  const auto found = measurements_of(report.message);
  REQUIRE(found);
  CHECK(found->tables == 1);
  REQUIRE(found->share);
  CHECK(found->share->span >= found->share->waited);
}

TEST_CASE("Measurements that are written are read as they were") {
  CHECK(rc::check("what is written is read", [] {
    const auto ms = rc::gen::weightedOneOf<std::int64_t>(
        {{8, rc::gen::inRange<std::int64_t>(0, 100'000)}, {1, rc::gen::arbitrary<std::int64_t>()}});
    const auto tenths = rc::gen::map(rc::gen::inRange(0, 4000), [](int number) { return number / 10.0; });
    Measurements written{
        .share = {}, .tables = *rc::gen::arbitrary<std::uint64_t>(), .cores = *tenths, .load = *tenths};
    if (*rc::gen::arbitrary<bool>()) written.share = {.ran = *ms, .span = *ms, .waited = *ms};
    std::string message = "it wrote '; measured: x'" + to_text(written);
    RC_ASSERT(measurements_of(message) == std::optional{written});
    add_repetition(message, *rc::gen::arbitrary<bool>());
    RC_ASSERT(measurements_of(message) == std::optional{written});
  }));
}

TEST_CASE("A text that is not written as measurements are is not one of them") {
  const std::string share = "it had the processor for 3 of the last 26 ms and waited for one for 22 ms; ";
  REQUIRE(measurements_of("late; measured: " + share + "16 tables on 2 cores, load 14.2"));
  CHECK_FALSE(measurements_of("late; measured: 16 tables on 2 cores, load 14.2").value().share);
  for (const std::string other :
       {"", "late", "late; measured: ", "late; measured: load 3",
        "late; measured: 16 tables on 2 cores, load 14.2 ",
        "late; measured: 16 tables on 2 cores, load 14.20", "late; measured: 1 tables on 2 cores, load 14.2",
        "late; measured: 016 tables on 2 cores, load 14.2",
        "late; measured: 16 tables on 2.0 cores, load 14.2", "late; measured: 16 tables on 2 cores, load nan",
        "late; measured: 16 tables on 1e1 cores, load 0.0",
        "late; measured: it had the processor for 3 ms; 16 tables on 2 cores, load 14.2",
        "late; measured: 99999999999999999999 tables on 2 cores, load 14.2"})
    CHECK_FALSE(measurements_of(other));
}

TEST_CASE("A timeout that came again when the game was played once more says so before what was measured") {
  const auto [came_again, expected] = GENERATE(table<bool, std::string>({
      {true, "late; also when the game was played again; measured: load 3"},
      {false, "late; not when the game was played again; measured: load 3"},
  }));
  std::string message = "late; measured: load 3";
  add_repetition(message, came_again);
  CHECK(message == expected);
  CHECK(is_unrepeated(message) == !came_again);
  CHECK_FALSE(is_unrepeated("it wrote '; not when the game was played again'; measured: load 3"));
}

TEST_CASE("A bot that used up its CPU time is not asked whether it flushes") {
  const auto report = fault_of(when_asked("while :; do :; done"),
                               {.move_ms = 100, .startup_ms = 20'000, .clock = ClockKind::cpu});
  CHECK(report.fault.kind == FaultKind::timeout);
  CHECK_THAT(report.message, Catch::Contains("of CPU time (it used ") && Catch::EndsWith(" ms)"));
}

TEST_CASE("The number of an answer must be spelled as in the question") {
  const auto report = fault_of(when_asked("echo \"move 000$2 $4\""), short_moves);
  CHECK(report.fault.kind == FaultKind::garbage);
  CHECK_THAT(report.message, Catch::StartsWith("unexpected line on standard output: "));
}

TEST_CASE("A game line spells out every option") {
  const auto rules = make_rules("revolution", 3, {{"scoring", "advanced"}}).value();
  std::string text;
  append_game_line(text, rules, 1, {.move_ms = 500, .game_ms = 60000, .increment_ms = 10});
  CHECK(text ==
        "game revolution players=3 seats=3 you=1 move_ms=500 game_ms=60000 increment_ms=10 "
        "scoring=advanced mob=off tyrant=off session=plain ante=0 drop_points=5 hands=1\n");
}

TEST_CASE("A question gives its number, whole milliseconds, and every legal action") {
  std::string text;
  append_ask_line(text, 12, 999'999,
                  {Action{verbs::play, Card{Rank::nine, Suit::clubs}}, Action{verbs::pass}});
  CHECK(text == "ask 12 999 play:9c pass\n");
}

TEST_CASE("A result gives scores, then places") {
  Outcome outcome{.seats = 3, .scores = {3, -1, -2}, .places = {1, 2, 3}};
  std::string text;
  append_result_line(text, outcome);
  CHECK(text == "result 3 -1 -2 places 1 2 3\n");
}

TEST_CASE("A bot is ready when it says so with a name and a version") {
  CHECK(parse_ready("ready greedy 1.2") == "greedy 1.2");
  for (const char* const line :
       {"", "ready", "ready greedy", "ready greedy ", "ready greedy 1.2 ", "ready  greedy 1.2",
        "ready greedy 1.2 beta", "Ready greedy 1.2", "move 1 pass"}) {
    CAPTURE(line);
    CHECK_FALSE(parse_ready(line));
  }
}

TEST_CASE("An answer is three words, and the second is a number") {
  const auto answer = parse_answer("move 12 play:Kh");
  REQUIRE(answer);
  CHECK(answer->id == 12);
  CHECK(answer->action == "play:Kh");
  for (const char* const line :
       {"", "move", "move 12", "move 12 ", "move x pass", "move -1 pass", "move 1.5 pass", "move 12 pass now",
        "move  12 pass", "move 12 pass ", "Move 12 pass", "move 012 pass", "move 00 pass", "move +12 pass",
        "move 18446744073709551616 pass"}) {
    CAPTURE(line);
    CHECK_FALSE(parse_answer(line));
  }
}

}  // namespace
}  // namespace tribunal
