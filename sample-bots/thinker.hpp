// The search of thinker: it plays many games that are consistent with its lines to their end, with the
// referee's own library (docs/library.md). thinker.cpp is the bot around it.
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

/// The effort of the search for a decision.
struct Effort {
  std::int64_t steps = 20'000;  ///< approximate number of decisions of seats that it plays
  std::optional<std::chrono::microseconds> time{};  ///< instead of `steps`, if set
};

/// The chances of a seat's ways of playing; with the remaining chance it plays by the game's values.
struct Habits {
  double random = 0;  ///< chance of any legal action
  double model = 0;   ///< chance of play by a model (`Rollout::play_by`)
};

/// The value of a game for one of its seats: its points, and a bonus for each seat in a worse place.
struct Aim {
  double points = 1;
  double place = 4;
  std::size_t widest = 64;    ///< number of searched actions: those that the game values highest
  bool hand_by_hand = false;  ///< whether games are played only to the end of the hand
  bool cube_rests = false;    ///< whether no seat doubles in playouts
  double prior = 0;           ///< number of worlds for which the game's value of an action counts
  std::array<Habits, tribunal::max_seats> habits{};  ///< the habits of the seats in playouts
  std::vector<float> model{};                        ///< the weights of the model of the habits
  std::shared_ptr<const BidPlan>
      bids{};       ///< if each bid is made once: the expected points of the remaining ones
  int horizon = 0;  ///< number of decisions of this seat before a hand of Snark is valued unfinished; 0: it
                    ///< is played to its end
};

/// The result of a search.
struct Thought {
  tribunal::Action best;
  std::int64_t steps = 0;   ///< decisions played
  std::int64_t worlds = 0;  ///< number of imagined games
};

/// Whether a seat that has these legal actions is asked to double the cube.
[[nodiscard]] bool may_double(const tribunal::ActionList& actions);

/// The best action of the asked seat `me` on average: flat Monte Carlo over worlds from `redraw_hidden`. Each
/// world is played out after every action, with equal random numbers, by a model or by the game's values
/// (`Rollout`), to the end of the game or of the hand; after a gift only to the next bid, whose points are
/// known well enough (`BidPlan`). The worse half of the actions is dropped repeatedly until one is left:
/// sequential halving (Karnin, Koren, Somekh, ICML 2013).
[[nodiscard]] Thought best_action(const tribunal::Game& position, tribunal::Seat me, const Effort& effort,
                                  const Aim& aim, tribunal::Stream& chance);

}  // namespace thinker

#endif
