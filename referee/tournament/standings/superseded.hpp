#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// A folder whose games do not count beside another folder. That other folder either plays on from one of its
/// rounds, or has all its games and a later ruling on them.
struct Superseded {
  std::size_t folder = 0;  ///< index among the folders that are read together, like the next
  std::size_t by = 0;
  Ruling ruling;  ///< first ruling of the other folder that this folder lacks
};

/// A text of everything that the deals of a tournament follow from, except for their numbers.
[[nodiscard]] std::string source_of_deals(const Results& results);

/// The folders from which others play on, or that are copies from before a ruling. It is an error if two
/// folders have the same results but different rulings, because reading both would mean choosing between
/// them. The error names both.
[[nodiscard]] Result<std::vector<Superseded>> superseded_of(const std::vector<std::filesystem::path>& folders,
                                                            const std::vector<Results>& results);

/// Compares results that play on from a round of earlier results with these. The earlier results are in the
/// folder `origin` or, if it is empty, in the folder beside `folder` that the ruling names. Returns a clause
/// that states the agreement; empty if the results do not play on from others. The error
/// (`ErrorCode::wrong_plan`) says what differs.
[[nodiscard]] Result<std::string> compare_with_origin(const Results& results,
                                                      const std::filesystem::path& folder,
                                                      const std::filesystem::path& origin);

}  // namespace tribunal
