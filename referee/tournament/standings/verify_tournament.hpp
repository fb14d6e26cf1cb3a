#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "record/transcript.hpp"
#include "record/verify/verify.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// A stored game that was compared with what follows from plan, deal and decisions.
struct ComparedGame {
  StoredGame& stored;
  bool is_wanted = true;              ///< false: it was not compared, and nothing more is known of it
  std::string difference = {};        ///< a sentence, which names the game; empty if the game holds
  std::optional<Played> played = {};  ///< nothing if it cannot have happened
  std::string content = {};           ///< of the game that was played again, as `content_of` says
  Bytes32 hash = {};                  ///< of `content`
};

/// A stored game that does not hold.
struct StoredDifference {
  std::uint64_t game = 0;
  std::string text;            ///< `ComparedGame::difference`
  bool is_unreadable = false;  ///< the game is not read at all
};

/// The games that `compare_stored` compares, and what is made of them.
struct ComparedGames {
  GameChoice choice = {};
  std::function<bool(const GameResult&)> wanted = {};  ///< of these; on any thread; empty: all
  /// Makes something of each game of `choice`, on any thread, whether it holds or not. It may take the record
  /// of the game, and returns what takes the rest in schedule order, or nothing.
  std::function<TakeGame(ComparedGame&)> look = {};
  /// The tournament that they are of, if the results do not know its rounds (games that a ruling made void);
  /// it outlives the comparison.
  const Tournament* tournament = nullptr;
};

/// Goes over stored games on `threads` threads, compares each with what follows from plan, deal and
/// decisions, and calls `on_difference` for each that does not hold, in schedule order, until that or a
/// `TakeGame` returns false. Returns how many hold. The error is that the database cannot be read on.
/// `secret`: that of the deals; without it no game is compared.
[[nodiscard]] Result<std::uint64_t> compare_stored(
    const Results& results, const std::optional<Secret>& secret, unsigned threads, const ComparedGames& games,
    const std::function<bool(const StoredDifference&)>& on_difference);

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
