#include "tournament/plan/toml/mistaken_file.hpp"

#include <array>
#include <fmt/format.h>
#include <fstream>
#include <system_error>

#include "base/escape.hpp"
#include "base/text/utf8.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view database_name = "results.db";

std::string first_bytes_of(const fs::path& file) {
  std::array<char, 16> bytes{};
  std::ifstream in{file, std::ios::binary};
  in.read(bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(in.gcount())};
}

/// Whether a file is compressed by gzip. Only imports of games decompress files.
bool is_gzip(const fs::path& file, FileKind kind, const ExpectedFile& expected) {
  std::error_code ignored;
  const bool may_be = kind == FileKind::other && expected.kind != FileKind::other;
  return may_be && fs::is_regular_file(file, ignored) && first_bytes_of(file).starts_with("\x1f\x8b");
}

/// A results folder at most two folders below `folder`. Empty if its first entries contain none.
fs::path results_inside(const fs::path& folder) {
  constexpr int most_entries = 1'000;  // a mistaken folder may be a whole disk
  fs::path found;
  std::error_code error;
  int entries = 0;
  for (fs::recursive_directory_iterator entry{folder, error};
       !error && entry != fs::recursive_directory_iterator{} && ++entries < most_entries;
       entry.increment(error)) {
    if (entry.depth() == 2) entry.disable_recursion_pending();
    auto inside = entry->path().parent_path();
    if (entry->path().filename() == database_name && (found.empty() || inside < found))
      found = std::move(inside);
  }
  return found;
}

std::string no_results_reason(const fs::path& folder, const ExpectedFile& expected) {
  const auto inside = results_inside(folder);
  if (inside.empty()) return fmt::format("there are no results here; expected {}", expected.text);
  return fmt::format(
      "there are no results here, but there are some in {}; expected {}; 'tribunal merge OUT {}' unites "
      "shards",
      shell_word(inside.string()), expected.text, shell_word(folder.string()));
}

/// The clause for a file of this kind. Empty if nothing is known about the kind.
std::string reason(FileKind kind, const fs::path& file, const ExpectedFile& expected) {
  const auto told = [&](std::string_view is, std::string_view command, std::string_view does) {
    return fmt::format("{}; expected {}; 'tribunal {} {}' {}", is, expected.text, command,
                       shell_word(file.string()), does);
  };
  const bool wants_results = expected.kind == FileKind::results;
  switch (kind) {
    case FileKind::missing:
      return fmt::format("no such {}; expected {}", wants_results ? "folder" : "file", expected.text);
    case FileKind::results:
      return told("is a folder of results", "standings", "shows them");
    case FileKind::folder:
      return expected.kind == FileKind::plan ? fmt::format("is a folder; expected {}", expected.text)
                                             : no_results_reason(file, expected);
    case FileKind::database:
      return told("is the database of a tournament's folder", "standings", "shows its results");
    case FileKind::log:
      return told("is a replay log", "replay", "shows it");
    case FileKind::plan:
      return told("is a plan", "tournament", "plays it");
    case FileKind::empty:
      return fmt::format("is empty; expected {}", expected.text);
    case FileKind::other:
      break;
  }
  return wants_results ? fmt::format("there are no results here; expected {}", expected.text) : std::string{};
}

}  // namespace

FileKind kind_of_file(const fs::path& file) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) return FileKind::missing;
  if (status.type() == fs::file_type::directory)
    return fs::exists(file / database_name, error) ? FileKind::results : FileKind::folder;
  if (status.type() != fs::file_type::regular) return FileKind::other;
  if (fs::file_size(file, error) == 0 && !error) return FileKind::empty;
  const auto begin = first_bytes_of(file);
  if (begin.starts_with("SQLite format 3")) return FileKind::database;
  if (begin.starts_with("{\"tribunal\":")) return FileKind::log;
  return file.extension() == ".toml" ? FileKind::plan : FileKind::other;
}

std::optional<Error> objection_to_file(const fs::path& file, const ExpectedFile& expected) {
  const auto kind = kind_of_file(file);
  if (kind == expected.kind) return std::nullopt;
  const bool takes_results = expected.kind != FileKind::plan;
  if (kind == FileKind::results && takes_results) return std::nullopt;
  if (kind == FileKind::empty && (expected.kind == FileKind::plan || expected.kind == FileKind::other))
    return std::nullopt;
  const auto folder =
      kind == FileKind::database ? (fs::path{"."} / file.parent_path()).lexically_normal() : file;
  const auto why = is_gzip(file, kind, expected)
                       ? fmt::format("is compressed by gzip; expected {}; 'gunzip -k {}' decompresses it",
                                     expected.text, shell_word(file.string()))
                       : reason(kind, folder, expected);
  if (why.empty()) return std::nullopt;
  return Error{ErrorCode::unreadable, Place{file.empty() ? "''" : file.string()}, harmless(why)};
}

}  // namespace tribunal
