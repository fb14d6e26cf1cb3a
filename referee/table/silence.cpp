#include "table/silence.hpp"

#include "bots/system/lines.hpp"

namespace tribunal {

std::string hint_at(const Silence& silence) {
  if (silence.reads_nothing) return "; it does not read what it is sent";
  if (silence.unfinished.contains('\r'))
    return "; it wrote '" + escaped(silence.unfinished) + "': lines end with \\n, not with \\r alone";
  if (!silence.unfinished.empty())
    return "; it wrote '" + escaped(silence.unfinished) + "' without the end of the line, \\n";
  if (!silence.stale.empty())
    return "; it said '" + escaped(silence.stale) + "', which is the number of no open question";
  if (silence.only_comments) return "; it wrote nothing but comments";
  return "";
}

}  // namespace tribunal
