#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tribunal {

/// Two bots whose texts have many common lines.
struct LikeBots {
  std::string first;
  std::string second;
  double share = 0;         ///< share of the shorter one's lines that are equal
  bool as_before = false;   ///< whether neither bot has changed since the last intake, which reported the
                            ///< pair
  bool is_ordered = false;  ///< whether the second one's files are known to be the earlier ones

  bool operator==(const LikeBots&) const = default;
};

/// The pairs of bots that share at least `least` of their lines, the most similar first. `folders`: the files
/// of each bot. These do not count: blanks, line ends, comments, lines of the texts in `given` (kits,
/// examples), folders of tools, and binary files. If there are four or more bots, lines that more than half
/// of them have do not count either, because these were probably provided. A bot with fewer than ten
/// remaining lines resembles many, and is in no pair.
[[nodiscard]] std::vector<LikeBots> like_bots(const std::map<std::string, std::filesystem::path>& folders,
                                              std::span<const std::string_view> given, double least);

}  // namespace tribunal
