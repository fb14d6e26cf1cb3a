#pragma once

#include <string>

#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "record/record.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// Whether a game's record names the files that the plan commits to for this bot; true if it commits to none.
[[nodiscard]] bool is_committed(const PlannedBot& bot, const Entrant& entrant);

/// The clause of `verify` on an event's bots, behind its clause on the secret: the number that the plan
/// commits to.
[[nodiscard]] std::string clause_of_bots(const Plan& plan);

/// The text of the plan with all keys by which it can commit before an event: `commitment`, for the secret
/// before the public value is mixed in, and `sha256` for each bot that is not withdrawn. Keys that the plan
/// already has do not change. The error is one line: a bot without files, or a plan that has another
/// commitment.
[[nodiscard]] Result<std::string> published_plan(const Tournament& tournament, const Secret& committed);

}  // namespace tribunal
