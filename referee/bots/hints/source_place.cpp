// Finds places of source code in the output of compilers and interpreters.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "bots/hints/reported_error.hpp"

namespace tribunal {
namespace {

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

/// The number at the beginning of `text`, at most 7 digits; 0 if there is none.
int number_at(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc{} && !text.empty() && is_digit(text.front());
  return is_number && end - text.data() <= 7 ? number : 0;
}

/// The line number at the beginning of `text`, which follows a file's name; 0 if there is none.
int line_after(std::string_view text) {
  for (const auto words : before_number)
    if (text.starts_with(words)) return number_at(text.substr(words.size()));
  return 0;
}

/// The end of a source file's extension whose dot is at `dot`; 0 if it is none.
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
    return quote + 6;  // a path with spaces
  auto begin = dot;
  while (begin > 0 && !ends_path(line[begin - 1])) --begin;
  constexpr std::string_view scheme = "file://";
  return line.substr(begin).starts_with(scheme) ? begin + scheme.size() : begin;
}

}  // namespace

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
