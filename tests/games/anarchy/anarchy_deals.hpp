#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "cards/deal.hpp"
#include "cards/pack.hpp"
#include "games/catalogue.hpp"
#include "support/scripted_game.hpp"

namespace tribunal::testing {

/// The first hand of a game of the Anarchy family, prepared: the cards that each seat is dealt at least, from
/// seat 0; how the cards after the hands begin (the dummy's top cards, the undealt ones); the last card of
/// the pack. Everything else is filled with the other cards in the order of the pack.
struct LaidOut {
  std::vector<std::string> hands{};
  std::string after{};
  std::string last{};
};

/// The pack of a game as its page describes it.
[[nodiscard]] inline std::vector<Card> pack_of(const Rules& rules) {
  auto pack = fresh_pack({});
  const bool is_bomb = rules.game() == "anarchist-bomb";
  if (rules.players() == 5 && (is_bomb || rules.game() == "organised-chaos")) {
    for (const char suit : std::string{"cdhs"}) {
      for (const char rank : std::string{"678"})
        pack.push_back(Card::parse(std::string{rank} + suit).value());
    }
  }
  if (is_bomb) pack.push_back(Card::joker());
  return pack;
}

[[nodiscard]] inline DealPointer laid_out(const Rules& rules, std::size_t hand_size, const LaidOut& deal) {
  auto rest = pack_of(rules);
  const auto take = [&rest](const std::string& words) {
    std::vector<Card> cards;
    for (const auto& word : words_of(words)) {
      const auto found = std::ranges::find(rest, Card::parse(word).value());
      if (found == rest.end()) throw std::invalid_argument{"no " + word + " left in the pack"};
      cards.push_back(*found);
      rest.erase(found);
    }
    return cards;
  };
  std::vector<std::vector<Card>> hands;
  for (const auto& hand : deal.hands) hands.push_back(take(hand));
  const auto after = take(deal.after);
  const auto last = take(deal.last);
  hands.resize(static_cast<std::size_t>(rules.players()));
  for (auto& hand : hands) {
    for (; hand.size() < hand_size; rest.erase(rest.begin())) hand.push_back(rest.front());
  }
  std::vector<Card> stock;
  for (std::size_t round = 0; round < hand_size; ++round) {
    for (std::size_t place = 1; place <= hands.size(); ++place) {
      stock.push_back(hands[place % hands.size()][round]);  // seat 0 deals
    }
  }
  for (const auto& part : {after, rest, last}) stock.insert(stock.end(), part.begin(), part.end());
  return std::make_shared<const StackedDeal>(StackedDeal::Stocks{{"hand 1", stock}});
}

/// A game whose first hand is prepared.
[[nodiscard]] inline ScriptedGame laid_out_game(const std::string& name, int players, std::size_t hand_size,
                                                const LaidOut& deal, const OptionTexts& options = {}) {
  const auto rules = make_rules(name, players, options).value();
  return {rules, laid_out(rules, hand_size, deal)};
}

/// A script for `ScriptedGame::play` in which each of `seats` seats takes the action `word`.
[[nodiscard]] inline std::string all_say(const std::string& word, int seats) {
  auto words = word;
  for (int seat = 1; seat < seats; ++seat) words += "|" + word;
  return words;
}

/// The number of cards in these lines of a verb, a seat and cards.
[[nodiscard]] inline int cards_in(const std::vector<std::string>& lines) {
  int cards = 0;
  for (const auto& line : lines) cards += static_cast<int>(words_of(line).size()) - 2;
  return cards;
}

/// Continues to the end; every seat always takes the first of its legal actions.
inline void play_first(ScriptedGame& game) {
  while (!game.is_over()) game.play_each([&](Seat seat) { return game.legal(seat).front(); });
}

}  // namespace tribunal::testing
