#pragma once

#include <span>
#include <vector>

#include "games/core/action.hpp"
#include "games/core/hand.hpp"
#include "games/core/seat.hpp"

namespace tribunal {

/// The hands of a trick of Snark as one seat knows them: its own, and of the others the number of cards, and
/// those that they captured before all eyes.
struct SnarkTable {
  std::span<const Hand> hands;
  std::span<const FaceSet> shown;
  Seat seat = 0;
};

/// Values of the cards of the seat, by what it will have in hand after the trick.
void value_snark_cards(const SnarkTable& table, const ActionList& actions, ActionValues& values);

/// Describes them by the features of the family.
void describe_snark_cards(const SnarkTable& table, const ActionList& actions, std::vector<float>& features);

}  // namespace tribunal
