#include <chrono>
#include <ctime>
#include <fstream>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <thread>

#include <catch2/catch.hpp>

#include "bots/process/probe.hpp"
#include "support/slowness.hpp"
#include "table/silence.hpp"
#include "table_fixture.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;

constexpr Limits tight{.move_ms = 20, .clock = ClockKind::cpu};

/// A game of the bot between two others, played once more if it is void, as on a machine that is too busy to
/// check the clock in time.
PlayedGame play_between(const BotEntry& others, const BotEntry& bot, Limits limits) {
  constexpr int most_tries = 3;
  for (int tries = 1;; ++tries) {
    TestTable table{{others, bot, others}};
    auto played = table.play(order_of_revolution(0, limits, "hostile"));
    if (played) return *std::move(played);
    UNSCOPED_INFO(played.error().reason);
    REQUIRE(tries < most_tries);
  }
}

PlayedGame play_with(const BotEntry& bot, Limits limits = tight) {
  return play_between(honest_bot(), bot, limits);
}

/// The level whose control groups count CPU time, if it works here; otherwise nothing, with a message that
/// gives the reason.
std::optional<SandboxLevel> level_with_groups() {
  Host host;
  const auto found = probe(host, SandboxLevel::bwrap_cgroup);
  if (found.works()) return found.level;
  WARN("SKIPPED: " << found.problem);
  return std::nullopt;
}

/// Like `play_with`, with each bot in a control group.
PlayedGame play_in_group_with(const BotEntry& bot, Limits limits = tight) {
  const auto in_group = [](BotEntry entry) {
    entry.sandbox.level = SandboxLevel::bwrap_cgroup;
    entry.sandbox.shown = {HONEST_BOT};
    return entry;
  };
  return play_between(in_group(honest_bot()), in_group(bot), limits);
}

/// The one fault of a game, of seat 1.
FaultReport only_fault(const PlayedGame& game) {
  REQUIRE(game.reports.size() == 1);
  CHECK(game.reports[0].fault.seat == 1);
  check_log_holds(game.record);
  return game.reports[0];
}

/// Counts, which takes a shell about 100 ms, and then plays.
const std::string long_start =
    std::string{"i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; exec "} + HONEST_BOT;

/// The outcome of the start of a bot that begins in this way.
std::optional<Bot::StartTrouble> start_of(const std::string& beginning, std::int64_t startup_ms,
                                          SandboxLevel level = SandboxLevel::none) {
  auto entry = shell_bot(beginning + " exec " HONEST_BOT);
  entry.sandbox.level = level;
  entry.sandbox.shown = {HONEST_BOT};
  TestTable table{{entry}};
  return table.run(
      table.bot(0).make_ready({.move_ms = 20'000, .startup_ms = startup_ms, .clock = ClockKind::cpu}));
}

const std::string computes_for_ever = "while :; do :; done;";

TEST_CASE("By the CPU clock a bot may sleep longer before it is ready than its start may take") {
  const auto trouble = start_of("sleep 1;", 500);
  INFO((trouble ? trouble->message : ""));
  CHECK_FALSE(trouble);
}

TEST_CASE("By the CPU clock a start is stopped by what it has used") {
  const auto trouble = start_of(computes_for_ever, 200);
  REQUIRE(trouble);
  CHECK(trouble->kind == Bot::StartTrouble::Kind::fault);
  CHECK_THAT(
      trouble->message,
      Catch::Matches(R"(did not say 'ready NAME VERSION' within 200 ms of CPU time \(it used \d+ ms\))"));
}

TEST_CASE("By the CPU clock a start that sleeps for ever runs into the wall") {
  const auto trouble = start_of("sleep 600;", 150);
  REQUIRE(trouble);
  CHECK_THAT(trouble->message,
             Catch::StartsWith(
                 "did not say 'ready NAME VERSION' within 1500 ms by the wall clock, the backstop of 150 ms "
                 "of CPU time (it used "));
}

TEST_CASE("By the CPU clock the sandbox's own time is not charged to a start") {
  const auto level = level_with_groups();
  if (!level) return;
  const auto trouble =
      start_of("", 20 * testing::slowness(), *level);  // a sandbox takes about as long itself
  INFO((trouble ? trouble->message : ""));
  CHECK_FALSE(trouble);
}

TEST_CASE("By the CPU clock a bot may sleep longer than its allowance") {
  const auto game = play_with(hostile_bot("slow"));  // 60 ms a decision
  CHECK(game.reports.empty());
  for (const auto& decision : game.record.decisions) CHECK(decision.us <= 20'000);
  check_log_holds(game.record);
}

TEST_CASE("By the CPU clock an answer that used too much of it is a timeout") {
  const auto way = GENERATE("burns", "burns-in-threads", "burns-in-child");
  const auto report = only_fault(play_with(hostile_bot(way)));
  CHECK(report.fault.kind == FaultKind::timeout);
  CHECK(report.fault.us > 20'000);
  CHECK(report.message.find("of CPU time") != std::string::npos);
}

TEST_CASE("By the CPU clock a bot in a control group pays for whatever it starts") {
  if (!level_with_groups()) return;
  const auto way =
      GENERATE("burns", "burns-in-threads", "burns-in-child", "burns-in-orphans", "burns-forever");
  const auto report = only_fault(play_in_group_with(hostile_bot(way)));
  CHECK(report.fault.kind == FaultKind::timeout);
  CHECK(report.fault.us >= 20'000);
  CHECK(report.message.find("of CPU time") != std::string::npos);
}

TEST_CASE("By the CPU clock a bot in a control group pays only for what its questions take") {
  if (!level_with_groups()) return;
  CHECK(play_in_group_with(hostile_bot("slow")).reports.empty());
  CHECK(play_in_group_with(shell_bot(long_start)).reports.empty());
}

TEST_CASE("By the CPU clock a bot that computes for ever is stopped by what it has used") {
  const auto report = only_fault(play_with(hostile_bot("burns-forever")));
  CHECK(report.fault.kind == FaultKind::timeout);
  CHECK(report.fault.us >= 20'000);
}

TEST_CASE("By the CPU clock a bot that sleeps for ever runs into the wall") {
  const auto report = only_fault(play_with(hostile_bot("silent")));
  CHECK(report.fault.kind == FaultKind::timeout);
  CHECK(report.fault.us == 20'000);  // everything that it had
  CHECK_THAT(report.message, Catch::StartsWith("gave no answer within 200 ms by the wall clock, the backstop "
                                               "of 20 ms of CPU time (it used "));
}

/// CPU time of this program alone.
std::chrono::microseconds own_cpu_time() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto of = [](const timeval& time) {
    return std::chrono::seconds{time.tv_sec} + std::chrono::microseconds{time.tv_usec};
  };
  return of(used.ru_utime) + of(used.ru_stime);
}

TEST_CASE("By the CPU clock a bot that sleeps is at fault at ten times its allowance, and nobody is busy") {
  const auto start = std::chrono::steady_clock::now();
  const auto cpu = own_cpu_time();
  const auto report = only_fault(play_with(hostile_bot("silent"), {.move_ms = 200, .clock = ClockKind::cpu}));
  const auto took = std::chrono::steady_clock::now() - start;
  CHECK_THAT(report.message, Catch::StartsWith("gave no answer within 2000 ms by the wall clock"));
  CHECK(took >= 2s);
  CHECK(took <
        10s * testing::slowness());  // also on a busy machine; it was 20 s when each check postponed the end
  CHECK(own_cpu_time() - cpu < 1s * testing::slowness());
}

/// Decisions of seat 1, and the time they took.
std::pair<std::int64_t, std::int64_t> decisions_of_seat_1(const Record& record) {
  std::int64_t count = 0;
  std::int64_t us = 0;
  for (const auto& decision : record.decisions) {
    if (decision.seat != 1) continue;
    ++count;
    us += decision.us;
  }
  return {count, us};
}

TEST_CASE("CPU time between decisions is in the statistics of the game") {
  const auto clock = GENERATE(ClockKind::cpu, ClockKind::wall);
  const auto game = play_with(hostile_bot("burns-between"), {.move_ms = 10'000, .clock = clock});
  CHECK(game.reports.empty());
  const auto [count, us] = decisions_of_seat_1(game.record);
  REQUIRE(game.record.usage.size() == 3);
  CHECK(game.record.usage[1].cpu_us >= 40'000 * (count - 1));
  if (clock == ClockKind::cpu) CHECK(game.record.usage[1].cpu_us >= us);
  check_log_holds(game.record);
}

TEST_CASE("The statistics of a game tell time, memory and context switches of every seat") {
  TestTable table{{honest_bot(), hostile_bot("slow"), honest_bot()}};
  const auto first = table.play(order_of_revolution(0, {.move_ms = 10'000}, "hostile")).value().record;
  const auto second = table.play(order_of_revolution(1, {.move_ms = 10'000}, "hostile")).value().record;
  for (const auto& record : {first, second}) {
    REQUIRE(record.usage.size() == 3);
    for (const auto& usage : record.usage) {
      CHECK(usage.cpu_us > 0);
      CHECK(usage.cpu_us < 5'000'000);
      CHECK(usage.peak_kib > 50);
      CHECK(usage.peak_kib < 50'000);
    }
    CHECK(record.usage[1].voluntary_switches >= decisions_of_seat_1(record).first);  // it sleeps each time
    check_log_holds(record);
  }
}

TEST_CASE("The CPU time of a bot that crashed is known") {
  const auto game = play_with(hostile_bot("crash-in-game"), {.move_ms = 10'000});
  CHECK(only_fault(game).fault.kind == FaultKind::crash);
  CHECK(game.record.usage[1].cpu_us > 0);
}

TEST_CASE("CPU time of a bot's start is charged to no game") {
  const auto game = play_with(shell_bot(long_start));
  CHECK(game.reports.empty());
  CHECK(game.record.usage[1].cpu_us < 20'000);
}

TEST_CASE("The CPU clock's bank is spent in CPU time") {
  const Limits limits{.move_ms = 0, .game_ms = 30, .clock = ClockKind::cpu};
  CHECK(play_with(hostile_bot("slow"), limits).reports.empty());
  CHECK(only_fault(play_with(hostile_bot("burns"), limits)).fault.kind == FaultKind::timeout);
}

TEST_CASE("By the CPU clock other faults are what they are by the wall") {
  CHECK(only_fault(play_with(hostile_bot("crash-in-game"))).fault.kind == FaultKind::crash);
  CHECK(only_fault(play_with(hostile_bot("illegal"))).fault.kind == FaultKind::illegal);
  CHECK(only_fault(play_with(hostile_bot("endless-lines"), {.move_ms = 2000, .clock = ClockKind::cpu}))
            .fault.kind == FaultKind::flood);
}

TEST_CASE("By the wall clock a timeout says so in its words") {
  const auto report = only_fault(play_with(hostile_bot("silent"), {.move_ms = 150}));
  CHECK_THAT(std::string{without_measurements(report.message)},
             Catch::StartsWith("gave no answer within 150 ms; "));
}

}  // namespace
}  // namespace tribunal
