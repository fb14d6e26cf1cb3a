#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "cards/card.hpp"
#include "games/core/action.hpp"
#include "games/core/hand.hpp"
#include "games/tennis/tricks.hpp"

namespace tribunal {

/// All faces except the aces.
inline constexpr FaceSet tennis_pack =
    0xfffU | FaceSet{0xfff} << 13U | FaceSet{0xfff} << 26U | FaceSet{0xfff} << 39U;

/// The chance of each rank, from the twos.
using TennisChances = std::array<float, tennis_ranks>;

/// A trick of Tennis in progress, from the view of the seat whose turn it is.
struct TennisTrick {
  TennisRecords played;
  int aside = 0;  ///< cards that its winner takes as well
  std::array<TennisChances, most_tennis_players>
      followers{};  ///< the chances for the cards of the seats after this one
  std::size_t follower_count = 0;
};

/// The chances for a follower's card, which may be any card of its hand. Faces in `seen` are known; the
/// others may be any of `unseen`.
[[nodiscard]] TennisChances tennis_chances(std::span<const Card> hand, FaceSet seen, FaceSet unseen);

/// The chance that the card of this rank wins the trick, less the mean chance of another card to win it.
[[nodiscard]] float tennis_lead(const TennisTrick& trick, int rank);

/// Values each card by the cards that the trick is expected to bring, less the mean that it brings to each
/// other seat: the unit is a card, not a place, which is the game's score.
void value_tennis_cards(const TennisTrick& trick, const ActionList& actions, ActionValues& values);

/// The features of a card, in the order of `describe_tennis_cards`.
inline constexpr std::array<std::string_view, 11> tennis_feature_names{
    "value",
    "value, after all others",
    "value, with cards aside",
    "wins the trick as it lies",
    "shares the best record as it lies",
    "record as it lies",
    "change of its record to expect",
    "equal ranks in hand",
    "other cards of the hand that it beats",
    "rank",
    "place in the hand",
};

/// Describes the cards by these features.
void describe_tennis_cards(const TennisTrick& trick, const ActionList& actions, std::vector<float>& features);

}  // namespace tribunal
