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

/// The result of checking a tournament from its published plan and logs.
struct PublishedVerification {
  Verdict verdict = Verdict::holds;
  std::uint64_t games = 0;  ///< that hold
  std::string text;         ///< for a person: what holds, or the first thing that does not
  std::optional<TournamentStandings> standings{};  ///< those of the games in the logs; if all holds
  std::optional<Schedule> schedule{};              ///< with the rounds that follow from them; if all holds
};

/// Checks a whole event from what is published: its plan, the logs of all its games in schedule order and the
/// secret before the public value is mixed in. The secret belongs to the commitment in the plan, if it has
/// one; every deal follows from it; every game holds by itself (`verify_log`) and is played by the rules and
/// limits of the plan, with the deal and the bots in the seats that the schedule promises, and these by the
/// files that the plan commits to; and none is missing but games of bots that the plan says are withdrawn.
/// `options` are of the standings, and so is `luck`, which must be that of the games.
[[nodiscard]] PublishedVerification verify_published(std::istream& logs, const Tournament& tournament,
                                                     const Secret& committed,
                                                     const StandingsOptions& options = {},
                                                     unsigned threads = 1,
                                                     const std::optional<LuckTakenOut>& luck = {});

}  // namespace tribunal
