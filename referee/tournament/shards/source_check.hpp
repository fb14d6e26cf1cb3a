#pragma once

#include <filesystem>
#include <vector>

#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "tournament/shards/merge_source.hpp"

namespace tribunal {

/// Verifies all games of folders that are to be merged, and the tables beside them, each folder by itself, on
/// `threads` threads. Damaged games of the source in `out` are noted; damage in any other source is an error,
/// which names the folder, the game and what to do. `secret`: of the deals.
[[nodiscard]] Result<void> check_sources(std::vector<MergeSource>& sources, const std::filesystem::path& out,
                                         const Secret& secret, unsigned threads);

/// A sentence on why the games in `folder`, merged from shards of a format in rounds, are not those of the
/// stored rounds; empty if they are.
[[nodiscard]] Result<std::string> objection_to_rounds(const std::filesystem::path& folder);

}  // namespace tribunal
