#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/results/joint_options.hpp"
#include "cli/results/standings_output.hpp"
#include "report/format/json.hpp"
#include "report/format/text_table.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

class CommandLine;

/// The options for changes since one of several results folders.
struct SinceOptions {
  std::string folder;
  std::string bot;  ///< only bot to report; empty: all

  void add_options(CommandLine& command);
  [[nodiscard]] bool are_given() const { return !folder.empty(); }
  /// The reason that the options conflict with those of the output. None if they do not.
  [[nodiscard]] std::optional<std::string> objection(const StandingsOutput& output) const;
};

/// A bot in two tables of ratings, of which the later one has more games.
struct BotChange {
  enum class State : std::uint8_t { unchanged, new_version, new_bot, absent, excluded };
  /// A change counts as up or down only if it is larger than its error.
  enum class Claim : std::uint8_t { none, up, down, too_few_deals };

  std::string bot;
  std::string person{};  ///< from the organiser's list, like the next
  std::string team{};
  State state = State::unchanged;
  Claim claim = Claim::none;
  std::string sha256{};  ///< hash of the version in the later table; the next is that in the earlier one
  std::string sha256_before{};
  std::string files_of{};     ///< another bot that had these files in the earlier table; empty: none
  std::optional<int> rank{};  ///< among the newest versions
  std::optional<int> rank_before{};
  std::optional<Rating> rating{};
  std::optional<Rating> rating_before{};  ///< on the scale of the later table; none if the scales are not
                                          ///< comparable
  std::optional<Rating> last_version{};   ///< rating of the last version before a new one, in the later table
  std::optional<double> superiority{};    ///< probability that the new version is stronger than that one
  std::int64_t games = 0;                 ///< number of new games; all members below refer to these
  std::int64_t deals = 0;                 ///< number of new deals of its newest version
  PlacePoints place_points{};
  FaultCounts faults{};
};

/// The changes in a season since one of its folders, for people and for programs.
class SinceDigest {
 public:
  /// Compares the table over all folders with that over the folders up to the one in `options`, ordered by
  /// the times of their games. Folders that only repeat games, and those that do not count, are not new.
  [[nodiscard]] static SinceDigest of(const SinceOptions& options,
                                      const std::vector<std::filesystem::path>& folders,
                                      const std::vector<Anchor>& anchors,
                                      const std::vector<Exclusion>& exclusions, const Persons& persons);

  [[nodiscard]] std::string text(const TextLayout& layout) const;
  [[nodiscard]] Json json() const;

 private:
  [[nodiscard]] std::string news() const;
  [[nodiscard]] std::string next_step() const;

  std::string folder_;
  std::vector<std::string> new_folders_;
  std::int64_t games_ = 0;
  std::int64_t deals_ = 0;
  std::vector<BotChange> bots_;
  std::vector<std::string> notes_;  ///< about rulings, and about what the tables cannot show
};

}  // namespace tribunal
