// oneTBB's parallel_pipeline is not used: Debian has it only as a shared library, which the portable build
// cannot include, and its last stage runs on any thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace tribunal {

/// Processes pieces on several threads; the calling thread takes the results in the order of the pieces. At
/// most `pieces_a_thread` pieces per thread are in flight.
template <class Next, class MakeWorker, class Take>
class InOrder {
 public:
  InOrder(unsigned threads, Next& next, MakeWorker& make_worker, Take& take)
      : next_{next},
        make_worker_{make_worker},
        take_{take},
        most_ahead_{std::uint64_t{pieces_a_thread} * threads} {
    for (unsigned thread = 0; thread < threads; ++thread) {
      try {
        threads_.emplace_back([this] { work(); });
      } catch (const std::system_error&) {  // the system allows no more threads, so fewer threads do the work
        if (threads_.empty()) throw;
        return;
      }
    }
  }
  InOrder(const InOrder&) = delete;
  InOrder& operator=(const InOrder&) = delete;
  ~InOrder() { stop(); }

  void take_all() {
    while (auto made = next_made())
      if (!take_(*std::move(made))) return;
    if (problem_) std::rethrow_exception(problem_);
  }

 private:
  using Piece = typename std::invoke_result_t<Next&>::value_type;
  using Worker = std::invoke_result_t<MakeWorker&>;
  using Made = std::invoke_result_t<Worker&, Piece>;
  static constexpr unsigned pieces_a_thread = 3;

  void work() {
    try {
      Worker worker = make_worker_();
      while (auto numbered = next_piece()) {
        Made made = worker(std::move(numbered->second));
        const std::scoped_lock lock{mutex_};
        made_.emplace(numbered->first, std::move(made));
        changed_.notify_all();
      }
    } catch (...) {
      const std::scoped_lock lock{mutex_};
      problem_ = std::current_exception();
      changed_.notify_all();
    }
  }

  std::optional<std::pair<std::uint64_t, Piece>> next_piece() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return begun_ - taken_ < most_ahead_ || is_over(); });
    if (is_over()) return std::nullopt;
    auto piece = next_();
    if (!piece) {
      was_last_ = true;
      changed_.notify_all();
      return std::nullopt;
    }
    return std::pair{begun_++, *std::move(piece)};
  }

  /// Returns nothing after the last piece, or once a thread has failed.
  std::optional<Made> next_made() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock,
                  [this] { return made_.contains(taken_) || problem_ || (was_last_ && taken_ == begun_); });
    const auto found = made_.find(taken_);
    if (found == made_.end()) return std::nullopt;
    std::optional<Made> made{std::move(found->second)};
    made_.erase(found);
    ++taken_;
    changed_.notify_all();
    return made;
  }

  void stop() {
    const std::scoped_lock lock{mutex_};
    stopped_ = true;
    changed_.notify_all();
  }

  [[nodiscard]] bool is_over() const { return was_last_ || stopped_ || problem_; }

  Next& next_;
  MakeWorker& make_worker_;
  Take& take_;
  const std::uint64_t most_ahead_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, Made> made_;  ///< index: number of the piece
  std::uint64_t begun_ = 0;
  std::uint64_t taken_ = 0;
  bool was_last_ = false;
  bool stopped_ = false;
  std::exception_ptr problem_;
  std::vector<std::jthread> threads_;  ///< last, so that the threads end before the other members are
                                       ///< destroyed
};

/// Takes the results of workers on this thread, in the order of the pieces, until `take` returns false or no
/// piece remains. An exception of any thread is rethrown here.
/// - `next`: returns an optional piece; called by one thread at a time
/// - `make_worker`: called once on each thread; returns a function from a piece to a result
/// - `take`: called with each result; returns whether to continue
template <class Next, class MakeWorker, class Take>
void in_order(unsigned threads, Next next, MakeWorker make_worker, Take take) {
  InOrder<Next, MakeWorker, Take>{threads, next, make_worker, take}.take_all();
}

}  // namespace tribunal
