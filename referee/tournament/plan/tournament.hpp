#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/catalogue.hpp"
#include "record/record.hpp"
#include "table/bot_entry.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/planned_bots.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/plan/seeds.hpp"
#include "tournament/schedule/schedule.hpp"
#include "tournament/schedule/shard.hpp"

namespace tribunal {

/// A plan made ready to be played: its rules resolved, its games scheduled, its bots' files hashed.
struct Tournament {
  Plan plan;
  std::string plan_text;     ///< the file, as it was read
  std::vector<Rules> rules;  ///< of each game of the plan
  Schedule schedule;
  std::vector<std::string> sha256;    ///< of each bot (`BotIdentity`); empty where there is nothing to
                                      ///< hash, or the bot is withdrawn
  std::optional<ShardGames> shard{};  ///< the part of it that is meant; nothing: all of it
  std::vector<Manifest> files{};      ///< of each bot, when this was made; empty for a stored tournament
  /// The file that the seeds came from, or that recorded seeds came from; empty if the plan names none.
  std::filesystem::path seeds_file{};
  std::vector<std::string> remarks{};  ///< on the plan, for people: a sentence each
  std::vector<Ruling> rulings{};       ///< of the organiser (`apply_rulings`)
};

/// Builds a bot of a plan, which comes as source: from then on its directory is the folder that was built.
/// The error is one sentence.
using BuildPlanned = std::function<Result<void>(const Plan&, PlannedBot&)>;

/// Reads the plan in `file` and makes it ready. The error is one line, also of a bot that is not the one that
/// the plan commits to. `deals`, if given, replaces the plan's number of deals, in its text too. `results`:
/// the folder of results, which is no part of a bot; empty for the usual one. `build` builds the bots that
/// come as source; without it a plan with such bots is refused. `recorded` is the plan of results that may be
/// resumed, whose seeds count (`with_seeds`).
[[nodiscard]] Result<Tournament> load_tournament(const std::filesystem::path& file,
                                                 std::optional<std::uint64_t> deals = {},
                                                 const std::filesystem::path& results = {},
                                                 const BuildPlanned& build = {},
                                                 const RecordedPlan& recorded = {});

/// Like `load_tournament`, for the text of a plan; `file` is its origin, as in `parse_plan`.
[[nodiscard]] Result<Tournament> make_tournament(const std::string& plan_text,
                                                 const std::filesystem::path& file,
                                                 const std::filesystem::path& results = {},
                                                 const BuildPlanned& build = {});

/// Like `load_tournament`, without reading the bots, whose hashes stay empty: for commands that have only the
/// plan.
[[nodiscard]] Result<Tournament> load_without_bots(const std::filesystem::path& file);

/// The changes in the files of each of a tournament's bots since it was made, mostly none. `results` as in
/// `load_tournament`. The error names a bot whose files cannot be read any more.
[[nodiscard]] Result<std::vector<Manifest>> changes_since(const Tournament& tournament,
                                                          const std::filesystem::path& results);

/// A bot of the plan, by its index, as a table seats it; `sandboxes`: of all the plan's bots.
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

/// The place of a key in a plan's text, `cup.toml:12:11`: at the top, or of the bot with this number. It is
/// that of the bot's table if it has no such key, and `file` alone if the text is no TOML.
[[nodiscard]] Place place_in_plan(std::string_view text, const std::filesystem::path& file,
                                  std::optional<std::size_t> bot, std::string_view key);

}  // namespace tribunal
