#pragma once

#include <filesystem>
#include <map>
#include <string>

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
  /// change that name. The error names a table of a bot that has a person already.
  [[nodiscard]] static Result<Persons> read(const std::filesystem::path& file);

  /// Writes persons, teams and contacts to the rows of their bots. Returns a sentence, safe for a terminal,
  /// on the persons of the list without a row; empty if there are none.
  [[nodiscard]] std::string add_to(TournamentStandings& standings) const;
  /// The bot of a person; empty if there is none, or several.
  [[nodiscard]] std::string bot_of(const std::string& person) const;

 private:
  std::string file_;
  std::map<std::string, StatedAuthor> by_bot_;
  std::vector<std::string> unknown_;  ///< persons whose bot nothing tells
};

}  // namespace tribunal
