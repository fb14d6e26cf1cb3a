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

/// What its author should look at first, to be added to the message: `; ...`. Empty if nothing that came says
/// so.
[[nodiscard]] std::string hint_at(const Silence& silence);

}  // namespace tribunal
