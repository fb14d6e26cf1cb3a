#pragma once

namespace CLI {
class App;
}

namespace tribunal {

/// Lets every option of the commands of `app` that takes whole numbers refuse all but decimal digits without
/// leading zeros. CLI11 by itself takes 010 for 8 and -1 for the largest number there is.
void require_whole_numbers(CLI::App& app);

}  // namespace tribunal
