#pragma once

#include <expected>
#include <optional>
#include <string>

#include "bots/sandbox.hpp"

namespace CLI {
class App;
}

namespace tribunal {

/// Adds the option `name`, which leaves the name of a level in `level`.
void add_level_option(CLI::App& command, const std::string& name, std::string& level,
                      const std::string& description);

/// The level to be used: the one demanded, or the highest that works here. Tries it out by running a small
/// command. The error is one sentence: what is missing for the level demanded, and how to get it (exit code
/// 69).
[[nodiscard]] std::expected<SandboxLevel, std::string> settle_level(std::optional<SandboxLevel> demanded);

}  // namespace tribunal
