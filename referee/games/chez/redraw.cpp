#include "games/chez/redraw.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "cards/pack.hpp"
#include "games/chez/actions.hpp"
#include "games/core/event.hpp"
#include "games/core/redrawing.hpp"

namespace tribunal {
namespace {

constexpr int sweeps = 16;

/// Calls `visit` with the number of each bit that is set.
template <typename Visit>
void each_bit(std::uint32_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

/// The cards of a redraw. Some may change places, and some may have arrived in their hand in each other's
/// place.
class Exchanges {
 public:
  Exchanges(const ChezTrace& trace, Seat viewer) : trace_{trace}, lacks_{trace.lacks()}, viewer_{viewer} {}

  void add(const TracedCard& card, bool is_hidden) {
    auto& item = items_[size_++];
    item = {.traced = card, .is_hidden = is_hidden};
    item.arrival_is_hidden = card.seat != no_seat && card.seat != viewer_ && !card.known_to.has(viewer_);
    item.excluded = excluded(card);
    const auto face = card.card.index();
    const bool is_open = card.open_at != TracedCard::hidden && item.arrival_is_hidden;
    if (is_open && trace_.may_have_equal(card.card)) open_[face] = true;
    if (is_hidden) hidden_[face] = true;
    if (card.hands != 0 && item.arrival_is_hidden) with_lacks_.add(card.seat);
    is_plain_ = is_plain_ && item.excluded == 0 && card.hands == 0;
  }
  [[nodiscard]] const TracedCard& at(std::size_t i) const { return items_.at(i).traced; }

  void mix(Stream& stream) {
    for (std::size_t i = 0; i < size_; ++i) {
      auto& item = items_[i];
      const bool is_one_of_equals = has_equal(item);
      is_plain_ = is_plain_ && !is_one_of_equals;
      if (is_one_of_equals) sort_arrivals(item);
      const bool may_have_come =
          item.arrival_is_hidden && (is_one_of_equals || with_lacks_.has(item.traced.seat));
      if (item.is_hidden || may_have_come) moving_[moves_++] = i;
    }
    for (std::size_t step = 0; step < moves_ * sweeps; ++step) {
      auto& a = items_[moving_[step % moves_]];
      auto& b = items_[moving_[stream.uniform(static_cast<std::uint32_t>(moves_))]];
      if (a.traced.stock != b.traced.stock) continue;
      if (a.is_hidden && b.is_hidden) {
        exchange(a, b);
      } else if (!is_plain_ && a.arrival_is_hidden && b.arrival_is_hidden && a.traced.seat == b.traced.seat) {
        exchange_arrivals(a, b);
      }
    }
  }

 private:
  struct Item {
    TracedCard traced;
    bool is_hidden = false;          ///< its face
    bool arrival_is_hidden = false;  ///< when it came to its seat
    ChezRanks excluded = 0;
  };

  static bool may_be(const Item& item, Card card) { return (item.excluded >> chez_rank(card) & 1U) == 0; }

  [[nodiscard]] ChezRanks excluded(const TracedCard& card) const {
    auto ranks = card.excluded;
    each_bit(card.hands, [&](std::size_t bit) { ranks |= lacks_[bit].ranks; });
    return ranks;
  }

  void exchange(Item& a, Item& b) {
    if (!may_be(a, b.traced.card) || !may_be(b, a.traced.card)) return;
    std::swap(a.traced.card, b.traced.card);
    if (!is_plain_ && (came_too_early(a) || came_too_early(b) ||
                       is_castle_or_court_in(a.traced.hands ^ b.traced.hands, a, b)))
      std::swap(a.traced.card, b.traced.card);
  }

  void exchange_arrivals(Item& a, Item& b) {
    if (std::max(a.traced.came, b.traced.came) >= std::min(a.traced.open_at, b.traced.open_at)) return;
    const auto hands = exchange_ways(a, b);
    if (!may_be(a, a.traced.card) || !may_be(b, b.traced.card) || came_too_early(a) || came_too_early(b) ||
        is_castle_or_court_in(hands, a, b))
      exchange_ways(a, b);
  }
  /// Exchanges how two cards arrived, and the hands in which they were until both had arrived. Returns the
  /// hands that have exchanged the two cards; a second call undoes the first.
  std::uint32_t exchange_ways(Item& a, Item& b) {
    const auto both = std::max(a.traced.came, b.traced.came);
    std::uint32_t exchanged = 0;
    each_bit(a.traced.hands ^ b.traced.hands, [&](std::size_t bit) {
      if (lacks_[bit].at <= both) exchanged |= 1U << bit;
    });
    for (auto* const item : {&a, &b}) {
      item->traced.hands ^= exchanged;
      item->excluded = excluded(item->traced);
    }
    std::swap(a.traced.came, b.traced.came);
    std::swap(a.traced.known_to, b.traced.known_to);
    return exchanged;
  }

  /// Equal cards that came to a seat may have been laid in any order. Only the order of their arrival counts,
  /// because otherwise a hand with several of them would be counted several times.
  [[nodiscard]] bool are_out_of_order(const Item& a, const Item& b) const {
    const auto& first = a.traced;
    const auto& second = b.traced;
    return first.card == second.card && first.seat == second.seat && first.stock == second.stock &&
           a.arrival_is_hidden && b.arrival_is_hidden && first.came < second.came &&
           first.open_at > second.open_at;
  }
  [[nodiscard]] bool came_too_early(const Item& item) const {
    return has_equal(item) && std::any_of(items_.begin(), items_.begin() + size_, [&](const Item& other) {
             return are_out_of_order(item, other) || are_out_of_order(other, item);
           });
  }
  [[nodiscard]] bool has_equal(const Item& item) const {
    return open_[item.traced.card.index()] && hidden_[item.traced.card.index()];
  }
  void sort_arrivals(Item& item) {
    for (bool is_sorted = false; !std::exchange(is_sorted, true);) {
      for (std::size_t i = 0; i < size_; ++i) {
        if (!are_out_of_order(items_[i], item) && !are_out_of_order(item, items_[i])) continue;
        exchange_ways(items_[i], item);
        is_sorted = false;
      }
    }
  }

  /// Whether one of these hands now holds a whole castle or court that all seats saw it lack, because one of
  /// the two cards came to it.
  [[nodiscard]] bool is_castle_or_court_in(std::uint32_t hands, const Item& a, const Item& b) const {
    const auto new_ranks = 1U << chez_rank(a.traced.card) | 1U << chez_rank(b.traced.card);
    bool found = false;
    each_bit(hands, [&](std::size_t bit) {
      for (auto ranks : lacks_[bit].together) {
        if ((ranks & new_ranks) == 0 || found) continue;
        for (std::size_t i = 0; i < size_ && ranks != 0; ++i) {
          const auto& card = items_[i].traced;
          if ((card.hands >> bit & 1U) != 0)
            ranks = static_cast<ChezRanks>(ranks & ~(1U << chez_rank(card.card)));
        }
        found = ranks == 0;
      }
    });
    return found;
  }

  static constexpr std::size_t most = most_chez_cards + ChezTrace::most_laid;
  const ChezTrace& trace_;
  std::span<const ChezLack> lacks_;
  Seat viewer_;
  std::array<Item, most> items_{};
  std::size_t size_ = 0;
  std::array<bool, 64> open_{};    ///< by face, whether an open card may have an equal one
  std::array<bool, 64> hidden_{};  ///< by face, whether a card is hidden
  SeatSet with_lacks_;
  std::array<std::size_t, most> moving_{};
  std::size_t moves_ = 0;
  bool is_plain_ = true;
};

/// The places in the trace of cards that stay because another seat is asked now: without these cards it would
/// not be asked.
class Kept {
 public:
  Kept(const ChezState& state, Seat viewer) {
    if (state.is_over() || state.asked == viewer) return;
    if (state.question == ChezQuestion::act && !state.is_extra) {
      const auto action = default_chez_action(state);
      for (std::size_t i = 0; i < action.arguments().size(); ++i) keep(state, action.card(i));
    } else if (state.question == ChezQuestion::nope) {
      keep_one(state, chez_ranks::ace, nope_aces(state, state.asked));
    } else if (state.question == ChezQuestion::extend_run) {
      keep_one(state, state.run.next_rank(), state.hand(state.asked).suits(state.run.next_rank()));
    } else if (state.question == ChezQuestion::add_pair) {
      for (const auto rank : {chez_ranks::queen, chez_ranks::king})
        keep_one(state, rank, state.hand(state.asked).suits(rank));
    }
  }
  [[nodiscard]] bool has(std::size_t place) const {
    const auto end = places_.begin() + size_;
    return std::find(places_.begin(), end, place) != end;
  }

 private:
  void keep(const ChezState& state, Card card) { places_[size_++] = state.trace.find(state.asked, card); }
  void keep_one(const ChezState& state, ChezRank rank, SuitSet suits) {
    keep(state, chez_card(rank, static_cast<Suit>(std::countr_zero(suits))));
  }

  std::array<std::size_t, 4> places_{};
  std::uint8_t size_ = 0;
};

/// The places in the trace of cards in a current exchange.
struct HandedOver {
  std::array<std::size_t, 9> offered{};
  std::array<std::size_t, 9> taken{};

  explicit HandedOver(const ChezState& state) {
    const auto& pending = state.pending;
    const bool lies_there = state.question == ChezQuestion::retry;
    for (std::size_t i = 0; i < pending.offers; ++i) {
      offered[i] = find(state, lies_there ? pending.target : state.actor, pending.offered[i],
                        std::span{offered}.first(i));
      taken[i] = lies_there ? find(state, state.actor, pending.taken[i], std::span{taken}.first(i))
                            : ChezTrace::most;
    }
  }
  void write_to(ChezState& state) const {
    auto& pending = state.pending;
    const auto cards = state.trace.cards();
    for (std::size_t i = 0; i < pending.offers; ++i) {
      if (offered[i] < cards.size()) pending.offered[i] = cards[offered[i]].card;
      if (taken[i] < cards.size()) pending.taken[i] = cards[taken[i]].card;
    }
  }

 private:
  /// Equal cards have places of their own, which are not among `others`.
  static std::size_t find(const ChezState& state, Seat holder, Card card,
                          std::span<const std::size_t> others) {
    const auto cards = state.trace.cards();
    auto found = cards.size();
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if (cards[i].holder != holder || cards[i].card != card || std::ranges::count(others, i) > 0) continue;
      if (found == cards.size() || cards[i].seen_by.size() > cards[found].seen_by.size()) found = i;
    }
    return found;
  }
};

}  // namespace

void rename_traced(ChezState& state, std::span<const ChezRename> renames) {
  const HandedOver handed_over{state};
  const auto traced = state.trace.cards();
  // All cards leave before others arrive, because a hand cannot hold a face three times.
  for (const auto& rename : renames) {
    const auto& from = traced[rename.place];
    if (from.holder != buried) state.hand(from.holder).remove(from.card);
  }
  for (const auto& rename : renames) {
    auto& at = traced[rename.place];
    if (at.holder == buried) {
      *std::ranges::find(state.secondary.cards(), at.card) = rename.to;
    } else {
      state.hand(at.holder).add(rename.to);
    }
    at.card = rename.to;
  }
  handed_over.write_to(state);
}

void redraw_chez(ChezState& state, ChezChance& chance, Seat viewer, Stream& stream) {
  chance.deal.exchange(stream);
  chance.dice = chance.deal.stream("dice");
  chance.draws = chance.deal.stream("draw");
  if (viewer == referee_view) return shuffle_alike(state.stock.cards(), stream);
  const Kept kept{state, viewer};
  auto& trace = state.trace;
  const auto traced = trace.cards();
  Exchanges exchanges{trace, viewer};
  for (std::size_t place = 0; place < traced.size(); ++place)
    exchanges.add(traced[place], !traced[place].seen_by.has(viewer) && !kept.has(place));
  for (const auto& card : trace.laid()) exchanges.add(card, false);
  for (const auto card : state.stock.cards()) exchanges.add({.card = card, .stock = trace.stock()}, true);
  exchanges.mix(stream);
  std::array<ChezRename, ChezTrace::most> renames{};
  std::size_t drawn = 0;
  for (std::size_t place = 0; place < traced.size(); ++place) {
    if (exchanges.at(place).card != traced[place].card)
      renames.at(drawn++) = {.place = place, .to = exchanges.at(place).card};
  }
  rename_traced(state, std::span{renames}.first(drawn));
  std::size_t next = 0;
  for (auto& card : traced) card = exchanges.at(next++);
  for (auto& card : trace.laid()) card = exchanges.at(next++);
  for (auto& card : state.stock.cards()) card = exchanges.at(next++).card;
}

}  // namespace tribunal
