#pragma once

#include <filesystem>

namespace tribunal {

/// Prints the worth of a deal (`DealWorth`) by the games of a results folder, a line for each game of its
/// plan: game, players, deals, worth of all seatings and its error, likeness of tables and its error; `-`
/// where that is not known. Throws std::invalid_argument if the folder cannot be read.
void print_worths(const std::filesystem::path& folder);

}  // namespace tribunal
