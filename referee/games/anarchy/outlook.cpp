#include "games/anarchy/outlook.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tribunal {
namespace {

constexpr float power(float base, int exponent) {
  float result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

constexpr int most_singletons_among = 6;

/// The number of ways in which this number of cards can be of three suits.
constexpr std::array<float, 4> count_singletons(int cards) {
  int ways = 1;
  for (int i = 0; i < cards; ++i) ways *= 3;
  std::array<float, 4> chances{};
  for (int way = 0; way < ways; ++way) {
    std::array<int, 3> suits{};
    for (int i = 0, rest = way; i < cards; ++i, rest /= 3) ++suits[static_cast<std::size_t>(rest % 3)];
    std::size_t alone = 0;
    for (const int of_suit : suits) alone += of_suit == 1 ? 1 : 0;
    chances[alone] += 1 / static_cast<float>(ways);
  }
  return chances;
}

constexpr std::array<std::array<float, 4>, most_singletons_among + 1> usual_singletons{
    count_singletons(0), count_singletons(1), count_singletons(2), count_singletons(3),
    count_singletons(4), count_singletons(5), count_singletons(6)};

/// The mean of the excess over 0 of a normal value, by the logistic approximation.
float mean_excess(float mean, float deviation) {
  constexpr float logistic = 1.7F;
  return deviation / logistic * std::log1p(std::exp(logistic * mean / deviation));
}

/// The points of a hand as a function of the promise of its bid, measured over thousands of hands that were
/// played by the values: `usual_points` at the usual promise, and `slope` points for each further point of
/// it.
struct BidLine {
  float usual_promise;
  float usual_points;
  float slope;
};

/// The line of a bid, in the games with bonuses.
constexpr BidLine line_of(AnarchyKind kind, Bid bid) {
  switch (bid) {
    case Bid::no_suit:
      return {13.1F, 14, 1.15F};
    case Bid::misere:
      return {1.3F, 1.6F, 1.3F};
    case Bid::cards:
      return {12.4F, 17.1F, 0.65F};
    case Bid::black:
    case Bid::red:
      return {12.3F, 17.5F, 0.9F};
    case Bid::best:
      return {13.5F, 21, 0.75F};
    case Bid::overs:
      return {8.5F, 13.4F, 1.1F};
    case Bid::unders:
      return {11, 14.2F, 1.15F};
    case Bid::spades:
    case Bid::clubs:
    case Bid::hearts:
    case Bid::diamonds:
      break;
  }
  return kind == AnarchyKind::original ? BidLine{6.5F, 6.7F, 1.2F} : BidLine{12.3F, 18.9F, 1.2F};
}

}  // namespace

const std::array<float, 4>& singletons_among(int cards) {
  return usual_singletons[static_cast<std::size_t>(cards)];
}

TrickOutlook::TrickOutlook(const AnarchyRules& rules, const Faces& unseen)
    : others_{rules.places() - 1}, singletons_fight_{rules.has_bonuses()} {
  int all = 0;
  auto once = unseen.once();
  auto twice = unseen.twice();
  for (auto& below : below_) {
    for (std::size_t rank = 0; rank < 13; ++rank, once >>= 1U, twice >>= 1U)
      below[rank + 1] = static_cast<std::uint8_t>(below[rank] + (once & 1U) + (twice & 1U));
    all += below.back();
  }
  all += static_cast<int>(once & 1U);  // the joker
  all_ = static_cast<float>(std::max(1, all));
}

int TrickOutlook::count(Rank rank) const {
  const auto place = static_cast<std::size_t>(rank) - 2;
  int cards = 0;
  for (const auto& below : below_) cards += below[place + 1] - below[place];
  return cards;
}

TrickChances TrickOutlook::chances_of(Card card, RankOrder order) const {
  const auto suit = static_cast<std::size_t>(card.suit());
  const auto lower_share = static_cast<float>(lower(suit, card.rank(), order)) / all_;
  const auto suit_share = static_cast<float>(below_[suit].back()) / all_;
  const auto none_higher = 1 - suit_share + lower_share;  // an equal card takes nothing, and is not taken
  const auto but_one = power(none_higher, others_ - 1);
  const auto alone = power(1 - suit_share, others_);
  TrickChances chances{.takes_suit = but_one * none_higher - alone,
                       .lower = static_cast<float>(others_) * lower_share * but_one,
                       .takes_alone = alone};
  if (!singletons_fight_) return chances;
  int beaten = 0;
  for (std::size_t other = 0; other < suit_count; ++other) {
    if (other != suit) beaten += lower(other, card.rank(), order);
  }
  const auto share = static_cast<float>(beaten) / std::max(1.0F, all_ * (1 - suit_share));
  chances.takes_alone = 0;
  float beats_all = alone;
  float number = 0;
  for (const auto chance : singletons_among(others_)) {
    chances.takes_alone += chance * beats_all;
    chances.singletons += number * chance * beats_all;
    beats_all *= share;
    ++number;
  }
  return chances;
}

float TrickOutlook::points_of(Card card, const TrickChances& chances, const CardWorths& worths) {
  const auto& suits = worths.suits;
  const auto of_suit = suits[static_cast<std::size_t>(card.suit())];
  const auto of_others = (suits[0] + suits[1] + suits[2] + suits[3] - of_suit) / 3;
  return chances.takes() * worths.of(card) + chances.lower * of_suit + chances.singletons * of_others;
}

SuitWorths TrickOutlook::promise_of(const Hand& hand) const {
  SuitWorths taken{};
  hand.each([&](Card card) {
    if (card.is_joker()) return;
    const auto chances = chances_of(card);
    for (auto& cards : taken) cards += chances.singletons / 3;
    taken[static_cast<std::size_t>(card.suit())] += chances.takes() + chances.lower - chances.singletons / 3;
  });
  return taken;
}

SuitWorths bid_worths(const AnarchyRules& rules, Bid bid, const Takings& takings, int left) {
  SuitWorths worths{};
  const auto set = [&](Suit suit, int worth) {
    worths[static_cast<std::size_t>(suit)] = static_cast<float>(worth);
  };
  const int below_par = rules.par() - takings.cards();
  switch (bid) {
    case Bid::spades:
      set(Suit::spades, suit_bid_points(rules.kind));
      break;
    case Bid::clubs:
      set(Suit::clubs, suit_bid_points(rules.kind));
      break;
    case Bid::hearts:
      set(Suit::hearts, suit_bid_points(rules.kind));
      break;
    case Bid::diamonds:
      set(Suit::diamonds, suit_bid_points(rules.kind));
      break;
    case Bid::black:
      set(Suit::spades, 2);
      set(Suit::clubs, 2);
      break;
    case Bid::red:
      set(Suit::hearts, 2);
      set(Suit::diamonds, 2);
      break;
    case Bid::no_suit:
    case Bid::cards:
      worths.fill(1);
      break;
    case Bid::misere:
      worths.fill(below_par > 0 ? -1 : 0);
      break;
    case Bid::unders:
      worths.fill(below_par > 0 ? -5 : 0);
      break;
    case Bid::overs: {  // a card counts if there are more than par at the end; a trick brings one card on
                        // average
      const auto missing = static_cast<float>(below_par - left);
      worths.fill(5 / (1 + std::exp(missing / std::sqrt(static_cast<float>(std::max(1, left))))));
      break;
    }
    case Bid::best: {
      const auto most = std::ranges::max(takings.suits);
      for (std::size_t suit = 0; suit < suit_count; ++suit) {
        const int behind = most - takings.suits[suit];
        worths[suit] = behind == 0 ? 2.5F : behind == 1 ? 1.0F : 0.3F;
      }
      break;
    }
  }
  return worths;
}

float bid_promise(const AnarchyRules& rules, Bid bid, const SuitWorths& taken) {
  const auto of = [&](Suit suit) { return taken[static_cast<std::size_t>(suit)]; };
  const auto suit_points = static_cast<float>(suit_bid_points(rules.kind));
  const auto sum = taken[0] + taken[1] + taken[2] + taken[3];
  const auto below_par = static_cast<float>(rules.par()) - sum;
  switch (bid) {
    case Bid::spades:
      return suit_points * of(Suit::spades);
    case Bid::clubs:
      return suit_points * of(Suit::clubs);
    case Bid::hearts:
      return suit_points * of(Suit::hearts);
    case Bid::diamonds:
      return suit_points * of(Suit::diamonds);
    case Bid::black:
      return 2 * (of(Suit::spades) + of(Suit::clubs));
    case Bid::red:
      return 2 * (of(Suit::hearts) + of(Suit::diamonds));
    case Bid::no_suit:
    case Bid::cards:
      return sum;
    case Bid::misere:
      return mean_excess(below_par, 3);
    case Bid::unders:
      return 5 * mean_excess(below_par, 4);
    case Bid::overs:
      return 5 * mean_excess(-below_par, 4);
    case Bid::best:
      return 3 * std::ranges::max(taken);
  }
  std::unreachable();
}

float bid_value(const AnarchyRules& rules, Bid bid, const SuitWorths& taken) {
  const auto [usual_promise, usual_points, slope] = line_of(rules.kind, bid);
  const auto above = slope * (bid_promise(rules, bid, taken) - usual_promise);
  return rules.kind == AnarchyKind::organised ? above : usual_points + above;
}

}  // namespace tribunal
