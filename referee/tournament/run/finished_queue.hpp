#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "tournament/store/finished_game.hpp"

namespace tribunal {

/// Finished games on their way from the tables to the writer. Safe to use from several threads.
class FinishedQueue {
 public:
  /// Waits while the writer is far behind.
  void push(FinishedGame game) {
    std::unique_lock lock{mutex_};
    room_.wait(lock, [&] { return games_.size() < most_waiting || unbounded_ || closed_; });
    if (!closed_) games_.push_back(std::move(game));
  }
  /// Takes all games of the queue.
  [[nodiscard]] std::vector<FinishedGame> take_all() {
    const std::scoped_lock lock{mutex_};
    room_.notify_all();
    return std::exchange(games_, {});
  }
  /// Lets no table wait for the writer from now on: few more games come.
  void let_all_in() {
    const std::scoped_lock lock{mutex_};
    unbounded_ = true;
    room_.notify_all();
  }
  /// The writer takes no more: what is pushed from now on is dropped.
  void close() {
    const std::scoped_lock lock{mutex_};
    closed_ = true;
    room_.notify_all();
  }

 private:
  static constexpr std::size_t most_waiting = 1024;

  std::mutex mutex_;
  std::condition_variable room_;
  std::vector<FinishedGame> games_;
  bool unbounded_ = false;
  bool closed_ = false;
};

}  // namespace tribunal
