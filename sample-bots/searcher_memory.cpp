#include <algorithm>

#include "cards/pack.hpp"
#include "searcher.hpp"

namespace searcher {

using namespace tribunal;

Memory::Memory(Rules rules, Seat me)
    : rules_{std::move(rules)},
      me_{me},
      stock_{fresh_pack({.highest = Rank::king})},
      seen_(stock_.size(), false) {
  play_again();
}

std::unique_ptr<Game> Memory::play_again(const Stock& stock, EventLog& events) const {
  auto game = rules_.deal(std::make_shared<const StackedDeal>(StackedDeal::Stocks{{"hand 1", stock}}));
  game->begin(events);
  Choices choices;
  for (const auto& [seat, card] : plays_) {
    choices[seat] = Action{verbs::play, card};
    game->apply(choices, events);
  }
  return game;
}

void Memory::play_again() {
  events_.clear();
  game_ = play_again(stock_, events_);
}

std::size_t Memory::place_of(Card card) const {
  return static_cast<std::size_t>(std::ranges::find(stock_, card) - stock_.begin());
}

void Memory::see(Card card, std::size_t place) {
  if (stock_[place] != card) {
    const auto other = place_of(card);
    sound_ = sound_ && other < stock_.size() && !seen_[place] && !seen_[other];
    if (!sound_) return;
    std::swap(stock_[place], stock_[other]);
  }
  seen_[place] = true;
}

void Memory::take_hand(const std::vector<Card>& hand) {
  const auto is_mine = [this](const Event& event) { return event.verb == verbs::deal && event.seat == me_; };
  const auto told = events_.events();
  const auto mine = std::find_if(told.rbegin(), told.rend(), is_mine);
  sound_ = sound_ && mine != told.rend() && mine->size == hand.size();
  if (!sound_) return;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < hand.size(); ++i) {
    places.push_back(place_of(Card::from_index(static_cast<std::uint8_t>(mine->arguments[i]))));
  }
  for (std::size_t i = 0; i < hand.size(); ++i) see(hand[i], places[i]);
  play_again();
}

void Memory::play(Seat seat, Card card) {
  sound_ = sound_ && seat >= 0 && seat < rules_.players() && game_->wanted().has(seat);
  if (!sound_) return;
  ActionList hand;
  game_->legal_actions(seat, hand);
  auto held = std::ranges::find(hand, Action{verbs::play, card});
  if (held == hand.end()) {
    // It held this card, then, and not the one that was guessed for it.
    held = std::ranges::find_if(hand, [this](const Action& guess) { return !seen_[place_of(guess.card())]; });
  }
  sound_ = held != hand.end();
  if (!sound_) return;
  const bool guessed = held->card() == card;
  see(card, place_of(held->card()));
  if (!sound_) return;
  if (!guessed) play_again();
  plays_.emplace_back(seat, card);
  Choices choices;
  choices[seat] = Action{verbs::play, card};
  game_->apply(choices, events_);
}

std::unique_ptr<Game> Memory::imagine(Stream& chance) const {
  auto stock = stock_;
  std::vector<Card> unseen;
  for (std::size_t place = 0; place < stock.size(); ++place) {
    if (!seen_[place]) unseen.push_back(stock[place]);
  }
  shuffle(unseen, chance);
  for (std::size_t place = 0; place < stock.size(); ++place) {
    if (seen_[place]) continue;
    stock[place] = unseen.back();
    unseen.pop_back();
  }
  auto muted = EventLog::muted();
  return play_again(stock, muted);
}

}  // namespace searcher
