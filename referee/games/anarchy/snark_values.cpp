#include "games/anarchy/snark_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/anarchy/features.hpp"
#include "games/anarchy/outlook.hpp"
#include "games/anarchy/tricks.hpp"
#include "games/core/feature_rows.hpp"

namespace tribunal {
namespace {

constexpr std::size_t snark_ranks = 13;
constexpr FaceSet all_faces = (FaceSet{1} << (snark_ranks * suit_count)) - 1;

/// By suit: the sum of a number of each card below each rank, from the twos; the last is that of the suit.
template <typename Number>
using Below = std::array<std::array<Number, snark_ranks + 1>, suit_count>;

/// Sums up numbers that each stand one place above their cards.
template <typename Number>
void add_up(Below<Number>& cards) {
  for (auto& below : cards) {
    for (std::size_t rank = 0; rank < snark_ranks; ++rank) below[rank + 1] += below[rank];
  }
}

template <typename Number>
Number& sum_above(Below<Number>& cards, Card card) {
  return cards[static_cast<std::size_t>(card.suit())][static_cast<std::size_t>(card.rank()) - 1];
}

constexpr std::size_t most_cards = 7 * most_places;

/// The points to expect at the end of the hand by the number of cards in hand: 10 for running out, which each
/// card more makes less likely, or the cards that are left.
constexpr std::array<float, most_cards + 2> prospects_by_cards() {
  constexpr float for_running_out = 10;
  constexpr float for_each_card = 0.6065F;  // exp(-1/2)
  std::array<float, most_cards + 2> prospects{};
  float chance = 1;
  float cards = 0;
  for (auto& prospect : prospects) {
    prospect = cards + (for_running_out - cards) * chance;
    chance *= for_each_card;
    ++cards;
  }
  return prospects;
}

float snark_prospect(float cards) {
  static constexpr auto prospects = prospects_by_cards();
  const auto whole = static_cast<std::size_t>(cards);
  const auto part = cards - static_cast<float>(whole);
  return prospects[whole] * (1 - part) + prospects[whole + 1] * part;
}

/// The prospects of a card.
struct SnarkChances {
  float points = 0;  ///< expected at the end of the hand
  float lost = 0;    ///< the chance that another takes it
  float won = 0;     ///< the mean number of cards of others that it takes
};

/// The others at a trick of Snark. Each shows any card of its hand, of which some are known; the rest are
/// cards that were never seen.
class Others {
 public:
  explicit Others(const SnarkTable& table) {
    auto seen = table.hands[index_of(table.seat)].faces();
    for (std::size_t seat = 0; seat < table.hands.size(); ++seat) {
      if (seat != index_of(table.seat)) seen |= table.shown[seat];
    }
    const auto unseen = all_faces & ~seen;
    const auto unseen_cards = static_cast<float>(std::max(1, std::popcount(unseen)));
    float each_unseen = 0;
    for (std::size_t seat = 0; seat < table.hands.size(); ++seat) {
      if (seat == index_of(table.seat)) continue;
      add(table.hands[seat].size(), table.shown[seat], unseen_cards);
      each_unseen += others_[size_ - 1].each_unseen;
    }
    for (auto rest = unseen; rest != 0; rest &= rest - 1) {
      ++sum_above(unseen_, first_card(rest));
      sum_above(all_, first_card(rest)) += each_unseen;
    }
    add_up(known_);
    add_up(unseen_);
    add_up(all_);
  }

  /// The prospects of a card, shown from a hand of `cards`.
  [[nodiscard]] SnarkChances chances_of(Card card, float cards) const {
    const auto suit = static_cast<std::size_t>(card.suit());
    const auto place = static_cast<std::size_t>(card.rank()) - 2;
    float none_higher = 1;
    float alone = 1;
    float lower = 0;  // the mean of the cards that it takes
    for (std::size_t i = 0; i < size_; ++i) {
      const auto below = chance_below(i, suit, place);
      const auto other_suit = 1 - chance_below(i, suit, snark_ranks);
      lower = lower * (other_suit + below) + none_higher * below;
      none_higher *= other_suit + below;
      alone *= other_suit;
    }
    auto chances = chances_alone(suit, place, cards, alone);
    const auto takes = none_higher - alone;
    chances.lost += 1 - none_higher;
    chances.won += lower;
    chances.points += (1 - none_higher) * snark_prospect(cards - 1);
    if (takes > 0)
      chances.points += takes * snark_prospect(cards + std::min(lower / takes, static_cast<float>(size_)));
    return chances;
  }

 private:
  struct Other {
    float each_known = 0;   ///< the chance of each known card
    float each_unseen = 0;  ///< the chance of each card that was never seen
  };

  void add(int cards, FaceSet known, float unseen_cards) {
    const auto each_known = 1 / static_cast<float>(cards);
    const auto unknown = static_cast<float>(cards - std::popcount(known)) * each_known;
    for (auto rest = known; rest != 0; rest &= rest - 1) {
      sum_above(known_, first_card(rest)) += std::uint64_t{1} << (8U * size_);
      sum_above(all_, first_card(rest)) += each_known;
    }
    others_[size_++] = {each_known, unknown / unseen_cards};
  }

  [[nodiscard]] float chance_below(std::size_t other, std::size_t suit, std::size_t place) const {
    const auto known = known_[suit][place] >> (8U * other) & 0xffU;
    return others_[other].each_known * static_cast<float>(known) +
           others_[other].each_unseen * static_cast<float>(unseen_[suit][place]);
  }

  /// The prospects of a card that is alone in its suit with the chance `alone`: the lowest of such cards
  /// takes all of them.
  [[nodiscard]] SnarkChances chances_alone(std::size_t suit, std::size_t place, float cards,
                                           float alone) const {
    float lower = 0;
    float all = 0;
    for (std::size_t other = 0; other < suit_count; ++other) {
      if (other == suit) continue;
      lower += all_[other][place + 1];
      all += all_[other][snark_ranks];
    }
    const auto is_lower = all > 0 ? std::max(0.0F, 1 - lower / all) : 0;
    const auto if_lost = snark_prospect(cards - 1);
    SnarkChances chances;
    float lowest = 1;
    float taken = 0;
    for (const auto chance : singletons_among(static_cast<int>(size_))) {
      chances.points += alone * chance * (lowest * snark_prospect(cards + taken) + (1 - lowest) * if_lost);
      chances.lost += alone * chance * (1 - lowest);
      chances.won += alone * chance * lowest * taken;
      lowest *= is_lower;
      ++taken;
    }
    return chances;
  }

  Below<std::uint64_t> known_{};  ///< known cards, a byte for each of the others
  Below<std::uint32_t> unseen_{};
  Below<float> all_{};  ///< the chances of all others
  std::array<Other, most_places - 1> others_{};
  std::size_t size_ = 0;
};

}  // namespace

void value_snark_cards(const SnarkTable& table, const ActionList& actions, ActionValues& values) {
  const Others others{table};
  const auto cards = static_cast<float>(actions.size());
  values.clear();
  for (const auto& action : actions) values.push_back(others.chances_of(action.card(), cards).points);
}

void describe_snark_cards(const SnarkTable& table, const ActionList& actions, std::vector<float>& features) {
  const Others others{table};
  const auto cards = static_cast<float>(actions.size());
  const auto left = cards / anarchy_points_scale;
  features.assign(actions.size() * anarchy_feature_names.size(), 0);
  std::array<int, suit_count> lengths{};
  for (const auto& action : actions) ++lengths[static_cast<std::size_t>(action.card().suit())];
  for (std::size_t i = 0; i < actions.size(); ++i) {
    FeatureRow<AnarchyFeature> row{features, i, anarchy_feature_names.size()};
    const auto card = actions[i].card();
    const auto chances = others.chances_of(card, cards);
    row[AnarchyFeature::value] = chances.points;
    row[AnarchyFeature::value_early] = chances.points * left;
    row[AnarchyFeature::rank] = static_cast<float>(card.rank()) / anarchy_rank_scale;
    row[AnarchyFeature::rank_early] = row[AnarchyFeature::rank] * left;
    row[AnarchyFeature::takes] = 1 - chances.lost;
    row[AnarchyFeature::takes_early] = (1 - chances.lost) * left;
    row[AnarchyFeature::cards] = chances.won;
    row[AnarchyFeature::suit_length] =
        static_cast<float>(lengths[static_cast<std::size_t>(card.suit())]) / anarchy_points_scale;
  }
}

}  // namespace tribunal
