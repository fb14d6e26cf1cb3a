#include "games/chez/outlook.hpp"

#include <algorithm>
#include <bit>

namespace tribunal {

ChezCounts::ChezCounts(const ChezCards& cards) : size{cards.size()} {
  ranks[chez_ranks::joker] = static_cast<std::int8_t>(cards.jokers());
  for (ChezRank rank = chez_ranks::ace; rank <= chez_ranks::king; ++rank)
    ranks[rank] =
        static_cast<std::int8_t>(std::popcount(cards.suits(rank)) + std::popcount(cards.suits_twice(rank)));
}

ChezCounts ChezCounts::without(const Action& action) const {
  auto rest = *this;
  for (std::size_t i = 0; i < action.arguments().size(); ++i) --rest.ranks[chez_rank(action.card(i))];
  rest.size -= static_cast<int>(action.arguments().size());
  return rest;
}

bool ChezCounts::has_run(ChezRank first, ChezRank last) const {
  return std::all_of(ranks.begin() + first, ranks.begin() + last + 1, [](int count) { return count > 0; });
}

ChezOutlook::ChezOutlook(const ChezState& state)
    : state_{state}, seat_{state.asked}, hand_{state.hand(state.asked)}, others_{state.in.size() - 1} {}

float ChezOutlook::price(ChezRank rank, const ChezCounts& hand) const {
  if (rank == chez_ranks::six) return state_.siege ? 9.0F : hand.of(chez_ranks::king) > 0 ? 2.0F : 3.2F;
  if (state_.revolt) return rank == chez_ranks::joker ? 0.7F : 1;
  switch (rank) {
    case chez_ranks::joker:
      return 0.4F;
    case chez_ranks::ace:
      return 0.6F;
    case chez_ranks::jack:
      return -0.2F;
    case chez_ranks::queen:
      return others_ == 1 ? 0.4F : 0.9F;
    case chez_ranks::king:
      return 0.7F;
    default:
      return 1;
  }
}

float ChezOutlook::cost(const ChezCounts& hand) const {
  constexpr float for_revolution = 2.4F;
  constexpr float for_castle = 2.8F;
  constexpr float for_pair = 0.7F;
  float total = 0;
  for (ChezRank rank = chez_ranks::joker; rank <= chez_ranks::king; ++rank) {
    if (hand.of(rank) > 0) total += static_cast<float>(hand.of(rank)) * price(rank, hand);
  }
  if (!state_.revolt && hand.has_run(2, 5)) total -= for_revolution;
  if (!state_.with_castle.has(seat_) && hand.has_run(7, 10)) total -= for_castle;
  if (!state_.revolt && hand.has_run(chez_ranks::queen, chez_ranks::king)) total -= for_pair;
  const float danger = state_.revolt ? 4 : 1.2F;
  return hand.size == 0 ? total : total + danger * (1 - reach(hand)) + 0.5F;
}

float ChezOutlook::reach(const ChezCounts& hand) {
  if (hand.size == 0 || hand.of(chez_ranks::joker) > 0) return 1;
  int lowest = chez_ranks::ace;
  int highest = chez_ranks::king;
  while (hand.ranks[static_cast<std::size_t>(lowest)] == 0) ++lowest;
  while (hand.ranks[static_cast<std::size_t>(highest)] == 0) --highest;
  return static_cast<float>(highest + 14 - lowest) / 26;
}

float ChezOutlook::blocks(Card top) const {
  const auto rank = chez_rank(top);
  const auto fitting = rank == chez_ranks::joker ? 13 : is_red(top) ? 14 - rank : int{rank};
  const auto share = std::min(1.0F, static_cast<float>(fitting) / 13 * 0.94F + 0.05F);
  float stuck = 1;
  for (int cards = std::max(1, state_.hand(state_.next_in(state_.actor)).size()); cards > 0; --cards)
    stuck *= 1 - share;
  return stuck * (state_.revolt ? 4 : 0.9F);
}

float ChezOutlook::harm(float cards, Seat seat) const {
  constexpr std::array<float, 6> by_cards_left{0.4F, 1, 1, 0.8F, 0.7F, 0.6F};
  if (state_.siege) return 6;
  const auto left = static_cast<std::size_t>(state_.hand(seat).size());
  const auto near = left < by_cards_left.size() ? by_cards_left[left] : by_cards_left[0];
  return 0.5F * cards * near / std::max(1.5F, static_cast<float>(others_));
}

float ChezOutlook::swap_gain(const ChezCounts& hand) const {
  if (state_.revolt || hand.size == 0) return 0;
  float dearest = 1;
  for (ChezRank rank = chez_ranks::joker; rank <= chez_ranks::king; ++rank) {
    if (hand.of(rank) > 0) dearest = std::max(dearest, price(rank, hand));
  }
  return dearest - 1;
}

float ChezOutlook::wish() const {
  const auto& pending = state_.pending;
  const bool mine = state_.actor == seat_;
  const bool at_me = pending.target == seat_;
  const auto amount = static_cast<float>(pending.amount);
  switch (pending.effect) {
    case ChezEffect::pick_up:
      return mine ? -amount : harm(amount, state_.actor);
    case ChezEffect::burden:
      return at_me ? -amount : harm(amount, pending.target) + (mine ? 1.0F : 0);
    case ChezEffect::extra:
      if (state_.play.rank == chez_ranks::queen) return mine ? 0.8F : -0.8F;
      return (mine ? 0.6F : -0.5F) * amount;
    case ChezEffect::swap:
    case ChezEffect::give:
      return mine ? 1.5F : at_me ? -1.2F : 0;
    case ChezEffect::raze:
      return mine ? 0.3F : at_me ? -0.5F : 0;
    case ChezEffect::revolution:
      return mine ? 0.5F : 6 * (reach(hand_) - 0.8F) + 0.2F * static_cast<float>(hand_.size - 4);
    case ChezEffect::direction:
    case ChezEffect::none:
      return 0;
  }
  return 0;
}

}  // namespace tribunal
