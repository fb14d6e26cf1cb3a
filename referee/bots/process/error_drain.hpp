#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/descriptor.hpp"
#include "bots/process/tap.hpp"

namespace tribunal {

/// Bytes that are stored of the end of a bot's stderr.
inline constexpr std::size_t error_tail_size = 8 << 10;

/// Reads a bot's stderr as long as it lives and stores the end of it, and the beginning of what it wrote
/// since its last question: the first line of a long stack trace says what happened. It reads no faster than
/// about 25 MB/s, so that a bot that never stops writing waits for its own pipe and takes no time from the
/// referee.
class ErrorDrain : public std::enable_shared_from_this<ErrorDrain> {
 public:
  /// `tap`, if there is one, gets the bytes that are read.
  ErrorDrain(boost::asio::io_context& context, Descriptor errors, Tap tap);
  void start();
  /// Reads the rest in the pipe, up to a pipe's size, and stops.
  void stop();
  /// Call it with each question: what is written from now on is about that.
  void question_begins();
  /// At most `error_tail_size` bytes: all, or what is stored of it, with `left_out_mark` for the rest.
  [[nodiscard]] std::string text() const;
  /// Bytes read so far.
  [[nodiscard]] std::uint64_t total() const { return total_; }

 private:
  using Time = std::chrono::steady_clock::time_point;

  void wait();
  [[nodiscard]] boost::system::error_code read_block();

  boost::asio::posix::stream_descriptor errors_;
  boost::asio::steady_timer pause_;
  Tap tap_;
  std::array<char, 16 << 10> block_{};
  std::string head_;  ///< of what was read since the question began
  std::string tail_;
  std::uint64_t total_at_question_ = 0;
  std::uint64_t total_ = 0;
  Time window_start_{};
  int reads_in_window_ = 0;
};

}  // namespace tribunal
