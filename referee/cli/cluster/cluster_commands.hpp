#pragma once

#include "cli/options/exit_code.hpp"

namespace CLI {
class App;
}

namespace tribunal {

// The commands by which a tournament is played on several machines, in the form of cli/commands/commands.hpp.

void add_merge_command(CLI::App& app, ExitCode& exit_code);
void add_submit_command(CLI::App& app, ExitCode& exit_code);

}  // namespace tribunal
