#include "table/silence.hpp"

#include <algorithm>
#include <cctype>

#include "base/escape.hpp"

namespace tribunal {

namespace {

constexpr std::string_view not_again = "; not when the game was played again";

}  // namespace

void add_repetition(std::string& message, bool came_again) {
  message.insert(without_measurements(message).size(),
                 came_again ? "; also when the game was played again" : not_again);
}

bool is_unrepeated(std::string_view message) { return without_measurements(message).ends_with(not_again); }

std::string_view without_measurements(std::string_view message) {
  return message.substr(0, message.rfind(measured));
}

bool resembles(std::string_view line, std::string_view word) {
  return std::ranges::equal(line.substr(0, word.size()), word, {},
                            [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
}

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
