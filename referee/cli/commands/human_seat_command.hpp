#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/options/bot_options.hpp"
#include "table/bot.hpp"

namespace tribunal {

/// Gives a person the seats whose word is `human_word`, at most one; `entries` are of the same bots as
/// `words`. What they are shown goes to `screen`, a descriptor of this program. True if there is such a seat;
/// the error is one sentence.
[[nodiscard]] Result<bool> seat_a_person(std::vector<BotEntry>& entries,
                                         const std::vector<std::string>& words, int screen);

}  // namespace tribunal
