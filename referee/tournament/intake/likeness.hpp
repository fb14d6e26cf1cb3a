#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// Two bots whose texts have many lines in common.
struct LikeBots {
  std::string first;
  std::string second;
  double share = 0;         ///< equal lines, of all lines of the shorter one
  bool as_before = false;   ///< whether neither bot changed since the last intake, which told of the pair
  bool is_ordered = false;  ///< whether it is known that the files of the second one were there first

  bool operator==(const LikeBots&) const = default;
};

/// The pairs of bots that have at least `least` of their lines in common, the most alike first. `folders`:
/// the files of each bot. Blanks, line ends, comments, lines of the texts in `given` (kits, examples),
/// folders of tools and binary files do not count, nor do lines that more than half of four or more bots
/// have, since these were given to them. A bot with fewer than ten lines left is like many, and in no pair.
[[nodiscard]] std::vector<LikeBots> like_bots(const std::map<std::string, std::filesystem::path>& folders,
                                              std::span<const std::string_view> given, double least);

}  // namespace tribunal
