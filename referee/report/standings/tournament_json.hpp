#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "report/format/json.hpp"
#include "report/standings/standings_notes.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// Facts about a tournament that do not follow from its plan and its games.
struct TournamentFacts {
  Bytes32 commitment{};
  std::optional<RunNotes> notes = {};  ///< notes on its runs; none if they are unknown
  bool unverified = false;             ///< whether it was merged without verification
};

/// Optional tables.
struct MoreTables {
  bool crosstable = false;
  bool los = false;
};

/// The tables of `standings --json` and `ratings --json`: `standings`, `by_game` if there are several games,
/// `bootstrap` if tournaments were drawn, and the requested ones.
[[nodiscard]] Json tables_json(const TournamentStandings& standings, MoreTables more);

/// The tournament, its progress and all its standings as a JSON object (docs/reports.md explains the
/// members). The games must have been passed to `tournament.schedule`.
[[nodiscard]] Json tournament_json(const Tournament& tournament, const TournamentStandings& standings,
                                   const TournamentFacts& facts, MoreTables more = {});

/// The JSON of `tournament_json` as it was published. It is untrusted.
struct PublishedStandings {
  nlohmann::json json;             ///< always an object
  MoreTables more{};               ///< optional tables that it has
  std::vector<Ruling> rulings{};   ///< its rulings, not checked
  bool latest = false;             ///< whether older versions are omitted
  std::optional<LuckKind> luck{};  ///< kind in `without_luck`, if it has that
  std::size_t bootstrap = 0;       ///< number of drawn tournaments, at most `most_drawn`

  /// Reads published standings. The error is a sentence.
  [[nodiscard]] static Result<PublishedStandings> read(std::istream& in);
};

/// The first member of a tournament `published` as JSON that differs from `expected`, which is
/// `tournament_json` from its plan and logs. None if they agree. Some members are not compared, because logs
/// do not contain them: those that belong to no game (`RunNotes`), whether the games were verified when they
/// were merged, and when versions played (`history`). `without_luck` is not compared if `expected` does not
/// have it.
[[nodiscard]] std::optional<std::string> first_difference(nlohmann::json published, nlohmann::json expected);

}  // namespace tribunal
