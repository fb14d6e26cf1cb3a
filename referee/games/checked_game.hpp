#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// An action and the seat that takes it.
struct SeatAction {
  Seat seat = no_seat;
  Action action;

  bool operator==(const SeatAction&) const = default;
};

/// A redraw, from the stream `redraw` of the seed: of everything that `viewer` does not know, or, for
/// `referee_view`, of chance that no line shows yet.
struct Redraw {
  Seat viewer = referee_view;
  std::uint64_t seed = 0;

  bool operator==(const Redraw&) const = default;
};

/// A change of a game after its deal.
using GameChange = std::variant<SeatAction, Redraw>;

/// A game whose caller need not know the contracts of `Game`: a wrong request is an error and changes
/// nothing. It has begun. It remembers its changes, so it can be repeated from its deal.
class CheckedGame {
 public:
  /// Deals a game and begins it. The error: stacked cards that are not those of the pack.
  [[nodiscard]] static Result<CheckedGame> deal(const Rules& rules, DealPointer deal);
  /// A game that `imagine` made of these lines of a seat. It has lines only for this seat.
  CheckedGame(std::unique_ptr<Game> game, Seat seat, std::vector<std::string> lines);

  CheckedGame(const CheckedGame& other);
  CheckedGame(CheckedGame&&) noexcept = default;
  CheckedGame& operator=(const CheckedGame&) = delete;
  CheckedGame& operator=(CheckedGame&&) noexcept = default;
  ~CheckedGame() = default;

  [[nodiscard]] const Game& game() const { return *game_; }
  [[nodiscard]] SeatSet wanted() const { return wanted_; }
  [[nodiscard]] std::span<const GameChange> changes() const { return changes_; }

  /// The lines so far of a seat that bots play, or of `referee_view`. The error: there is no such seat, or a
  /// redraw for another viewer gave it other cards than its lines have.
  [[nodiscard]] Result<std::vector<std::string>> lines(int viewer) const;

  /// The legal actions of a seat until the next change. The error: the seat is not asked.
  [[nodiscard]] Result<std::span<const Action>> legal_actions(int seat) const;
  /// Applies the decisions of all seats that are asked, one for each, in any order.
  [[nodiscard]] Result<void> apply(std::span<const SeatAction> decisions);
  /// Redraws everything that `viewer` does not know: a seat, or `referee_view`, as in `Redraw`.
  [[nodiscard]] Result<void> redraw(int viewer, std::uint64_t seed);
  /// Makes these changes, which another game with equal rules and deal has remembered. After an error the
  /// changes before it have been made.
  [[nodiscard]] Result<void> repeat(std::span<const GameChange> changes);

 private:
  CheckedGame(std::unique_ptr<Game> game, bool may_refuse, EventLog log);
  [[nodiscard]] Result<void> refuse_viewer(int viewer) const;
  [[nodiscard]] Result<Choices> choices_of(std::span<const SeatAction> decisions) const;
  [[nodiscard]] Result<void> advance(const Choices& choices);
  void look();

  std::unique_ptr<Game> game_;
  bool may_refuse_ = false;  ///< whether the deal is stacked, so that a later stock may be wrong
  std::vector<std::string> lines_before_;  ///< the lines from which it was imagined
  EventLog log_;
  std::vector<GameChange> changes_;
  bool is_as_dealt_ = true;             ///< whether no hidden card was redrawn
  SeatSet unchanged_ = SeatSet::all();  ///< the seats whose lines no redraw has changed
  SeatSet wanted_;
  std::array<ActionList, max_seats> legal_;  ///< legal actions of the wanted seats
};

}  // namespace tribunal
