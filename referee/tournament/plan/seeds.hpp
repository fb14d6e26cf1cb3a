#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "tournament/plan/elos.hpp"

namespace tribunal {

/// The key of a plan for seeds: a list of names, the best first, or a file with a rating table. A plan in
/// play always has the list, because the file may change later but the seeds may not.
inline constexpr std::string_view seeds_key = "seeds";

/// The seeds that a rating table gives.
struct Seeding {
  std::vector<std::string> order;     ///< names of rated bots, the best first
  std::vector<std::string> bounds;    ///< those of them whose Elo is only a bound
  std::vector<std::string> unrated;   ///< bots in the table without an Elo
  std::vector<std::string> excluded;  ///< those of the unrated bots that the organiser excluded
  std::vector<std::string> absent;    ///< bots that are not in the table

  bool operator==(const Seeding&) const = default;
};

/// Seeds `bots`, given in the order of the plan, by the Elo of the newest version of each in the table. A
/// bound counts as the Elo that is listed. Equal bots stay in the order of the plan.
[[nodiscard]] Seeding seeding_of(const std::vector<std::string>& bots, const std::vector<RatedBot>& table);

/// A function that returns the plan text recorded with the results of the tournament of this name. Empty if
/// there are no such results.
using RecordedPlan = std::function<std::string(const std::string& name)>;

/// The text of a plan with the list of its seeds, and remarks on them.
struct SeededPlan {
  std::string text;
  std::vector<std::string> remarks{};  ///< sentences
  std::filesystem::path file{};        ///< file of the seeds; empty if the plan names none
};

/// Replaces the file that a plan names for its seeds, relative to the plan's folder, by a list. If there is a
/// recorded list, that one is used, whatever the file contains now. Otherwise the list follows from the table
/// in the file. A text that names no file or is not a plan is returned unchanged. The error is one line with
/// the place in the plan: the problem with the file, that it contains no bot of the plan, or one under a
/// similar name.
[[nodiscard]] Result<SeededPlan> with_seeds(std::string text, const std::filesystem::path& plan,
                                            const RecordedPlan& recorded = {});

/// The text of a plan without its seeds, to be read with other bots than those that will play.
[[nodiscard]] std::string without_seeds(std::string text);

/// The names of bots in the text of a plan, even if the plan cannot be played. Empty if the text is not TOML.
[[nodiscard]] std::vector<std::string> names_in_plan(const std::string& text);

}  // namespace tribunal
