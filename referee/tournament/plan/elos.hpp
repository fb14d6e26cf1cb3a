#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace tribunal {

/// A bot whose rating is known from elsewhere, so that tables of several tournaments are comparable.
struct Anchor {
  std::string bot;
  double elo = 1500;
  double deviation = 0;  ///< standard deviation of `elo`; 0: the Elo is fixed
  /// The hash of the files of the intended version, which may not have played. None: the bot's first version.
  std::optional<std::string> sha256{};
  double error = 0;  ///< half width of the 95 % interval of a fixed Elo in the table that it is from

  bool operator==(const Anchor&) const = default;
};

/// Reads `NAME=ELO` or `NAME=ELO+-DEVIATION`, for example `greedy=1500` or `greedy=1500+-30`. None if the
/// text has another form.
[[nodiscard]] std::optional<Anchor> parse_anchor(const std::string& text);

/// The text that `parse_anchor` reads as this anchor, but without the hash.
[[nodiscard]] std::string to_text(const Anchor& anchor);

/// The value of `schema` in the JSON that is read here.
inline constexpr int rating_table_schema = 2;

/// A row of a rating table.
struct RatedBot {
  std::string bot;                      ///< unique in the table: `greedy`, or `greedy@0c1f66a2`
  std::string name;                     ///< name of the bot without its version
  std::optional<std::string> sha256{};  ///< hash of its files; empty if it had no files; none if the table
                                        ///< does not state it
  bool superseded = false;              ///< whether a newer version plays in its place
  bool excluded = false;                ///< whether the organiser excluded its games
  bool is_bound = false;                ///< whether its Elo is only a bound: it won every comparison, or lost
                                        ///< every one
  std::optional<double> elo{};
  std::optional<double> elo_error{};

  bool operator==(const RatedBot&) const = default;
};

/// Reads a rating table that `ratings --json` or `standings --json` wrote. The file is untrusted. The Mob is
/// skipped. The error is a sentence about the file with what is expected. Errors: the file does not exist, is
/// longer than 16 MiB, is not such JSON, has another schema, lists a bot twice, has no rows, or does not say
/// which version of a bot is the newest.
[[nodiscard]] Result<std::vector<RatedBot>> read_rating_table(const std::filesystem::path& file);

/// Like `read_rating_table`, for a text.
[[nodiscard]] Result<std::vector<RatedBot>> parse_rating_table(const std::string& text);

}  // namespace tribunal
