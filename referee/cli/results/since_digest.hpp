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

/// The options for what changed since one of several results folders.
struct SinceOptions {
  std::string folder;
  std::string bot;  ///< whom alone it is about; empty: all

  void add_options(CommandLine& command);
  [[nodiscard]] bool are_given() const { return !folder.empty(); }
  /// The reason why the options are wrong beside those of the output; nothing if they are not.
  [[nodiscard]] std::optional<std::string> objection(const StandingsOutput& output) const;
};

/// A bot in an earlier table of ratings, and in one that has more games.
struct BotChange {
  enum class State : std::uint8_t { unchanged, new_version, new_bot, absent, excluded };
  /// Only a change that is larger than its error is up or down.
  enum class Claim : std::uint8_t { none, up, down, too_few_deals };

  std::string bot;
  std::string person{};  ///< this and the next by the organiser's list
  std::string team{};
  State state = State::unchanged;
  Claim claim = Claim::none;
  std::string sha256{};  ///< hash of the version in the later table; the next: in the earlier one
  std::string sha256_before{};
  std::optional<int> rank{};  ///< among the newest versions
  std::optional<int> rank_before{};
  std::optional<Rating> rating{};
  std::optional<Rating>
      rating_before{};                   ///< on the later table's scale; nothing if the scales do not compare
  std::optional<Rating> last_version{};  ///< rating of the version before a new one, by the later table
  std::optional<double> superiority{};   ///< chance that the new version is stronger than that one
  std::int64_t games = 0;                ///< this and all below: of the new games alone
  std::int64_t deals = 0;                ///< number of new deals of its newest version
  PlacePoints place_points{};
  FaultCounts faults{};
};

/// The news of a season since one of its folders, for people and for programs.
class SinceDigest {
 public:
  /// Compares the table over all folders with that over those up to the one of `options`, by the times of
  /// their games. Folders with the same games as others, and those that do not count, are not new.
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
  std::vector<std::string> notes_;  ///< on rulings, and on what the tables cannot say
};

}  // namespace tribunal
