#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tribunal {

/// The features of an action in the Anarchy games, in the order of their names. Some are weighted by the
/// remaining share of the hand, because a model gives them a weight of their own for the course of a hand.
enum class AnarchyFeature : std::uint8_t {
  value,
  value_early,
  bid_points,
  bid_suit,
  bid_low,
  gift_rank,
  gift_empties,
  rank,
  rank_early,
  joker,
  takes,
  takes_early,
  cards,
  points,
  worth_to_me,
  worth_to_others,
  suit_length,
};

inline constexpr std::array<std::string_view, 17> anarchy_feature_names{
    "value",
    "value, early in the hand",
    "points expected of the bid",
    "bid of a suit",
    "bid of few cards",
    "mean rank of the gift",
    "suits that the gift empties",
    "rank",
    "rank, early in the hand",
    "joker",
    "chance to take the card",
    "chance to take the card, early in the hand",
    "cards expected in the trick",
    "points expected in the trick",
    "worth of the suit to the seat",
    "worth of the suit to others",
    "other cards of the suit in hand",
};
static_assert(static_cast<std::size_t>(AnarchyFeature::suit_length) + 1 == anarchy_feature_names.size());

/// Scales that bring features near 1.
inline constexpr float anarchy_rank_scale = 14;
inline constexpr float anarchy_points_scale = 10;

}  // namespace tribunal
