#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "games/catalogue.hpp"
#include "record/record.hpp"
#include "table/bot_entry.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/plan/seeds.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// A plan that is ready to be played: the rules are resolved, the games scheduled, and the bots' files
/// hashed.
struct Tournament {
  Plan plan;
  std::string plan_text;     ///< text of the file as it was read
  std::vector<Rules> rules;  ///< rules of each game of the plan
  Schedule schedule;
  std::vector<std::string> sha256;    ///< hash of each bot (`BotIdentity`); empty if there is nothing to hash
                                      ///< or the bot is withdrawn
  std::optional<ShardGames> shard{};  ///< part that is played or stored; none: all of it
  std::vector<Manifest> files{};      ///< files of each bot when this was made; empty for a stored tournament
  /// The file that the seeds, or the recorded seeds, came from. Empty if the plan names none.
  std::filesystem::path seeds_file{};
  std::vector<std::string> remarks{};  ///< sentences on the plan for its organiser
  std::vector<Ruling> rulings{};       ///< rulings of the organiser (`apply_rulings`)
};

/// The games of a shard. None if it is a whole tournament.
[[nodiscard]] inline std::optional<GameRange> part_of(const Tournament& tournament) {
  return tournament.shard ? std::optional{tournament.shard->games} : std::nullopt;
}

/// Builds a bot that is given as source. Afterwards its directory is the folder of the build. The error is
/// one sentence.
using BuildPlanned = std::function<Result<void>(const Plan&, PlannedBot&)>;

/// Reads the plan in `file` and makes it ready. The error is one line, for example about a bot that differs
/// from the one that the plan commits to. `deals`, if given, replaces the plan's number of deals, in its text
/// too. `results` is the results folder, which is never part of a bot; empty for the default one. `build`
/// builds the bots that are given as source; without it, a plan with such bots is refused. `recorded` returns
/// the plan of results that may be resumed. Its seeds are used (`with_seeds`).
[[nodiscard]] Result<Tournament> load_tournament(const std::filesystem::path& file,
                                                 std::optional<std::uint64_t> deals = {},
                                                 const std::filesystem::path& results = {},
                                                 const BuildPlanned& build = {},
                                                 const RecordedPlan& recorded = {});

/// Like `load_tournament`, for the text of a plan. `file` is its origin, as in `parse_plan`.
[[nodiscard]] Result<Tournament> make_tournament(const std::string& plan_text,
                                                 const std::filesystem::path& file,
                                                 const std::filesystem::path& results = {},
                                                 const BuildPlanned& build = {});

/// Like `load_tournament`, but the bots are not read and their hashes stay empty. Commands that have only the
/// plan use it.
[[nodiscard]] Result<Tournament> load_without_bots(const std::filesystem::path& file);

/// The changes in the files of each bot since the tournament was made. Usually they are empty. `results` as
/// in `load_tournament`. The error names a bot whose files can no longer be read.
[[nodiscard]] Result<std::vector<Manifest>> changes_since(const Tournament& tournament,
                                                          const std::filesystem::path& results);

/// A bot of the plan, by its index, in the form that a table needs. `sandboxes`: those of all the plan's
/// bots.
[[nodiscard]] inline BotEntry entry_of(const Tournament& tournament, const std::vector<Sandbox>& sandboxes,
                                       int bot) {
  const auto index = static_cast<std::size_t>(bot);
  const auto& planned = tournament.plan.bots.at(index);
  return {.name = planned.name,
          .command = planned.command,
          .sandbox = sandboxes.at(index),
          .sha256 = tournament.sha256.at(index),
          .restart = tournament.plan.restart,
          .grace = {}};
}

/// The place of a key in a plan's text, such as `cup.toml:12:11`: at the top, or in the bot with this number.
/// If the bot has no such key, the place is that of its table. If the text is not TOML, it is `file` alone.
[[nodiscard]] Place place_in_plan(std::string_view text, const std::filesystem::path& file,
                                  std::optional<std::size_t> bot, std::string_view key);

/// The versions of a tournament's bots. If a bot's files change, it is another version from then on.
class Versions {
 public:
  /// Takes the names of the bots in the order of the plan. No bot has a version yet.
  explicit Versions(std::vector<std::string> names);
  explicit Versions(const Plan& plan);

  /// The number, from 0, of the version of `bot` whose files have this hash. A new hash gets a new number.
  int number(int bot, const std::string& sha256);

  /// Notes that this version of `bot` plays now. Without this call it is the last version.
  void set_newest(int bot, int version);

  /// The names of the plan's bots. `hashes`: the hashes of a bot's versions in the order of their numbers.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<std::string>& hashes(std::size_t bot) const { return hashes_.at(bot); }
  /// The number of entrants of a bot: one for each version, and at least one.
  [[nodiscard]] std::size_t count(std::size_t bot) const;
  /// The number of the version that plays now. It need not be the last one, because a bot may return to an
  /// earlier version.
  [[nodiscard]] std::size_t newest(std::size_t bot) const;
  /// Whether any bot has several versions.
  [[nodiscard]] bool several() const;
  /// The names of the entrants by bot, then by version: `greedy`, or `greedy@0c1f66a2` for each version of a
  /// bot with several. `name` gives one of them.
  [[nodiscard]] std::vector<std::string> entrants() const;

 private:
  [[nodiscard]] std::string name(std::size_t bot, std::size_t version) const;

  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> hashes_;  ///< hashes of each bot's versions
  std::vector<std::optional<std::size_t>> newest_ = std::vector<std::optional<std::size_t>>(names_.size());
};

/// Whether a game's record has the hash that the plan commits to for this bot. True if the plan commits to
/// none.
[[nodiscard]] bool is_committed(const PlannedBot& bot, const Entrant& entrant);

/// A clause for `verify` on the number of bots to which an event's plan commits. It follows the clause on the
/// secret.
[[nodiscard]] std::string clause_of_bots(const Plan& plan);

/// The text of the plan with all keys by which it can commit before an event: `commitment`, to the secret
/// before the public value is mixed in, and `sha256` for each bot that is not withdrawn. Existing keys do not
/// change. The error is one line: a bot has no files, or the plan has another commitment.
[[nodiscard]] Result<std::string> published_plan(const Tournament& tournament, const Secret& committed);

}  // namespace tribunal
