#pragma once

#include <cstddef>
#include <string>

#include "analysis/question.hpp"
#include "games/core/rollout.hpp"
#include "games/core/rules.hpp"

namespace tribunal {

/// The reason why `best` (an index of the legal actions) is better than the action taken, from games played
/// on after both: the fact whose difference explains the most of the difference in score. A clause such as
/// `after play:3c you win clubs in 97 % of the games, after discard:2d in 31 %`; empty if no fact of the
/// family explains anything.
[[nodiscard]] std::string reason_for(const Question& question, std::size_t best, const Rules& rules,
                                     const DealKey& key, bool open, Rollout& rollout);

}  // namespace tribunal
