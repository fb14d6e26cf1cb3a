#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

namespace tribunal {

namespace asio = boost::asio;

/// Receives SIGINT, SIGTERM and SIGHUP on a thread of its own, so that they are handled even if all other
/// threads wait. Every wait for bots ends in the same way: a moment after a signal, or at once after a second
/// one, all processes below this one are killed.
class SignalWatch {
 public:
  struct Policy {
    /// The time from a signal to the kill of all child processes.
    std::chrono::milliseconds grace{250};
    /// Ends the program. It is called if a signal arrives without a listener, and if the program still runs
    /// `deadline` after a signal. If it is empty, a signal waits for the next listener.
    std::function<void()> leave = {};
    std::optional<std::chrono::milliseconds> deadline = {};
    /// Whether the program ends after this watch. If so, later signals are left pending.
    bool last = false;
  };
  /// Both are called on the watch's thread, and never after the scope has ended.
  struct Listener {
    /// Called when a signal has arrived. `count` is its number. Returns the time before its grace begins.
    std::function<std::chrono::milliseconds(int signal, int count)> heard;
    /// Called just before all child processes are killed. Their later results do not count.
    std::function<void()> before_kill;
  };
  class Scope {
   public:
    explicit Scope(SignalWatch& watch) : watch_{&watch} {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { watch_->stop_listening(); }

   private:
    SignalWatch* watch_;
  };

  SignalWatch() : SignalWatch(Policy{}) {}
  explicit SignalWatch(Policy policy);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  /// Passes signals to `listener` while the scope lives, one at a time. A waiting signal is passed first.
  [[nodiscard]] Scope listen(Listener listener);

 private:
  using Clock = std::chrono::steady_clock;

  void wait();
  void receive(int signal);
  void tell(int signal);
  void hurry(std::chrono::milliseconds before_grace);
  void kill();
  void stop_listening();

  Policy policy_;
  asio::io_context context_{1};
  asio::signal_set signals_{context_};
  asio::steady_timer kill_timer_{context_, Clock::time_point::max()};
  asio::steady_timer deadline_{context_, Clock::time_point::max()};
  std::mutex mutex_;
  std::optional<Listener> listener_;
  std::optional<int> missed_;
  int count_ = 0;
  std::thread thread_;
};

/// Sends SIGKILL to every process below this one, repeatedly until none runs, for at most a tenth of a
/// second. Does not reap them.
void kill_descendants();

}  // namespace tribunal
