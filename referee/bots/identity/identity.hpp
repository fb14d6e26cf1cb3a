#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bots/identity/manifest.hpp"
#include "bots/sandbox/visibility.hpp"

namespace tribunal {

/// The identity of a bot: all files of its own that it can see (docs/sandbox.md, What a bot is).
struct BotIdentity {
  Manifest files;
  std::string sha256;  ///< `address_of(files)`; empty if it has no files of its own
};

/// The identities of bots that run together. Each covers the bot's own folders (`visibility_of`), and the
/// files elsewhere that its command and `files` name. Files are read on all cores. Files that were read
/// before are recognised by `DigestCache` and by `known`, earlier results of this function. A bot whose flag
/// in `left_out` is true is skipped. The error is one sentence that names the bot.
[[nodiscard]] Result<std::vector<BotIdentity>> identities_of(std::span<const BotFiles> bots,
                                                             const OrganiserFiles& organiser,
                                                             std::span<const BotIdentity> known = {},
                                                             const std::vector<bool>& left_out = {});

/// The identity of a bot in a shared folder, by only those files that are named.
[[nodiscard]] Result<BotIdentity> identity_by_named_files(const BotFiles& bot);

}  // namespace tribunal
