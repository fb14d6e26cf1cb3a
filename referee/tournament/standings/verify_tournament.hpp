#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "record/transcript.hpp"
#include "record/verify/verify.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

/// A stored game that was compared with what follows from plan, deal and decisions.
struct ComparedGame {
  StoredGame& stored;
  bool is_wanted = true;              ///< false: it was not compared, and nothing else is known about it
  std::string difference = {};        ///< sentence that names the game; empty if the game is correct
  std::optional<Played> played = {};  ///< none if the game cannot have happened
  std::string content = {};           ///< content of the game when played again, as in `content_of`
  Bytes32 hash = {};                  ///< SHA-256 of `content`
};

/// An incorrect stored game.
struct StoredDifference {
  std::uint64_t game = 0;
  std::string text;            ///< `ComparedGame::difference`
  bool is_unreadable = false;  ///< whether the game cannot be read
};

/// The games that `compare_stored` compares, and the function that uses them.
struct ComparedGames {
  GameChoice choice = {};
  std::function<bool(const GameResult&)> wanted = {};  ///< further condition; called on any thread; empty:
                                                       ///< all games
  /// Called with each game of `choice`, correct or not, on any thread. It may take the record of the game. It
  /// returns a function that takes the rest in the order of the schedule, or null.
  std::function<TakeGame(ComparedGame&)> look = {};
  /// The tournament of the games, if the results do not know its rounds (for games that a ruling made void).
  /// It must outlive the comparison.
  const Tournament* tournament = nullptr;
};

/// Reads stored games on `threads` threads, and compares each with what follows from plan, deal and
/// decisions. Calls `on_difference` for each incorrect one, in the order of the schedule, until that or a
/// `TakeGame` returns false. Returns the number of correct games. The error is that reading the database
/// failed. `secret`: the secret of the deals; without it no game is compared.
[[nodiscard]] Result<std::uint64_t> compare_stored(
    const Results& results, const std::optional<Secret>& secret, unsigned threads, const ComparedGames& games,
    const std::function<bool(const StoredDifference&)>& on_difference);

/// The result of verifying a tournament's folder.
struct TournamentVerification {
  Verdict verdict = Verdict::holds;
  std::uint64_t games = 0;  ///< number of correct games
  std::string
      text;  ///< one line for a person, without the folder: the result, or the first thing that is wrong
  /// If everything is correct: SHA-256 over the games' content hashes in the order of the schedule, each
  /// computed as if the bots' files had no hashes. Thus it is equal if the same bots were compiled elsewhere
  /// and play the same.
  Bytes32 played{};
  Bytes32 rulings{};  ///< if everything is correct: SHA-256 over the rulings, which affect the standings
};

/// Verifies the results in `folder`:
/// - The secret matches the commitment.
/// - Every game of the schedule is stored once, with the deal, the seating and the bots' files of the plan.
///   Games of withdrawn bots may be absent.
/// - Every stored game, played again from its deal key and decisions, is legal and within its time, and gives
///   the stored content hash, scores, places, faults and times, on which the standings are based.
///
/// Therefore the standings follow from plan, secret and decisions alone. If all stored games are correct but
/// others are missing, the text says that the tournament is not finished, and how many games are missing.
/// Results that play on from earlier ones by a ruling are compared with these (`compare_with_origin`).
/// `threads`: the number of threads that play games again; the result does not depend on it.
[[nodiscard]] TournamentVerification verify_tournament(const std::filesystem::path& folder,
                                                       unsigned threads = 1,
                                                       const std::filesystem::path& origin = {});

/// The part of a citation that repeats a tournament and compares its games.
struct Citation {
  std::string plan;
  Secret secret;     ///< secret of the deals, before the public value is mixed in
  Bytes32 played{};  ///< `TournamentVerification::played`
};

/// Verifies the results in `folder`, and returns the JSON that names them: plan, secret, hashes and
/// `referee`, the version of this program. Refuses an unfinished tournament and a shard, because their secret
/// must stay secret, and one with rulings, which a plan does not repeat.
[[nodiscard]] Result<std::string> cite(const std::filesystem::path& folder, const std::string& referee);
/// Verifies the results in `folder`, and compares them with the cited ones. Refuses what `cite` refuses.
[[nodiscard]] Result<bool> repeats(const std::filesystem::path& folder, const Citation& cited);
/// Reads such JSON. The error is a phrase.
[[nodiscard]] Result<Citation> parse_citation(std::string_view text);

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
