#include "table/silence.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "bots/hints/reported_error.hpp"
#include "bots/system/machine.hpp"

namespace tribunal {
namespace {

/// Parses a text from its beginning.
class Parts {
 public:
  explicit Parts(std::string_view text) : rest_{text} {}

  /// Removes these words if they come next. Returns whether they did.
  bool take(std::string_view words) {
    const bool is_next = rest_.starts_with(words);
    if (is_next) rest_.remove_prefix(words.size());
    return is_next;
  }
  /// Removes a number if one comes next. Returns whether one did.
  template <class Number>
  bool take_number(Number& number) {
    return tribunal::take_number(rest_, number);
  }

 private:
  std::string_view rest_;
};

constexpr std::string_view not_again = "; not when the game was played again";

/// Whether a line begins with the word, in upper or lower case, so that the line is meant for the referee.
bool resembles(std::string_view line, std::string_view word) {
  return std::ranges::equal(line.substr(0, word.size()), word, {},
                            [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
}

/// Whether only signs and blanks, for example a prompt, precede the word.
bool stands_after_signs(std::string_view line, std::string_view word) {
  constexpr std::size_t longest_prompt = 16;
  const auto at = line.find(word);
  if (at == std::string_view::npos || at == 0 || at > longest_prompt) return false;
  return std::ranges::none_of(line.substr(0, at), [](unsigned char c) { return std::isalnum(c) != 0; });
}

/// A frequent mistake in a line that is meant for the referee. Empty if it is not a known one.
std::string_view oddity_of(std::string_view line, std::string_view word) {
  constexpr auto npos = std::string_view::npos;
  if (line.starts_with("\xef\xbb\xbf")) return "it begins with a byte order mark: write UTF-8 without one";
  if (line.find_first_not_of(" \t\r") == npos)
    return "it is an empty line: print one line, with nothing before or after it";
  if (line.starts_with('{') || line.starts_with('['))
    return "a line is words, not JSON or a list; print diagnostics to standard error, or as '# ...'";
  if (stands_after_signs(line, word)) return "the word must come first: a prompt is output, too";
  if (!resembles(line, word)) return {};
  if (!line.starts_with(word)) return "its first word is written in small letters";
  if (line.contains('\t')) return "it contains a tab: separate words by one blank";
  if (line.ends_with(' ')) return "it ends with a blank";
  if (line.contains("  ")) return "it contains two blanks in a row: separate words by one";
  const auto id = line.substr(std::min(line.size(), word.size() + 1));
  const auto digits = id.find_first_not_of("0123456789");
  const bool is_fraction = digits != npos && digits > 0 && id[digits] == '.';
  if (is_fraction || (id.starts_with('0') && digits > 1))
    return "the ID is a whole number, spelled as in the question";
  if (line.find_first_of("[]()'\"") != npos)
    return "it has the brackets or quotes of a list or text of the language: print the word alone";
  if (word == "ready" && std::ranges::count(line, ' ') != 2) return "NAME and VERSION are one word each";
  return {};
}

}  // namespace

std::string to_text(const Measurements& measurements) {
  std::string text{measured};
  if (const auto& share = measurements.share)
    text += fmt::format("it had the processor for {} of the last {} ms and waited for one for {} ms; ",
                        share->ran, share->span, share->waited);
  return text + fmt::format("{} on {}, load {}", counted(measurements.tables, "table"),
                            cores_text(measurements.cores), fixed(measurements.load, 1));
}

std::optional<Measurements> measurements_of(std::string_view message) {
  const auto text = message.substr(without_measurements(message).size());
  Parts parts{text};
  Measurements found;
  if (!parts.take(measured)) return std::nullopt;
  if (parts.take("it had the processor for ")) {
    auto& share = found.share.emplace();
    if (!parts.take_number(share.ran) || !parts.take(" of the last ") || !parts.take_number(share.span) ||
        !parts.take(" ms and waited for one for ") || !parts.take_number(share.waited) ||
        !parts.take(" ms; "))
      return std::nullopt;
  }
  if (!parts.take_number(found.tables) || !(parts.take(" tables on ") || parts.take(" table on ")) ||
      !parts.take_number(found.cores) || !(parts.take(" cores, load ") || parts.take(" core, load ")) ||
      !parts.take_number(found.load))
    return std::nullopt;
  // If the text differs from this form in any letter, such as plurals, signs or more digits, it was written
  // by another program.
  const bool is_finite = std::isfinite(found.cores) && std::isfinite(found.load);
  return is_finite && to_text(found) == text ? std::optional{found} : std::nullopt;
}

std::string in_ms(std::chrono::nanoseconds time) { return std::to_string(time.count() / 1'000'000) + " ms"; }

std::string within_time(ClockKind clock, std::chrono::microseconds allowed, std::chrono::microseconds used) {
  if (clock == ClockKind::wall) return "within " + in_ms(allowed);
  const auto its = in_ms(allowed) + " of CPU time (it used " + in_ms(used) + ")";
  if (used >= allowed) return "within " + its;
  return "within " + in_ms(allowed * wall_backstop) + " by the wall clock, the backstop of " + its;
}

void add_repetition(std::string& message, bool came_again) {
  message.insert(without_measurements(message).size(),
                 came_again ? "; also when the game was played again" : not_again);
}

bool is_unrepeated(std::string_view message) { return without_measurements(message).ends_with(not_again); }

std::string_view without_measurements(std::string_view message) {
  return message.substr(0, message.rfind(measured));
}

std::string_view without_cause(std::string_view message) {
  return message.substr(0, std::min(message.find("; "), message.find(": ")));
}

std::string hint_at_line(std::string_view line, std::string_view word) {
  if (const auto oddity = oddity_of(line, word); !oddity.empty()) return "; " + std::string{oddity};
  return resembles(line, word) ? "" : "; print diagnostics to standard error, or as '# ...'";
}

std::string hint_at(const Silence& silence) {
  if (silence.reads_nothing) return "; it does not read what it is sent";
  if (silence.unfinished.contains('\r'))
    return "; it wrote '" + escaped(silence.unfinished) + "': lines end with \\n, not with \\r alone";
  if (!silence.unfinished.empty())
    return "; it wrote '" + escaped(silence.unfinished) + "' without the end of the line, \\n";
  if (!silence.stale.empty())
    return "; it said '" + escaped(silence.stale) + "', but that question is not open";
  if (const auto error = reported_exception(silence.errors))
    return "; it keeps running after an error that it reported" + as_cause(error);
  if (silence.only_comments) return "; it wrote nothing but comments";
  return "";
}

}  // namespace tribunal
