#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/error.hpp"
#include "cards/deal.hpp"
#include "games/core/game.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// A game at the moment that a seat has heard these lines: all events of the game that it was told, from the
/// first on, as the protocol writes them, each without its end of line. What the seat does not know is drawn
/// from `stream` as by `Game::redraw_hidden`. For further games of the same moment, clone it and redraw the
/// clones, which is much faster. The error says that no deal explains the lines, with the first line that
/// does not fit.
///
/// In Chez others may be asked in secret: a seat that can be asked itself after these lines is asked then.
/// And the search for a deal is not complete there: it gives up after 100 tries. So a refusal, which says
/// that none was found, is no proof that there is none. Of random games at a question to the seat it refused
/// 4 in 191, after many reshuffles and exchanges between others.
[[nodiscard]] Result<std::unique_ptr<Game>> imagine(const Rules& rules, Seat seat,
                                                    std::span<const std::string> lines, Stream& stream);

}  // namespace tribunal
