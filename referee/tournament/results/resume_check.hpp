#pragma once

#include "base/error.hpp"
#include "tournament/plan/conditions.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// The terms on which a tournament is played: those in its database, or those of a plan.
struct TournamentTerms {
  std::string identity;
  std::uint64_t deals = 0;
  std::string conditions_text;  ///< text of the last conditions
  Conditions conditions;
};

/// Whether the tournament in the database can be resumed on the terms of this plan. The error is the reason.
/// Returns a sentence with all changes that were accepted. Empty if nothing has changed.
[[nodiscard]] Result<std::string> check_resume(SQLite::Database& database, const TournamentTerms& stored,
                                               const std::filesystem::path& folder,
                                               const Tournament& tournament, const TournamentTerms& plan,
                                               bool accept_changes);

/// The error for a folder that refuses a plan; `why` is the reason.
[[nodiscard]] Error refused(const std::filesystem::path& folder, const std::string& why);

/// The reason that a tournament with `started` deals or rounds cannot be resumed with the bots of `plan` in
/// place of those of `before`. Empty if it can. Bots may only be added at the end. A bot can join or be
/// withdrawn only after the started deals and rounds, because these do not change. The sentence gives the
/// expected number.
[[nodiscard]] std::string objection_to_roster(const Plan& before, const Plan& plan, std::uint64_t started);

/// The reason that a tournament without any games cannot start with the bots of `plan`: some are withdrawn.
/// Empty if it can.
[[nodiscard]] std::string objection_to_first_roster(const Plan& plan);

/// Void games that would be played again under other conditions: other limits, resources or sandbox, or other
/// versions of their bots.
struct ChangedVoidGames {
  std::uint64_t first = 0;  ///< number of the first one
  std::int64_t ruling = 0;  ///< ruling that made it void
  std::string difference;   ///< difference as a clause: `bot amy has changed`
  std::uint64_t count = 0;  ///< number of all
};

/// The void games that a run of this tournament under `now` would play again under other conditions. None if
/// there are none. Games of bots that no longer play are not played again. The error is a sentence. Throws
/// SQLite::Exception.
[[nodiscard]] Result<std::optional<ChangedVoidGames>> changed_void_games(SQLite::Database& database,
                                                                         const Tournament& tournament,
                                                                         const Conditions& now);

/// A sentence about these games. `accepted`: they are played anyway; else it names the option for that.
[[nodiscard]] std::string sentence_on(const ChangedVoidGames& games, bool accepted);

/// The conditions of stored games that differ from those of the first game, in the order of their first
/// games. The error is a sentence. Throws SQLite::Exception.
[[nodiscard]] Result<std::vector<ChangedConditions>> changed_conditions(SQLite::Database& database,
                                                                        const Plan& plan);

/// The number of void games that were played again under other conditions than one of their originals. The
/// error is a sentence. Throws SQLite::Exception.
[[nodiscard]] Result<std::uint64_t> count_replayed_otherwise(SQLite::Database& database, const Plan& plan);

/// A sentence for each of a tournament's bots whose files changed while its games were played. `results` as
/// in `load_tournament`.
[[nodiscard]] std::vector<std::string> changes_of_run(const Tournament& tournament,
                                                      const std::filesystem::path& results);

/// A sentence for each of these bots that differs from the one that played the last of the stored games.
[[nodiscard]] std::vector<std::string> changes_since_results(const Results& results,
                                                             const std::filesystem::path& folder,
                                                             std::span<const std::size_t> bots);

/// The difference between a bot with these files and the one of a stored game, whose hash is `recorded`: the
/// changes, or that only the hash is known. Empty if there is none.
[[nodiscard]] std::string changes_since_game(const BotIdentity& bot, const BotIdentity& by_named_files,
                                             const std::string& recorded, const Manifest& files_then);

}  // namespace tribunal
