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

/// The settings that an organiser may change during a tournament. Each game refers to those under which it
/// was played.
struct Conditions {
  Limits limits;
  Resources resources;
  std::string restart;
  std::vector<std::string> commands;  ///< commands by bot
  std::vector<std::string> sha256;    ///< hashes by bot; empty if there is nothing to hash
  /// The number of deals or rounds after which late bots join and after which bots are withdrawn
  /// (`Stay`), by bot name.
  std::map<std::string, std::uint64_t> joins_after;
  std::map<std::string, std::uint64_t> withdrawn_after;
  std::map<std::string, Limits> bot_limits;  ///< own limits of bots, by name
  HostFacts host;
};

[[nodiscard]] Conditions conditions_of(const Tournament& tournament, const HostFacts& host);
[[nodiscard]] std::string to_text(const Conditions& conditions);
/// Reads conditions as `to_text` writes them. The error is one line.
[[nodiscard]] Result<Conditions> parse_conditions(std::string_view text);

/// The identity of a tournament as one text: name, players, games with their rules, bots, permutations,
/// format, commitment and public value of the deals. Games of tournaments that differ in it are not
/// comparable.
[[nodiscard]] std::string identity_of(const Tournament& tournament, const Bytes32& commitment);

/// Whether `text` is an identity as `identity_of` writes it.
[[nodiscard]] bool is_identity(std::string_view text);

/// The identity `plan` without the bots that were added at its end since `there`. In a ladder, only
/// candidates are removed. Such bots do not affect games played before.
[[nodiscard]] std::string without_newcomers(std::string_view plan, std::string_view there);

/// A value that differs between two identities or two conditions, as JSON. `nothing` if it is missing.
struct ChangedValue {
  std::string what;  ///< name of the value: `limits move_ms`
  std::string before;
  std::string now;
};

/// The values that differ. Versions of this program are ignored.
[[nodiscard]] std::vector<ChangedValue> changed_values(std::string_view there, std::string_view plan);

/// A clause on a change: `players: 3 there, 4 in the plan`. `its_place` names the place of the new value.
[[nodiscard]] std::string clause_of(const ChangedValue& change, std::string_view its_place = "in the plan");

/// The first difference between two identities or two conditions: `players = 3 there, 4 in the plan`.
/// `its_place` names the place of the second one. Versions of this program are ignored. Empty if there is no
/// difference.
[[nodiscard]] std::string difference(std::string_view there, std::string_view plan,
                                     std::string_view its_place = "in the plan");

}  // namespace tribunal
