#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/scripted_game.hpp"

namespace tribunal::testing {

/// A game of Tennis in which the piles begin with these cards, seat 0's first; the rest of the pack fills
/// them up. Seat 0 deals.
[[nodiscard]] inline ScriptedGame tennis_game(const std::vector<std::string>& tops,
                                              const OptionTexts& options = {}) {
  const auto cards = stock_of(joined(tops), fresh_pack({.highest = Rank::king}));
  const auto players = tops.size();
  std::vector<std::vector<Card>> piles(players);
  std::size_t used = 0;
  for (std::size_t seat = 0; seat < players; ++seat) {
    for (auto count = words_of(tops[seat]).size(); count > 0; --count) piles[seat].push_back(cards[used++]);
  }
  for (auto& pile : piles) {
    while (pile.size() < cards.size() / players) pile.push_back(cards[used++]);
  }
  std::vector<Card> stock;
  for (std::size_t i = 0; i < cards.size(); ++i) stock.push_back(piles[(i + 1) % players][i / players]);
  return {make_rules("tennis", static_cast<int>(players), options).value(),
          std::make_shared<const StackedDeal>(StackedDeal::Stocks{{"hand 1", stock}})};
}

}  // namespace tribunal::testing
