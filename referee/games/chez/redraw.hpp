#pragma once

#include <cstddef>
#include <span>

#include "games/chez/state.hpp"
#include "games/chez/table.hpp"

namespace tribunal {

/// Draws again what the viewer, a seat or `referee_view`, does not know: chance to come, the stock, and the
/// cards in hands that it has not seen since they were last shuffled, each among the cards of the same stock,
/// and of no rank that its holder openly could not play. A long chain of exchanges makes all of these nearly
/// equally likely. These stay as they are, though the viewer may not be sure of them:
/// - cards that it has seen, where they went since, even by a blind draw between others;
/// - the cards that went into each stock;
/// - a card with which another seat that is asked now, perhaps in secret, can answer;
/// - the rank of a castle or court that a seat without a play lacked.
void redraw_chez(ChezState& state, ChezChance& chance, Seat viewer, Stream& stream);

/// A place in the trace of a state, and the card that comes there in place of another.
struct ChezRename {
  std::size_t place = 0;
  Card to;
};

/// Exchanges the cards in these places, wherever they lie.
void rename_traced(ChezState& state, std::span<const ChezRename> renames);

}  // namespace tribunal
