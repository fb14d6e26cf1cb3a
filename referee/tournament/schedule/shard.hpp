#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

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
[[nodiscard]] std::expected<Shard, std::string> parse_shard(std::string_view text);
/// `3/7`
[[nodiscard]] std::string to_text(Shard shard);

/// Games in a row, by their index in the schedule.
struct GameRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  ///< behind the last one

  [[nodiscard]] std::uint64_t size() const { return end - begin; }
  bool operator==(const GameRange&) const = default;
};

/// The games of a shard among those known so far; in a format of rounds, among those of the last round. They
/// stand in a row and in whole blocks, so that a deal is played in all seatings by the same processes; shards
/// differ by one block at most.
[[nodiscard]] GameRange games_of(const Schedule& schedule, Shard shard);

}  // namespace tribunal
