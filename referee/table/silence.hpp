#pragma once

#include <string>
#include <string_view>

namespace tribunal {

/// What came of a bot, though no answer, until its time was over.
struct Silence {
  std::string_view unfinished = {};  ///< of a line whose end did not come
  std::string_view stale = {};       ///< an answer to a question that was not open
  bool reads_nothing = false;        ///< its pipe is full
  bool only_comments = false;        ///< it has written those, and no answer
};

/// Ends the message about a line that was not to be on standard output.
inline constexpr std::string_view where_diagnostics_go =
    "; print diagnostics to standard error, or as '# ...'";

/// Whether a line begins with the word, in any case: it is meant for the referee.
[[nodiscard]] bool resembles(std::string_view line, std::string_view word);

/// Precedes the measurements in the message of a timeout, which are never the same twice.
inline constexpr std::string_view measured = "; measured: ";
/// The message without the measurements.
[[nodiscard]] std::string_view without_measurements(std::string_view message);

/// Adds to the message of a timeout whether it recurred when the game was played once more.
void add_repetition(std::string& message, bool came_again);
/// Whether the message says that the timeout did not recur.
[[nodiscard]] bool is_unrepeated(std::string_view message);

/// What its author should look at first, to be added to the message: `; ...`. Empty if nothing that came says
/// so.
[[nodiscard]] std::string hint_at(const Silence& silence);

}  // namespace tribunal
