#pragma once

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "bots/process/tap.hpp"
#include "parallel/background_writer.hpp"

namespace tribunal {

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
  BackgroundWriter out_;
};

}  // namespace tribunal
