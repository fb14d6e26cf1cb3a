#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "cards/commit_reveal.hpp"

namespace tribunal {

/// The part of a citation that repeats a tournament and compares its games.
struct Citation {
  std::string plan;
  Secret secret;     ///< secret of the deals, before the public value is mixed in
  Bytes32 played{};  ///< `TournamentVerification::played`
};

/// Verifies the results in `folder`, and returns the JSON that names them: plan, secret, hashes and
/// `referee`, the version of this program. Refuses an unfinished tournament and a shard, because their secret
/// must stay secret, and one with rulings, which a plan does not repeat.
[[nodiscard]] Result<std::string> cite(const std::filesystem::path& folder, const std::string& referee);
/// Verifies the results in `folder`, and compares them with the cited ones. Refuses what `cite` refuses.
[[nodiscard]] Result<bool> repeats(const std::filesystem::path& folder, const Citation& cited);
/// Reads such JSON. The error is a phrase.
[[nodiscard]] Result<Citation> parse_citation(std::string_view text);

}  // namespace tribunal
