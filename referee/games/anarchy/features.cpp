// The features of actions in the games with bids.

#include <array>
#include <cstddef>
#include <vector>

#include "games/anarchy/family.hpp"
#include "games/anarchy/game.hpp"
#include "games/anarchy/outlook.hpp"
#include "games/core/named_row.hpp"

namespace tribunal {
namespace {

using AnarchyRow = FeatureRow<anarchy_feature_names>;

float anarchy_rank(Card card) {
  return card.is_joker() ? 0 : static_cast<float>(card.rank()) / anarchy_rank_scale;
}

std::array<int, suit_count> suit_lengths(const Hand& hand) {
  std::array<int, suit_count> lengths{};
  hand.each([&](Card card) {
    if (!card.is_joker()) ++lengths[static_cast<std::size_t>(card.suit())];
  });
  return lengths;
}

void describe_bid(const AnarchyRules& rules, const Action& action, const SuitWorths& taken,
                  const AnarchyRow& row) {
  const auto bid = bid_of(action);
  row["points expected of the bid"] = bid_promise(rules, bid, taken) / anarchy_points_scale;
  row["bid of a suit"] = bid <= Bid::diamonds ? 1 : 0;
  row["bid of few cards"] = bid == Bid::misere || bid == Bid::unders ? 1 : 0;
  if (action.verb() == verbs::bid_card) row["rank"] = anarchy_rank(action.card());
}

void describe_gift(const Action& action, const Hand& hand, const AnarchyRow& row) {
  auto lengths = suit_lengths(hand);
  const auto cards = action.arguments().size() - 1;
  for (std::size_t i = 1; i <= cards; ++i) {
    const auto card = action.card(i);
    row["mean rank of the gift"] += anarchy_rank(card) / static_cast<float>(cards);
    if (--lengths[static_cast<std::size_t>(card.suit())] == 0) ++row["suits that the gift empties"];
  }
}

}  // namespace

void AnarchyGame::describe_cards(Seat seat, const ActionList& actions, std::vector<float>& features) const {
  const auto view = view_of(seat);
  const auto lengths = suit_lengths(place(seat).hand);
  const auto left =
      static_cast<float>(rules().hand_size() - tricks_) / static_cast<float>(rules().hand_size());
  features.assign(actions.size() * anarchy_feature_names.size(), 0);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const AnarchyRow row{features, i};
    row["joker"] = actions[i].card().is_joker() ? 1 : 0;
    const auto prospects = prospects_of(actions[i].card(), view);
    if (!prospects) continue;
    const auto& [card, chances, points] = *prospects;
    const auto suit = static_cast<std::size_t>(card.suit());
    row["value"] = value_of_card(view, *prospects);
    row["value, early in the hand"] = row["value"] * left;
    row["rank"] = anarchy_rank(card);
    row["rank, early in the hand"] = anarchy_rank(card) * left;
    row["chance to take the card"] = chances.takes();
    row["chance to take the card, early in the hand"] = chances.takes() * left;
    row["cards expected in the trick"] = chances.cards();
    row["points expected in the trick"] = points / anarchy_points_scale;
    row["worth of the suit to the seat"] = view.worths.suits[suit] / anarchy_points_scale;
    row["worth of the suit to others"] = view.to_others[suit] / anarchy_points_scale;
    row["other cards of the suit in hand"] =
        static_cast<float>(lengths[suit]) / static_cast<float>(rules().hand_size());
  }
}

void AnarchyGame::describe_actions(Seat seat, const ActionList& actions, std::vector<float>& features) const {
  if (step_ == Step::choose_cards) return describe_cards(seat, actions, features);
  value_actions(seat, actions, features);
  spread_to_rows(features, anarchy_feature_names.size());
  const auto taken = outlook_of(seat).promise_of(place(seat).hand);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const AnarchyRow row{features, i};
    if (step_ == Step::choose_gifts) {
      describe_gift(actions[i], place(seat).hand, row);
    } else {
      describe_bid(rules(), actions[i], taken, row);
    }
  }
}

}  // namespace tribunal
