#include "cli/terminal/trace.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <utility>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "bots/system/lines.hpp"

namespace tribunal {
namespace {

/// The longest line without an end that is shown: more is shown as if it ended here.
constexpr std::size_t longest_shown = 2 * longest_line;

constexpr std::size_t most_waiting = std::size_t{16} << 20U;  // bytes

constexpr std::string_view legend =
    "trace: seconds, seat and bot; > what it is sent, < what it writes, ! what it writes to stderr, = its "
    "end\n";

/// Pads the names to one width.
void pad(std::vector<std::string>& names) {
  std::size_t width = 0;
  for (const auto& name : names) width = std::max(width, name.size());
  for (auto& name : names) name.resize(width, ' ');
}

}  // namespace

Trace::Trace(std::ostream& stream, std::vector<std::string> names)
    : began_{std::chrono::steady_clock::now()},
      names_{std::move(names)},
      unfinished_(names_.size()),
      out_{most_waiting, [](std::size_t lines) { return "[" + counted(lines, "line") + " left out]\n"; },
           [&stream](std::string_view line, const std::stop_token&) {
             stream << line << std::flush;
             return true;
           }} {
  pad(names_);
  out_.write(std::string{legend});
}

Tap Trace::tap(std::size_t seat) {
  return [this, seat](Overheard what, std::string_view text) { hear(seat, what, text); };
}

void Trace::hear(std::size_t seat, Overheard what, std::string_view text) {
  auto& unfinished = unfinished_.at(seat);
  switch (what) {
    case Overheard::input:
      return hear_lines(seat, '>', unfinished.input, text);
    case Overheard::output:
      return hear_lines(seat, '<', unfinished.output, text);
    case Overheard::errors:
      return hear_lines(seat, '!', unfinished.errors, text);
    case Overheard::end:
      flush(seat);
      return show(seat, '=', std::string{text});
  }
}

void Trace::hear_lines(std::size_t seat, char sign, std::string& unfinished, std::string_view text) {
  while (true) {
    const auto end = text.find('\n');
    unfinished += text.substr(0, end);
    if (end == std::string_view::npos) break;
    show(seat, sign, escaped(std::exchange(unfinished, {}), longest_shown));
    text.remove_prefix(end + 1);
  }
  if (unfinished.size() > longest_shown)
    show(seat, sign, escaped(std::exchange(unfinished, {}), longest_shown));
}

/// Shows what will not be ended any more.
void Trace::flush(std::size_t seat) {
  constexpr auto remark = "  (without the end of the line)";
  auto& [input, output, errors] = unfinished_.at(seat);
  if (!output.empty()) show(seat, '<', escaped(std::exchange(output, {}), longest_shown) + remark);
  if (!errors.empty()) show(seat, '!', escaped(std::exchange(errors, {}), longest_shown) + remark);
}

void Trace::show(std::size_t seat, char sign, const std::string& text) {
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - began_;
  std::ostringstream line;
  line << std::fixed << std::setprecision(3) << std::setw(9) << time.count() << "  " << seat << ' '
       << names_.at(seat) << "  " << sign << ' ' << text << '\n';
  out_.write(line.str());
}

}  // namespace tribunal
