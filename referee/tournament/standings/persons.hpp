#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/intake/author_names.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// The persons behind bots, from the organiser's list.
class Persons {
 public:
  Persons() = default;
  /// Reads a file `names.toml`. If a person's table names no bot, the bot is the one that intakes beside the
  /// file gave the submission. If they do not know the submission, it is the bot with the submission's name,
  /// unless `intake` would change that name. Bots to which the person's submissions belonged on earlier
  /// nights are the person's too. The error names a table for a bot that already has a person.
  [[nodiscard]] static Result<Persons> read(const std::filesystem::path& file);

  /// Writes persons, teams and contacts to the rows of their bots. Returns lines that are safe for a
  /// terminal, without the last line end: persons in the list without a row, and excluded bots whose games
  /// count in these standings. Empty if there are none.
  [[nodiscard]] std::string add_to(TournamentStandings& standings) const;
  /// The bots that the list excludes.
  [[nodiscard]] std::vector<Exclusion> exclusions() const;

 private:
  std::string file_;
  std::map<std::string, StatedAuthor> by_bot_;
  std::map<std::string, std::string> earlier_;   ///< further bots of persons, each with the bot in `by_bot_`
  std::map<std::string, std::string> excluded_;  ///< reasons by bot
  std::vector<std::string> unknown_;             ///< persons whose bot is unknown
};

}  // namespace tribunal
