#pragma once

#include <optional>

#include "base/error.hpp"
#include "bots/sandbox/own_user.hpp"
#include "bots/sandbox/profile.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "bots/system/command.hpp"

namespace tribunal {

/// The launch of one bot, and the resources of the machine that it holds while it runs; the destructor
/// returns them.
struct Confinement {
  Profile profile;
  SandboxLevel level = SandboxLevel::none;
  Resources resources;
  std::optional<OwnUser> user;
};

/// Prepares what a bot needs at its level. It finds an error before anything is run.
[[nodiscard]] Result<Confinement> confine(const Command& command, const Sandbox& sandbox);

}  // namespace tribunal
