#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <catch2/catch.hpp>

#include "bots/meter/question_clock.hpp"
#include "bots/system/machine.hpp"

namespace tribunal {
namespace {

using namespace std::chrono_literals;

[[noreturn]] void compute_for_ever() {
  while (true) {
  }
}

/// A process that does `work` until this object is destroyed.
class Worker {
 public:
  explicit Worker(const std::function<void()>& work) : pid_{::fork()} {
    if (pid_ != 0) return;
    work();
    ::_exit(0);
  }
  ~Worker() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

/// Programs that need more processors than there are.
std::vector<std::unique_ptr<Worker>> crowd() {
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < 3 * available_cores().size(); ++i)
    workers.push_back(std::make_unique<Worker>(compute_for_ever));
  return workers;
}

ProcessorShare share_of(pid_t pid, int looks = 10) {
  std::this_thread::sleep_for(50ms);  // it has begun
  UsageMeter meter{pid};
  WaitWatch watch{meter};
  watch.begin();
  ProcessorShare share;
  for (int look = 0; look < looks; ++look) {
    std::this_thread::sleep_for(20ms);
    share = watch.look();
  }
  return share;
}

TEST_CASE("A program that computes among too many others has to wait for a processor") {
  const Worker bot{compute_for_ever};
  const auto others = crowd();
  const auto share = share_of(bot.pid());
  REQUIRE(share.is_known);
  CHECK(share.can_run);
  CHECK(share.ran > 0ms);
  CHECK(share.waited > share.span / 4);
  CHECK(share.waited <= share.span);
  CHECK(share.is_busy());
}

TEST_CASE("A program that sleeps waits for no processor") {
  const Worker bot{[] { std::this_thread::sleep_for(1h); }};
  const auto others = crowd();
  const auto share = share_of(bot.pid());
  CHECK_FALSE(share.can_run);
  CHECK(share.ran == 0ms);
  CHECK_FALSE(share.is_busy());
  CHECK(share.waited == 0ms);
}

TEST_CASE("A program that puts itself last or on one core gets no time for it") {
  if (available_cores().size() < 2) return;
  const auto how = GENERATE(0, 1, 2);
  const Worker bot{[how] {
    sched_param none{};
    if (how == 0) (void)::nice(19);
    if (how == 1) ::sched_setscheduler(0, SCHED_IDLE, &none);
    if (how == 2) (void)run_on_cores({available_cores().front()});
    compute_for_ever();
  }};
  const auto others =
      crowd();  // it ends before the bot, which otherwise would wait for a processor in order to end
  CHECK(share_of(bot.pid()).waited == 0ms);
}

TEST_CASE("The threads of a program that take each other's processor are no load of the machine") {
  const auto before = available_cores();
  REQUIRE(run_on_cores({before.front()}));  // inherited: all of its threads on one core
  const Worker bot{[] {
    for (int i = 0; i < 7; ++i) std::thread{compute_for_ever}.detach();
    compute_for_ever();
  }};
  const auto share = share_of(bot.pid(), 30);
  REQUIRE(run_on_cores(before));
  // Each thread waits while the others run. Only the time that other programs took from the core counts. The
  // kernel counts a wait at its end, so the waits of eight threads that began before the first sample count
  // in full.
  CHECK(share.waited <= share.span - share.ran + share.span / 4);
}

TEST_CASE("A waiting time is unknown without a first sample") {
  UsageMeter meter{::getpid()};
  WaitWatch watch{meter};
  CHECK_FALSE(watch.look().is_known);
  watch.begin();
  CHECK(watch.look().is_known);
  watch.forget();
  CHECK_FALSE(watch.look().is_known);
}

}  // namespace
}  // namespace tribunal
