#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "games/core/rules.hpp"
#include "games/core/verb.hpp"

namespace tribunal {

/// Games with a common table. Everything specific to them is in their folder; this is their interface to
/// other code.
struct Family {
  std::string_view name;
  std::string_view title;           ///< the head of its verbs in docs/protocol.md
  std::span<const VerbInfo> verbs;  ///< its own, beside `shared_verbs`
  std::uint8_t first_verb;          ///< the number of its first verb; families share none
  std::vector<GameInfo> games;      ///< games in the order of their list
  /// The words of `GameInfo::table` that all of its games have.
  std::string_view table{};
};

}  // namespace tribunal
