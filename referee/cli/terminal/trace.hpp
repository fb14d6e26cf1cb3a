#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bots/process/tap.hpp"

namespace tribunal {

/// Non-blocking output to a stream that may be slow (a terminal that was stopped, a pager): the caller of
/// `write` never waits, as a clock may be running. Beyond 16 MiB of queued text, text is left out, and a line
/// says so.
class UnhurriedOutput {
 public:
  explicit UnhurriedOutput(std::ostream& stream);
  /// Waits until all is written.
  ~UnhurriedOutput();
  UnhurriedOutput(const UnhurriedOutput&) = delete;
  UnhurriedOutput& operator=(const UnhurriedOutput&) = delete;

  void write(std::string_view text);

 private:
  void work();

  std::ostream* stream_;
  std::mutex mutex_;
  std::condition_variable something_;
  std::string waiting_;
  std::size_t left_out_ = 0;  ///< bytes
  bool ends_ = false;
  std::thread writer_;
};

/// Shows the conversation with the bots of a game, line by line as it goes, on `stream`: the seconds since
/// the trace began, the seat, the bot, and what was said. Nothing in it can harm a terminal.
class Trace {
 public:
  /// `names`: of the bots, by seat.
  Trace(std::ostream& stream, std::vector<std::string> names);
  /// The listener at the bot of a seat; the trace must outlive it.
  [[nodiscard]] Tap tap(std::size_t seat);

 private:
  /// Lines whose end has not come.
  struct Unfinished {
    std::string input;
    std::string output;
    std::string errors;
  };

  void hear(std::size_t seat, Overheard what, std::string_view text);
  void hear_lines(std::size_t seat, char sign, std::string& unfinished, std::string_view text);
  void flush(std::size_t seat);
  void show(std::size_t seat, char sign, const std::string& text);

  std::chrono::steady_clock::time_point began_;
  std::vector<std::string> names_;
  std::vector<Unfinished> unfinished_;
  UnhurriedOutput out_;
};

}  // namespace tribunal
