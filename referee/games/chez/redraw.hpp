#pragma once

#include <cstddef>
#include <span>

#include "games/chez/state.hpp"
#include "games/chez/table.hpp"

namespace tribunal {

/// Redraws everything that the viewer, a seat or `referee_view`, does not know: future chance, the stock, and
/// the cards in hands that it has not seen since they were last shuffled. Each stays among the cards of the
/// same stock. A hand that could not act does not get the cards that it was seen to lack. Which of its cards
/// it had at that time, including those laid since, is redrawn too. A long chain of exchanges makes all
/// arrangements nearly equally likely. These stay, although the viewer may not be sure of them:
/// - the cards that went from hand to hand, even if the viewer saw them before a blind draw between others;
/// - the cards that went into each stock;
/// - a card with which another seat, asked now and perhaps in secret, can answer.
void redraw_chez(ChezState& state, ChezChance& chance, Seat viewer, Stream& stream);

/// A place in the trace of a state, and its new card.
struct ChezRename {
  std::size_t place = 0;
  Card to;
};

/// Exchanges the cards in these places.
void rename_traced(ChezState& state, std::span<const ChezRename> renames);

}  // namespace tribunal
