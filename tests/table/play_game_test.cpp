#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <catch2/catch.hpp>

#include "ballot_game.hpp"
#include "bots/system/machine.hpp"
#include "record/seat_lines.hpp"
#include "support/scripted_bot.hpp"
#include "support/words.hpp"
#include "table/answer.hpp"
#include "table/protocol.hpp"
#include "table_fixture.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using testing::content_of;
using testing::scripted_bot;

/// Plays honestly, and records the lines that it is sent.
BotEntry scribe(const std::string& file) { return shell_bot("tee '" + file + "' | " + HONEST_BOT); }

std::string scribe_file(Seat seat) {
  return std::filesystem::temp_directory_path() /
         ("tribunal-scribe-" + std::to_string(::getpid()) + '-' + std::to_string(seat));
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  return text;
}

/// Everything that a bot is sent in its life of one game, as it follows from the record.
std::string lines_to(Seat seat, const PlayedGame& game) {
  const auto lines = seat_lines(game.record, seat).value();
  std::string text{greeting_line};
  append_game_line(text, game.record.rules, seat, game.record.limits);
  for (std::size_t i = 0; i < lines.questions.size(); ++i) {
    text += joined(lines.questions[i].lines);
    append_ask_line(text, i + 1, lines.questions[i].allowance_us, lines.questions[i].legal);
  }
  text += joined(lines.closing);
  append_result_line(text, game.outcome);
  return text + std::string{end_line} + "quit\n";
}

TEST_CASE("Every seat is sent what it may know, with its questions, and nothing else") {
  const auto rules = GENERATE(as<Rules>{}, make_rules("revolution", 3, {}).value(),
                              make_rules("revolution", 3, {{"tyrant", "on"}}).value(),
                              make_rules("mitch", 3, {}).value(), ballot_rules());
  CAPTURE(rules.game());
  std::optional<PlayedGame> game;
  {
    TestTable table{{scribe(scribe_file(0)), scribe(scribe_file(1)), scribe(scribe_file(2))}};
    game = table.play(order_of(rules)).value();
  }
  CHECK(game->record.faults.empty());
  for (Seat seat = 0; seat < 3; ++seat) {
    CHECK(content_of(scribe_file(seat)) == lines_to(seat, *game));
    std::filesystem::remove(scribe_file(seat));
  }
}

TEST_CASE("Words of a later version go out beside this one's, and are not part of the game") {
  auto order = order_of_revolution();
  order.novelties = {.keys = "colour=green", .lines = "weather sunny\n"};
  std::optional<PlayedGame> game;
  {
    TestTable table{{scribe(scribe_file(0)), honest_bot(), honest_bot()}};
    game = table.play(std::move(order)).value();
  }
  const auto heard = content_of(scribe_file(0));
  std::filesystem::remove(scribe_file(0));
  CHECK(heard.contains(" colour=green\n"));
  CHECK(heard.contains("\nweather sunny\nask 1 "));
  CHECK(heard.contains("\nweather sunny\nask 2 "));
  TestTable plain{{honest_bot(), honest_bot(), honest_bot()}};
  const auto actions = [](const Record& record) {
    std::vector<std::string> texts;
    for (const auto& decision : record.decisions) texts.push_back(decision.action.text());
    return texts;
  };
  CHECK(actions(game->record) == actions(plain.play(order_of_revolution())->record));
}

TEST_CASE("A game of live bots makes a record that verifies") {
  TestTable table{{honest_bot(), honest_bot(), honest_bot()}};
  for (std::uint64_t number = 0; number < 20; ++number) {
    const auto game = table.play(order_of_revolution(number)).value();
    CHECK(game.record.faults.empty());
    CHECK(game.record.entrants.at(0).bot == "honest");
    CHECK(game.record.entrants.at(0).version == "honest 1.0");
    check_log_holds(game.record);
  }
}

TEST_CASE("A game with a fault makes a record that verifies") {
  const auto* const way = GENERATE("crash-at-start", "crash-in-game", "silent", "illegal", "garbage", "nul",
                                   "endless-line", "answers-early", "answers-twice");
  const auto policy = GENERATE(FaultPolicy::forfeit, FaultPolicy::strikes);
  CAPTURE(way, policy == FaultPolicy::strikes);
  TestTable table{{honest_bot(), hostile_bot(way), honest_bot()}};
  const auto game =
      table.play(order_of_revolution(0, {.move_ms = 100, .startup_ms = 500, .on_fault = policy})).value();
  CHECK_FALSE(game.record.faults.empty());
  CHECK(game.reports.size() == game.record.faults.size());
  check_log_holds(game.record);
}

TEST_CASE("Content depends on the deal and the decisions only, not on earlier games") {
  TestTable first{{honest_bot(), hostile_bot("answers-twice"), honest_bot()}};
  TestTable second{{honest_bot(), hostile_bot("answers-twice"), honest_bot()}};
  const auto content = [](const PlayedGame& game) {
    return content_sha256(game.record, play_again(game.record).value());
  };
  std::vector<std::string> forward;
  std::vector<std::string> backward;
  for (std::uint64_t number = 0; number < 5; ++number)
    forward.push_back(content(*first.play(order_of_revolution(number))));
  for (std::uint64_t number = 5; number-- > 0;)
    backward.push_back(content(*second.play(order_of_revolution(number))));
  std::ranges::reverse(backward);
  CHECK(forward == backward);
}

TEST_CASE("Tables in several threads do not disturb each other") {
  const auto host = std::make_shared<Host>();
  const auto play = [&host](std::vector<std::string>& contents) {
    auto restarted = honest_bot();
    restarted.restart = Restart::game;
    TestTable table{{restarted, hostile_bot("setsid-grandchild"), hostile_bot("crash-at-end")}, host};
    for (std::uint64_t number = 0; number < 10; ++number) {
      const auto game = table.play(order_of_revolution(number));
      if (game) contents.push_back(content_sha256(game->record, play_again(game->record).value()));
    }
  };
  std::vector<std::string> first;
  std::vector<std::string> second;
  std::thread other{[&] { play(first); }};
  play(second);
  other.join();
  CHECK(first.size() == 10);
  CHECK(first == second);
}

TEST_CASE("Simultaneous decisions are asked for at the same time") {
  TestTable table{{hostile_bot("slow"), hostile_bot("slow"), hostile_bot("slow")}};
  (void)table.play(order_of(ballot_rules()));  // they have started now
  const auto start = steady_clock::now();
  const auto game = table.play(order_of(ballot_rules())).value();
  CHECK(steady_clock::now() - start < 9 * 60ms);  // three ballots of 60 ms, not nine
  CHECK(game.record.decisions.size() == 9);
  for (const auto& decision : game.record.decisions) CHECK(decision.us >= 60'000);
}

TEST_CASE("At simultaneous decisions one seat's fault is one seat's fault") {
  TestTable table{{honest_bot(), hostile_bot("silent"), honest_bot()}};
  const auto game = table.play(order_of(ballot_rules(), 0, {.move_ms = 100})).value();
  REQUIRE(game.record.faults.size() == 1);
  CHECK(game.record.faults[0].kind == FaultKind::timeout);
  CHECK(game.record.faults[0].decision == 4);  // the second of the second ballot
  CHECK(game.outcome.places == std::array<std::int8_t, max_seats>{1, 3, 1});
}

TEST_CASE("With strikes a fault costs one decision, and the late answer nothing more") {
  TestTable table{{honest_bot(), hostile_bot("late-once"), honest_bot()}};
  const auto game =
      table.play(order_of(ballot_rules(), 0, {.move_ms = 200, .on_fault = FaultPolicy::strikes})).value();
  REQUIRE(game.record.faults.size() == 1);
  CHECK(game.record.faults[0].kind == FaultKind::timeout);
  CHECK(game.record.decisions[4].by_referee);
  CHECK_FALSE(game.record.decisions[7].by_referee);
}

TEST_CASE("With strikes the third fault forfeits") {
  TestTable table{{honest_bot(), hostile_bot("illegal"), honest_bot()}};
  const auto game =
      table.play(order_of_revolution(1, {.move_ms = 2000, .on_fault = FaultPolicy::strikes})).value();
  CHECK(game.record.faults.size() == 3);
  CHECK(game.outcome.places[1] == 3);
  check_log_holds(game.record);
}

TEST_CASE("A bank of time runs out") {
  TestTable table{{honest_bot(), hostile_bot("slow"), honest_bot()}};
  const auto game =
      table.play(order_of_revolution(1, {.move_ms = 0, .game_ms = 200, .increment_ms = 1})).value();
  REQUIRE(game.record.faults.size() == 1);
  CHECK(game.record.faults[0].kind == FaultKind::timeout);
  CHECK(game.record.faults[0].us < 200'000);
  check_log_holds(game.record);
}

TEST_CASE("Comments are stored with the decision, up to a limit") {
  TestTable table{{honest_bot(), hostile_bot("talkative"), honest_bot()}};
  const auto game = table.play(order_of_revolution()).value();
  REQUIRE_FALSE(game.record.comments.empty());
  for (const auto& comment : game.record.comments) {
    CHECK(comment.seat == 1);
    CHECK(game.record.decisions.at(comment.decision).seat == 1);
    CHECK(comment.text.starts_with("# caf\xc3\xa9 ask "));
  }
  TestTable loud{{honest_bot(), hostile_bot("talks-on-and-on"), honest_bot()}};
  const auto loud_game = loud.play(order_of_revolution()).value();
  CHECK(loud_game.reports.empty());
  auto kept = loud_game.record.comments;
  const auto last = kept.back();
  kept.pop_back();
  std::size_t bytes = 0;
  for (const auto& comment : kept) bytes += comment.text.size();
  CHECK(bytes > 0);
  CHECK(bytes <= 16 << 10);
  CHECK(last.seat == 1);
  CHECK_THAT(last.text,
             Catch::Matches(R"(\[\d+ more comments not kept: there is room for 16 KiB a seat and game\])"));
}

TEST_CASE("A fault is reported in words, with what the bot wrote to stderr") {
  const auto report_of = [](const char* way) {
    TestTable table{{honest_bot(), hostile_bot(way), honest_bot()}};
    return table.play(order_of_revolution(0, {.move_ms = 100, .startup_ms = 200}))->reports.at(0);
  };
  const auto crash = report_of("complains-then-crashes");
  CHECK(crash.message ==
        "exited with 1 in the middle of a game; its standard error ends with 'Traceback: out of luck'");
  CHECK(crash.error_tail == "Traceback: out of luck\n");
  CHECK(report_of("closes-stdout").message == "closed its input or its output in the middle of a game");
  CHECK(report_of("ready-not-flushed").message ==
        "did not say 'ready NAME VERSION' within 200 ms; its output came only when it ended: let it flush "
        "its output "
        "after every line");
  CHECK(report_of("illegal").message.starts_with(
      "answered with an action that was not in the list: 'move 2 castle'"));
  CHECK(report_of("wrong-ready").message ==
        "said 'hello, referee' where 'ready NAME VERSION' was expected; print diagnostics to standard error, "
        "or as '# ...'");
}

TEST_CASE("A crash at a question of a later game is a fault of that game") {
  const auto status = GENERATE("3", "0");
  TestTable table{
      {honest_bot(),
       shell_bot(scripted_bot({.ask = "if [ $((g % 2)) = 0 ]; then echo 'Traceback: ply 50' >&2; exit " +
                                      std::string{status} + "; fi"})),
       honest_bot()}};
  std::size_t crashes = 0;
  std::size_t unsure = 0;
  for (std::uint64_t number = 0; number < 6; ++number) {
    const auto game = table.play(order_of_revolution(number)).value();
    check_log_holds(game.record);
    for (const auto& report : game.reports) {
      CHECK(report.fault.kind == FaultKind::crash);
      CHECK(report.fault.seat == 1);
      CHECK(report.error_tail == "Traceback: ply 50\n");
    }
    crashes += game.reports.size();
    unsure += game.restarts.size();
  }
  // On a busy machine it may read a question together with the end of the previous game, but only once.
  CHECK(unsure <= 1);
  CHECK(crashes == (unsure == 0 ? 3 : 2));
}

TEST_CASE("A process that ends after a game is started again, which is reported and is not a fault") {
  TestTable table{{honest_bot(), shell_bot(scripted_bot({.end = "echo bye >&2; exit 4"})), honest_bot()}};
  CHECK(table.play(order_of_revolution(0))->restarts.empty());
  for (std::uint64_t number = 1; number < 3; ++number) {
    const auto game = table.play(order_of_revolution(number)).value();
    CHECK(game.reports.empty());
    REQUIRE(game.restarts.size() == 1);
    CHECK(game.restarts[0].seat == 1);
    CHECK(game.restarts[0].message == "exited with 4 between two games");
    CHECK(game.restarts[0].error_tail == "bye\n");
  }
}

TEST_CASE("A bot that is killed for a fault is not counted as restarted") {
  const auto way = GENERATE("complains-then-crashes", "endless-lines");
  TestTable table{{honest_bot(), hostile_bot(way), honest_bot()}};
  for (std::uint64_t number = 0; number < 2; ++number) {
    const auto game = table.play(order_of_revolution(number)).value();
    CHECK(game.reports.size() == 1);
    CHECK(game.restarts.empty());
  }
}

/// Four programs per core that compute forever.
class BusyMachine {
 public:
  BusyMachine() {
    for (std::size_t i = 0; i < 4 * available_cores().size(); ++i) {
      others_.push_back(::fork());
      while (others_.back() == 0) {
      }
    }
  }
  ~BusyMachine() {
    for (const auto pid : others_) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
  }
  BusyMachine(const BusyMachine&) = delete;
  BusyMachine& operator=(const BusyMachine&) = delete;

 private:
  std::vector<pid_t> others_;
};

TEST_CASE("By the wall clock a bot that has to wait for a processor is not late") {
  TestTable table{{honest_bot(), hostile_bot("burns"), honest_bot()}};  // 60 ms of CPU time a question
  (void)table.play(order_of_revolution(0, {.move_ms = 10'000}));        // all are ready
  std::optional<BusyMachine> others{std::in_place};
  const auto play = [&] { return table.play(order_of_revolution(1, {.move_ms = 200})); };
  auto game = play();
  // The referee waits for processors as well. If it checks the clock too late, the game is void.
  for (int again = 0; !game && again < 4; ++again) game = play();
  others.reset();
  if (!game) UNSCOPED_INFO(game.error().reason);
  REQUIRE(game);
  if (!game->reports.empty()) UNSCOPED_INFO(game->reports.front().message);
  CHECK(game->reports.empty());
  check_log_holds(game->record);
}

TEST_CASE("A process lives as long as its restart policy says") {
  const auto processes_over_two_games = [](Restart policy) {
    auto entry = honest_bot();
    entry.restart = policy;
    TestTable table{{entry, honest_bot(), honest_bot()}};
    (void)table.play(order_of_revolution(0));
    return table.bot(0).running();
  };
  CHECK(processes_over_two_games(Restart::never));
  CHECK(processes_over_two_games(Restart::match));
  CHECK_FALSE(processes_over_two_games(Restart::game));
}

}  // namespace
}  // namespace tribunal
