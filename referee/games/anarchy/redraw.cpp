// Redraws the cards of a hand with bids that a viewer does not know.
#include <algorithm>
#include <span>

#include "cards/pack.hpp"
#include "games/anarchy/game.hpp"
#include "games/core/card_list.hpp"
#include "games/core/redrawing.hpp"

namespace tribunal {

/// Gifts are known to their giver, all other shown cards to all seats.
bool AnarchyGame::knows_shown(Seat viewer, Seat holder) const {
  return rules().kind != AnarchyKind::organised || taker_of_gifts(viewer) == holder;
}

/// The dummy's cards that the viewer does not know. The referee knows all of them, and a giver knows its
/// gifts, which are the last ones.
std::span<Card> AnarchyGame::dummys_unknown(Seat viewer) {
  if (!rules().has_dummy() || viewer == referee_view) return {};
  const auto all = std::span{dummy_}.subspan(dummy_used_, dummys_hand().size());
  const bool gave = step_ != Step::choose_gifts && taker_of_gifts(viewer) == rules().dummy();
  return gave ? all.first(all.size() - std::min(all.size(), gifts)) : all;
}

/// Brings the cards that the dummy received as gifts, and has not played yet, to the front of `cards`, if the
/// viewer does not know them; returns their number. Gifts are in the order of the pack, so these are above
/// the played ones.
std::size_t AnarchyGame::draw_gifts_to_dummy(Seat viewer, std::span<Card> cards, Stream& stream) {
  const bool has_gifts = rules().dummy_passes && step_ != Step::choose_gifts;
  if (!has_gifts || dummys_unknown(viewer).size() < dummys_hand().size() || viewer == referee_view) return 0;
  const auto count = std::min(dummys_hand().size(), gifts);
  if (count < gifts) {
    const auto played = dummy_[dummy_used_ - 1U];
    const auto below = std::ranges::partition(cards, [played](Card card) { return card > played; });
    draw_first(cards.first(cards.size() - below.size()), count, stream);
  } else {
    draw_first(cards, count, stream);
  }
  std::ranges::sort(cards.first(count));
  return count;
}

void AnarchyGame::redraw(Seat viewer, Stream& stream) {
  deal_.exchange(stream);
  if (hand_number_ == 0) return;
  CardList<most_anarchy_cards> pool;
  const auto others = viewer == referee_view ? SeatSet{} : everyone().without(SeatSet::only(viewer));
  for (const auto seat : others) {
    auto concealed = place(seat).hand;
    if (knows_shown(viewer, seat)) place(seat).shown.each([&](Card card) { concealed.remove(card); });
    concealed.each([&](Card card) { pool.add(card); });
  }
  const auto of_dummy = dummys_unknown(viewer);
  pool.add(of_dummy);
  const auto undealt = std::span{undealt_}.subspan(turned_up_, hidden().size());
  pool.add(undealt);
  const auto gifts_to_dummy = draw_gifts_to_dummy(viewer, pool.cards(), stream);
  shuffle(pool.cards().subspan(gifts_to_dummy), stream);
  auto rest = std::span<const Card>{pool.cards()}.subspan(gifts_to_dummy);
  const auto take = [&](std::size_t count) {
    const auto taken = rest.first(count);
    rest = rest.subspan(count);
    return taken;
  };
  for (const auto seat : others) {
    auto& [hand, shown, bid, takings] = place(seat);
    const auto size = static_cast<std::size_t>(hand.size());
    const auto gifts_held = static_cast<std::size_t>(shown.size());
    if (knows_shown(viewer, seat)) {
      hand = shown;
      for (const auto card : take(size - gifts_held)) hand.add(card);
      continue;
    }
    hand = shown = {};
    const auto cards = take(size);
    for (const auto card : cards) hand.add(card);
    for (const auto card : cards.first(gifts_held)) shown.add(card);
  }
  const auto to_dummy = of_dummy.last(gifts_to_dummy);
  std::ranges::copy(take(of_dummy.size() - gifts_to_dummy), of_dummy.begin());
  std::ranges::copy(pool.cards().first(gifts_to_dummy), to_dummy.begin());
  std::ranges::copy(take(undealt.size()), undealt.begin());
}

}  // namespace tribunal
