#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "games/core/rules.hpp"
#include "games/core/verb.hpp"

namespace tribunal {

/// The interface of a family, games with a common table, to other code. All specific code is in the family's
/// folder.
struct Family {
  std::string_view name;
  std::string_view title;           ///< the head of its verbs in docs/protocol.md
  std::span<const VerbInfo> verbs;  ///< its own verbs, in addition to `shared_verbs`
  std::uint8_t first_verb;          ///< the number of its first verb; the numbers of families differ
  std::vector<GameInfo> games;      ///< games in the order of their list
  /// The words of `GameInfo::table` that all of its games have.
  std::string_view table{};
};

}  // namespace tribunal
