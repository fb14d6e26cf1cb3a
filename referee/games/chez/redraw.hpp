#pragma once

#include <cstddef>
#include <span>

#include "games/chez/state.hpp"
#include "games/chez/table.hpp"

namespace tribunal {

/// Draws again what the viewer, a seat or `referee_view`, does not know: chance to come, the stock, and the
/// cards in hands that it has not seen since they were last shuffled, each among the cards of the same stock.
/// No hand gets what all saw it lack when it could not act; which of its cards, also of those laid since, it
/// had by then is drawn again too. A long chain of exchanges makes all deals nearly equally likely. These
/// stay as they are, though the viewer may not be sure of them:
/// - which cards went from hand to hand, also those that the viewer had seen before a blind draw of others;
/// - the cards that went into each stock;
/// - a card with which another seat that is asked now, perhaps in secret, can answer.
void redraw_chez(ChezState& state, ChezChance& chance, Seat viewer, Stream& stream);

/// A place in the trace of a state, and its new card.
struct ChezRename {
  std::size_t place = 0;
  Card to;
};

/// Exchanges the cards in these places.
void rename_traced(ChezState& state, std::span<const ChezRename> renames);

}  // namespace tribunal
