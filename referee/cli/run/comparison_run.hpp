#pragma once

#include <expected>
#include <filesystem>
#include <optional>

#include "cli/options/exit_code.hpp"
#include "cli/run/run_options.hpp"
#include "tournament/luck/luck_by_earlier_deals.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/run/runner.hpp"
#include "tournament/standings/comparison.hpp"

namespace tribunal {

/// Carries out the comparison that `tournament` is (`tournament_of`), in the folder `out`, or resumes it:
/// runs the start check of its bots, plays, and compares the moves of two bots whose results are equal.
/// `luck` is to be taken out of its games, if it is given. Unless `quiet`, shows its progress on standard
/// error. `place` names its journal. Returns the comparison with its verdict, or the exit code after a
/// complaint.
[[nodiscard]] std::expected<Comparison, ExitCode> run_comparison(
    const Tournament& tournament, const SequentialQuestion& question, ComparedBy by, const RunOptions& run,
    const RunPlace& place, const std::filesystem::path& out, bool quiet,
    const std::optional<ComparedLuck>& luck = {});

}  // namespace tribunal
