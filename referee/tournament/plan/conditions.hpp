#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "cards/commit_reveal.hpp"
#include "record/limits.hpp"
#include "record/record.hpp"
#include "tournament/plan/tournament.hpp"

namespace tribunal {

/// Under what games were played, as far as it may change in the course of a tournament (when its organiser
/// says so).
struct Conditions {
  Limits limits;
  Resources resources;
  std::string restart;
  std::vector<std::string> commands;  ///< a bot
  std::vector<std::string> sha256;    ///< a bot; empty where there is nothing to hash
  /// The number of deals or rounds after which late bots join and bots are withdrawn (`Stay`), by bot name.
  std::map<std::string, std::uint64_t> joins_after;
  std::map<std::string, std::uint64_t> withdrawn_after;
  std::map<std::string, Limits> bot_limits;  ///< of bots with limits of their own, by name
  HostFacts host;
};

[[nodiscard]] Conditions conditions_of(const Tournament& tournament, const HostFacts& host);
[[nodiscard]] std::string to_text(const Conditions& conditions);
/// The error, one line, says what is not as `to_text` writes it.
[[nodiscard]] Result<Conditions> parse_conditions(std::string_view text);

/// The identity of a tournament as one text: name, players, games with their rules, bots, permutations,
/// format, commitment and public value of the deals. Games of tournaments that differ in it are not
/// comparable.
[[nodiscard]] std::string identity_of(const Tournament& tournament, const Bytes32& commitment);

/// Whether the other functions here can take `text` for an identity.
[[nodiscard]] bool is_identity(std::string_view text);

/// The identity `plan` without the bots that were added at its end since `there`, which change
/// nothing of what was played before; in a ladder these are candidates.
[[nodiscard]] std::string without_newcomers(std::string_view plan, std::string_view there);

/// The first difference between two identities, or between two conditions, versions of this program left out:
/// `players = 3 there, 4 in the plan`, where `its_place` names that of the second. Empty if there is none.
[[nodiscard]] std::string difference(std::string_view there, std::string_view plan,
                                     std::string_view its_place = "in the plan");

}  // namespace tribunal
