#include "games/anarchy/scoring.hpp"

#include <algorithm>
#include <utility>

namespace tribunal {
namespace {

using SuitCounts = std::array<std::uint8_t, suit_count>;

int sum(const SuitCounts& suits) { return suits[0] + suits[1] + suits[2] + suits[3]; }

int bid_points(const AnarchyRules& rules, Bid bid, const SuitCounts& suits) {
  const auto count = [&](Suit suit) { return int{suits[static_cast<std::size_t>(suit)]}; };
  switch (bid) {
    case Bid::spades:
      return suit_bid_points(rules.kind) * count(Suit::spades);
    case Bid::clubs:
      return suit_bid_points(rules.kind) * count(Suit::clubs);
    case Bid::hearts:
      return suit_bid_points(rules.kind) * count(Suit::hearts);
    case Bid::diamonds:
      return suit_bid_points(rules.kind) * count(Suit::diamonds);
    case Bid::no_suit:
    case Bid::cards:
      return sum(suits);
    case Bid::misere:
      return std::max(0, rules.par() - sum(suits));
    case Bid::black:
      return 2 * (count(Suit::spades) + count(Suit::clubs));
    case Bid::red:
      return 2 * (count(Suit::hearts) + count(Suit::diamonds));
    case Bid::best:
      return 3 * *std::ranges::max_element(suits);
    case Bid::overs:
      return 5 * std::max(0, sum(suits) - rules.par());
    case Bid::unders:
      return 5 * std::max(0, rules.par() - sum(suits));
  }
  std::unreachable();
}

TakingsScore score_suits(const AnarchyRules& rules, Bid bid, const Takings& takings,
                         const SuitCounts& suits) {
  TakingsScore score{.bid = bid_points(rules, bid, suits)};
  if (!rules.has_bonuses()) return score;
  score.voids = void_points * static_cast<int>(std::ranges::count(suits, 0));
  for (const auto cards : takings.ranks) score.quartets += quartet_points * (cards / 4);
  return score;
}

}  // namespace

TakingsScore score_takings(const AnarchyRules& rules, Bid bid, const Takings& takings) {
  if (!takings.joker) return score_suits(rules, bid, takings, takings.suits);
  TakingsScore best{.bid = -1};
  for (std::size_t suit = 0; suit < suit_count; ++suit) {
    auto suits = takings.suits;
    ++suits[suit];
    const auto score = score_suits(rules, bid, takings, suits);
    if (score.total() > best.total()) best = score;
  }
  return best;
}

}  // namespace tribunal
