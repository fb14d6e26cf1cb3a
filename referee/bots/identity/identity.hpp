#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/sandbox/visibility.hpp"
#include "bots/sandbox/written_files.hpp"

namespace tribunal {

/// One entry of a bot's files (docs/sandbox.md, What a bot is).
struct BotFile {
  static constexpr char file = 'f';
  static constexpr char program = 'x';  ///< a file that any user may execute
  static constexpr char folder = 'd';
  static constexpr char link = 'l';
  static constexpr char absent = '-';  ///< only in changes: whether the file has been removed

  std::string path;  ///< path relative to the bot's folder; any bytes but 0
  char kind = file;
  std::string content{};         ///< SHA-256 of the bytes or, for a link, of its target; empty for a folder
  std::optional<FileKey> key{};  ///< key of a file that was at rest when it was read

  friend bool operator==(const BotFile& one, const BotFile& other) {
    return one.path == other.path && one.kind == other.kind && one.content == other.content;
  }
};

/// The files that a bot consists of, sorted by path.
using Manifest = std::vector<BotFile>;

/// The content address of a bot: SHA-256 over its files as 64 hexadecimal digits. Empty if it has none.
/// Folders without files do not count.
[[nodiscard]] std::string address_of(const Manifest& all);

/// The entries of `now` that are new or different since `before`. Entries that have been removed are included
/// as `absent`. Folders are omitted, because they count only by their files.
[[nodiscard]] Manifest changes_between(const Manifest& before, const Manifest& now);

/// The changes since `before` for people: `strategy.py (changed), weights.bin (new), and 3 more`.
[[nodiscard]] std::string changes_text(const Manifest& before, const Manifest& changes);

/// The identity of a bot: all files of its own that it can see (docs/sandbox.md, What a bot is).
struct BotIdentity {
  Manifest files;
  std::string sha256;  ///< `address_of(files)`; empty if it has no files of its own
};

/// The identities of bots that run together. Each covers the bot's own folders (`visibility_of`), and the
/// files elsewhere that its command and `files` name. Files are read on all cores. Files that are
/// unchanged since `known`, earlier results of this function, are not read again. A bot whose flag
/// in `left_out` is true is skipped. The error is one sentence that names the bot.
[[nodiscard]] Result<std::vector<BotIdentity>> identities_of(std::span<const BotFiles> bots,
                                                             const OrganiserFiles& organiser,
                                                             std::span<const BotIdentity> known = {},
                                                             const std::vector<bool>& left_out = {});

/// The identity of a bot in a shared folder, by only those files that are named.
[[nodiscard]] Result<BotIdentity> identity_by_named_files(const BotFiles& bot);

}  // namespace tribunal
