#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// The ratings of a tournament after more and more of its games: whether they have settled.
struct RatingCourse {
  struct Entrant {
    std::string bot;
    std::vector<std::optional<Rating>> ratings;  ///< one a point; nothing before it met another entrant
  };
  std::vector<std::int64_t> games;  ///< played by each point
  std::vector<Entrant> entrants{};  ///< in the order of the last standings
};

/// At most `points` of them, at whole deals, at equal distances; the last is after all games. Each is as
/// `standings_of` would have been at that time.
[[nodiscard]] Result<RatingCourse> rating_course(const Results& results, std::size_t points);

}  // namespace tribunal
