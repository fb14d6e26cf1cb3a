#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/error.hpp"

namespace tribunal {

/// Kinds of the files that people name to this program.
enum class FileKind : std::uint8_t { missing, folder, results, database, log, plan, empty, other };

/// Told by the name and the first bytes. Opens regular files only.
[[nodiscard]] FileKind kind_of_file(const std::filesystem::path& file);

/// A file that a command expects, in words.
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

/// `cup.toml: is a plan; expected ...; 'tribunal tournament cup.toml' plays it`: why the file is none that is
/// expected, and what to do with it. None if it is one, or nothing is known of it. An empty file may be a
/// plan or results of no game.
[[nodiscard]] std::optional<Error> objection_to_file(const std::filesystem::path& file,
                                                     const ExpectedFile& expected);

}  // namespace tribunal
