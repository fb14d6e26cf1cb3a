#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// A folder of which no game counts beside another one: that plays on from one of its rounds, or has all its
/// games and a later ruling on them.
struct Superseded {
  std::size_t folder = 0;  ///< among those that are read together, as the next
  std::size_t by = 0;
  Ruling ruling;  ///< of the other one, the first that this folder does not have
};

/// All that the deals of a tournament follow from, but their numbers.
[[nodiscard]] std::string source_of_deals(const Results& results);

/// The folders from which others of them play on, or that are copies from before a ruling. The error names
/// two of the same results with other rulings: whoever reads both would choose between them.
[[nodiscard]] Result<std::vector<Superseded>> superseded_of(const std::vector<std::filesystem::path>& folders,
                                                            const std::vector<Results>& results);

/// Compares results that play on from a round of others with these: in the folder `origin` or, if it is
/// empty, beside `folder` by the name in the ruling. Returns a clause on what is so, empty if they play on
/// from none; the error (`ErrorCode::wrong_plan`) says what differs.
[[nodiscard]] Result<std::string> compare_with_origin(const Results& results,
                                                      const std::filesystem::path& folder,
                                                      const std::filesystem::path& origin);

}  // namespace tribunal
