#include "games/layout/layout.hpp"

namespace tribunal {

/// The Mob's turn: the referee plays the top card of the stock for it, independent of its meld.
void LayoutGame::play_for_mob(EventLog& events) {
  const auto card = draw_past_aces(SeatSet::all(), events);
  if (card.is_hidden()) return;
  tableau(turn_).play_freely(card);
  news_ = News::decision;
  tell(events, verbs::play, turn_, card);
  after_play();
}

}  // namespace tribunal
