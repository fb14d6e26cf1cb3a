#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tribunal {

/// Two bots whose texts have many lines in common.
struct LikeBots {
  std::string first;
  std::string second;
  double share = 0;  ///< equal lines, of all lines of the shorter one

  bool operator==(const LikeBots&) const = default;
};

/// The pairs of bots that have at least `least` of their lines in common, the most alike first. `folders`:
/// the files of each bot. Blanks, line ends, comments, files of the kit, of tools and binary files do not
/// count, nor lines that more than half of four or more bots have, which they were given. A bot with fewer
/// than ten lines left is like many, and in no pair.
[[nodiscard]] std::vector<LikeBots> like_bots(const std::map<std::string, std::filesystem::path>& folders,
                                              double least);

}  // namespace tribunal
