#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// One of the parts into which the games of a tournament are split, to be played on different machines.
struct Shard {
  int number = 1;  ///< from 1
  int count = 1;   ///< of all parts

  bool operator==(const Shard&) const = default;
};

inline constexpr int most_shards = 1'000'000;

/// `3/7`; the error is a sentence.
[[nodiscard]] Result<Shard> parse_shard(std::string_view text);
/// `3/7`
[[nodiscard]] std::string to_text(Shard shard);

/// Games in a row, by their index in the schedule.
struct GameRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  ///< behind the last one

  [[nodiscard]] std::uint64_t size() const { return end - begin; }
  bool operator==(const GameRange&) const = default;
};

/// A shard and the games that it consists of.
struct ShardGames {
  Shard shard;
  GameRange games;

  bool operator==(const ShardGames&) const = default;
};

/// `3/7 60 80`: games 60 to 79.
[[nodiscard]] std::string to_text(const ShardGames& part);
/// Reads the same; nothing if it is something else.
[[nodiscard]] std::optional<ShardGames> parse_shard_games(std::string_view text);
/// `shard 3/7, games 60 to 79`; nothing is `a whole tournament`.
[[nodiscard]] std::string named(const std::optional<ShardGames>& part);

/// The games of a shard among all that are known or, in a format of rounds, among those of the last round.
/// They are in a row and consist of whole deals, so that shards rated separately have whole clusters, and
/// shards differ by at most one deal. With more shards than deals, they consist of whole blocks (`Schedule`)
/// and differ by at most one block.
[[nodiscard]] GameRange games_of(const Schedule& schedule, Shard shard);

}  // namespace tribunal
