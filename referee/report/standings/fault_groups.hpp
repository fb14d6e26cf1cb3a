#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cards/digest.hpp"
#include "tournament/store/results.hpp"

namespace tribunal {

/// Numbers of games, held as ranges.
class GameNumbers {
 public:
  /// Not smaller than those before it; the last one again changes nothing.
  void add(std::uint64_t game);
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// `1-11, 14`; beyond sixteen ranges, `and 5 more up to 99`. `--json` of the command names all.
  [[nodiscard]] std::string text() const;

 private:
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };
  std::vector<Range> ranges_;
  std::uint64_t size_ = 0;
};

/// Faults of a bot that are of the same kind, with the same message and the same end of stderr.
struct FaultGroup {
  std::uint64_t first_game = 0;
  GameNumbers more_games;  ///< behind the first
};

/// The groups of a tournament's faults, without their texts: bots write as much as they like.
class FaultGroups {
 public:
  /// Faults come in schedule order.
  void add(const StoredFault& fault);
  /// The group of which this is the first fault, out of those here; nothing if it is of no group, or is not
  /// its first.
  [[nodiscard]] std::optional<FaultGroup> take_led_by(const StoredFault& fault);
  [[nodiscard]] bool empty() const { return groups_.empty(); }

 private:
  std::map<Bytes32, FaultGroup> groups_;
};

/// The games in which the same happened again, as an indented line; empty if there are none.
[[nodiscard]] std::string same_again_text(const FaultGroup& group);

}  // namespace tribunal
