#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "games/core/rules.hpp"
#include "games/core/verb.hpp"

namespace tribunal {

/// How the cards of a game lie, and what there is of them before it begins, for those who watch.
struct TableShape {
  enum class Played : std::uint8_t { in_melds, in_tricks, on_pile };
  Played played = Played::in_melds;
  int stock = 52;  ///< cards that each hand is dealt from; 0 where nobody draws any after the deal
  int pile = 0;    ///< cards in each seat's face-down pile
};

/// Games with the same table. All that is special to them is in their folder, and this is how they are known
/// outside of it.
struct Family {
  std::string_view name;
  std::string_view title;           ///< the head of its verbs in docs/protocol.md
  std::span<const VerbInfo> verbs;  ///< its own, beside `shared_verbs`
  std::uint8_t first_verb;          ///< the number of its first verb; families share none
  std::vector<GameInfo> games;      ///< in the order in which they are listed
  TableShape (*shape)(const Rules& rules);
};

}  // namespace tribunal
