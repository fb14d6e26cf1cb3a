#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "bots/identity/manifest.hpp"
#include "bots/sandbox/visibility.hpp"

namespace tribunal {

/// What a bot is: all that it can see of its own (docs/sandbox.md, What a bot is).
struct BotIdentity {
  Manifest files;
  std::string sha256;  ///< `address_of(files)`; empty if it has no files of its own
};

/// The identities of bots that run together: of each the folders that are its own (`visibility_of`), and
/// the files that its command and `files` name elsewhere. Files are read by all cores, and those that were
/// read before are recognised (`DigestCache`), by `known` too: what this returned earlier. A bot of which
/// `left_out` says true is not looked at. The error is one sentence that names the bot.
[[nodiscard]] std::expected<std::vector<BotIdentity>, std::string> identities_of(
    std::span<const BotFiles> bots, const OrganiserFiles& organiser, std::span<const BotIdentity> known = {},
    const std::vector<bool>& left_out = {});

/// The identity of a bot in a folder that it shares: by the files alone that are named.
[[nodiscard]] std::expected<BotIdentity, std::string> identity_by_named_files(const BotFiles& bot);

}  // namespace tribunal
