#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tournament/schedule/formats/round.hpp"

namespace tribunal {

/// The names of all bots, in the order of the plan.
struct BotNames {
  std::vector<std::string> plain;
  std::vector<std::string> marked;  ///< as tables show them: it is said who is withdrawn

  [[nodiscard]] std::vector<std::string> of(const std::vector<int>& bots) const {
    std::vector<std::string> names;
    for (const int bot : bots) names.push_back(plain.at(static_cast<std::size_t>(bot)));
    return names;
  }
};

/// Points from half points, and as tables show them.
[[nodiscard]] double whole_points(std::int64_t halves);
[[nodiscard]] std::string points_text(std::int64_t halves);
[[nodiscard]] nlohmann::ordered_json points_json(const std::string& bot, const PlacePoints& points);

/// The groups of a round with their points: ` careful 14.5, random 5.5; greedy 9.0, hoarder 11.0`. It says of
/// those that begin with one of `by_bracket` that the bracket decided.
[[nodiscard]] std::string contests_text(const BotNames& names, const PlayedRound& played, int seats,
                                        const std::vector<int>& by_bracket = {});

/// `byes: one, two`; empty without names.
[[nodiscard]] std::string byes_text(const std::vector<std::string>& names);

/// The decisions of a tournament's rounds so far, as its format sees them.
struct RoundsSummary {
  std::string text;  ///< for a person, whole lines
  /// Below the text: a row of headings, if there is a table, and the rows under it. The column `bot` is
  /// written to the left.
  std::vector<std::vector<std::string>> table{};
  nlohmann::ordered_json json{};  ///< the summary for programs
  /// The members that the format adds for each known round; empty if it adds none.
  std::vector<nlohmann::ordered_json> of_rounds{};
};

}  // namespace tribunal
