#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "tournament/plan/elos.hpp"

namespace tribunal {

/// The key of plans that says who is seeded where: a list of names, the best first, or a file with a rating
/// table. A plan that is played always has the list: the file may change later, the seeds may not.
inline constexpr std::string_view seeds_key = "seeds";

/// The seeds that follow from a rating table.
struct Seeding {
  std::vector<std::string> order;     ///< names of rated bots, the best first
  std::vector<std::string> bounds;    ///< of these, those whose Elo is a bound
  std::vector<std::string> unrated;   ///< in the table without an Elo
  std::vector<std::string> excluded;  ///< of the bots without an Elo, those that the organiser took out
  std::vector<std::string> absent;    ///< not in the table

  bool operator==(const Seeding&) const = default;
};

/// Seeds `bots`, in the order of the plan, by the Elo of the newest version of each in the table; a bound
/// counts as the Elo that is listed, and equals stay in the order of the plan.
[[nodiscard]] Seeding seeding_of(const std::vector<std::string>& bots, const std::vector<RatedBot>& table);

/// The text of the plan that the results of the tournament of this name recorded; empty if there are none.
using RecordedPlan = std::function<std::string(const std::string& name)>;

/// A plan's text with the list of its seeds, and what people should know of them.
struct SeededPlan {
  std::string text;
  std::vector<std::string> remarks{};  ///< a sentence each
  std::filesystem::path file{};        ///< of the seeds; empty if the plan names none
};

/// Replaces the file that a plan names as its seeds, relative to the plan's folder, by the list that follows
/// from it: the recorded list if there is one, whatever the file says by now; else that of the table in the
/// file. A text that names no file, or is no plan, is returned unchanged. The error is one line with the
/// place in the plan: what is wrong with the file, or that it has no bot of the plan.
[[nodiscard]] Result<SeededPlan> with_seeds(std::string text, const std::filesystem::path& plan,
                                            const RecordedPlan& recorded = {});

/// The text of a plan without its seeds, for who reads it with other bots than will play.
[[nodiscard]] std::string without_seeds(std::string text);

/// The names of bots that the text of a plan states, whether or not it can be played; none if it is no TOML.
[[nodiscard]] std::vector<std::string> names_in_plan(const std::string& text);

}  // namespace tribunal
