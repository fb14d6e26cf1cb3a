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

constexpr int sweeps = 24;

/// Cards that may change places.
class Exchanges {
 public:
  struct Item {
    Card card;
    std::uint8_t stock = 0;
    ChezRanks excluded = 0;
  };

  void add(const Item& item) {
    items_[size_++] = item;
    is_plain_ = is_plain_ && item.excluded == 0 && item.stock == items_[0].stock;
  }
  [[nodiscard]] Card card(std::size_t i) const { return items_[i].card; }

  void mix(Stream& stream) {
    if (is_plain_) return shuffle(stream);
    for (std::size_t step = 0; step < size_ * sweeps; ++step) {
      auto& a = items_[step % size_];
      auto& b = items_[stream.uniform(static_cast<std::uint32_t>(size_))];
      if (a.stock == b.stock && may_be(a, b.card) && may_be(b, a.card)) std::swap(a.card, b.card);
    }
  }

 private:
  static bool may_be(const Item& item, Card card) { return (item.excluded >> chez_rank(card) & 1U) == 0; }

  void shuffle(Stream& stream) {
    for (std::size_t i = size_; i-- > 1;)
      std::swap(items_[i].card, items_[stream.uniform(static_cast<std::uint32_t>(i + 1))].card);
  }

  std::array<Item, most_chez_cards> items_{};
  std::size_t size_ = 0;
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
  // All cards leave before others arrive, since a hand cannot hold a face three times.
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
  const auto traced = state.trace.cards();
  const auto is_unknown = [&](std::size_t place) {
    return !traced[place].seen_by.has(viewer) && !kept.has(place);
  };
  Exchanges exchanges;
  for (std::size_t place = 0; place < traced.size(); ++place) {
    if (is_unknown(place)) exchanges.add({traced[place].card, traced[place].stock, traced[place].excluded});
  }
  for (const auto card : state.stock.cards()) exchanges.add({card, state.trace.stock(), 0});
  exchanges.mix(stream);
  std::array<ChezRename, ChezTrace::most> renames{};
  std::size_t drawn = 0;
  for (std::size_t place = 0; place < traced.size(); ++place) {
    if (!is_unknown(place)) continue;
    renames.at(drawn) = {.place = place, .to = exchanges.card(drawn)};
    ++drawn;
  }
  rename_traced(state, std::span{renames}.first(drawn));
  for (auto& card : state.stock.cards()) card = exchanges.card(drawn++);
}

}  // namespace tribunal
