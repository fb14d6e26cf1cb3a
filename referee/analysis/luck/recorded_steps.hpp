#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "cards/deal.hpp"
#include "games/core/game.hpp"
#include "record/record.hpp"

namespace tribunal {

/// The game of a record that `play_again` accepts, step by step. Each step applies the choices of all seats
/// that must decide.
class RecordedSteps {
 public:
  /// Begins the game.
  explicit RecordedSteps(const Record& record)
      : record_{record}, now_{record.rules.deal(std::make_shared<KeyedDeal>(record.deal.key))} {
    now_->begin(muted_);
  }

  /// Takes the next step. False at the end, and from the first fault on.
  [[nodiscard]] bool next() {
    if (now_->wanted().empty()) return false;
    for (const Seat seat : now_->wanted()) {
      const auto& decision = record_.decisions[next_++];
      if (decision.by_referee) return false;
      choices_[seat] = decision.action;
    }
    ++taken_;
    before_ = now_->clone();
    now_->apply(choices_, muted_);
    return true;
  }
  [[nodiscard]] const Game& now() const { return *now_; }
  /// The game before the last step, and the choices of that step.
  [[nodiscard]] const Game& before() const { return *before_; }
  [[nodiscard]] const Choices& choices() const { return choices_; }
  /// Whether chance occurred in the last step: cards, dice, or the next hand. In a game of several hands, the
  /// cards of the next hand decide whether any are drawn at its beginning. Therefore the deal of that hand is
  /// the event.
  [[nodiscard]] bool brought_chance() const { return now_->chance_so_far() != before_->chance_so_far(); }
  /// The number of steps so far.
  [[nodiscard]] std::size_t taken() const { return taken_; }
  /// The number of decisions so far, and the number of those that follow.
  [[nodiscard]] std::size_t decisions() const { return next_; }
  [[nodiscard]] std::size_t left() const { return record_.decisions.size() - next_; }

 private:
  const Record& record_;
  std::unique_ptr<Game> now_;
  std::unique_ptr<Game> before_;
  Choices choices_;
  std::size_t next_ = 0;
  std::size_t taken_ = 0;
  EventLog muted_ = EventLog::muted();
};

/// A copy of the game in which future chance is drawn again from this seed.
[[nodiscard]] inline std::unique_ptr<Game> redrawn_by(const Game& game, std::uint64_t seed) {
  auto redrawn = game.clone();
  Stream chance{seed, "chance"};
  redrawn->redraw_chance(chance);
  return redrawn;
}

}  // namespace tribunal
