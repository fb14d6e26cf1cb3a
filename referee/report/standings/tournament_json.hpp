#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "report/format/json.hpp"
#include "report/standings/standings_notes.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/tables/stored_tournament.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// The facts about a tournament that do not follow from its plan and its games.
struct TournamentFacts {
  Bytes32 commitment{};
  std::optional<RunNotes> notes = {};  ///< left out if unknown
  bool unverified = false;             ///< merged without being verified
};

/// The tables that are added on demand.
struct MoreTables {
  bool crosstable = false;
  bool los = false;
};

/// The tables of `standings --json` and `ratings --json`: `standings`, `by_game` if there are several games,
/// `bootstrap` if tournaments were drawn, and those that are wanted.
[[nodiscard]] Json tables_json(const TournamentStandings& standings, MoreTables more);

/// The tournament, its progress and all its standings as a JSON object (the members are explained in
/// docs/reports.md). `tournament.schedule` has taken notice of the games.
[[nodiscard]] Json tournament_json(const Tournament& tournament, const TournamentStandings& standings,
                                   const TournamentFacts& facts, MoreTables more = {});

/// The JSON of `tournament_json` as somebody published it: untrusted.
struct PublishedStandings {
  nlohmann::json json;             ///< an object
  MoreTables more{};               ///< that it has
  std::vector<Ruling> rulings{};   ///< that it has; not checked
  bool latest = false;             ///< older versions are left out
  std::optional<LuckKind> luck{};  ///< of `without_luck`, if it has that
  std::size_t bootstrap = 0;       ///< drawn tournaments, at most `most_drawn`

  /// The error is a sentence.
  [[nodiscard]] static Result<PublishedStandings> read(std::istream& in);
};

/// The first member of a tournament `published` as JSON that differs from `expected`, which is
/// `tournament_json` of its plan and logs; nothing if none does. Members that belong to no game (`RunNotes`),
/// whether the games were verified when they were merged, and when versions played (`history`) are not
/// compared: logs do not hold them. Nor is `without_luck` where `expected` has none.
[[nodiscard]] std::optional<std::string> first_difference(nlohmann::json published, nlohmann::json expected);

}  // namespace tribunal
