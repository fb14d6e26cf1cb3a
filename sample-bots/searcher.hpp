// The searcher's play of Tennis: it remembers what it saw, deals the rest at random, and plays each of those
// games on with the referee's own library (docs/library.md). searcher.cpp is the bot around it.
#ifndef SEARCHER_HPP
#define SEARCHER_HPP

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "games/catalogue.hpp"
#include "games/core/game.hpp"

namespace searcher {

using tribunal::Card;
using tribunal::Seat;

/// All that one seat has seen of a game of Tennis, kept as a deal that agrees with it. A card seen for the
/// first time is exchanged into the place of the deal where it must have been; all other places can be dealt
/// anew.
class Memory {
 public:
  Memory(tribunal::Rules rules, Seat me);

  /// My new hand, in the order in which it was taken.
  void take_hand(const std::vector<Card>& hand);
  void play(Seat seat, Card card);
  /// False after an impossible event: then there is nothing to search with.
  [[nodiscard]] bool is_sound() const { return sound_; }

  /// The game at this moment, in a deal that may be the real one: what I have not seen is dealt anew.
  [[nodiscard]] std::unique_ptr<tribunal::Game> imagine(tribunal::Stream& chance) const;

 private:
  using Stock = std::vector<Card>;

  [[nodiscard]] std::unique_ptr<tribunal::Game> play_again(const Stock& stock,
                                                           tribunal::EventLog& events) const;
  void play_again();
  [[nodiscard]] std::size_t place_of(Card card) const;
  void see(Card card, std::size_t place);

  tribunal::Rules rules_;
  Seat me_;
  Stock stock_;
  std::vector<bool> seen_;  // by place in the stock
  std::vector<std::pair<Seat, Card>> plays_;
  std::unique_ptr<tribunal::Game> game_;  // at this moment, with this stock
  tribunal::EventLog events_;             // events of that game
  bool sound_ = true;
};

/// The action that does best on average in `deals` imagined deals, each played on at random once for every
/// action. None if the memory is not sound, or does not expect to be asked.
[[nodiscard]] std::optional<tribunal::Action> best_action(const Memory& memory, Seat me, int deals,
                                                          tribunal::Stream& chance);

}  // namespace searcher

#endif
