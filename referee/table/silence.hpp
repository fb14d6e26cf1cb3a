#pragma once

#include <string>
#include <string_view>

namespace tribunal {

/// The output and the state of a bot that gave no answer in its time.
struct Silence {
  std::string_view unfinished = {};  ///< beginning of a line whose end did not come
  std::string_view stale = {};       ///< an answer to a question that was not open
  bool reads_nothing = false;        ///< its pipe is full
  std::string_view errors = {};      ///< what it wrote to stderr
  bool only_comments = false;        ///< it has written comments, and no answer
};

/// A hint about an unexpected line on standard output, where one with `word` at its beginning was expected,
/// `ready` or `move`: `; ...`. It names what is odd about the line or, if it is not meant for the referee,
/// where diagnostics go; else it is empty.
[[nodiscard]] std::string hint_at_line(std::string_view line, std::string_view word);

/// Precedes the measurements in the message of a timeout, which differ every time.
inline constexpr std::string_view measured = "; measured: ";
/// The message without the measurements.
[[nodiscard]] std::string_view without_measurements(std::string_view message);

/// Adds to the message of a timeout whether it recurred when the game was repeated.
void add_repetition(std::string& message, bool came_again);
/// Whether the message says that the timeout did not recur.
[[nodiscard]] bool is_unrepeated(std::string_view message);

/// A hint for the bot's author, at the end of the message: `; ...`. Empty if the silence gives none.
[[nodiscard]] std::string hint_at(const Silence& silence);

}  // namespace tribunal
