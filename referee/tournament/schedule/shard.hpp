#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// One of the parts into which a tournament's games are split to be played on different machines.
struct Shard {
  int number = 1;  ///< number, from 1
  int count = 1;   ///< number of all parts

  bool operator==(const Shard&) const = default;
};

inline constexpr int most_shards = 1'000'000;

/// Reads a shard such as `3/7`. The error is a sentence.
[[nodiscard]] Result<Shard> parse_shard(std::string_view text);
/// The shard as text, such as `3/7`.
[[nodiscard]] std::string to_text(Shard shard);

/// Consecutive games, by their index in the schedule.
struct GameRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  ///< index behind the last game

  [[nodiscard]] std::uint64_t size() const { return end - begin; }
  bool operator==(const GameRange&) const = default;
};

/// A shard and its games.
struct ShardGames {
  Shard shard;
  GameRange games;

  bool operator==(const ShardGames&) const = default;
};

/// The part as text: `3/7 60 80` has the games 60 to 79.
[[nodiscard]] std::string to_text(const ShardGames& part);
/// Reads a text that `to_text` wrote. None if it has another form.
[[nodiscard]] std::optional<ShardGames> parse_shard_games(std::string_view text);
/// The part in words: `shard 3/7, games 60 to 79`. None is `a whole tournament`.
[[nodiscard]] std::string named(const std::optional<ShardGames>& part);

/// The games of a shard among all known games or, in a format of rounds, among those of the last round. They
/// are consecutive and consist of whole deals, so that shards can be rated separately by whole clusters.
/// Shards differ by at most one deal. If there are more shards than deals, they consist of whole blocks
/// (`Schedule`) and differ by at most one block.
[[nodiscard]] GameRange games_of(const Schedule& schedule, Shard shard);

}  // namespace tribunal
