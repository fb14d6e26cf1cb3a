#include "bots/meter/question_clock.hpp"

#include <chrono>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "support/scratch_folder.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;
using std::this_thread::sleep_for;
using std::this_thread::sleep_until;
using Clock = QuestionClock::Clock;

/// A clock of a bot whose CPU time is in a file.
class Clocked {
 public:
  void use(std::chrono::nanoseconds total) { (void)folder_.write("time", std::to_string(total.count())); }
  QuestionClock& clock() { return clock_; }

 private:
  testing::ScratchFolder folder_;
  UsageMeter meter_{::getpid(), Descriptor{::open(folder_.write("time", "0").c_str(), O_RDONLY | O_CLOEXEC)}};
  QuestionClock clock_{meter_};
};

TEST_CASE("By the wall a question is over at its deadline and not before") {
  Clocked bot;
  bot.clock().allow(30ms, {});
  bot.clock().start();
  CHECK(bot.clock().next_check() < bot.clock().started() + 30ms);  // one reading of the scheduler's times
  while (!bot.clock().is_over()) sleep_until(bot.clock().next_check());
  CHECK(Clock::now() >= bot.clock().started() + 30ms);
  CHECK_FALSE(bot.clock().is_late(bot.clock().started() + 30ms));
  CHECK(bot.clock().cpu_used() == 0us);
}

TEST_CASE("A question is over when its CPU time is used up; CPU time before it does not count") {
  Clocked bot;
  bot.use(5s);
  bot.clock().allow(1h, 10ms);
  bot.clock().start();
  sleep_until(bot.clock().next_check());
  CHECK_FALSE(bot.clock().is_over());
  bot.use(5s + 11ms);
  sleep_until(bot.clock().next_check());
  CHECK(bot.clock().is_over());
  CHECK(bot.clock().cpu_used() == 11ms);
}

TEST_CASE("A bot that sleeps by the CPU clock runs into the wall") {
  Clocked bot;
  bot.clock().allow(60ms, 20ms);
  bot.clock().start();
  while (!bot.clock().is_over()) sleep_until(bot.clock().next_check());
  CHECK(Clock::now() - bot.clock().started() >= 60ms);
}

TEST_CASE("A deadline by the wall stays where it is, however often it is looked at") {
  const auto start = Clock::now();
  WallDeadline deadline{start, 500ms};
  for (auto due = start + 50ms; due <= deadline.at(); due += 50ms) {
    const auto now = due + 900us;  // usual delay of a wake-up
    deadline.looked(due, now);
    CHECK(deadline.has_passed(now) == (due == start + 500ms));
  }
  CHECK_FALSE(deadline.put_off(start + 501ms, 0ms));
  CHECK(deadline.at() == start + 500ms);
}

TEST_CASE("A deadline by the wall is put off once for what held up this program") {
  const auto start = Clock::now();
  WallDeadline deadline{start, 500ms};
  deadline.looked(start + 50ms, start + 350ms);  // the machine stood still for 300 ms
  deadline.looked(start + 500ms, start + 501ms);
  REQUIRE(deadline.put_off(start + 501ms, 0ms));
  CHECK(deadline.at() == start + 800ms);
  deadline.looked(start + 800ms, start + 900ms);
  CHECK_FALSE(deadline.put_off(start + 900ms, 0ms));
}

TEST_CASE("A deadline by the wall is put off for as long as the bot had to wait for a processor") {
  const auto start = Clock::now();
  WallDeadline deadline{start, 500ms};
  REQUIRE(deadline.put_off(start + 501ms, 400ms));
  CHECK(deadline.at() == start + 900ms);
  SECTION("again, if it had to wait again") {
    REQUIRE(deadline.put_off(start + 901ms, 700ms));
    CHECK(deadline.at() == start + 1200ms);
  }
  SECTION("but not for negligible CPU time") { CHECK_FALSE(deadline.put_off(start + 901ms, 412ms)); }
  SECTION("and not for ever") {
    REQUIRE(deadline.put_off(start + 901ms, 1h));
    CHECK(deadline.at() == start + 5000ms);
    CHECK_FALSE(deadline.put_off(start + 5001ms, 1h));
  }
}

TEST_CASE("An answer is in time if what the machine took from the bot explains when it came") {
  const auto start = Clock::now();
  WallDeadline deadline{start, 500ms};
  CHECK(deadline.covers(start + 500ms, 0ms));
  CHECK_FALSE(deadline.covers(start + 501ms, 0ms));
  CHECK(deadline.covers(start + 700ms, 200ms));
  CHECK_FALSE(deadline.covers(start + 701ms, 200ms));
  deadline.looked(start + 100ms, start + 400ms);  // this program stood still for 300 ms
  CHECK(deadline.covers(start + 1000ms, 200ms));
  CHECK_FALSE(deadline.covers(start + 5001ms, 1h));
}

TEST_CASE("By the wall clock a bot is not late because this program was held up") {
  Clocked bot;
  bot.clock().allow(100ms, {});
  bot.clock().start();
  sleep_for(300ms);  // as if the whole machine stood still
  SECTION("when it looks at the time") { CHECK_FALSE(bot.clock().is_over()); }
  SECTION("when it reads the answer") { CHECK_FALSE(bot.clock().is_late(Clock::now())); }
}

TEST_CASE("By the wall clock an answer that lay there at the look at the deadline may have come in time") {
  Clocked bot;
  bot.clock().allow(100ms, {});
  bot.clock().start();
  sleep_until(bot.clock().next_check());
  REQUIRE_FALSE(bot.clock().is_over());
  sleep_until(bot.clock().started() + 101ms);  // less than a wake-up may take
  SECTION("read before the look at the deadline") { CHECK_FALSE(bot.clock().is_late(Clock::now())); }
  SECTION("read after it") {
    (void)bot.clock().is_over();
    CHECK_FALSE(bot.clock().is_late(Clock::now(), true));
  }
}

TEST_CASE("By the CPU clock an answer that is read before the look at the backstop may have come in time") {
  Clocked bot;
  bot.clock().allow(100ms, 10ms);
  bot.clock().start();
  while (bot.clock().next_check() < bot.clock().deadline()) {
    sleep_until(bot.clock().next_check());
    REQUIRE_FALSE(bot.clock().is_over());
  }
  sleep_until(bot.clock().started() + 101ms);  // less than a wake-up may take
  CHECK_FALSE(bot.clock().is_late(Clock::now()));
}

TEST_CASE("By the CPU clock a bot is not late because this program was held up") {
  Clocked bot;
  bot.clock().allow(100ms, 10ms);
  bot.clock().start();
  sleep_for(200ms);  // as if the whole machine stood still
  SECTION("when it looks at the time") { CHECK_FALSE(bot.clock().is_over()); }
  SECTION("when it reads the answer") { CHECK_FALSE(bot.clock().is_late(Clock::now())); }
  SECTION("but not for ever") {
    sleep_for(1s);
    CHECK(bot.clock().is_over());
  }
}

}  // namespace
}  // namespace tribunal
