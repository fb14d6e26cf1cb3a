#pragma once

#include "games/chez/table.hpp"

namespace tribunal {

/// Starts the revolt of the actor's revolution: royals lose their powers, extra actions are lost, and
/// undefended royals on the table are executed. The revolt ends when `heads` heads have rolled, or never if
/// there are fewer players.
void start_revolt(ChezTable& table, int heads, bool for_ever);

/// The actor lays the next card of another's revolution on it: one more head.
void extend_revolt(ChezTable& table, Card card);

/// Makes the actor's run from ace to king a siege: the actor takes the stock and all discards but the top
/// card of the pile. A revolt for ever follows, in which a seat that must pick up dies.
void begin_siege(ChezTable& table);

}  // namespace tribunal
