#pragma once

#include <string>

#include "base/error.hpp"
#include "tournament/schedule/shard.hpp"

namespace tribunal {

/// The shard that `--shard` names: `3/7`, or what a scheduler has put into the environment, `auto`, where it
/// gives the number of shards, else `auto/7`. The error is a sentence.
[[nodiscard]] Result<Shard> shard_of(const std::string& given);

}  // namespace tribunal
