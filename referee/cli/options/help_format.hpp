#pragma once

namespace CLI {
class App;
}

namespace tribunal {

/// Lets `app`, and the commands added to it later, print an option in --help as its name and value, then
/// what it does with its default. CLI11 by itself prints its types and their bounds.
void set_help_format(CLI::App& app);

}  // namespace tribunal
