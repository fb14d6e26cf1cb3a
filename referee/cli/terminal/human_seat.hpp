#pragma once

#include <string>
#include <vector>

#include "table/bot_entry.hpp"

namespace tribunal {

class CommandLine;

/// Replaces the entry of the seat whose word is `human_word` by a person's seat. `entries` and `words` are of
/// the same bots. This program plays the seat like a bot (`tribunal human-seat`). It shows the events that
/// the seat receives, the table and the numbered actions on `screen`, a descriptor of this program, and reads
/// a number. Thus the person sees no more than a bot would at this seat. Returns false if there is no such
/// seat. Throws `Complaint` if there are several.
bool seat_a_person(std::vector<BotEntry>& entries, const std::vector<std::string>& words, int screen);

/// Adds `human-seat`, which is not for command lines. Help does not list it.
void add_human_seat_command(CommandLine& command);

}  // namespace tribunal
