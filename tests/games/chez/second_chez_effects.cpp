// Effects shared by many plays: picking up, dying, noping, giving, the roll for a set.
#include <utility>

#include "games/chez/second_chez_referee.hpp"

namespace tribunal::testing {

SecondChezReferee::Choices SecondChezReferee::name_other(const std::string& verb, int seat) const {
  Choices choices;
  for (const int other : others(seat)) choices.insert(verb + ":" + std::to_string(other));
  return choices;
}

void SecondChezReferee::add_faces(Choices& choices, const std::string& verb, const Words& cards) {
  for (const auto& card : chez::faces(cards)) choices.insert(verb + ":" + card);
}

/// In a siege a seat that picks up dies. Otherwise the stock is renewed until nothing is left to renew it.
Script<bool> SecondChezReferee::pick_up(int seat, int cards) {
  for (; cards > 0; --cards) {
    const bool is_siege = table_.instigator >= 0;
    if (is_siege || (table_.draw_pile.empty() && table_.discards() == 0)) {
      count(is_siege ? "killed by the siege" : "starved");
      co_await kill(seat);
      co_return false;
    }
    if (table_.draw_pile.empty()) {
      co_await exactly("reshuffle " + std::to_string(seat) + " " + std::to_string(table_.discards()));
      table_.reshuffle();
      count("reshuffle");
    }
    const auto drawn = co_await line();
    require(drawn.verb == "draw" && drawn.seat == seat && drawn.words.size() == 1,
            "a card was to be picked up");
    take_out(table_.draw_pile, drawn.words[0], "the stock");
    table_.player(seat).hand.push_back(drawn.words[0]);
  }
  co_return true;
}

Script<bool> SecondChezReferee::kill(int seat) {
  const auto whom = std::to_string(seat);
  co_await exactly("killed " + whom);
  co_await told("ruin", seat, chez::sorted(table_.player(seat).castle));
  table_.leave_with_worst_place(seat);
  killed_.push_back(seat);
  auto& revolt = table_.revolt;
  if (revolt.on && !revolt.permanent) {
    --revolt.heads;
    if (revolt.heads == 0) revolt = {};
    count(revolt.on ? "a head rolled" : "peace");
    const auto state = revolt.on ? "revolt " + whom + " " + std::to_string(revolt.heads) : "peace " + whom;
    co_await exactly(state);
  }
  if (betting_) co_return true;
  if (seat == table_.instigator) {
    count("siege broken");
    throw GameOver{};
  }
  if (table_.still_in() == 1) co_await last_one();
  co_return true;
}

Script<bool> SecondChezReferee::window(int seat) {
  auto to_ask = others(seat);
  to_ask.push_back(seat);
  bool stands = true;
  for (std::size_t i = 0; i < to_ask.size(); ++i) {
    const int asked = to_ask[i];
    Choices choices;
    add_faces(choices, "nope", chez::with_value(table_.player(asked).to_shed(), 1));
    if (choices.empty()) continue;
    choices.insert("pass");
    const auto decided = co_await decision(asked, std::move(choices), true);
    if (decided.verb == "pass") continue;
    table_.take(asked, decided.words);
    table_.secondary.push_back(decided.words[0]);
    count(stands ? "nope" : "counter-nope");
    stands = !stands;
    to_ask = others(asked);
    i = static_cast<std::size_t>(-1);
  }
  co_return stands;
}

Script<bool> SecondChezReferee::offer(int seat) {
  Choices choices;
  add_faces(choices, "offer", table_.player(seat).to_shed());
  const auto decided = co_await decision(seat, std::move(choices));
  const auto& card = decided.words[0];
  auto& pile = table_.pile_with(seat, card);
  take_out(pile, card, "the hand");
  offers_.push_back({card, &pile});
  co_return true;
}

void SecondChezReferee::take_offers_back() {
  for (const auto& offer : offers_) offer.pile->push_back(offer.card);
  offers_.clear();
}

Script<bool> SecondChezReferee::deliver(int seat, int other, std::string card, bool openly) {
  co_await exactly("deliver " + std::to_string(seat) + " " + std::to_string(other) + " " + card);
  delivered_openly_ = openly;
  table_.player(other).hand.push_back(card);
  co_return true;
}

Script<Words> SecondChezReferee::deliver_offers(int seat, int other) {
  Words cards;
  const auto offers = std::exchange(offers_, {});
  for (const auto& [card, pile] : offers) {
    cards.push_back(card);
    co_await deliver(seat, other, card, pile != &table_.player(seat).hand);
  }
  co_return cards;
}

Script<bool> SecondChezReferee::set_roll(int seat, int size) {
  if (size < 2 || !table_.is_in(seat)) co_return false;
  const auto dice = chez::dice_of_set(size);
  const int total = co_await roll(seat, dice);
  const auto outcome = chez::set_outcome(dice, total);
  if (outcome.pick_up > 0) {
    const bool stands = co_await window(seat);
    count(stands ? "set roll picked up" : "set roll noped");
    if (stands) co_await pick_up(seat, outcome.pick_up);
  } else if (outcome.gives && !table_.player(seat).to_shed().empty()) {
    const auto named = co_await decision(seat, name_other("favour", seat));
    co_await offer(seat);
    const bool stands = co_await window(seat);
    count(stands ? "favour" : "favour noped");
    if (stands) co_await deliver_offers(seat, std::stoi(named.words[0]));
    take_offers_back();
  }
  co_return true;
}

Script<bool> SecondChezReferee::extra(int seat, int more) {
  extra_actions_ += more;
  co_await exactly("extra " + std::to_string(seat) + " " + std::to_string(extra_actions_));
  co_return true;
}

}  // namespace tribunal::testing
