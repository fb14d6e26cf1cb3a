// The choices of a seat in its turn.
#include <algorithm>

#include "games/chez/second_chez_referee.hpp"

namespace tribunal::testing {
namespace {

/// Every way to take one card of each value, in that order.
std::vector<Words> ways(const Words& held, const std::vector<int>& values) {
  std::vector<Words> all{{}};
  for (const int value : values) {
    std::vector<Words> longer;
    for (const auto& begun : all) {
      for (const auto& card : chez::faces(chez::with_value(held, value))) {
        longer.push_back(begun);
        longer.back().push_back(card);
      }
    }
    all = longer;
  }
  return all;
}

/// Every choice of this number of the cards, equal faces once; sorted.
std::set<Words> selections(const Words& cards) {
  std::set<Words> all{{}};
  for (const auto& card : cards) {
    for (auto longer : std::set<Words>{all}) {
      longer.push_back(card);
      all.insert(chez::sorted(longer));
    }
  }
  all.erase(Words{});
  return all;
}

/// The orders in which a set can be laid: for each colour, with its highest suit on top.
std::set<Words> orders(const Words& set) {
  std::set<Words> all;
  for (const bool red : {false, true}) {
    const auto top =
        std::find_if(set.rbegin(), set.rend(), [&](const auto& card) { return chez::is_red(card) == red; });
    if (top == set.rend()) continue;
    auto order = set;
    const auto at = order.begin() + (set.rend() - top - 1);
    std::rotate(at, at + 1, order.end());
    all.insert(order);
  }
  return all;
}

}  // namespace

SecondChezReferee::Choices SecondChezReferee::turn_choices(int seat, bool is_extra) const {
  const auto& mine = table_.player(seat);
  const auto held = chez::sorted(mine.to_shed());
  Choices choices;
  const auto add = [&](const char* verb, const Words& cards) {
    choices.insert(verb + (":" + chez::joined(cards, ',')));
  };
  const auto is_valid = [&](const Words& cards) { return chez::is_valid_on(cards[0], table_.top()); };
  const auto add_ways = [&](const char* verb, const std::vector<int>& values, bool is_checked) {
    for (const auto& cards : ways(held, values)) {
      if (!is_checked || is_valid(cards)) add(verb, cards);
    }
  };

  for (int value = 0; value <= 13; ++value) {
    for (const auto& set : selections(chez::with_value(held, value))) {
      if (!is_valid(set)) continue;
      for (const auto& order : orders(set)) add("play", order);
    }
  }
  if (mine.castle.empty()) add_ways("castle", {7, 8, 9, 10}, false);
  if (!table_.revolt.on) {
    add_ways("pair", {12, 13}, true);
    add_ways("pair", {13, 12}, true);
    if (!mine.has_court) add_ways("court", {11, 12, 13}, false);
    add_ways("revolution", {2, 3, 4, 5}, true);
    add_ways("revolution", {1, 2, 3, 4, 5}, true);
  }
  if (may_extend_ > 0) add_ways("extend", {may_extend_}, false);
  if (static_cast<int>(chez::with_value(held, 0).size()) == 3 * packs_) choices.insert("betting-man");
  if (is_extra) choices.insert("pass");
  return choices;
}

}  // namespace tribunal::testing
