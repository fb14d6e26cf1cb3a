// The others in games of simultaneous decisions: how likely it is that each of them plays at random.
#ifndef OPPONENTS_HPP
#define OPPONENTS_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "games/core/game.hpp"
#include "games/core/rollout.hpp"

namespace thinker {

/// Learns from actions of the others whether they play at random or by the values that the game gives to
/// actions, by Bayes' rule: in worlds like the position in which they decided, each of the two does the same
/// with some probability.
class Opponents {
 public:
  /// `doubt`: the chance of each at first that it plays at random.
  explicit Opponents(double doubt = 0) { odds_.fill(std::log(doubt / (1 - doubt))); }

  /// The chance that a seat plays at random.
  [[nodiscard]] double doubt(tribunal::Seat seat) const {
    return 1 / (1 + std::exp(-odds_[tribunal::index_of(seat)]));
  }

  /// Notes that a new question is open; nothing is learnt from decisions about it before the next call.
  void forget() { position_.reset(); }
  /// Notes the position of that question, which `me` and others are asked at once.
  void note(const tribunal::Game& position, tribunal::Seat me) {
    position_ = position.clone();
    me_ = me;
  }
  /// Whether decisions about the open question are learnt from.
  [[nodiscard]] bool expect_decisions() const { return position_ != nullptr; }
  /// Learns what a seat did there.
  void learn(tribunal::Seat seat, const tribunal::Action& action) {
    if (position_ == nullptr || seat == me_ || !position_->wanted().has(seat)) return;
    constexpr int worlds = 40;
    constexpr double usual_hits = 0.5;  // as if so many of one world had been seen
    constexpr double surest = 5;
    double hits = usual_hits;
    double by_chance = usual_hits;
    for (int world = 0; world < worlds; ++world) {
      const auto imagined = position_->clone();
      imagined->redraw_hidden(me_, chance_);
      imagined->legal_actions(seat, actions_);
      if (std::ranges::find(actions_, action) == actions_.end()) continue;
      by_chance += 1 / static_cast<double>(actions_.size());
      hits += rollout_.choose(*imagined, seat, chance_) == action ? 1 : 0;
    }
    auto& odds = odds_[tribunal::index_of(seat)];
    odds = std::clamp(odds + std::log(by_chance / hits), -surest, surest);
  }

 private:
  std::array<double, tribunal::max_seats> odds_{};  ///< logarithms
  std::unique_ptr<tribunal::Game> position_;
  tribunal::Seat me_ = tribunal::no_seat;
  tribunal::Stream chance_{1, "opponents"};
  tribunal::Rollout rollout_;
  tribunal::ActionList actions_;
};

}  // namespace thinker

#endif
