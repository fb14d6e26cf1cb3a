#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "bots/system/without_places.hpp"
#include "report/format/json.hpp"
#include "report/format/text_table.hpp"
#include "table/silence.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/results/results.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// The shell command that shows the game of a fault again. Empty for a restart, because no replay shows it.
/// `program` is this program, and `folder` the results folder, both as the user named them.
[[nodiscard]] std::string see_again(std::string_view program, std::string_view folder,
                                    const Incident& incident);

/// A fault or restart as text: its place, its message, the end of the bot's stderr, escaped for a terminal,
/// and the command `again`, if it is not empty.
[[nodiscard]] std::string incident_text(const Plan& plan, const Incident& incident, const std::string& again,
                                        const TextLayout& layout = {});

/// A fault or restart as a JSON object, with unescaped `stderr`, and the content hash of its game. A restart
/// has neither a decision nor a command. `differs`: the difference that `tribunal verify` reports for the
/// game of a fault; empty if there is none. `after_ruling`: `VoidedGames::played_after` of the game.
[[nodiscard]] Json incident_json(const Plan& plan, const Incident& incident, const std::string& again,
                                 const std::string& differs = {}, std::int64_t after_ruling = 0);

/// The facts about the machine in a timeout's message. None for others, whose messages may end with words of
/// the bot.
[[nodiscard]] std::optional<Measurements> measurements_of(const Incident& incident);

/// The heading of faults or restarts, from `incident_json`, as comma-separated values. `faults_csv_line`: a
/// line.
[[nodiscard]] std::string faults_csv_heading();
[[nodiscard]] std::string faults_csv_line(const Json& fault);

/// The end of a bot's output to stderr as indented lines, escaped. Empty if there was none.
[[nodiscard]] std::string error_tail_text(std::string_view tail);

/// Removes paths of the organiser from what the author of a bot may read about its faults. The files of the
/// bot keep their names relative to its folder.
[[nodiscard]] WithoutPlaces for_author_of(int bot, const Plan& plan);

/// Faults of a bot with the same kind, the same message (except for measurements) and the same end of stderr;
/// or its restarts.
struct FaultGroup {
  std::uint64_t first_game = 0;
  std::vector<GameRange> more_games;                            ///< further games, after the first
  std::optional<std::pair<std::int64_t, std::int64_t>> waited;  ///< smallest and largest value, if any is
                                                                ///< known
};

/// The groups of a tournament's faults. Their texts are not stored, because these may be of any size.
class FaultGroups {
 public:
  /// Adds a fault. Faults must be added in the order of the schedule, and so must restarts, which have groups
  /// of their own.
  void add(const Incident& incident);
  /// Removes and returns the group whose first fault or restart this is. None if it is not the first of a
  /// group.
  [[nodiscard]] std::optional<FaultGroup> take_led_by(const Incident& incident);
  [[nodiscard]] bool empty() const { return groups_.empty(); }

 private:
  std::map<Bytes32, FaultGroup> groups_;
};

/// An indented line with the games in which the same fault recurred. Empty if there are none.
[[nodiscard]] std::string same_again_text(const FaultGroup& group);

}  // namespace tribunal
