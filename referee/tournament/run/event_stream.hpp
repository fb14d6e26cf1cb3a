#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/descriptor.hpp"

namespace tribunal {

/// Lines for a file, a pipe or a terminal whose reader may be slow or gone: `write` never blocks. When more
/// than `most_waiting` bytes are queued, lines are left out, and a line says how many. Safe to use from
/// several threads.
class EventStream {
 public:
  static constexpr std::size_t most_waiting = std::size_t{4} << 20U;

  /// Appends to the file `name`, which is created if it does not exist; `-` is standard output. A named pipe
  /// may have no reader yet. `on_trouble` is called once, with a sentence, when nothing more can be written.
  /// The error is a sentence.
  [[nodiscard]] static std::expected<std::shared_ptr<EventStream>, std::string> open(
      const std::string& name, std::function<void(const std::string&)> on_trouble);
  EventStream(std::string name, Descriptor file, std::function<void(const std::string&)> on_trouble);
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;
  /// Gives the reader one second for the queued lines.
  ~EventStream();

  /// `line` without its end.
  void write(std::string line);
  /// Like `write`, even if the queue is full.
  void write_last(std::string line);

 private:
  enum class Sent : std::uint8_t { all, late, failed };

  void append(std::string line);
  void work();
  [[nodiscard]] std::string next_line();
  [[nodiscard]] Sent send(std::string_view text);
  [[nodiscard]] bool wait_for_room();

  std::string name_;
  Descriptor file_;
  std::function<void(const std::string&)> on_trouble_;
  std::mutex mutex_;
  std::condition_variable something_;
  std::deque<std::string> lines_;
  std::size_t waiting_ = 0;   ///< bytes
  std::size_t left_out_ = 0;  ///< lines, since the last that was taken in
  bool ends_ = false;
  std::chrono::steady_clock::time_point last_moment_{};  ///< once it ends
  std::thread writer_;                                   ///< last: it uses the others
};

}  // namespace tribunal
