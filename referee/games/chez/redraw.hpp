#pragma once

#include <cstddef>
#include <span>

#include "games/chez/state.hpp"
#include "games/chez/table.hpp"

namespace tribunal {

/// Redraws everything that the viewer, a seat or `referee_view`, does not know: future chance, the stock, and
/// the cards in hands that it has not seen since they were last shuffled. Each stays among the cards of the
/// same stock, and has no rank that its holder was seen unable to play. A long chain of exchanges makes all
/// arrangements nearly equally likely. These stay, although the viewer may not be sure of them:
/// - the places of cards that it has seen, even after a blind draw between others;
/// - the cards that went into each stock;
/// - a card with which another seat, asked now and perhaps in secret, can answer;
/// - the rank of a castle or court that a seat without a play lacked.
void redraw_chez(ChezState& state, ChezChance& chance, Seat viewer, Stream& stream);

/// A place in the trace of a state, and its new card.
struct ChezRename {
  std::size_t place = 0;
  Card to;
};

/// Exchanges the cards in these places.
void rename_traced(ChezState& state, std::span<const ChezRename> renames);

}  // namespace tribunal
