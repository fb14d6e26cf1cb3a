#pragma once

#include <string>

#include "bots/system/command.hpp"

namespace tribunal {

/// The right command in place of one that builds the bot whenever it is started (`cargo run`, `go run .`), or
/// that names a class of Java by its file: one sentence. Empty for any other command.
[[nodiscard]] std::string build_hint(const Command& command);

}  // namespace tribunal
