#include "bots/system/signal_watch.hpp"

#include <csignal>
#include <unistd.h>
#include <utility>

#include <boost/asio/post.hpp>

#include "bots/system/process_table.hpp"

namespace tribunal {
namespace {

/// Whether a signal is ignored. SIGHUP must not end a program started by nohup(1).
bool is_ignored(int signal) {
  struct sigaction now {};
  return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

void block_signals() {
  sigset_t all{};
  ::sigemptyset(&all);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&all, signal);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

/// Kills the running descendants. False if there were none.
bool kill_running_descendants() {
  const auto below =
      with_descendants(read_process_table(), [](const auto& process) { return process.pid == ::getpid(); });
  bool any = false;
  for (const auto& process : below) {
    if (process.pid == ::getpid() || process.ended) continue;
    any = ::kill(process.pid, SIGKILL) == 0 || any;
  }
  return any;
}

}  // namespace

void kill_descendants() {
  constexpr std::chrono::milliseconds pause{5};
  constexpr int most_rounds = 20;
  for (int round = 0; round < most_rounds && kill_running_descendants(); ++round)
    std::this_thread::sleep_for(pause);
}

SignalWatch::SignalWatch(Policy policy) : policy_{std::move(policy)} {
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
  if (!is_ignored(SIGHUP)) signals_.add(SIGHUP);
  wait();
  thread_ = std::thread{[this] { context_.run(); }};
}

SignalWatch::~SignalWatch() {
  context_.stop();
  thread_.join();
  if (policy_.last) block_signals();
}

SignalWatch::Scope SignalWatch::listen(Listener listener) {
  const std::scoped_lock lock{mutex_};
  listener_ = std::move(listener);
  if (const auto signal = std::exchange(missed_, std::nullopt)) {
    asio::post(context_, [this, signal] {
      const std::scoped_lock heard_lock{mutex_};
      tell(*signal);
    });
  }
  return Scope{*this};
}

void SignalWatch::stop_listening() {
  const std::scoped_lock lock{mutex_};
  listener_.reset();
}

void SignalWatch::wait() {
  signals_.async_wait([this](const boost::system::error_code& error, int signal) {
    if (error) return;
    receive(signal);
    wait();
  });
}

void SignalWatch::receive(int signal) {
  const std::scoped_lock lock{mutex_};
  ++count_;
  if (listener_) return tell(signal);
  if (policy_.leave) policy_.leave();
  missed_ = signal;
}

void SignalWatch::tell(int signal) {
  if (listener_) hurry(listener_->heard(signal, count_));
}

/// Sets the timers. A later signal never extends the time.
void SignalWatch::hurry(std::chrono::milliseconds before_grace) {
  const auto begin = Clock::now() + before_grace;
  const auto set = [&](asio::steady_timer& timer, std::chrono::milliseconds after, auto on_time) {
    if (timer.expiry() <= begin + after) return;
    timer.expires_at(begin + after);
    timer.async_wait([on_time](const boost::system::error_code& error) {
      if (!error) on_time();
    });
  };
  if (policy_.leave && policy_.deadline) set(deadline_, *policy_.deadline, policy_.leave);
  if (count_ > 1 && before_grace.count() == 0) return kill();
  set(kill_timer_, policy_.grace, [this] {
    const std::scoped_lock lock{mutex_};
    kill();
  });
}

void SignalWatch::kill() {
  if (!listener_) return;
  listener_->before_kill();
  kill_descendants();
}

}  // namespace tribunal
