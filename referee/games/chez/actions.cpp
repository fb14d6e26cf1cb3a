#include "games/chez/actions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "games/chez/family.hpp"

namespace tribunal {
namespace {

constexpr SuitSet red_suits = 0b0110;
constexpr SuitSet black_suits = 0b1001;

/// The last suit of the set, in the order of `Suit`.
Suit last_suit(SuitSet suits) { return static_cast<Suit>(std::bit_width(suits) - 1); }

template <typename See>
void each_suit(SuitSet suits, See see) {
  for (; suits != 0; suits = static_cast<SuitSet>(suits & (suits - 1U))) {
    see(static_cast<Suit>(std::countr_zero(suits)));
  }
}

/// Cards of one rank, sorted by suit.
struct SameRank {
  std::array<Card, 8> cards{};
  std::array<std::uint8_t, suit_count> end{};  ///< place after the last card of each suit
  std::size_t size = 0;
};

/// Appends the set, with the last of its suits that is in `top_suits` on top.
void append_set(const SameRank& set, SuitSet suits, SuitSet top_suits, ActionList& actions) {
  const auto tops = static_cast<SuitSet>(suits & top_suits);
  if (tops == 0) return;
  auto cards = set.cards;
  const auto played = std::span{cards}.first(set.size);
  const auto top = played.subspan(set.end[static_cast<std::size_t>(last_suit(tops))] - 1U);
  std::ranges::rotate(top, top.begin() + 1);
  actions.emplace_back(verbs::play, played);
}

/// Appends every choice of cards of the rank and of the colour on top.
void append_sets(const ChezCards& hand, ChezRank rank, ActionList& actions) {
  const auto once = hand.suits(rank);
  const auto twice = hand.suits_twice(rank);
  if ((once & (once - 1U)) == 0 && twice == 0) {  // one card, as usual
    actions.emplace_back(verbs::play, chez_card(rank, last_suit(once)));
    return;
  }
  const auto held = [&](std::size_t suit) { return (once >> suit & 1) + (twice >> suit & 1); };
  std::array<std::uint8_t, suit_count> counts{};
  while (true) {
    std::size_t suit = 0;
    while (suit < counts.size() && counts[suit] == held(suit)) counts[suit++] = 0;
    if (suit == counts.size()) return;
    ++counts[suit];
    SameRank set;
    SuitSet suits = 0;
    for (suit = 0; suit < counts.size(); ++suit) {
      for (int i = 0; i < counts[suit]; ++i) set.cards[set.size++] = chez_card(rank, static_cast<Suit>(suit));
      set.end[suit] = static_cast<std::uint8_t>(set.size);
      if (counts[suit] > 0) suits = static_cast<SuitSet>(suits | 1U << suit);
    }
    append_set(set, suits, black_suits, actions);
    append_set(set, suits, red_suits, actions);
  }
}

void append_plays(const ChezState& state, const ChezCards& hand, ActionList& actions) {
  const auto valid = ranks_valid_on(state.pile.top());
  for (ChezRank rank = chez_ranks::ace; rank <= chez_ranks::king; ++rank) {
    if ((valid >> rank & 1U) != 0 && hand.suits(rank) != 0) append_sets(hand, rank, actions);
  }
  std::array<Card, 6> jokers{};
  jokers.fill(Card::joker());
  for (int i = 1; i <= hand.jokers(); ++i) {
    actions.emplace_back(verbs::play, std::span{jokers}.first(static_cast<std::size_t>(i)));
  }
}

void append_pairs(const ChezState& state, ActionList& actions) {
  const auto& hand = state.hand(state.actor);
  for (const auto bottom : {chez_ranks::queen, chez_ranks::king}) {
    if (!is_valid_on(bottom, state.pile.top())) continue;
    const auto top = bottom == chez_ranks::queen ? chez_ranks::king : chez_ranks::queen;
    each_suit(hand.suits(bottom), [&](Suit below) {
      each_suit(hand.suits(top), [&](Suit above) {
        const std::array cards{chez_card(bottom, below), chez_card(top, above)};
        actions.emplace_back(verbs::pair, std::span{cards});
      });
    });
  }
}

bool has_run(const ChezCards& hand, ChezRank first, ChezRank last) {
  for (auto rank = first; rank <= last; ++rank) {
    if (hand.suits(rank) == 0) return false;
  }
  return true;
}

/// Appends every choice of one card of each rank from `first` to `last`.
void append_runs(Verb verb, const ChezCards& hand, ChezRank first, ChezRank last, ActionList& actions) {
  if (!has_run(hand, first, last)) return;
  const auto size = std::size_t{last} - first + 1;
  std::array<SuitSet, 5> rest{};  // the remaining suits of each rank; the last rank's change fastest
  std::array<Card, 5> cards{};
  const auto lay = [&](std::size_t from) {
    for (auto i = from; i < size; ++i) {
      const auto rank = static_cast<ChezRank>(first + i);
      if (i > from) rest[i] = hand.suits(rank);
      cards[i] = chez_card(rank, static_cast<Suit>(std::countr_zero(rest[i])));
      rest[i] = static_cast<SuitSet>(rest[i] & (rest[i] - 1U));
    }
    actions.emplace_back(verb, std::span{cards}.first(size));
  };
  rest[0] = hand.suits(first);
  lay(0);
  while (true) {
    auto i = size;
    while (i > 0 && rest[i - 1] == 0) --i;
    if (i == 0) return;
    lay(i - 1);
  }
}

bool may_lay_castle(const ChezState& state) {
  return !state.with_castle.has(state.actor) && has_run(state.hand(state.actor), 7, 10);
}

bool may_lay_court(const ChezState& state) {
  return !state.revolt && !state.with_court.has(state.actor) &&
         has_run(state.hand(state.actor), chez_ranks::jack, chez_ranks::king);
}

/// The suits of rank `open_rank` with which the actor may extend another seat's revolution.
SuitSet extending_suits(const ChezState& state) {
  if (state.open_rank == 0 || state.open_rank > chez_ranks::king || state.open_by == state.actor) return 0;
  return state.hand(state.actor).suits(state.open_rank);
}

void append_each_suit(Verb verb, ChezRank rank, SuitSet suits, ActionList& actions) {
  each_suit(suits, [&](Suit suit) { actions.emplace_back(verb, chez_card(rank, suit)); });
}

void append_act(const ChezRules& rules, const ChezState& state, ActionList& actions) {
  const auto& hand = state.hand(state.actor);
  const auto top = state.pile.top();
  append_plays(state, hand, actions);
  if (!state.revolt) append_pairs(state, actions);
  if (may_lay_castle(state)) append_runs(verbs::castle, hand, 7, 10, actions);
  if (may_lay_court(state)) append_runs(verbs::court, hand, chez_ranks::jack, chez_ranks::king, actions);
  if (!state.revolt) {
    if (is_valid_on(chez_ranks::ace, top)) append_runs(verbs::revolution, hand, chez_ranks::ace, 5, actions);
    if (is_valid_on(2, top)) append_runs(verbs::revolution, hand, 2, 5, actions);
  }
  append_each_suit(verbs::extend, state.open_rank, extending_suits(state), actions);
  if (hand.jokers() == rules.jokers()) actions.emplace_back(verbs::betting_man);
  if (state.is_extra) actions.emplace_back(verbs::pass);
}

template <typename Append>
void append_opponents(const ChezState& state, Append append) {
  for (const auto seat : state.in) {
    if (seat != state.actor) append(static_cast<std::uint8_t>(seat));
  }
}

void append_opponents(const ChezState& state, Verb verb, ActionList& actions) {
  append_opponents(state, [&](std::uint8_t seat) { actions.push_back(Action{verb, {seat}}); });
}

/// The play that harms the others least.
Action default_act(const ChezState& state) {
  constexpr std::array<ChezRank, 13> harmless_first{1, 2, 3, 4, 5, 7, 8, 9, 10, 6, 11, 12, 13};
  if (state.is_extra) return Action{verbs::pass};
  const auto& hand = state.hand(state.actor);
  const auto valid = ranks_valid_on(state.pile.top());
  for (const auto rank : harmless_first) {
    if ((valid >> rank & 1U) == 0 || hand.suits(rank) == 0) continue;
    return {verbs::play, chez_card(rank, static_cast<Suit>(std::countr_zero(hand.suits(rank))))};
  }
  if (hand.jokers() > 0) return {verbs::play, Card::joker()};
  if (const auto suits = extending_suits(state); suits != 0) {
    return {verbs::extend, chez_card(state.open_rank, static_cast<Suit>(std::countr_zero(suits)))};
  }
  const auto lay = [&](Verb verb, ChezRank first, int count) {
    std::array<Card, 4> cards{};
    for (int i = 0; i < count; ++i) {
      const auto rank = static_cast<ChezRank>(first + i);
      cards[static_cast<std::size_t>(i)] =
          chez_card(rank, static_cast<Suit>(std::countr_zero(hand.suits(rank))));
    }
    return Action{verb, std::span{cards}.first(static_cast<std::size_t>(count))};
  };
  return may_lay_castle(state) ? lay(verbs::castle, 7, 4) : lay(verbs::court, chez_ranks::jack, 3);
}

}  // namespace

void append_chez_actions(const ChezRules& rules, const ChezState& state, ActionList& actions) {
  const auto pass = [&] { actions.emplace_back(verbs::pass); };
  switch (state.question) {
    case ChezQuestion::act:
      return append_act(rules, state, actions);
    case ChezQuestion::extend_run:
      append_each_suit(verbs::extend, state.run.next_rank(),
                       state.hand(state.actor).suits(state.run.next_rank()), actions);
      return pass();
    case ChezQuestion::raise_siege:
      actions.emplace_back(verbs::siege);
      return pass();
    case ChezQuestion::add_pair:
      append_pairs(state, actions);
      return pass();
    case ChezQuestion::aim_joker:
      append_opponents(state, verbs::burden, actions);
      for (const auto seat : state.with_castle) {
        actions.push_back(Action{verbs::raze, {static_cast<std::uint8_t>(seat)}});
      }
      return;
    case ChezQuestion::lead:
      return append_opponents(state, [&](std::uint8_t seat) {
        actions.push_back(Action{verbs::next, {seat, 1}});
        actions.push_back(Action{verbs::next, {seat, 0}});
      });
    case ChezQuestion::swap:
      append_opponents(state, verbs::swap, actions);
      return pass();
    case ChezQuestion::retry:
      actions.emplace_back(verbs::retry);
      return pass();
    case ChezQuestion::favour:
      return append_opponents(state, verbs::favour, actions);
    case ChezQuestion::offer:
      return cards_to_offer(state).each_face([&](Card card) { actions.emplace_back(verbs::offer, card); });
    case ChezQuestion::nope:
      append_each_suit(verbs::nope, chez_ranks::ace, nope_aces(state, state.asked), actions);
      return pass();
    case ChezQuestion::none:
      return;
  }
}

bool can_act(const ChezState& state) {
  // The first card of a pair or a revolution could be played alone, and so could a joker of the betting man.
  return state.hand(state.actor).has_any(ranks_valid_on(state.pile.top())) || extending_suits(state) != 0 ||
         may_lay_castle(state) || may_lay_court(state);
}

ChezLack lack_of_actor(const ChezState& state) {
  ChezLack lack{.ranks = ranks_valid_on(state.pile.top())};
  const bool may_extend = state.open_rank != 0 && state.open_rank <= chez_ranks::king;
  if (may_extend && state.open_by != state.actor)
    lack.ranks = static_cast<ChezRanks>(lack.ranks | 1U << state.open_rank);
  const auto together = [&](bool may_lay, ChezRank first, ChezRank last) {
    const auto ranks = ranks_between(first, last);
    return may_lay && (lack.ranks & ranks) == 0 ? ranks : ChezRanks{0};
  };
  const bool may_have_court = !state.revolt && !state.with_court.has(state.actor);
  lack.together = {together(!state.with_castle.has(state.actor), 7, 10),
                   together(may_have_court, chez_ranks::jack, chez_ranks::king)};
  return lack;
}

Action default_chez_action(const ChezState& state) {
  const auto opponent = static_cast<std::uint8_t>(state.next_in(state.actor));
  switch (state.question) {
    case ChezQuestion::act:
      return default_act(state);
    case ChezQuestion::aim_joker:
      return Action{verbs::burden, {opponent}};
    case ChezQuestion::lead:
      return Action{verbs::next, {opponent, static_cast<std::uint8_t>(state.direction > 0 ? 1 : 0)}};
    case ChezQuestion::favour:
      return Action{verbs::favour, {opponent}};
    case ChezQuestion::offer:
      return {verbs::offer, cards_to_offer(state).at(0)};
    default:
      return Action{verbs::pass};
  }
}

SuitSet nope_aces(const ChezState& state, Seat seat) {
  if (seat != state.actor) return state.hand(seat).suits(chez_ranks::ace);
  return cards_to_offer(state).suits(chez_ranks::ace);
}

bool can_add_pair(const ChezState& state) {
  const auto& hand = state.hand(state.actor);
  if (hand.suits(chez_ranks::queen) == 0 || hand.suits(chez_ranks::king) == 0) return false;
  return is_valid_on(chez_ranks::queen, state.pile.top()) || is_valid_on(chez_ranks::king, state.pile.top());
}

ChezCards cards_to_offer(const ChezState& state) {
  auto cards = state.hand(state.actor);
  for (std::size_t i = 0; i < state.pending.offers; ++i) cards.remove(state.pending.offered[i]);
  return cards;
}

}  // namespace tribunal
