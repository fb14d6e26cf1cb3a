#include "games/anarchy/scoring.hpp"

#include <algorithm>
#include <utility>

#include "games/core/game.hpp"

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

constexpr int ranks_of_suit = 13;
constexpr int quartet_cards = 4;

/// The number of cards that one player of the original can take: a trick brings cards of one suit, one per
/// player, as long as the suit has them. A turn-up is added.
int most_taken_by_suits(const AnarchyRules& rules) {
  std::array<int, suit_count> left{};
  left.fill(ranks_of_suit);
  int taken = 0;
  for (int trick = 0; trick < rules.hand_size(); ++trick) {
    auto& suit = *std::ranges::max_element(left);  // other tricks bring no more
    const int cards = std::min(rules.players, suit);
    taken += cards;
    suit -= cards;
  }
  return taken + rules.turn_ups();
}

/// The highest points of a bid in the original: for a suit, its thirteen cards; for misère, a hand of which
/// each card is captured.
int most_of_original(const AnarchyRules& rules) {
  return std::max(
      {suit_bid_points(rules.kind) * ranks_of_suit, most_taken_by_suits(rules), rules.hand_size()});
}

/// The highest points of a bid in games with bonuses. A player can take the cards of every trick, and with
/// them every quartet, which is worth more than any void suit. So taking all cards is the maximum for every
/// bid, except perhaps `unders`: there taking no card is worth a full hand and four voids.
int most_with_bonuses(const AnarchyRules& rules, Bid bid) {
  const int pack = rules.players == 5 ? 64 : 52;  // without the joker
  const int taken = std::min(rules.hand_size() * rules.places(), pack);
  const int joker = rules.joker_stays ? 1 : 0;
  const int suit = pack / suit_count + joker;
  const int quartets = quartet_points * (taken / quartet_cards);
  switch (bid) {
    case Bid::spades:
    case Bid::clubs:
    case Bid::hearts:
    case Bid::diamonds:
      return quartets + suit_bid_points(rules.kind) * suit;
    case Bid::black:
    case Bid::red:
      return quartets + 2 * (2 * pack / suit_count + joker);
    case Bid::best:
      return quartets + 3 * suit;
    case Bid::overs:
      return quartets + 5 * (taken + joker - rules.par());
    case Bid::unders:
      return std::max(quartets, 5 * rules.par() + suit_count * void_points);
    case Bid::cards:
    case Bid::no_suit:
    case Bid::misere:
      return quartets + taken + joker;
  }
  std::unreachable();
}

/// The lowest points of a bid in games with bonuses. A suit without a card brings `void_points`, so the
/// lowest is one card of each suit, and for `unders` at least a hand of cards.
int least_with_bonuses(const AnarchyRules& rules, Bid bid) {
  switch (bid) {
    case Bid::spades:
    case Bid::clubs:
    case Bid::hearts:
    case Bid::diamonds:
      return suit_bid_points(rules.kind);
    case Bid::black:
    case Bid::red:
      return 2 * 2;
    case Bid::best:
      return 3;
    case Bid::overs:
    case Bid::unders:
      return 0;
    case Bid::cards:
    case Bid::no_suit:
    case Bid::misere:
      return suit_count;
  }
  std::unreachable();
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

ScoreBounds score_bounds(const AnarchyRules& rules) {
  if (rules.kind == AnarchyKind::original) {
    // The least is 0: no card of the bid suit is taken.
    return ScoreBounds{.least = 0, .most = most_of_original(rules)}.times(rules.hands);
  }
  ScoreBounds hand;
  ScoreBounds all_bids;
  for (std::size_t i = 0; i < bid_names.size(); ++i) {
    const auto bid = static_cast<Bid>(i);
    if (!rules.bids().has(bid)) continue;
    const int most = most_with_bonuses(rules, bid);
    hand.most = std::max(hand.most, most);
    all_bids.most += most;
    all_bids.least += least_with_bonuses(rules, bid);
  }
  // Each of the ten bids once; else the best bid in every hand, or for the least, overs without a card beyond
  // the hand.
  return rules.kind == AnarchyKind::organised ? all_bids : hand.times(rules.hands);
}

}  // namespace tribunal
