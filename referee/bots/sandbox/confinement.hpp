#pragma once

#include <expected>
#include <optional>

#include "bots/sandbox/own_user.hpp"
#include "bots/sandbox/profile.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "bots/system/command.hpp"
#include "bots/system/launch_failure.hpp"

namespace tribunal {

/// How one bot is launched, and what it holds of the machine's for as long as it runs; given back with this.
struct Confinement {
  Profile profile;
  SandboxLevel level = SandboxLevel::none;
  Resources resources;
  std::optional<OwnUser> user;
};

/// Makes ready what a bot needs at its level. The error is found before anything is run.
[[nodiscard]] std::expected<Confinement, LaunchFailure> confine(const Command& command,
                                                                const Sandbox& sandbox);

}  // namespace tribunal
