#pragma once

#include "games/chez/table.hpp"

namespace tribunal {

/// Lays jack, queen and king of the hand as the seat's court; every player turns all royals face-up.
void lay_court(ChezTable& table, Seat seat, std::span<const Card, 3> cards);

/// Ends the courts without cards on the table; with the last court of the game, all royals return to their
/// holders' hands. `first` is the first seat in the order.
void disband_courts(ChezTable& table, Seat first);

/// Executes all face-up royals of the seat.
void execute_royals(ChezTable& table, Seat seat);

/// Starts the revolt of the actor's revolution: royals lose their powers, extra actions are lost, and
/// undefended royals on the table are executed. The revolt ends when `heads` heads have rolled, or never if
/// there are fewer players.
void start_revolt(ChezTable& table, int heads, bool for_ever);

/// The actor extends another seat's revolution by the next card: one more head.
void extend_revolt(ChezTable& table, Card card);

/// Makes the actor's run from ace to king a siege: the actor takes the stock and all discards but the top
/// card of the pile. An endless revolt follows, in which a seat that must pick up dies.
void begin_siege(ChezTable& table);

}  // namespace tribunal
