#pragma once

#include <string>

#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "record/record.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// Whether a game's record has the hash that the plan commits to for this bot. True if the plan commits to
/// none.
[[nodiscard]] bool is_committed(const PlannedBot& bot, const Entrant& entrant);

/// A clause for `verify` on the number of bots to which an event's plan commits. It follows the clause on the
/// secret.
[[nodiscard]] std::string clause_of_bots(const Plan& plan);

/// The text of the plan with all keys by which it can commit before an event: `commitment`, to the secret
/// before the public value is mixed in, and `sha256` for each bot that is not withdrawn. Existing keys do not
/// change. The error is one line: a bot has no files, or the plan has another commitment.
[[nodiscard]] Result<std::string> published_plan(const Tournament& tournament, const Secret& committed);

}  // namespace tribunal
