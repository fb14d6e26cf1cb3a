#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tribunal {

/// Values on their way from one thread that makes them to one that takes them, in their order and many at a
/// time. A value is made over an earlier one whose memory it can use again: memory that one thread asks for
/// and another gives back costs more than all the rest. Whoever makes them runs ahead so far and no further.
template <class Value>
class Handover {
  struct Batch {
    std::vector<Value> values;  ///< those that count, and behind them earlier ones
    std::size_t size = 0;       ///< how many count
  };

 public:
  /// The maker's: tells at its end, however that comes, that there are no more values.
  class Giver {
   public:
    explicit Giver(Handover& handover) : handover_{handover} {}
    Giver(const Giver&) = delete;
    Giver& operator=(const Giver&) = delete;
    ~Giver() { handover_.finish(std::move(batch_)); }

    /// Where the next value is to be made, over an earlier one. Waits while the taker is far behind; nothing
    /// if no more values are wanted.
    [[nodiscard]] Value* place() {
      if (!batch_) batch_ = handover_.free_batch();
      if (!batch_) return nullptr;
      if (batch_->size == batch_->values.size()) batch_->values.emplace_back();
      return &batch_->values[batch_->size];
    }
    /// Hands over the value made there.
    void give() {
      if (++batch_->size == batch_size) handover_.push(*std::exchange(batch_, std::nullopt));
    }

   private:
    Handover& handover_;
    std::optional<Batch> batch_;
  };

  /// The taker's: at its end, however that comes, no more values are wanted.
  class Taker {
   public:
    explicit Taker(Handover& handover) : handover_{handover} {}
    Taker(const Taker&) = delete;
    Taker& operator=(const Taker&) = delete;
    ~Taker() { handover_.close(); }

    /// Waits for the next values. They may be changed, and stay until it is called again; none: there are no
    /// more.
    [[nodiscard]] std::span<Value> take() {
      batch_ = handover_.next_batch(std::move(batch_));
      return std::span{batch_.values}.first(batch_.size);
    }

   private:
    Handover& handover_;
    Batch batch_;
  };

 private:
  static constexpr std::size_t batch_size = 512;
  static constexpr std::size_t batches = 4;

  [[nodiscard]] std::optional<Batch> free_batch() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return !free_.empty() || closed_; });
    if (closed_) return std::nullopt;
    auto batch = std::move(free_.back());
    free_.pop_back();
    return batch;
  }
  void push(Batch batch) {
    const std::scoped_lock lock{mutex_};
    full_.push_back(std::move(batch));
    changed_.notify_one();
  }
  void finish(std::optional<Batch> last) {
    const std::scoped_lock lock{mutex_};
    if (last && last->size > 0) full_.push_back(*std::move(last));
    finished_ = true;
    changed_.notify_one();
  }
  /// In place of `used`.
  [[nodiscard]] Batch next_batch(Batch used) {
    std::unique_lock lock{mutex_};
    if (used.size > 0) free_.push_back({std::move(used.values), 0});
    changed_.notify_one();
    changed_.wait(lock, [this] { return !full_.empty() || finished_; });
    if (full_.empty()) return {};
    auto batch = std::move(full_.front());
    full_.pop_front();
    return batch;
  }
  void close() {
    const std::scoped_lock lock{mutex_};
    closed_ = true;
    changed_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable changed_;  ///< of the two threads never more than one waits
  std::vector<Batch> free_{batches};
  std::deque<Batch> full_;
  bool finished_ = false;
  bool closed_ = false;
};

}  // namespace tribunal
