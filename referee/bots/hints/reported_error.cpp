#include "bots/hints/reported_error.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <ranges>
#include <span>
#include <vector>

#include "base/text/utf8.hpp"
#include "bots/system/lines.hpp"

namespace tribunal {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t longest_read = 1000;  ///< largest number of bytes of a line that are examined
constexpr std::size_t longest_text = 160;   ///< largest number of bytes of an error that are shown

Lines lines_of(std::string_view text) {
  Lines lines;
  for (auto line : split_lines(text)) {
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0) line.remove_suffix(1);
    const bool is_cut = line.starts_with(left_out_mark);
    lines.push_back(is_cut ? left_out_mark : line.substr(0, longest_read));
  }
  return lines;
}

bool is_indented(std::string_view line) { return line.starts_with(' ') || line.starts_with('\t'); }

/// Whether a frame belongs to a library or runtime and not to the program.
bool is_of_library(std::string_view line) {
  constexpr std::array<std::string_view, 20> signs{
      "/usr/lib",      "/lib/python",   "/lib/ruby",    "/usr/local/lib", "/usr/include",
      "site-packages", "dist-packages", "node_modules", "node:",          "<frozen",
      "/rustc/",       "/go/src/",      "/go/pkg/",     "java.base/",     "at java.",
      "jdk.",          "/.cargo/",      "/.rustup/",    "tribunal_bot.",  "tribunal.TribunalBot"};
  return std::ranges::any_of(signs, [&](auto sign) { return line.contains(sign); });
}

std::optional<SourcePlace> own_place(std::string_view line) {
  return is_of_library(line) ? std::nullopt : source_place_in(line);
}

std::optional<SourcePlace> first_place(auto&& lines) {
  for (const auto line : lines)
    if (auto place = own_place(line)) return place;
  return std::nullopt;
}

ReportedError recognized(std::string_view text, std::optional<SourcePlace> place) {
  return {.text = legible(trimmed(text), longest_text), .place = std::move(place), .is_recognized = true};
}

/// The lines from the last one on for which `is_wanted` is true. Empty if there is none.
std::span<const std::string_view> from_last(const Lines& lines, auto is_wanted) {
  const auto found = std::ranges::find_if(lines | std::views::reverse, is_wanted);
  return found == lines.rend() ? std::span<const std::string_view>{}
                               : std::span{std::prev(found.base()), lines.end()};
}

/// A Python exception: `  File "bot.py", line 3, in f` ... `ValueError: no such card`. A SyntaxError has no
/// heading.
std::optional<ReportedError> python_error(const Lines& lines) {
  const auto is_frame = [](auto line) { return line.starts_with("  File \""); };
  const auto after = from_last(lines, is_frame);
  const auto error =
      std::ranges::find_if(after, [&](auto line) { return !line.empty() && !is_indented(line); });
  if (error == after.end() || *error == left_out_mark) return std::nullopt;
  const auto heading = from_last(lines, [](auto line) { return line.starts_with("Traceback (most recent"); });
  const auto frames = heading.size() > after.size() ? heading : after;
  return recognized(*error, first_place(frames | std::views::filter(is_frame) | std::views::reverse));
}

/// The error without the words with which a runtime begins it.
std::string_view without_heading(std::string_view text) {
  if (const auto reason = text.find("promise rejected with the reason"); reason != std::string_view::npos)
    return text.substr(reason);
  constexpr std::string_view thread = "Exception in thread \"";  // its name follows
  const auto name_end = text.starts_with(thread) ? text.find("\" ", thread.size()) : std::string_view::npos;
  if (name_end != std::string_view::npos) return text.substr(name_end + 2);
  constexpr std::string_view promise = "UnhandledPromiseRejectionWarning: ";
  if (const auto at = text.find(promise); at != std::string_view::npos)
    return text.substr(at + promise.size());
  for (const std::string_view heading : {"Caused by: ", "Unhandled exception. ", "Uncaught ", "[cause]: "})
    if (text.starts_with(heading)) text.remove_prefix(heading.size());
  return text;
}

/// An exception of JavaScript, Java or C#: `Error: no such card` above `    at f (bot.js:1:30)`. The original
/// cause is the last one.
std::optional<ReportedError> error_above_frames(const Lines& lines) {
  const auto is_frame = [](auto line) {
    return line == left_out_mark || (is_indented(line) && trimmed(line).starts_with("at "));
  };
  auto first = lines.size();
  for (auto i = lines.size(); i-- > 0;) {
    if (is_frame(lines[i]) && (i == 0 || !is_frame(lines[i - 1]))) {
      first = i;
      break;
    }
  }
  if (first == lines.size() || first == 0 || lines[first] == left_out_mark) return std::nullopt;
  auto error = first - 1;  // unless an earlier line of the same paragraph says more
  for (auto i = first; i-- > 0 && first - i <= 8 && !lines[i].empty();) {
    if (!lines[i].contains("Error") && !lines[i].contains("Exception") &&
        !lines[i].starts_with("Caused by: "))
      continue;
    error = i;
    break;
  }
  auto text = lines[error];
  text = trimmed(text);
  text = without_heading(text);
  const auto frames = std::span{lines}.subspan(first);
  auto place = first_place(frames | std::views::take_while(is_frame));
  return recognized(text, place ? place : first_place(std::span{lines}.first(error)));
}

/// A Go panic: `panic: ...`, with its first frame below.
std::optional<ReportedError> go_error(const Lines& lines) {
  const auto after = from_last(
      lines, [](auto line) { return line.starts_with("panic: ") || line.starts_with("fatal error: "); });
  if (after.empty()) return std::nullopt;
  return recognized(after.front(), first_place(after | std::views::filter(is_indented)));
}

/// A Rust panic: `thread 'main' panicked at bot.rs:1:88:`, with the message below it or, before Rust 1.73,
/// within it.
std::optional<ReportedError> rust_error(const Lines& lines) {
  const auto after = from_last(
      lines, [](auto line) { return line.starts_with("thread '") && line.contains(" panicked at "); });
  if (after.empty()) return std::nullopt;
  const auto said = after.front().substr(after.front().find(" panicked at ") + 1);
  const bool is_below = said.ends_with(':') && after.size() > 1;
  return recognized(is_below ? "panicked: " + std::string{after[1]} : std::string{said}, own_place(said));
}

/// A C++ exception: `terminate called after throwing an instance of 'X'`, with `what()` below.
std::optional<ReportedError> cpp_error(const Lines& lines) {
  const auto after =
      from_last(lines, [](auto line) { return line.starts_with("terminate called after throwing"); });
  if (after.empty()) return std::nullopt;
  const auto begin = after.front().find('\'');
  const auto end = after.front().rfind('\'');
  auto text = begin < end ? std::string{after.front().substr(begin + 1, end - begin - 1)} : std::string{};
  constexpr std::string_view what = "what():  ";
  if (after.size() > 1 && trimmed(after[1]).starts_with(what))
    text.append(": ").append(trimmed(after[1]).substr(what.size()));
  return recognized(text.empty() ? after.front() : std::string_view{text}, std::nullopt);
}

/// The line of a failed assertion, or of a sanitizer.
std::optional<ReportedError> assertion(const Lines& lines) {
  const auto after = from_last(lines, [](auto line) {
    return (line.contains("Assertion ") && line.contains(" failed")) || line.contains("runtime error: ") ||
           line.contains("ERROR: AddressSanitizer: ");
  });
  if (after.empty()) return std::nullopt;
  return recognized(after.front(), first_place(after.first(std::min<std::size_t>(after.size(), 20))));
}

/// The first error of a compiler: `bot.cpp:1:13: error: ...`, or `error[E0308]: ...` above ` -->
/// bot.rs:1:25`.
std::optional<ReportedError> compiler_error(const Lines& lines) {
  const auto is_error = [](auto line) {
    return line.starts_with("error: ") || line.starts_with("error[") || line.contains(": error: ");
  };
  const auto found = std::ranges::find_if(lines, is_error);
  if (found == lines.end()) return std::nullopt;
  auto place = own_place(*found);
  if (!place && std::next(found) != lines.end()) place = own_place(*std::next(found));
  const auto text = found->contains(": error: ") ? found->substr(found->find(": error: ") + 2) : *found;
  return recognized(text, std::move(place));
}

/// The last line that begins with a place, or that is a Perl error. Other interpreters and compilers write
/// such errors.
std::optional<ReportedError> error_with_place(const Lines& lines) {
  for (const auto line : lines | std::views::reverse) {
    auto place = is_indented(line) ? std::nullopt : own_place(line);
    if (!place) continue;
    const bool is_first = line.contains(place->file + ':') && line.find(place->file) < sizeof "lua5.4: ";
    if (is_first || line.ends_with(fmt::format("{} line {}.", place->file, place->line)))
      return recognized(line, std::move(place));
  }
  return std::nullopt;
}

/// An exception that ended a thread of Ruby or Perl: `terminated with exception`, with the error below or
/// after it.
std::optional<ReportedError> thread_error(const Lines& lines) {
  const auto after = from_last(lines, [](auto line) {
    return line.contains("terminated with exception") || line.contains("terminated abnormally: ");
  });
  return after.empty() ? std::nullopt : error_with_place({after.begin(), after.end()});
}

/// The error of Java's launcher, above the exception: `Error: Could not find or load main class Bot`.
std::optional<ReportedError> launcher_error(const Lines& lines) {
  const auto after = from_last(lines, [](auto line) { return line.starts_with("Error: "); });
  if (after.empty()) return std::nullopt;
  return recognized(after.front(), std::nullopt);
}

/// The last line that does not merely say that a program has ended.
std::optional<ReportedError> last_line(const Lines& lines) {
  for (const auto line : lines | std::views::reverse) {
    if (trimmed(line).empty() || line.starts_with("exit status ") || line.starts_with("Node.js v") ||
        line == left_out_mark)
      continue;
    return ReportedError{.text = legible(trimmed(line), longest_text)};
  }
  return std::nullopt;
}

constexpr std::array<std::string_view, 29> extensions{
    "py", "js", "mjs", "cjs", "ts", "mts", "java", "kt", "scala", "go", "rs", "c",  "cc",  "cpp",  "cxx",
    "h",  "hh", "hpp", "cs",  "rb", "pl",  "lua",  "sh", "php",   "hs", "ml", "jl", "zig", "swift"};

constexpr std::array<std::string_view, 6> before_number{"\", line ", ":line ", ": line ",
                                                        " line ",    ": ",     ":"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a path ends before this character.
bool ends_path(char c) {
  constexpr std::string_view ends = " \t\"'()<>[]|,;";
  return std::isprint(static_cast<unsigned char>(c)) == 0 || ends.contains(c);
}

/// The number at the beginning of `text`, with at most 7 digits. 0 if there is none.
int number_at(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc{} && !text.empty() && is_digit(text.front());
  return is_number && end - text.data() <= 7 ? number : 0;
}

/// The line number at the beginning of `text`, which follows the name of a file. 0 if there is none.
int line_after(std::string_view text) {
  for (const auto words : before_number)
    if (text.starts_with(words)) return number_at(text.substr(words.size()));
  return 0;
}

/// The end of a source file's extension whose dot is at `dot`. 0 if it is not such an extension.
std::size_t end_of_extension(std::string_view line, std::size_t dot) {
  auto end = dot + 1;
  while (end < line.size() && std::isalpha(static_cast<unsigned char>(line[end])) != 0) ++end;
  const bool is_source =
      std::ranges::find(extensions, line.substr(dot + 1, end - dot - 1)) != extensions.end();
  return is_source ? end : 0;
}

std::size_t begin_of_path(std::string_view line, std::size_t dot) {
  const auto quote = line.rfind("File \"", dot);
  if (quote != std::string_view::npos && !line.substr(quote + 6, dot - quote - 6).contains('"'))
    return quote + 6;  // a path may have spaces
  auto begin = dot;
  while (begin > 0 && !ends_path(line[begin - 1])) --begin;
  constexpr std::string_view scheme = "file://";
  return line.substr(begin).starts_with(scheme) ? begin + scheme.size() : begin;
}

constexpr std::size_t longest_error_of_build = 300;  ///< largest number of bytes that are shown
constexpr std::size_t lines_below = 8;               ///< lines below a compiler's error that may have its
                                                     ///< place

/// Whether a line is a compiler's error, whose place is in it or in a line below.
bool is_of_compiler(std::string_view line) {
  constexpr std::array<std::string_view, 12> within{
      ": error: ", ": error:\r", ": error TS",           "- error TS",      ": fatal error", ": error[",
      ": *** ",    "ld: ",       "undefined reference ", "CMake Error at ", ".java:[",       ": ERROR: "};
  constexpr std::array<std::string_view, 4> at_begin{"error: ", "error[", "error:", "e: file:"};
  if (line.contains(": warning: ") || line.contains("[WARNING]")) return false;
  if (line.contains("make: *** ") || (line.starts_with("make[") && line.contains("]: *** ")))
    return line.contains("No rule to make target");  // otherwise it only says that a command failed
  if (line.ends_with(": error:")) return true;
  return std::ranges::any_of(within, [&](auto mark) { return line.contains(mark); }) ||
         std::ranges::any_of(at_begin, [&](auto mark) { return line.starts_with(mark); });
}

/// Whether a line is a Go error, which begins with its place.
bool is_of_go_compiler(std::string_view line) {
  const auto place = source_place_in(line);
  return place && place->file.ends_with(".go") &&
         (line.starts_with(place->file + ':') || line.starts_with("vet: "));
}

/// The place in a line below an error of rustc: ` --> src/main.rs:3:5`. Empty if there is none.
std::string_view place_below(std::span<const std::string_view> below) {
  constexpr std::string_view arrow = "--> ";
  for (const auto line : below | std::views::take(lines_below))
    if (trimmed(line).starts_with(arrow)) return trimmed(line).substr(arrow.size());
  return {};
}

/// An error of Python's compiler, such as `SyntaxError: invalid syntax`, below `File "bot.py", line 3`. Empty
/// if there is none.
std::string error_of_python_compiler(std::string_view line, std::span<const std::string_view> below) {
  const bool is_frame = trimmed(line).starts_with("File \"") || line.starts_with("***   File \"");
  const auto place = is_frame ? source_place_in(line) : std::nullopt;
  if (!place) return {};
  for (const auto next : below | std::views::take(lines_below))
    if (trimmed(next).substr(0, trimmed(next).find(' ')).ends_with("Error:"))
      return place->file + ':' + std::to_string(place->line) + ": " + std::string{trimmed(next)};
  return {};
}

/// The text with plain quotes, and without the folder of builds, which is always the same.
std::string plain(std::string text) {
  for (const auto& [old, now] :
       {std::pair<std::string_view, std::string_view>{"/tmp/build/", ""}, {"\u2018", "'"}, {"\u2019", "'"}})
    for (auto at = text.find(old); at != std::string::npos; at = text.find(old, at + now.size()))
      text.replace(at, old.size(), now);
  return text;
}

}  // namespace

std::optional<ReportedError> reported_error(std::string_view error_tail) {
  const auto lines = lines_of(error_tail);
  for (auto* const reader : {python_error, error_above_frames, go_error, rust_error, cpp_error, assertion,
                             compiler_error, error_with_place, launcher_error, last_line})
    if (auto error = reader(lines)) return error;
  return std::nullopt;
}

std::optional<ReportedError> reported_exception(std::string_view error_tail) {
  const auto lines = lines_of(error_tail);
  for (auto* const reader : {python_error, error_above_frames, go_error, rust_error, thread_error})
    if (auto error = reader(lines)) return error;
  return std::nullopt;
}

std::string as_cause(const std::optional<ReportedError>& error) {
  if (!error) return {};
  if (!error->is_recognized) return "; its standard error ends with '" + error->text + "'";
  auto text = ": " + error->text;
  if (!error->place) return text;
  const auto name = legible(std::filesystem::path{error->place->file}.filename().native(), 60);
  const auto place = fmt::format("{}:{}", name, error->place->line);
  return error->text.contains(place) ? text : text + " (" + place + ')';
}

std::string first_error_of(std::string_view log) {
  const auto lines = lines_of(log);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto below = std::span{lines}.subspan(i + 1);
    auto text = error_of_python_compiler(lines[i], below);
    if (text.empty() && (is_of_compiler(lines[i]) || is_of_go_compiler(lines[i]))) {
      const auto place = lines[i].starts_with("error") ? place_below(below) : std::string_view{};
      text = (place.empty() ? "" : std::string{place} + ": ") + std::string{trimmed(lines[i])};
      const bool goes_on = text.ends_with(':') && !below.empty();
      if (goes_on) text += ' ' + std::string{trimmed(below.front())};
    }
    if (!text.empty()) return legible(plain(std::move(text)), longest_error_of_build);
  }
  return {};
}

std::optional<SourcePlace> source_place_in(std::string_view line) {
  for (auto dot = line.find('.'); dot != std::string_view::npos; dot = line.find('.', dot + 1)) {
    const auto end = end_of_extension(line, dot);
    if (end == 0) continue;
    const auto number = line_after(line.substr(end));
    const auto begin = begin_of_path(line, dot);
    if (number > 0 && begin < dot) return SourcePlace{std::string{line.substr(begin, end - begin)}, number};
  }
  return std::nullopt;
}

}  // namespace tribunal
