#pragma once

#include <expected>
#include <string>

#include "cards/secret.hpp"
#include "record/record.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// Whether a game's record names the files that the plan commits to for this bot; true if it commits to none.
[[nodiscard]] bool is_committed(const PlannedBot& bot, const Entrant& entrant);

/// What `verify` says of an event's bots, behind what it says of the secret: how many the plan commits to.
[[nodiscard]] std::string clause_of_bots(const Plan& plan);

/// The text of the plan with all that it can commit to before an event: `commitment`, that of the secret
/// before the public value is mixed in, and of each bot that is not withdrawn `sha256`. What is there
/// already is left as it is. The error is one line: a bot without files, or a plan that has another
/// commitment.
[[nodiscard]] std::expected<std::string, std::string> published_plan(const Tournament& tournament,
                                                                     const Secret& committed);

}  // namespace tribunal
