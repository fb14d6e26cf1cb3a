// Kings swap cards, alone or with queens.
#include <algorithm>

#include "games/chez/second_chez_referee.hpp"

namespace tribunal::testing {

Script<bool> SecondChezReferee::swap(int seat, Swap kind) {
  const int cards = std::min(kind.cards, static_cast<int>(table_.player(seat).to_shed().size()));
  if (cards == 0) co_return false;
  auto choices = name_other("swap", seat);
  choices.insert("pass");
  const auto chosen = co_await decision(seat, std::move(choices));
  if (chosen.verb == "pass") co_return false;
  const int other = std::stoi(chosen.words[0]);
  for (int i = 0; i < cards; ++i) co_await offer(seat);
  bool goes_on = co_await window(seat);
  if (cards > 1) count("swap of several");
  const int lacking = cards - static_cast<int>(table_.player(other).to_shed().size());
  if (goes_on && lacking > 0) {
    count("draws to swap");
    goes_on = co_await pick_up(other, lacking);
  }
  count(goes_on ? "swap" : "swap stopped");
  if (!goes_on) {
    take_offers_back();
    co_return false;
  }
  auto obtained = co_await obtain(seat, other, cards);
  const auto offered = co_await deliver_offers(seat, other);
  const Choices retry_or_not{"pass", "retry"};
  for (int retries = kind.retries; retries > 0; --retries) {
    const auto decided = co_await decision(seat, retry_or_not);
    if (decided.verb == "pass") break;
    count("retry");
    co_await give_back(seat, other, obtained);
    co_await give_back(other, seat, offered);
    auto& hand = table_.player(seat).hand;  // the hand that they went back to
    for (const auto& card : offered) {
      take_out(hand, card, "the hand");
      offers_.push_back({card, &hand});
    }
    obtained = co_await obtain(seat, other, cards);
    co_await deliver_offers(seat, other);
  }
  co_return true;
}

/// Cards drawn blind from everything that the other seat must shed.
Script<Words> SecondChezReferee::obtain(int seat, int other, int cards) {
  Words obtained;
  for (; cards > 0; --cards) {
    const auto drawn = co_await line();
    require(drawn.verb == "deliver" && drawn.seat == other && drawn.words.size() == 2 &&
                drawn.words[0] == std::to_string(seat),
            "a card of the other hand was due");
    const auto& card = drawn.words[1];
    auto& pile = table_.pile_with(other, card);
    delivered_openly_ = &pile != &table_.player(other).hand;
    take_out(pile, card, "the hand");
    obtained.push_back(card);
  }
  // The drawn cards join the hand only now, so that no card is drawn twice.
  put(table_.player(seat).hand, obtained);
  co_return obtained;
}

/// Cards that came in a swap return the same way. Each came into the hand, and is not confused with one of
/// the same face on the table.
Script<bool> SecondChezReferee::give_back(int from, int to, Words cards) {
  for (const auto& card : cards) {
    const bool is_twice = &table_.pile_with(from, card) != &table_.player(from).hand;
    if (is_twice) count("given back beside an equal card that lies open");
    take_out(table_.player(from).hand, card, "the hand");
    co_await deliver(from, to, card, false);
  }
  co_return true;
}

Script<bool> SecondChezReferee::pair(int seat, Words cards) {
  Swap kind{.cards = 1, .retries = 0};
  for (int pairs = 1;; ++pairs) {
    for (const auto& card : table_.take(seat, cards))
      ++(chez::value_of(card) == 13 ? kind.cards : kind.retries);
    ++kind.retries;
    put(table_.primary, cards);
    const auto all = turn_choices(seat, true);
    Choices more;
    std::copy_if(all.begin(), all.end(), std::inserter(more, more.end()),
                 [](const auto& word) { return word.rfind("pair:", 0) == 0; });
    if (!more.empty()) {
      more.insert("pass");
      const auto decided = co_await decision(seat, std::move(more), true);
      if (decided.verb == "pair") {
        cards = decided.words;
        continue;
      }
    }
    count(pairs > 1 ? "pairs at once" : "pair");
    co_await swap(seat, kind);
    co_return co_await set_roll(seat, pairs);
  }
}

}  // namespace tribunal::testing
