#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>

#include "cards/commit_reveal.hpp"
#include "record/verify/verify.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// The result of verifying a tournament from its published plan and logs.
struct PublishedVerification {
  Verdict verdict = Verdict::holds;
  std::uint64_t games = 0;  ///< number of correct games
  std::string text;         ///< text for a person: the result, or the first thing that is wrong
  std::optional<TournamentStandings> standings{};  ///< standings of the games; set if all is correct
  std::optional<Schedule> schedule{};              ///< schedule with all rounds; set if all is correct
};

/// Verifies a whole event from the published files: its plan, the logs of all its games in the order of the
/// schedule, and the secret before the public value is mixed in. It checks the following:
/// - The secret matches the commitment in the plan, if there is one, and every deal follows from it.
/// - Every game is valid by itself (`verify_log`).
/// - It has the rules, limits, deal and seating of the plan, and bots with the files to which the plan
///   commits.
/// - No game is missing, except for those of bots that the plan states to be withdrawn.
///
/// `options` are for the standings, and so is `luck`, which must belong to the games.
[[nodiscard]] PublishedVerification verify_published(std::istream& logs, const Tournament& tournament,
                                                     const Secret& committed,
                                                     const StandingsOptions& options = {},
                                                     unsigned threads = 1,
                                                     const std::optional<LuckTakenOut>& luck = {});

}  // namespace tribunal
