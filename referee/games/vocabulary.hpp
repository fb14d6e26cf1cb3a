#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "games/core/action.hpp"
#include "games/core/seat.hpp"
#include "games/core/verb.hpp"

namespace tribunal {

/// The shared verbs, then those of each family.
[[nodiscard]] std::span<const Verb> vocabulary();
[[nodiscard]] std::optional<Verb> find_verb(std::string_view name);

/// Reads a word in the form of `Action::append_to`; returns nothing for any other word.
[[nodiscard]] std::optional<Action> parse_action(std::string_view word);

/// The seat and the action whose echo `line` is (in the referee's view), if it can be the echo of a decision.
[[nodiscard]] std::optional<std::pair<Seat, Action>> parse_decision(std::string_view line);

}  // namespace tribunal
