#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tribunal {

/// A line of a source file as a program reported it. It is untrusted: the file may not exist.
struct SourcePlace {
  std::string file;  ///< name of the file in the error
  int line = 0;      ///< number of the line, from 1

  bool operator==(const SourcePlace&) const = default;
};

/// The error that ended a program, as reported on its standard error.
struct ReportedError {
  std::string text;                       ///< one line, escaped and bounded: `ValueError: no such card`
  std::optional<SourcePlace> place = {};  ///< innermost place outside libraries
  bool is_recognized = false;             ///< false: it is only the last line
};

/// Finds the error at the end of a program's stderr: an exception of Python, JavaScript, Java or C#, a panic
/// of Go or Rust, an exception or assertion of C++, a compiler's first error, or a script's error with its
/// line. Otherwise it is the last line. None if there is no line.
[[nodiscard]] std::optional<ReportedError> reported_error(std::string_view error_tail);

/// The first error that a compiler or build tool wrote, with its file and line if it states them. It is one
/// line, escaped and bounded: `src/main.rs:3:5: error[E0425]: cannot find value`. Empty if none is
/// recognised.
[[nodiscard]] std::string first_error_of(std::string_view log);

/// The last exception or panic that a program reported on stderr although it continues to run, for example in
/// a thread or a promise. None if it reported none. Other lines of a running program are not errors.
[[nodiscard]] std::optional<ReportedError> reported_exception(std::string_view error_tail);

/// The place in source code that a line of text names: `File "bot.py", line 3`, `bot.rs:3:9`, `bot.pl line
/// 3`.
[[nodiscard]] std::optional<SourcePlace> source_place_in(std::string_view line);

/// The error as the end of a message about a program that ended: `: ValueError: no such card (bot.py:16)` or
/// `; its standard error ends with 'oh no'`. Empty if the program wrote nothing.
[[nodiscard]] std::string as_cause(const std::optional<ReportedError>& error);

}  // namespace tribunal
