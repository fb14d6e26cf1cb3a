// The searcher's play of Tennis: it draws what it has not seen at random and plays each of those games on
// with the referee's own library (docs/library.md). searcher.cpp is the bot around it.
#ifndef SEARCHER_HPP
#define SEARCHER_HPP

#include "cards/deal.hpp"
#include "games/core/game.hpp"

namespace searcher {

/// The action of `me`, who is asked, that does best on average in `deals` games which `me` cannot tell from
/// `position`, each played on at random once for every action.
[[nodiscard]] tribunal::Action best_action(const tribunal::Game& position, tribunal::Seat me, int deals,
                                           tribunal::Stream& chance);

}  // namespace searcher

#endif
