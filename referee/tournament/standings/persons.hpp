#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/intake/author_names.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// The persons behind bots, by the organiser's list.
class Persons {
 public:
  Persons() = default;
  /// Reads a file `names.toml`. The bot of a person whose table names none is the one that the intakes beside
  /// the file gave the submission; where they do not know it, the bot of its name, unless `intake` would
  /// change that name. Bots that the person's submissions were on earlier nights are the person's too. The
  /// error names a table of a bot that has a person already.
  [[nodiscard]] static Result<Persons> read(const std::filesystem::path& file);

  /// Writes persons, teams and contacts to the rows of their bots. Returns lines without the end of the last
  /// one, safe for a terminal: persons of the list without a row, and excluded bots whose games count in
  /// these standings. Empty if there are none.
  [[nodiscard]] std::string add_to(TournamentStandings& standings) const;
  /// The bots that the list excludes.
  [[nodiscard]] std::vector<Exclusion> exclusions() const;

 private:
  std::string file_;
  std::map<std::string, StatedAuthor> by_bot_;
  std::map<std::string, std::string> earlier_;   ///< further bots of persons, each with that of `by_bot_`
  std::map<std::string, std::string> excluded_;  ///< reasons, by bot
  std::vector<std::string> unknown_;             ///< persons whose bot nothing tells
};

}  // namespace tribunal
