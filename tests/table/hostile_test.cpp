// Every way to misbehave gets its verdict, affects only the seat that did it, takes no more than its time
// limit and leaves no process behind.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "bots/process/probe.hpp"
#include "record/replay_log.hpp"
#include "record/transcript.hpp"
#include "table/hostile_ways.hpp"
#include "table/table_fixture.hpp"

namespace tribunal {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

using Verdict = std::optional<FaultKind>;
constexpr Verdict no_fault = std::nullopt;

constexpr Seat hostile_seat = 1;
constexpr auto slack = 1500ms;  // a busy machine, and a bot that takes long

/// Short only if a bot is meant to run out of time: the machine may be busy, and sandboxes take time to set
/// up.
Limits limits_for(const Verdict& verdict) {
  Limits limits{.move_ms = 20'000, .startup_ms = 20'000, .on_fault = FaultPolicy::forfeit};
  if (verdict == FaultKind::timeout) limits.move_ms = 200;
  if (verdict == FaultKind::start) limits.startup_ms = 2000;
  return limits;
}

/// The time in which such a fault must be found.
std::chrono::milliseconds time_until(FaultKind fault, const Limits& limits) {
  return std::chrono::milliseconds{fault == FaultKind::start ? limits.startup_ms : limits.move_ms} + slack;
}

GameOrder at_level(SandboxLevel level, std::uint64_t number, const Limits& limits) {
  auto order = order_of_revolution(number, limits, "hostile");
  order.host.sandbox = std::string{name_of(level)};
  return order;
}

/// Processes that were started with `TRIBUNAL_CASE=name` in their environment.
int processes_of(const std::string& name) {
  int count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{"/proc", ignored}) {
    std::ifstream stream{entry.path() / "environ", std::ios::binary};
    const std::string environment{std::istreambuf_iterator<char>{stream}, {}};
    if (environment.contains("TRIBUNAL_CASE=" + name + '\0')) ++count;
  }
  return count;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;  // and memory is no longer what it was
#else
constexpr bool sanitized = false;
#endif

/// The most memory that this process ever had, in megabytes.
int peak_memory_mb() {
  std::ifstream status{"/proc/self/status"};
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    int kilobytes = 0;
    status >> kilobytes;
    return kilobytes / 1024;
  }
  return 0;
}

void check_verdict(const PlayedGame& game, const Verdict& verdict) {
  const auto& record = game.record;
  if (!game.reports.empty()) UNSCOPED_INFO(game.reports.front().message);
  REQUIRE(record.faults.size() == (verdict ? 1 : 0));
  if (verdict) {
    CAPTURE(game.reports.front().message, record.faults.front().got);
    CHECK(record.faults.front().seat == hostile_seat);
    CHECK(record.faults.front().kind == *verdict);
    CHECK(std::chrono::microseconds{record.faults.front().us} < time_until(*verdict, record.limits));
    CHECK(game.outcome.places[hostile_seat] == 3);
    CHECK(game.outcome.places[0] < 3);
    CHECK(game.outcome.places[2] < 3);
  }
}

void check_others_undisturbed(const Record& record) {
  for (const auto& decision : record.decisions) {
    if (decision.seat != hostile_seat) CHECK_FALSE(decision.by_referee);
  }
}

/// Two games, to see also how a bot returns after its fault.
void play_at(SandboxLevel level, const BotEntry& hostile, const Verdict& verdict) {
  const auto mark = hostile.name + '-' + std::to_string(::getpid());
  auto entry = hostile;
  entry.sandbox.level = level;
  entry.sandbox.environment.push_back("TRIBUNAL_CASE=" + mark);
  const auto limits = limits_for(verdict);
  {
    TestTable table{{honest_bot(), entry, honest_bot()}};
    for (std::uint64_t number = 0; number < 2; ++number) {
      const auto start = Clock::now();
      const auto game = table.play(at_level(level, number, limits));
      CHECK(Clock::now() - start < std::chrono::milliseconds{limits.startup_ms + limits.move_ms} + slack);
      REQUIRE(game);
      check_verdict(*game, verdict);
      check_others_undisturbed(game->record);
      const auto again = play_again(game->record);
      REQUIRE(again);
      CHECK(again->outcome == game->outcome);
      CHECK_FALSE(check_times(game->record));
    }
  }
  CHECK(processes_of(mark) == 0);
  if (!sanitized) CHECK(peak_memory_mb() < 50);
}

void play_with(const BotEntry& hostile, const Verdict& verdict) {
  play_at(SandboxLevel::none, hostile, verdict);
}

/// The highest level that works here.
void play_in_sandbox_with(const BotEntry& hostile, const Verdict& verdict) {
  const auto level = [] {
    Host host;
    return highest_level(host);
  }();
  if (level < SandboxLevel::bwrap) {
    WARN("SKIPPED: there is no sandbox here above " << name_of(level) << " (tribunal doctor)");
    return;
  }
  play_at(level, hostile, verdict);
}

/// A script of this name in the folder for temporary files.
class Script {
 public:
  Script(const std::string& name, std::string_view text, bool executable)
      : path_{std::filesystem::temp_directory_path() / (name + '-' + std::to_string(::getpid()))} {
    std::ofstream{path_} << text;
    if (executable) std::filesystem::permissions(path_, std::filesystem::perms{0755});
  }
  ~Script() { std::filesystem::remove(path_); }
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;
  [[nodiscard]] std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

BotEntry entry_of(const std::string& name, const std::string& program,
                  std::vector<std::string> arguments = {}) {
  auto entry = test_bot(program, std::move(arguments));
  entry.name = name;
  return entry;
}

/// Plays with each bot of this verdict that is tried there; at least this number.
void play_all(std::initializer_list<Verdict> verdicts, std::size_t least) {
  using enum HostileWay::Tried;
  std::size_t played = 0;
  for (const auto& way : hostile_ways()) {
    if (std::ranges::find(verdicts, way.fault) == verdicts.end() || way.tried == in_check) continue;
    ++played;
    CAPTURE(way.name);
    if (way.tried != in_sandbox) play_with(hostile_bot(way.name), way.fault);
    if (way.tried != at_large) play_in_sandbox_with(hostile_bot(way.name), way.fault);
  }
  CHECK(played >= least);
}

TEST_CASE("hostile bots that do not start") { play_all({FaultKind::start}, 9); }
TEST_CASE("hostile bots that crash") { play_all({FaultKind::crash}, 5); }
TEST_CASE("hostile bots that run out of time") { play_all({FaultKind::timeout}, 9); }
TEST_CASE("hostile bots that write too much") { play_all({FaultKind::flood}, 4); }
TEST_CASE("hostile bots that answer wrongly") {
  play_all({FaultKind::garbage, FaultKind::early, FaultKind::illegal}, 11);
}
TEST_CASE("odd bots without a fault") { play_all({no_fault}, 12); }

TEST_CASE("A bot that goes into the background makes the same content, whenever that is found") {
  const auto content_with = [](const std::string& way) {
    auto daemon = hostile_bot(way);
    daemon.name = "daemon";
    TestTable table{{honest_bot(), daemon, hostile_bot("crash-at-start")}};
    const auto limits = limits_for(no_fault);
    const auto record = table.play(at_level(SandboxLevel::none, 0, limits)).value().record;
    REQUIRE(record.faults.size() == 2);
    for (const auto& fault : record.faults) CHECK(fault.kind == FaultKind::start);
    CHECK(record.faults[0].seat == 1);
    CHECK(record.faults[1].seat == 2);
    return content_sha256(record, play_again(record).value());
  };
  const auto content = content_with("daemon");
  CHECK(content_with("daemon-in-haste") == content);
  CHECK(content_with("daemon-at-leisure") == content);
}

/// A program, or a script of that name, and what it gets.
struct Case {
  std::string name;
  std::string program;  ///< empty: the script
  std::string script;
  bool executable = false;
  FaultKind fault = FaultKind::start;
};

Case any_case() {
  return GENERATE(values<Case>({
      {"no such program", "./no-such-program", ""},
      {"no such program in PATH", "no-such-program", ""},
      {"a program that is not executable", "", "#!/bin/sh\n"},
      {"a script whose interpreter does not exist", "", "#!/no/such/interpreter\n", true},
      {"a script in a shell that waits for a child", "", "#!/bin/sh\necho ready shell 1\nsleep 1000\n", true,
       FaultKind::timeout},
  }));
}

void check_case(const std::string& name, void (*play)(const BotEntry&, const Verdict&)) {
  const auto tried = any_case();
  CAPTURE(tried.name);
  const Script script{name, tried.script, tried.executable};
  play(entry_of(name, tried.program.empty() ? script.path() : tried.program), tried.fault);
}

TEST_CASE("hostile bot: a program that cannot be run, or only starts another") {
  check_case("unfit", play_with);
}

TEST_CASE("hostile bot in a sandbox: a program that cannot be run, or only starts another") {
  check_case("unfit-in-sandbox", play_in_sandbox_with);
}

}  // namespace
}  // namespace tribunal
