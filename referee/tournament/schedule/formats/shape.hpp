#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.hpp"
#include "tournament/schedule/pairing/combinatorics.hpp"

namespace tribunal {

class Format;

namespace formats {
[[nodiscard]] const Format& round_robin();
}

/// Whole numbers by the plan's keys that belong to its format (`Format::keys`).
using FormatSettings = std::map<std::string, int, std::less<>>;

/// A rule that ranks bots of a Swiss tournament that have equal shares of the place points (`ranking_after`).
enum class TieBreak : std::uint8_t { direct_encounter, buchholz, buchholz_cut_1, sonneborn_berger, wins };

template <>
inline constexpr auto enum_names<TieBreak> =
    in_words("direct-encounter", "buchholz", "buchholz-cut-1", "sonneborn-berger", "wins");

/// The part of the tournament in which a bot plays, in deals or, in formats of rounds, in rounds. A late bot
/// joins after a number of started deals or rounds, and a withdrawn one is out after such a number. An
/// excluded bot and its games keep their places in the schedule, but it plays no more.
struct Stay {
  std::uint64_t joins_after = 0;
  std::optional<std::uint64_t> withdrawn_after{};
  bool excluded = false;  ///< whether a ruling of the organiser excludes it

  /// Whether the bot plays no more.
  [[nodiscard]] bool is_over() const { return excluded || withdrawn_after.has_value(); }

  /// Whether the bot takes part after this number of deals or rounds has started.
  [[nodiscard]] bool covers(std::uint64_t started) const {
    return joins_after <= started && (!withdrawn_after || started < *withdrawn_after);
  }
  bool operator==(const Stay&) const = default;
};

/// The parameters of a schedule. With the results of games they determine it.
struct Shape {
  int bots = 0;   ///< at least `seats`
  int seats = 0;  ///< number of seats for bots: 1 .. max_seats; at least 2 in all formats but the round robin
  /// The number of deals that each group plays. In formats of rounds: in each round. In the ladder: the
  /// largest number that a bot plays to find its place.
  std::uint64_t deals = 0;
  int games = 1;  ///< number of games in which a group plays each deal
  Permutations permutations = Permutations::rotations;
  const Format* format = &formats::round_robin();  ///< decides the pairings; never null
  std::vector<int> candidates{};                   ///< bots on trial, ascending; the others are the field
  FormatSettings settings{};
  std::vector<TieBreak> tie_breaks{};  ///< tie-breaks in order of precedence, if the format has them
  std::vector<Stay> stays{};           ///< stay of each bot; empty if all take part from beginning to end

  [[nodiscard]] Stay stay(int bot) const {
    return stays.empty() ? Stay{} : stays[static_cast<std::size_t>(bot)];
  }
  [[nodiscard]] bool is_candidate(int bot) const { return std::ranges::binary_search(candidates, bot); }
  /// Whether `bot` plays no more. Its unplayed games are skipped.
  [[nodiscard]] bool is_withdrawn(int bot) const { return stay(bot).is_over(); }
  /// The bots that are not on trial, ascending.
  [[nodiscard]] std::vector<int> field() const {
    return bots_that([this](int bot) { return !is_candidate(bot); });
  }
  /// The bots that take part after this number of deals or rounds has started (`Stay`), ascending.
  [[nodiscard]] std::vector<int> bots_in(std::uint64_t started) const {
    return bots_that([&](int bot) { return stay(bot).covers(started); });
  }
  /// The number under a key of the format, or `otherwise` if the key is absent.
  [[nodiscard]] int setting(std::string_view key, int otherwise = 0) const {
    const auto found = settings.find(key);
    return found == settings.end() ? otherwise : found->second;
  }

 private:
  template <typename Wanted>
  [[nodiscard]] std::vector<int> bots_that(const Wanted& is_wanted) const {
    std::vector<int> found;
    for (int bot = 0; bot < bots; ++bot)
      if (is_wanted(bot)) found.push_back(bot);
    return found;
  }
};

}  // namespace tribunal
