#pragma once

#include <string>
#include <vector>

#include "bots/sandbox/sandbox.hpp"
#include "report/replay/told.hpp"

namespace tribunal {

/// The seat of a person at a terminal.
struct HumanSeat {
  Terminal terminal;
  CardStyle style = CardStyle::letters;
  std::vector<std::string> names;  ///< of all seats that bots or people play, harmless
};

/// Plays games as a bot does, by the protocol on standard input and output, and has a person decide: shows
/// what the seat is told, the table and the numbered actions, and reads a number. So a person sees no more at
/// this seat than a bot would. Returns the exit code: 1 if the person has left, or cannot be reached.
[[nodiscard]] int play_for_a_person(const HumanSeat& seat);

}  // namespace tribunal
