// The searcher's play of Tennis: it draws the unseen cards at random and plays each of those games out with
// the referee's own library (docs/library.md). searcher.cpp is the bot around it.
#ifndef SEARCHER_HPP
#define SEARCHER_HPP

#include "cards/deal.hpp"
#include "games/core/game.hpp"

namespace searcher {

/// The best action of the asked seat `me` on average over `deals` games that `me` cannot distinguish from
/// `position`, each played out at random once for every action.
[[nodiscard]] tribunal::Action best_action(const tribunal::Game& position, tribunal::Seat me, int deals,
                                           tribunal::Stream& chance);

}  // namespace searcher

#endif
