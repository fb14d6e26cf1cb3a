#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tournament/schedule/game_result.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// The numbers of stored games of a tournament or shard.
struct StoredCounts {
  std::uint64_t games = 0;
  std::uint64_t of_withdrawn = 0;  ///< number of these with a withdrawn or excluded bot
  std::uint64_t excluded = 0;      ///< number of these that do not count because a bot is excluded

  /// Counts a stored game of this shape with these bots.
  void add(const Shape& shape, std::span<const int> bots);
  void add(const Shape& shape, const GameResult& game);
};

/// The progress of a tournament or shard. All messages and decisions about unfinished results use it, because
/// stored games of excluded bots do not stand for games that are missing.
struct Progress {
  std::uint64_t counted = 0;   ///< number of stored games that count
  std::uint64_t excluded = 0;  ///< number of stored games that do not count because a bot is excluded
  std::uint64_t missing = 0;   ///< number of known games that are still to be played
  std::uint64_t left_out = 0;  ///< number of unplayed games of withdrawn or excluded bots
  bool is_whole = true;        ///< whether no further games will become known

  [[nodiscard]] std::uint64_t stored() const { return counted + excluded; }
  /// The number of known games that count, or will count once they are played.
  [[nodiscard]] std::uint64_t known() const { return counted + missing; }
  [[nodiscard]] bool is_finished() const { return is_whole && missing == 0; }
};

/// The progress after these stored games. `part`: the games of the shard, which may be behind the known
/// games; none: all games.
[[nodiscard]] Progress progress_of(const Schedule& schedule, const std::optional<GameRange>& part,
                                   const StoredCounts& stored);

/// Like the other function. `stored`: for each of the first games, whether it is stored.
[[nodiscard]] Progress progress_of(const Schedule& schedule, const std::optional<GameRange>& part,
                                   const std::vector<bool>& stored);

}  // namespace tribunal
