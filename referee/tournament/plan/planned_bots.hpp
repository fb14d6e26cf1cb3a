#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "bots/identity/identity.hpp"
#include "bots/sandbox/sandbox.hpp"
#include "bots/sandbox/visibility.hpp"
#include "tournament/plan/plan.hpp"

namespace tribunal {

/// The default place of results: each tournament's are in a folder of its name below it.
inline constexpr std::string_view usual_results = "results";

/// The visibility of each bot of a plan (`visibility_of`); `results` are the folders of results, all hidden.
[[nodiscard]] std::vector<Visibility> visibility_of(const Plan& plan,
                                                    std::span<const std::filesystem::path> results);

/// The sandbox of each bot of a plan, which shows it that and no more.
[[nodiscard]] std::vector<Sandbox> sandboxes_of(const Plan& plan, SandboxLevel level,
                                                std::span<const std::filesystem::path> results);

/// A file or a directory that a plan names for a bot, but that is not there.
struct MissingFile {
  std::size_t bot = 0;
  std::string_view key;  ///< of the bot, that names it
  std::string sentence;
};

/// The first one of a plan, of bots that are neither withdrawn nor still to be built; nothing if all are
/// there.
[[nodiscard]] std::optional<MissingFile> missing_file(const Plan& plan);

/// The identity of each bot of a plan; empty for those that are withdrawn, whose files may be gone, and for
/// those that are still to be built. `known` as in `identities_of`.
[[nodiscard]] Result<std::vector<BotIdentity>> identities_of(const Plan& plan,
                                                             std::span<const std::filesystem::path> results,
                                                             std::span<const BotIdentity> known = {});

/// The identity of a bot by the files alone that its command and the plan name (`identity_by_named_files`).
[[nodiscard]] Result<BotIdentity> identity_by_named_files(const PlannedBot& bot);

}  // namespace tribunal
