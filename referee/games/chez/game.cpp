#include "games/chez/game.hpp"

#include <algorithm>
#include <cassert>
#include <span>

#include "games/chez/actions.hpp"
#include "games/chez/decisions.hpp"
#include "games/chez/places.hpp"
#include "games/chez/turns.hpp"
#include "games/core/telling.hpp"

namespace tribunal {

ChezGame::ChezGame(std::shared_ptr<const ChezSetting> setting, DealPointer deal)
    : setting_{std::move(setting)}, chance_{std::move(deal)} {
  const auto players = setting_->rules.players;
  state_.players = static_cast<std::uint8_t>(players);
  state_.in = SeatSet::first(players);
  state_.worst_place = static_cast<std::int8_t>(players);
}

void ChezGame::begin(EventLog& events) {
  deal_cards(events);
  state_.question = ChezQuestion::act;
  ChezTable table{state_, chance_, events};
  begin_turn(table);
  if (state_.is_over()) tell_result(events);
}

SeatSet ChezGame::wanted() const { return state_.is_over() ? SeatSet{} : SeatSet::only(state_.asked); }

void ChezGame::legal_actions(Seat seat, ActionList& actions) const {
  assert(wanted().has(seat));
  static_cast<void>(seat);
  actions.clear();
  append_chez_actions(setting_->rules, state_, actions);
}

Action ChezGame::default_action(Seat seat) const {
  assert(wanted().has(seat));
  static_cast<void>(seat);
  return default_chez_action(state_);
}

void ChezGame::apply(const Choices& choices, EventLog& events) {
  if (state_.is_over()) return;
  ChezTable table{state_, chance_, events};
  apply_chez_decision(table, choices[state_.asked]);
  if (state_.is_over()) tell_result(events);
}

Outcome ChezGame::outcome() const { return chez_outcome(state_); }

void ChezGame::deal_cards(EventLog& events) {
  const auto dealer = static_cast<Seat>(state_.players - 1);
  tell(events, Verb::hand, dealer, {1});
  std::array<Card, most_chez_cards> cards{};
  const auto stock = std::span{cards}.first(setting_->pack.size());
  std::ranges::copy(setting_->pack, stock.begin());
  chance_.deal->shuffle_pack(stock, "hand 1");

  const auto hand_size = static_cast<std::size_t>(setting_->rules.hand_size);
  std::array<Card, 10> dealt{};
  for (const auto seat : SeatSet::first(state_.players)) {
    for (std::size_t round = 0; round < hand_size; ++round) {
      dealt[round] = stock[round * state_.players + index_of(seat)];
      state_.hand(seat).add(dealt[round]);
    }
    tell(events, Verb::deal, seat, std::span{dealt}.first(hand_size), SeatSet::only(seat));
  }
  const auto used = hand_size * state_.players;
  state_.pile.add(stock[used]);
  tell(events, Verb::turn, dealer, stock[used]);
  for (auto i = stock.size(); i > used + 1; --i) state_.stock.add(stock[i - 1]);
}

void ChezGame::tell_result(EventLog& events) const {
  if (events.is_muted()) return;
  const auto result = outcome();
  for (const auto seat : SeatSet::first(state_.players)) {
    tell(events, Verb::place, seat, {result.places[index_of(seat)]});
  }
  for (const auto seat : SeatSet::first(state_.players)) {
    const auto score = result.scores[index_of(seat)];
    tell(events, Verb::score, seat, {score, score});
  }
}

}  // namespace tribunal
