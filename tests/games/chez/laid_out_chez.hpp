#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cards/pack.hpp"
#include "support/scripted_game.hpp"

namespace tribunal::testing {

/// A prepared game of Chez: all hands have one size, 5 to 10.
struct LaidOutChez {
  std::vector<std::string> hands;  ///< seat by seat
  std::string first;               ///< the card turned up
  std::string stock = {};          ///< first cards of the stock
  LaidNumbers dice = {};           ///< faces, from 1
  LaidNumbers draws = {};          ///< blind draws: the place in the hand, from 0
  int packs = 1;
};

[[nodiscard]] inline ScriptedGame chez_game(const LaidOutChez& laid_out) {
  const auto hand_size = words_of(laid_out.hands[0]).size();
  std::string top;
  for (std::size_t round = 0; round < hand_size; ++round) {
    for (const auto& hand : laid_out.hands) top += words_of(hand).at(round) + " ";
  }
  top += laid_out.first + " " + laid_out.stock;
  auto dice = laid_out.dice;
  for (auto& face : dice) --face;
  const auto rules =
      make_rules("chez", static_cast<int>(laid_out.hands.size()),
                 {{"hand_size", std::to_string(hand_size)}, {"packs", std::to_string(laid_out.packs)}});
  StackedDeal::Stocks stocks{{"hand 1", stock_of(top, fresh_pack({.jokers = 3, .packs = laid_out.packs}))}};
  return {rules.value(),
          std::make_shared<const StackedDeal>(
              std::move(stocks), DealKey{}, StackedDeal::Numbers{{"dice", dice}, {"draw", laid_out.draws}})};
}

using Lines = std::vector<std::string>;

/// The lines that the script causes after the deal.
[[nodiscard]] inline Lines told(const LaidOutChez& laid_out, const std::string& script,
                                Seat viewer = referee_view) {
  auto game = chez_game(laid_out);
  static_cast<void>(game.news());
  return game.play(script).news(viewer);
}

/// The first lines of some of them.
[[nodiscard]] inline Lines beginning(Lines lines, std::size_t size) {
  lines.resize(std::min(size, lines.size()));
  return lines;
}

[[nodiscard]] inline bool is_legal(const ScriptedGame& game, const std::string& action) {
  const auto legal = game.legal(*game.game().wanted().begin());
  return std::ranges::count(legal, action) == 1;
}

}  // namespace tribunal::testing
