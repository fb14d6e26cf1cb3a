#include "games/chez_exchanges.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "games/chez/redraw.hpp"

namespace tribunal {

ChezExchanges::ChezExchanges(ChezState& state, Seat viewer, Stream& stream) : state_{state}, stream_{stream} {
  const auto traced = state.trace.cards();
  items_.reserve(traced.size() + state.stock.size());
  for (std::size_t place = 0; place < traced.size(); ++place) {
    const auto& card = traced[place];
    const bool unseen = !card.seen_by.has(viewer);
    items_.push_back({.card = card.card,
                      .holder = card.holder,
                      .stock = card.stock,
                      .excluded = card.excluded,
                      .place = place,
                      .fixed = !unseen,
                      .unseen = unseen});
  }
  for (std::size_t place = 0; place < state.stock.size(); ++place) {
    items_.push_back(
        {.card = state.stock.cards()[place], .stock = state.trace.stock(), .place = place, .unseen = true});
  }
}

void ChezExchanges::keep(Seat seat, std::span<const Card> cards) {
  for (const auto card : cards) static_cast<void>(take(seat, card));
}

bool ChezExchanges::take(Seat seat, Card card) {
  // A card that the viewer has seen comes first: it cannot be exchanged anyway.
  for (const bool unseen : {false, true}) {
    if (take(seat, card, unseen)) return true;
  }
  return false;
}

bool ChezExchanges::take(Seat seat, Card card, bool unseen) {
  for (auto& item : items_) {
    if (item.holder != seat || item.card != card || item.unseen != unseen || item.taken) continue;
    item.fixed = item.taken = true;
    return true;
  }
  return false;
}

void ChezExchanges::keep(Seat seat) {
  for (auto& item : items_) item.fixed = item.fixed || item.holder == seat;
}

std::vector<std::size_t> ChezExchanges::in_random_order(Seat holder) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].holder == holder && !items_[i].fixed) found.push_back(i);
  }
  for (auto i = found.size(); i-- > 1;)
    std::swap(found[i], found[stream_.uniform(static_cast<std::uint32_t>(i + 1))]);
  return found;
}

template <typename IsWanted>
bool ChezExchanges::exchange(std::size_t item, IsWanted is_wanted) {
  // A chain: each place gets the card of the next one, and the last gets the first one's. Breadth first.
  constexpr auto nowhere = static_cast<std::size_t>(-1);
  std::vector<std::size_t> before(items_.size(), nowhere);
  std::vector<std::size_t> reached{item};
  const auto size = items_.size();
  const auto start = stream_.uniform(static_cast<std::uint32_t>(size));
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const auto at = reached[next];
    for (std::size_t step = 0; step < size; ++step) {
      const auto i = (start + step) % size;
      const auto& from = items_[i];
      if (i == item || before[i] != nowhere || from.fixed || from.stock != items_[item].stock) continue;
      if (!may_be(items_[at], from.card) || (at == item && !is_wanted(from.card))) continue;
      before[i] = at;
      reached.push_back(i);
      if (!may_be(from, items_[item].card)) continue;
      std::vector<std::size_t> path{i};
      while (path.back() != item) path.push_back(before[path.back()]);
      std::ranges::reverse(path);
      write(path);
      return true;
    }
  }
  return false;
}

void ChezExchanges::write(std::span<const std::size_t> path) {
  const auto first = items_[path.front()].card;
  std::vector<ChezRename> renames;
  for (std::size_t i = 0; i < path.size(); ++i) {
    auto& item = items_[path[i]];
    item.card = i + 1 < path.size() ? items_[path[i + 1]].card : first;
    if (item.holder == no_seat) {
      state_.stock.cards()[item.place] = item.card;
    } else {
      renames.push_back({.place = item.place, .to = item.card});
    }
  }
  rename_traced(state_, renames);
}

bool ChezExchanges::give(Seat seat, Card card) {
  if (take(seat, card, false)) return true;
  // The place that excludes most: others will be needed for other cards.
  auto places = in_random_order(seat);
  std::ranges::stable_sort(places, std::greater{},
                           [&](std::size_t i) { return std::popcount(items_[i].excluded); });
  for (const auto i : places) {
    if (!may_be(items_[i], card)) continue;
    if (items_[i].card != card && !exchange(i, [card](Card other) { return other == card; })) continue;
    items_[i].fixed = items_[i].taken = true;
    return true;
  }
  return false;
}

bool ChezExchanges::lack(Seat seat, ChezRanks ranks) {
  bool done = true;
  for (auto& item : items_) {
    if (item.holder != seat || item.taken) continue;
    if (!item.unseen) {
      done = done && (ranks >> chez_rank(item.card) & 1U) == 0;
      continue;
    }
    item.excluded |= ranks;
    state_.trace.cards()[item.place].excluded |= ranks;
  }
  for (const auto i : in_random_order(seat)) {
    if (!may_be(items_[i], items_[i].card)) done = exchange(i, [](Card) { return true; }) && done;
  }
  return done;
}

bool ChezExchanges::lay_on_stock(Card card) {
  const auto stock = state_.stock.cards();
  for (auto& item : items_) {
    if (item.holder != no_seat || item.card != card) continue;
    std::swap(stock[item.place], stock.back());
    return true;
  }
  return exchange(items_.size() - 1, [card](Card other) { return other == card; });
}

bool ChezExchanges::unbury(Card card) {
  for (const auto i : in_random_order(buried)) {
    if (items_[i].card == card && exchange(i, [card](Card other) { return other != card; })) return true;
  }
  return false;
}

bool ChezExchanges::gather(std::vector<Card> cards) {
  const auto strike = [&](Card card) {
    const auto found = std::ranges::find(cards, card);
    if (found == cards.end()) return false;
    cards.erase(found);
    return true;
  };
  auto open = state_.pile;
  open.take();
  for (const auto card : open.cards()) static_cast<void>(strike(card));
  std::vector<Card> closed;
  for (const auto& item : items_) {
    if (item.holder == buried) closed.push_back(item.card);
  }
  for (const auto card : state_.secondary.cards()) {
    const auto found = std::ranges::find(closed, card);
    if (found == closed.end()) {
      static_cast<void>(strike(card));
    } else {
      closed.erase(found);
    }
  }
  std::vector<std::size_t> surplus;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    auto& item = items_[i];
    if (item.holder != no_seat && item.holder != buried) continue;
    if (!strike(item.card)) surplus.push_back(i);
    item.fixed = true;
  }
  for (const auto i : surplus) {
    items_[i].fixed = false;
    const auto is_missing = [&](Card card) { return std::ranges::find(cards, card) != cards.end(); };
    if (!exchange(i, is_missing)) return false;
    items_[i].fixed = true;
    static_cast<void>(strike(items_[i].card));
  }
  return cards.empty();
}

}  // namespace tribunal
