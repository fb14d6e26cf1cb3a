#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "games/chez/table.hpp"
#include "games/core/action.hpp"
#include "games/core/game.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// Leads a game along what a seat has heard of another one: it is told of all that is hidden or chance just
/// before it matters, and may exchange cards that the seat has not seen. `imagine` stands on it.
class ChezGuide {
 public:
  ChezGuide() = default;
  ChezGuide(const ChezGuide&) = delete;
  ChezGuide& operator=(const ChezGuide&) = delete;
  virtual ~ChezGuide() = default;

  /// The total of these dice in place of `total`.
  virtual int roll(ChezTable& table, Seat seat, ChezDice dice, int total) = 0;
  /// The place of the next card in the hand of the swap's target that is drawn blind, in place of `place`.
  virtual int draw_blind(ChezTable& table, int place) = 0;
  /// The seat takes the top card of the stock, which is not empty.
  virtual void pick_up(ChezTable& table, Seat seat) = 0;
  /// The discards are shuffled into a new stock.
  virtual void reshuffle(ChezTable& table) = 0;
  /// The actor's turn begins: it is asked, or picks up for want of a play.
  virtual void begin_turn(ChezTable& table) = 0;
  /// The seat may be asked in secret whether it plays a card.
  virtual void ask(ChezTable& table, Seat seat) = 0;
  /// The seat shows its royals for a court.
  virtual void reveal_royals(ChezTable& table, Seat seat) = 0;
  /// The actor takes all piles into its hand.
  virtual void seize(ChezTable& table) = 0;
  /// The actor hands the offered card with this number over to the target, for the first time.
  virtual void hand_over(ChezTable& table, std::size_t offered) = 0;

  /// The game has begun, or a decision was applied; `table` has the events since the decision before, and
  /// loses them. False if the game does not go on along this way.
  [[nodiscard]] virtual bool has_gone_on(ChezTable& table) = 0;
  /// Whether all has been heard. Then the game is followed a little further: until the viewer is asked,
  /// if nothing more is told before.
  [[nodiscard]] virtual bool is_at_end() const = 0;
  [[nodiscard]] virtual Seat viewer() const = 0;
  /// The action of the seat that is asked; nothing if none was heard.
  [[nodiscard]] virtual std::optional<Action> decide(ChezTable& table) = 0;
};

/// A game of Chez that was led by the guide; null if that could not be.
[[nodiscard]] std::unique_ptr<Game> follow_chez(const Rules& rules, DealPointer deal, ChezGuide& guide);

}  // namespace tribunal
