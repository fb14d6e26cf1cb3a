#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/error.hpp"
#include "cards/deal.hpp"
#include "games/core/game.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// A game at the moment after a seat has received these lines: all events of the game for the seat, from the
/// first on, as the protocol writes them, without their ends. Everything that the seat does not know is drawn
/// from `stream` as by `Game::redraw_hidden`. For further games of the same moment, clone it and redraw the
/// clones, which is much faster. The error states that no deal explains the lines, and names the first line
/// that does not fit.
///
/// In Chez others may be asked in secret; if the seat itself can be asked after these lines, it is. The
/// search for a deal is not complete there: it gives up after 100 attempts, so a refusal does not prove that
/// there is none. Of 191 random games at a question to the seat it refused 4, all after many reshuffles and
/// exchanges between others.
[[nodiscard]] Result<std::unique_ptr<Game>> imagine(const Rules& rules, Seat seat,
                                                    std::span<const std::string> lines, Stream& stream);

}  // namespace tribunal
