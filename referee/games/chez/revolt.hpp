#pragma once

#include "games/chez/table.hpp"

namespace tribunal {

/// The revolution of the actor stands: royals lose their powers, extra actions are lost, undefended royals on
/// the table are executed, and it ends when that number of heads has rolled; never, if there are fewer
/// players.
void start_revolt(ChezTable& table, int heads, bool for_ever);

/// The actor lays the next card of another's revolution on it: one more head.
void extend_revolt(ChezTable& table, Card card);

/// The actor's run from ace to king becomes a siege: it takes the stock and all discards but the top card of
/// the pile, and then there is a revolt for ever, in which whoever must pick up dies.
void begin_siege(ChezTable& table);

}  // namespace tribunal
