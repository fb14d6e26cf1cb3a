#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/error.hpp"

namespace tribunal {

/// The kinds of files that users pass to this program.
enum class FileKind : std::uint8_t { missing, folder, results, database, log, plan, empty, other };

/// Recognises the kind by the name and the first bytes. Opens only regular files.
[[nodiscard]] FileKind kind_of_file(const std::filesystem::path& file);

/// A description of the file that a command expects.
struct ExpectedFile {
  std::string_view text;
  FileKind kind;
};

namespace expected_files {
inline constexpr ExpectedFile results{"a tournament's folder, such as results/demo", FileKind::results};
inline constexpr ExpectedFile log{
    "a replay log, such as game.jsonl, or a tournament's folder, such as results/demo", FileKind::log};
inline constexpr ExpectedFile games{
    "results of games (CSV, PGN, rankings) or a tournament's folder, such as results/demo", FileKind::other};
inline constexpr ExpectedFile plan{"a plan, which is a TOML file, like tournaments/demo.toml",
                                   FileKind::plan};
inline constexpr ExpectedFile names{"a list of submissions and their authors, names.toml", FileKind::plan};
}  // namespace expected_files

/// The reason that the file is not of the expected kind, and the command that fits it: `cup.toml: is a plan;
/// expected ...; 'tribunal tournament cup.toml' plays it`. None if it may be as expected: it has the right
/// kind, or an unknown one, or is empty, which a plan and results of no games may be.
[[nodiscard]] std::optional<Error> objection_to_file(const std::filesystem::path& file,
                                                     const ExpectedFile& expected);

}  // namespace tribunal
