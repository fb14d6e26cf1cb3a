#include "bots/question_clock.hpp"

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

/// A clock of a bot whose CPU time stands in a file.
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
  CHECK(bot.clock().next_check() == bot.clock().started() + 30ms);
  sleep_until(bot.clock().next_check());
  CHECK(bot.clock().is_over());
  CHECK_FALSE(bot.clock().is_late(bot.clock().deadline()));
  CHECK(bot.clock().is_late(bot.clock().deadline() + 1ns));
  CHECK(bot.clock().cpu_used() == 0us);
}

TEST_CASE("A question is over when its CPU time is used up, and what was used before does not count") {
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
