#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace tribunal {

/// A bot whose rating is known from elsewhere, so that tables of several tournaments can be compared.
struct Anchor {
  std::string bot;
  double elo = 1500;
  double deviation = 0;  ///< standard deviation of `elo`; 0: it is fixed
  /// The hash of the files of the version that is meant, which may not have played; nothing: the bot's first.
  std::optional<std::string> sha256{};

  bool operator==(const Anchor&) const = default;
};

/// Reads `NAME=ELO` or `NAME=ELO+-DEVIATION`, as in `greedy=1500` and `greedy=1500+-30`; nothing if it is
/// none.
[[nodiscard]] std::optional<Anchor> parse_anchor(const std::string& text);

/// The text that `parse_anchor` reads as this anchor, without a hash.
[[nodiscard]] std::string to_text(const Anchor& anchor);

/// The version of JSON that is read here, `schema`.
inline constexpr int rating_table_schema = 2;

/// A row of a rating table.
struct RatedBot {
  std::string bot;                      ///< unique in the table: `greedy`, or `greedy@0c1f66a2`
  std::string name;                     ///< the bot's, whatever its version
  std::optional<std::string> sha256{};  ///< of its files; empty if there were none; nothing if it is not told
  bool superseded = false;              ///< a newer version plays in its place
  bool excluded = false;                ///< the organiser took its games out
  bool is_bound = false;                ///< its Elo is a bound: it won every comparison, or lost every one
  std::optional<double> elo{};
  std::optional<double> elo_error{};

  bool operator==(const RatedBot&) const = default;
};

/// Reads a rating table that `ratings --json` or `standings --json` wrote, from a file of unknown origin. The
/// Mob is left out. The error is a sentence about the file, with what is expected: it is not there, is
/// longer than 16 MiB, is no such JSON, has another schema, a bot twice, no rows, or does not say which of a
/// bot's versions is the newest.
[[nodiscard]] Result<std::vector<RatedBot>> read_rating_table(const std::filesystem::path& file);

/// Like `read_rating_table`, of a text.
[[nodiscard]] Result<std::vector<RatedBot>> parse_rating_table(const std::string& text);

}  // namespace tribunal
