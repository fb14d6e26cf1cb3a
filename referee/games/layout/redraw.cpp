// Redraws the cards of a hand that a viewer does not know.
#include <algorithm>
#include <array>
#include <span>

#include "cards/pack.hpp"
#include "games/core/card_list.hpp"
#include "games/core/redrawing.hpp"
#include "games/layout/layout.hpp"

namespace tribunal {

/// Calls `see` with a reference to each set of cards that a seat other than the viewer holds, or has put
/// away, without those that all seats have seen.
template <typename See>
void LayoutGame::each_concealed(Seat viewer, See see) {
  if (viewer == referee_view) return;
  for (const auto seat : SeatSet::first(rules().players)) {
    if (seat == viewer) continue;
    auto& held = hand(seat);
    shown_[index_of(seat)].each([&](Card card) { held.remove(card); });
    see(held);
    shown_[index_of(seat)].each([&](Card card) { held.add(card); });
    see(put_away_[index_of(seat)]);
  }
}

/// A hand cannot hold a hidden ace, so aces stay in the stock; every other unknown card may be anywhere.
void LayoutGame::redraw(Seat viewer, Stream& stream) {
  deal_.exchange(stream);
  if (hand_number_ == 0) return;
  const auto stock = std::span{stock_}.first(setting_->pack.size()).subspan(stock_used_);
  if (viewer == referee_view) return shuffle_alike(stock, stream);
  CardList<LayoutSetting::most_cards> pool;
  each_concealed(viewer, [&](const Hand& cards) { cards.each([&](Card card) { pool.add(card); }); });
  const auto concealed = pool.size();
  const auto before = pool;
  pool.add(stock);
  const auto aces = std::ranges::partition(pool.cards(), [](Card card) { return !card.is_ace(); });
  draw_first(pool.cards().first(pool.size() - aces.size()), concealed, stream);
  std::size_t drawn = 0;
  each_concealed(viewer, [&](Hand& cards) {
    const auto count = cards.size();
    cards = {};
    for (int i = 0; i < count; ++i) cards.add(pool.cards()[drawn++]);
  });
  rename_drawn(before.cards(), pool.cards().first(concealed));
  std::ranges::copy(pool.cards().subspan(concealed), stock.begin());
  shuffle(stock, stream);
}

/// The stock also has the cards that were drawn from it, and the pile those discarded face down: in both,
/// each card of `before` becomes the card of `after` at the same index.
void LayoutGame::rename_drawn(std::span<const Card> before, std::span<const Card> after) {
  std::array<std::array<Card, 2>, 52> names{};
  std::array<std::uint8_t, 52> left{};
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto face = before[i].index();
    names[face][left[face]++] = after[i];
  }
  if (is_stud()) {  // one pack
    for (auto& card : std::span{discards_}.first(discard_count_)) {
      if (left[card.index()] > 0) card = names[card.index()][0];
    }
  }
  for (std::size_t i = stock_used_; i-- > 0;) {
    const auto face = stock_[i].index();
    if (left[face] > 0) stock_[i] = names[face][--left[face]];
  }
}

}  // namespace tribunal
