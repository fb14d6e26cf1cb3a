// The features of an action of a layout game, for models of bots.
#include <algorithm>
#include <array>

#include "games/core/named_row.hpp"
#include "games/layout/family.hpp"
#include "games/layout/layout.hpp"
#include "games/layout/outlook.hpp"

namespace tribunal {
namespace {

constexpr std::array<std::string_view, 28> layout_features{
    "value below the best",
    "best value",
    "gain if the hand ended now",
    "gain at the end of the hand",
    "chance to win the suit",
    "chance of the shortest suit",
    "play",
    "discard",
    "take",
    "discard of a card that fits",
    "rank",
    "own meld of the suit",
    "rivals' meld of the suit",
    "play that wins the suit now",
    "play that begins a suit",
    "cards held that fit afterwards",
    "cards held that fit no more",
    "cards to be drawn that fit",
    "play in a suit that is lost",
    "play before the last ace",
    "play by the aces left",
    "risk of the penalty",
    "chips paid",
    "gives up",
    "tyrant's call",
    "rank of a play",
    "play in the longest suit",
    "other card that fits the longest suit",
};

using LayoutRow = FeatureRow<layout_features>;

constexpr float points_scale = 1.0F / 4;
constexpr float length_scale = 1.0F / 4;
constexpr float most_points = 5;  // so that high stakes do not make a feature much larger than the others

bool pays_chips(Verb verb) {
  return verb == verbs::pay || verb == verbs::bet || verb == verbs::raise || verb == verbs::doubles ||
         verb == verbs::accept;
}

/// Features that follow from the verb alone.
void describe_verb(Verb verb, const LayoutRow& row) {
  row["play"] = verb == verbs::play ? 1 : 0;
  row["discard"] = verb == verbs::discard ? 1 : 0;
  row["take"] = verb == verbs::take ? 1 : 0;
  row["chips paid"] = pays_chips(verb) ? 1 : 0;
  row["gives up"] = verb == verbs::fold || verb == verbs::drop ? 1 : 0;
  row["tyrant's call"] = verb == verbs::call ? 1 : 0;
}

/// The number of cards in the seat's longest suit, in its meld and in hand.
float most_of_a_suit(const SuitPlans& plans) {
  const auto cards = plans.played + plans.held;
  return std::max(std::max(cards[0], cards[1]), std::max(cards[2], cards[3]));
}

/// The feature of each rank, from -0.5 for a deuce.
constexpr auto features_of_ranks = [] {
  std::array<float, 15> features{};
  for (std::size_t rank = 0; rank < features.size(); ++rank)
    features[rank] = (static_cast<float>(rank) - 2) / (meld_ranks - 1) - 0.5F;
  return features;
}();

/// Replaces the values in the rows by their distances from the best one, and marks that.
void relate_values(std::span<float> features, float worth) {
  const auto rows = features.size() / layout_features.size();
  auto most = features[0];
  for (std::size_t i = 0; i < rows; ++i)
    most = std::max(most, LayoutRow{features, i}["value below the best"]);
  for (std::size_t i = 0; i < rows; ++i) {
    const LayoutRow row{features, i};
    auto& value = row["value below the best"];
    row["best value"] = value == most ? 1 : 0;
    value = std::max(-most_points, (value - most) / worth * points_scale);
  }
}

}  // namespace

std::span<const std::string_view> LayoutGame::feature_names() const { return layout_features; }

void LayoutGame::describe_actions(Seat seat, const ActionList& actions, std::vector<float>& features) const {
  features.assign(actions.size() * layout_features.size(), 0);
  const auto outlook = this->outlook(seat);
  Forecast forecast{rules(), outlook, hand(seat), tableau(seat), turns_left(seat, outlook)};
  const auto standing = prepare(seat, forecast);
  if (step_ == Step::choose_card || step_ == Step::choose_together) forecast.look_at_discards();
  const auto most = most_of_a_suit(forecast.plans());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const LayoutRow row{features, i};
    const auto verb = actions[i].verb();
    row["value below the best"] = value_of(seat, actions[i], forecast, standing);
    describe_verb(verb, row);
    if (verb == verbs::play || verb == verbs::discard || verb == verbs::take)
      describe_card(seat, actions[i], forecast, most, features, i);
  }
  relate_values(features, std::max(0.1F, worth_of_point()));
}

/// The features of the action with this number, which has a card: what it makes of the card's suit. `most`:
/// of `most_of_a_suit`.
void LayoutGame::describe_card(Seat seat, const Action& action, const Forecast& forecast, float most,
                               std::span<float> features, std::size_t number) const {
  const LayoutRow row{features, number};
  const auto card = action.card();
  const auto suit = static_cast<std::size_t>(card.suit());
  const bool fits = tableau(seat).may_play(card);
  const bool plays = action.verb() == verbs::play;
  const bool discards = action.verb() == verbs::discard;
  const auto& outlook = forecast.outlook();
  const auto& plans = forecast.plans();
  const auto& before = forecast.promises();
  const auto after = plays      ? forecast.if_played(card)
                     : discards ? forecast.if_discarded(card)
                                : forecast.if_taken(card);
  const auto played = plays ? 1.0F : 0.0F;
  const auto limit = static_cast<float>(rules().ace_limit);
  row["gain if the hand ended now"] =
      std::clamp((after.now - before.now[suit]) * points_scale, -most_points, most_points);
  row["gain at the end of the hand"] =
      std::clamp((after.later - before.later[suit]) * points_scale, -most_points, most_points);
  row["chance to win the suit"] = after.chance;
  row["chance of the shortest suit"] = after.chance * after.shortest;
  row["discard of a card that fits"] = discards && fits ? 1 : 0;
  row["rank"] = features_of_ranks[static_cast<std::size_t>(card.rank())];
  row["own meld of the suit"] = plans.played[suit] * length_scale;
  row["rivals' meld of the suit"] = outlook.now[suit] * length_scale;
  row["play that wins the suit now"] = played * (after.now > 0 && before.now[suit] <= 0 ? 1.0F : 0.0F);
  row["play that begins a suit"] = played * (plans.played[suit] == 0 ? 1.0F : 0.0F);
  row["cards held that fit afterwards"] = after.held * length_scale;
  row["cards held that fit no more"] =
      played * std::max(0.0F, plans.held[suit] - 1 - after.held) * length_scale;
  row["cards to be drawn that fit"] = after.drawn;
  row["play in a suit that is lost"] = played * (after.chance < 0.1F ? 1.0F : 0.0F);
  row["play before the last ace"] = played * outlook.ending;
  row["play by the aces left"] = played * (limit - std::min(limit, static_cast<float>(aces_shown_))) / limit;
  row["rank of a play"] = played * row["rank"];
  const bool is_longest = plans.played[suit] + plans.held[suit] >= most;
  row["play in the longest suit"] = is_longest ? played : 0;
  row["other card that fits the longest suit"] = is_longest && fits && !plays ? 1 : 0;
  const bool may_be_penalised = discards && drawing_ && !played_while_drawing_.has(seat);
  row["risk of the penalty"] = may_be_penalised ? static_cast<float>(rules().penalty) / 10 : 0;
}

}  // namespace tribunal
