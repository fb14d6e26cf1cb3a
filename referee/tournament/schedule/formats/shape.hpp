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

/// The groups that play each deal, for formats in which only the shape decides them.
struct FixedGroups {
  std::uint64_t a_deal = 0;  ///< number of groups that play each deal; more than `most_games` if it is too
                             ///< large
  /// The group that is number `position` among those that play `deal`. A pure function.
  std::function<std::vector<int>(std::uint64_t deal, std::uint64_t position)> group;
};

/// Consecutive deals that the same bots play. If bots join or are withdrawn in a tournament that is known
/// from the start, it is a sequence of phases.
struct Phase {
  std::uint64_t first_deal = 0;
  std::uint64_t deals = 0;
  std::vector<int> bots;  ///< bots that form the groups, ascending
  /// A late bot that also has a seat in every group, to make up for earlier deals.
  std::optional<int> newcomer{};
  bool makes_up = false;  ///< whether a late bot makes up for these deals, which were played without it

  bool operator==(const Phase&) const = default;
};

/// The phases of a shape without rounds, in the order in which they are played. If the bots change, one phase
/// ends and the next begins, so that games already played keep their index.
///
/// In a round robin and in a gauntlet, a late bot first makes up for the earlier deals. In these it plays all
/// groups that it would have played from the start, against the bots that are left. Several late bots do so
/// one after another. In the end the games are the same as if all bots had been there from the start. In
/// sampled groups late bots do not make up for deals, because the other bots would have to play more than
/// their share.
[[nodiscard]] std::vector<Phase> phases_of(const Shape& shape);

/// The shape of a phase by itself, with its bots numbered from 0, and as many seats as they fill.
[[nodiscard]] Shape shape_of(const Shape& shape, const Phase& phase);

/// The groups that play each deal of a phase, whose deals count from 0. There are none if there are too few
/// bots, and more than `most_games` if there are too many.
[[nodiscard]] FixedGroups groups_of_phase(const Shape& shape, const Phase& phase);

/// Groups for many bots. Each deal is played by as many groups as can be filled, so that every bot plays it
/// once if the seats divide the number of bots. In general:
/// - After every group, no bot has played more than one deal more than another.
/// - After every deal, the numbers of meetings of any two pairs of bots differ by at most `seats + 1`
///   (usually 2 or 3). With two players per table they differ by at most 1, even after every group.
/// - A schedule with more deals continues one with fewer.
///
/// The bound on meetings holds for `sampled_period` deals. Then the groups repeat with the bots' roles
/// changed, and the numbers of meetings may differ by as much again.
[[nodiscard]] FixedGroups sampled_groups(const Shape& shape);

/// The number of deals after which the groups repeat with other roles: about a thousand, or, with two
/// players, when all pairs have met.
[[nodiscard]] std::uint64_t sampled_period(int bots, int seats);

}  // namespace tribunal
