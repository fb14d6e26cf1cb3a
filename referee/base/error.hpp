#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <utility>

namespace tribunal {

/// The kinds of errors. Each stands for one exit status of the program (docs/cli.md).
enum class ErrorCode : std::uint8_t {
  usage,         ///< a request, text or value is wrong; the only code of functions that compute
  unreadable,    ///< a file or folder is damaged, missing, or of a different kind
  in_use,        ///< another program has it open; a later attempt may succeed
  wrong_plan,    ///< the content of a plan is wrong, or the folder holds another tournament
  cannot_write,  ///< the disk is full or fails; earlier commits are safe
  no_sandbox,    ///< the requested sandbox level is not available, or a limit of this process is too low
  machine,       ///< out of processes, descriptors, memory or time; a later attempt may succeed
  bot,           ///< a bot does not start
  failed,        ///< a check found a difference
  our_bug,
};

/// The place of an error: nothing, a file, a file with a line, or a file with line and column.
struct Place {
  std::string file{};      ///< a file or folder as the person named it; may be empty
  std::size_t line = 0;    ///< number of the line, from 1; 0: unknown
  std::size_t column = 0;  ///< number of the column, from 1; 0: unknown

  /// `FILE:LINE:COLUMN`, `FILE:LINE`, `FILE`, `line LINE`, or nothing.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Place&, const Place&) = default;
};

/// The reason for a failure, for the caller to pass on or to print. Code decides by `code` and `place`; the
/// message is only for people.
struct Error {
  ErrorCode code = ErrorCode::usage;
  Place place{};
  std::string message;  ///< one sentence without the place: what is wrong, what is expected, the next step

  /// An error of a pure function, which has no file as its place.
  template <std::convertible_to<std::string> Text>
  Error(Text&& sentence) : message(std::forward<Text>(sentence)) {}  // NOLINT(*-explicit-*,*-forwarding-*)
  Error(ErrorCode kind, std::string sentence) : code(kind), message(std::move(sentence)) {}
  Error(ErrorCode kind, Place where, std::string sentence)
      : code(kind), place(std::move(where)), message(std::move(sentence)) {}

  /// This sentence as an error with the given place and code.
  [[nodiscard]] Error at(ErrorCode kind, std::string file) const {
    return {kind, {std::move(file)}, message};
  }
  /// `PLACE: MESSAGE`: one line, not escaped.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class Value>
using Result = std::expected<Value, Error>;

/// An error to return from a function with a `Result`.
[[nodiscard]] inline std::unexpected<Error> failure(ErrorCode kind, std::string sentence) {
  return std::unexpected{Error{kind, std::move(sentence)}};
}
[[nodiscard]] inline std::unexpected<Error> failure(ErrorCode kind, Place where, std::string sentence) {
  return std::unexpected{Error{kind, std::move(where), std::move(sentence)}};
}
[[nodiscard]] inline std::unexpected<Error> failure(ErrorCode kind, const std::filesystem::path& where,
                                                    std::string sentence) {
  return failure(kind, Place{where.string()}, std::move(sentence));
}

}  // namespace tribunal
