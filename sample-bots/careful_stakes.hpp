// The careful bot's bets and doubles in a session of Revolution.
#ifndef CAREFUL_STAKES_HPP
#define CAREFUL_STAKES_HPP

#include <optional>
#include <vector>

#include "tribunal_bot.hpp"

namespace careful {

struct Outlook;

/// The chips that each seat has put into the pot in this round of betting, counted from the events.
class Stakes {
 public:
  void begin(const tribunal::View& view) { staked_.assign(view.seats.size(), 0); }
  void hear(const tribunal::bot::Event& event);
  /// The chips that `seat` must add to stay in.
  [[nodiscard]] int owed(int seat) const;

 private:
  std::vector<int> staked_;
};

/// The table without the cards of folded players.
[[nodiscard]] tribunal::View without_folded(tribunal::View view);

/// The worth of an action about chips or the cube, in chips or points: higher is better. Nothing if the
/// action is of a different kind. `expected`: my expected points at the end of the hand.
[[nodiscard]] std::optional<double> rate_stake(const tribunal::View& view, const Outlook& outlook,
                                               const Stakes& stakes, double expected,
                                               const tribunal::bot::Action& action);

}  // namespace careful

#endif
