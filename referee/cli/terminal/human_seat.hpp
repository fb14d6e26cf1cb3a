#pragma once

#include <string>
#include <vector>

#include "table/bot_entry.hpp"

namespace tribunal {

class CommandLine;

/// Gives a person the seat whose word is `human_word`; `entries` are of the same bots as `words`. This
/// program plays it as a bot does (`tribunal human-seat`): it shows what the seat is told, the table and the
/// numbered actions on `screen`, a descriptor of this program, and reads a number. So a person sees no more
/// at this seat than a bot would. False if there is no such seat; throws `Complaint` if there are several.
bool seat_a_person(std::vector<BotEntry>& entries, const std::vector<std::string>& words, int screen);

/// Adds `human-seat`, which no help shows: it is not for command lines.
void add_human_seat_command(CommandLine& command);

}  // namespace tribunal
