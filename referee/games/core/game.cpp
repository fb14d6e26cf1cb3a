#include "games/core/game.hpp"

#include <algorithm>
#include <stdexcept>

namespace tribunal {

void place_by_score(Outcome& outcome) { place_by_score(outcome, outcome.seats); }

void place_by_score(Outcome& outcome, int ranked) {
  const auto seats = static_cast<std::size_t>(ranked);
  outcome.places.fill(no_place);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    outcome.places[seat] = 1;
    for (std::size_t other = 0; other < seats; ++other) {
      if (outcome.scores[other] > outcome.scores[seat]) ++outcome.places[seat];
    }
  }
}

void Game::value_actions(Seat /*seat*/, const ActionList& actions, ActionValues& values) const {
  values.assign(actions.size(), 0);
}

void Game::describe_actions(Seat /*seat*/, const ActionList& /*actions*/,
                            std::vector<float>& features) const {
  features.clear();
}

void Game::redraw(Seat /*viewer*/, Stream& /*stream*/) {
  throw std::logic_error{"a game outside the catalogue does not say what a seat knows of it"};
}

std::vector<Card> listed(const Hand& hand) {
  std::vector<Card> cards;
  for (auto faces = hand.faces(); faces != 0; faces &= faces - 1) {
    const auto card = first_card(faces);
    cards.push_back(card);
    if ((hand.pairs() & face(card)) != 0) cards.push_back(card);
  }
  return cards;
}

void take_out(std::vector<Card>& rest, std::span<const Card> cards) {
  for (const auto card : cards) rest.erase(std::ranges::find(rest, card));
}

}  // namespace tribunal
