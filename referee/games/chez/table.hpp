#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "cards/deal.hpp"
#include "games/chez/cards.hpp"
#include "games/chez/state.hpp"
#include "games/core/action.hpp"
#include "games/core/event.hpp"
#include "games/core/game.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// A number of dice, and their number of sides.
struct ChezDice {
  int count = 1;
  int sides = 4;
  [[nodiscard]] constexpr int highest() const { return count * sides; }
  constexpr bool operator==(const ChezDice&) const = default;
};

/// The dice law: each upgrade is one step; d4 d6 d8 d10 d12 d20 2d10 2d12 2d20 3d10 ...
[[nodiscard]] constexpr ChezDice dice_at(int rung) {
  constexpr std::array<int, 3> small{4, 6, 8};
  constexpr std::array<int, 3> large{10, 12, 20};
  if (rung < 3) return {1, small[static_cast<std::size_t>(rung)]};
  return {rung / 3, large[static_cast<std::size_t>(rung % 3)]};
}

/// The dice for `cards` sixes played together.
[[nodiscard]] constexpr ChezDice six_dice(int cards) { return dice_at(cards); }
/// The dice for `cards` jacks played together, with or without one of the court.
[[nodiscard]] constexpr ChezDice jack_dice(int cards, bool of_court) {
  return dice_at(cards - 1 + (of_court ? 1 : 0));
}
/// The dice for `cards` jokers played together.
[[nodiscard]] constexpr ChezDice joker_dice(int cards) { return dice_at(cards + 2); }
/// The dice for a set of `cards` cards, or pairs: 2 or more.
[[nodiscard]] constexpr ChezDice set_dice(int cards) { return dice_at(cards + 1); }

/// The number of cards that the player of a set must pick up after its roll.
[[nodiscard]] constexpr int set_pick_up(int rolled) { return std::max(0, 6 - rolled); }

/// The source of chance of a game of Chez: the streams `dice`, `draw` (blind draws) and `reshuffle N`.
struct ChezChance {
  explicit ChezChance(DealPointer from)
      : deal{std::move(from)}, dice{deal.stream("dice")}, draws{deal.stream("draw")} {}
  ChanceSource deal;
  Stream dice;
  Stream draws;
  int reshuffles = 0;
  std::uint32_t drawn = 0;  ///< number of dice, and of cards drawn from the stock or blind from a hand
};

class ChezGuide;

/// The table of Chez during one decision: a state, its chance and its log.
struct ChezTable {
  ChezState& state;
  ChezChance& chance;
  EventLog& log;
  ChezGuide* guide = nullptr;  ///< only for imagined games
};

/// Leads a game along the lines that a seat has received of another game. It is called just before each
/// hidden or random event, and may exchange cards that the seat has not seen. `imagine` uses it.
class ChezGuide {
 public:
  ChezGuide() = default;
  ChezGuide(const ChezGuide&) = delete;
  ChezGuide& operator=(const ChezGuide&) = delete;
  virtual ~ChezGuide() = default;

  /// The total of these dice, instead of `total`.
  virtual int roll(ChezTable& table, Seat seat, ChezDice dice, int total) = 0;
  /// The place in the hand of the swap's target of the next blind card, instead of `place`.
  virtual int draw_blind(ChezTable& table, int place) = 0;
  /// The seat takes the top card of the stock, which is not empty.
  virtual void pick_up(ChezTable& table, Seat seat) = 0;
  /// The discards are shuffled into a new stock.
  virtual void reshuffle(ChezTable& table) = 0;
  /// The actor's turn begins: it is asked, or picks up without a playable card.
  virtual void begin_turn(ChezTable& table) = 0;
  /// The seat may be asked in secret whether it plays a card.
  virtual void ask(ChezTable& table, Seat seat) = 0;
  /// The seat shows its royals for a court.
  virtual void reveal_royals(ChezTable& table, Seat seat) = 0;
  /// The actor takes all piles into its hand.
  virtual void seize(ChezTable& table) = 0;
  /// The actor hands the offered card with this number over to the target, for the first time.
  virtual void hand_over(ChezTable& table, std::size_t offered) = 0;

  /// The game has begun, or a decision was applied; `table` has the events since the previous decision, which
  /// are then removed. False if the game departs from the lines.
  [[nodiscard]] virtual bool has_gone_on(ChezTable& table) = 0;
  /// Whether the game has reached the last line. Then it continues until the viewer is asked, as long as the
  /// viewer receives no further line.
  [[nodiscard]] virtual bool is_at_end() const = 0;
  [[nodiscard]] virtual Seat viewer() const = 0;
  /// The action of the asked seat; nothing if the lines have none.
  [[nodiscard]] virtual std::optional<Action> decide(ChezTable& table) = 0;
};

/// A game of Chez led by the guide; null if that is impossible.
[[nodiscard]] std::unique_ptr<Game> follow_chez(const Rules& rules, DealPointer deal, ChezGuide& guide);

/// Logs the cards in their order, at most 16 per event; nothing if there are none.
void tell_cards(EventLog& log, Verb verb, Seat seat, const ChezCards& cards, SeatSet sees = SeatSet::all());

/// Rolls openly for `seat`; returns the total.
int roll(ChezTable& table, Seat seat, ChezDice dice);

/// The part of its holder's hand that a card left: among equal cards that of the court leaves first, then
/// another face-up one.
enum class LeftFrom : std::uint8_t { hand, shown, court };
LeftFrom take_from_hand(ChezState& state, Seat seat, Card card);

/// Moves the card from one seat to another; among equal cards the order is that of `take_from_hand`. Both
/// seats see it, and all seats if it was face-up. It is then concealed in the receiver's hand.
void deliver(ChezTable& table, Seat from, Seat to, Card card);

/// Like `deliver`, for a card that `from` received by such a delivery: it is not an equal card that is
/// face-up there.
void deliver_concealed(ChezTable& table, Seat from, Seat to, Card card);

/// The seat takes `count` cards from the stock; if the stock is empty, the discards are shuffled. False if
/// that kills it: in a siege at once, else if no card is left (H17, H22).
[[nodiscard]] bool pick_up(ChezTable& table, Seat seat, int count);

/// Kills the seat: it gets the worst free place, its cards go to the secondary pile, and a head has rolled.
void kill(ChezTable& table, Seat seat);

/// Ends the game if a death has decided it: that of the siege's player, or of the last opponent.
void end_if_decided(ChezTable& table, Seat dead);

/// Moves the castle of the seat, if it has one, to the secondary pile.
void ruin_castle(ChezTable& table, Seat seat);

/// The seat leaves the game with the best free place.
void finish(ChezTable& table, Seat seat);

/// The number of actions and pick-ups after which a game ends in its current state (H18).
inline constexpr int most_chez_turns = 10'000;

/// Applies the legal action of the seat that is asked, and continues until a seat is asked or the game is
/// over.
void apply_chez_decision(ChezTable& table, const Action& action);

/// Asks the actor for an action of its turn. Without a legal action it picks up, or dies, and the next seat's
/// turn begins.
void begin_turn(ChezTable& table);

/// Ends the action: disbands courts, finishes empty hands, and continues with an extra action or the next
/// turn.
void end_action(ChezTable& table);

/// Ends the actor's turn.
void next_turn(ChezTable& table);

// The endings that do not place seats one after another (docs/rules/chez.md, "Places"). Places are those of a
// race: equal seats share the better place, and the next seat is placed behind all of them.

/// The siege's player died: it is the only last one, all besieged seats are first, and seats that had left
/// before are between them, in the order of their places, or share the first place if they had it.
void place_after_siege(ChezState& state);

/// A six was rolled for both red sixes: `winner` is first, all others are second.
void place_sole_winner(ChezState& state, Seat winner);

/// The betting man killed a seat: `winner` is first, `dead` share the last place, and all others, whenever
/// they left the game, share the place above it.
void place_after_betting_man(ChezState& state, Seat winner, SeatSet dead);

/// Places and scores: a point for each seat in a worse place. Seats still in the game share the best free
/// place.
[[nodiscard]] Outcome chez_outcome(const ChezState& state);

}  // namespace tribunal
