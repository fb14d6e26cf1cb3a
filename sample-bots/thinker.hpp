// The search of thinker: it plays games that it cannot tell from its own to their end, again and again, with
// the referee's own library (docs/library.md). thinker.cpp is the bot around it.
#ifndef THINKER_HPP
#define THINKER_HPP

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "cards/deal.hpp"
#include "games/core/game.hpp"
#include "thinker_bids.hpp"

namespace thinker {

/// The length of the search for a decision.
struct Effort {
  std::int64_t steps = 20'000;                      ///< times that it plays seats' decisions, about
  std::optional<std::chrono::microseconds> time{};  ///< in place of `steps`, if set
};

/// The chances of a seat's ways to play; the rest is that it plays by the values that the game gives.
struct Habits {
  double random = 0;  ///< any legal action
  double model = 0;   ///< by a model (`Rollout::play_by`)
};

/// The value of a game for one of its seats: its points, and so much for each seat in a worse place.
struct Aim {
  double points = 1;
  double place = 4;
  std::size_t widest = 64;    ///< actions that are searched: those that the game values highest
  bool hand_by_hand = false;  ///< games are played on to the end of the hand alone
  bool cube_rests = false;    ///< nobody doubles in games played on
  double prior = 0;           ///< worlds that the value which the game gives to an action counts for
  std::array<Habits, tribunal::max_seats> habits{};  ///< of the seats, as they play on
  std::vector<float> model{};                        ///< the weights of the model that habits speak of
  std::shared_ptr<const BidPlan> bids{};  ///< if each bid is made once: what those that are left will bring
  int horizon = 0;  ///< decisions of this seat after which a hand of Snark is valued as it is; 0: its end
};

/// The result of a search.
struct Thought {
  tribunal::Action best;
  std::int64_t steps = 0;   ///< decisions played
  std::int64_t worlds = 0;  ///< games that it could not tell from its own
};

/// Whether a seat that has these legal actions is asked to double the cube.
[[nodiscard]] bool may_double(const tribunal::ActionList& actions);

/// The action of `me`, who is asked, that does best on average: flat Monte Carlo over worlds from
/// `redraw_hidden`. Each world is played on after every action, with equal random numbers, by a model or by
/// the values that the game gives to actions (`Rollout`), to the end of it, or of the hand; a gift to the bid
/// that follows, whose points are known well enough (`BidPlan`). The worse half of the actions is dropped
/// again and again while there are several: sequential halving (Karnin, Koren, Somekh, ICML 2013).
[[nodiscard]] Thought best_action(const tribunal::Game& position, tribunal::Seat me, const Effort& effort,
                                  const Aim& aim, tribunal::Stream& chance);

}  // namespace thinker

#endif
