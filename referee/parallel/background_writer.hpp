#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace tribunal {

/// Writes lines in a thread of its own, so that `write` never blocks, however slow the reader is: a bot's
/// clock may be running. Lines beyond a bound are omitted, and a line in their place states how many. Safe to
/// use from several threads.
class BackgroundWriter {
 public:
  /// Writes one line, which may take long; false if nothing more can be written. When a stop is requested,
  /// the writer ends: only queued lines follow.
  using Send = std::function<bool(std::string_view line, const std::stop_token& end)>;
  /// The line that replaces `lines` omitted ones.
  using LeftOut = std::function<std::string(std::size_t lines)>;

  /// `most_waiting`: bytes in the queue.
  BackgroundWriter(std::size_t most_waiting, LeftOut left_out, Send send);
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;
  /// Requests the stop, and waits until the queue is empty or `send` has failed.
  ~BackgroundWriter();

  /// `line` includes its end.
  void write(std::string line);
  /// Like `write`, but queues the line even if the queue is full.
  void write_always(std::string line);

 private:
  void append(std::string line);
  void work(const std::stop_token& end);
  [[nodiscard]] std::string next_line(const std::stop_token& end);

  std::size_t most_waiting_;
  LeftOut line_for_left_out_;
  Send send_;
  std::mutex mutex_;
  std::condition_variable_any something_;
  std::deque<std::string> lines_;
  std::size_t waiting_ = 0;   ///< bytes in `lines_`
  std::size_t left_out_ = 0;  ///< omitted lines since the last queued one
  std::jthread thread_;       ///< the last member, because it uses the others
};

}  // namespace tribunal
