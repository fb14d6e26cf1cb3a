#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/digest.hpp"
#include "record/verify/verify.hpp"

namespace tribunal {

/// The result of checking a tournament's folder.
struct TournamentVerification {
  Verdict verdict = Verdict::holds;
  std::uint64_t games = 0;  ///< that hold
  std::string
      text;  ///< for a person: what holds, or the first thing that does not; one line, without the folder
  /// If all holds: SHA-256 over the content hashes of the games in schedule order, where that of each is
  /// taken with the hashes of the bots' files empty. So it is the same if the same bots were compiled
  /// elsewhere and play the same.
  Bytes32 played{};
  Bytes32 rulings{};  ///< if all holds: SHA-256 over the rulings, by which the standings leave out games
};

/// Checks the results in `folder`: the secret matches the commitment; every game of the schedule is there
/// once, with the deal, the seating and the bots' files that the plan promises, but for games of withdrawn
/// bots; each that is there, played again from its deal key and decisions, is legal, within its time and
/// comes to the content hash, scores, places, faults and times of which the standings are made. So the
/// standings follow from plan, secret and decisions alone. Where all that are there hold and others are
/// missing, the text says that the tournament is not finished, and how many there are. Results that play on
/// from others by a ruling are compared with these (`compare_with_origin`). `threads`: that play games again;
/// what comes out does not depend on it.
[[nodiscard]] TournamentVerification verify_tournament(const std::filesystem::path& folder,
                                                       unsigned threads = 1,
                                                       const std::filesystem::path& origin = {});

}  // namespace tribunal
