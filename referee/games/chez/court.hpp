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

}  // namespace tribunal
