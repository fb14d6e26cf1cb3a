#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "report/format/json.hpp"
#include "table/silence.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// The shell command that shows the game of a fault again; empty for a restart, which no replay shows.
/// `program` is this one, `folder` that of the results, both as the user named them.
[[nodiscard]] std::string see_again(std::string_view program, std::string_view folder,
                                    const Incident& incident);

/// A fault or restart as text for a person: where it was, what it was, the end of the bot's stderr without
/// bytes that could harm a terminal, and the command `again`, if there is one.
[[nodiscard]] std::string incident_text(const Plan& plan, const Incident& incident, const std::string& again);

/// A fault or restart as a JSON object, with `stderr` as the bot wrote it, and the hash of its game's
/// content. A restart has neither a decision nor a command. `differs`: what `tribunal verify` says of the
/// game of a fault; empty if it holds.
[[nodiscard]] Json incident_json(const Plan& plan, const Incident& incident, const std::string& again,
                                 const std::string& differs = {});

/// The facts about the machine in the message of a timeout; nothing for others, whose messages may end with
/// words of the bot.
[[nodiscard]] std::optional<Measurements> measurements_of(const Incident& incident);

/// Faults or restarts, as `incident_json` makes them, as comma-separated values: the heading, and a line.
[[nodiscard]] std::string faults_csv_heading();
[[nodiscard]] std::string faults_csv_line(const Json& fault);

/// The end of what a bot wrote to stderr as indented lines, escaped; empty if it wrote nothing.
[[nodiscard]] std::string error_tail_text(std::string_view tail);

/// Numbers of games, held as ranges.
class GameNumbers {
 public:
  /// Adds a game, whose number is not smaller than those before it; the last one again changes nothing.
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

/// Faults of a bot that are of the same kind, with the same message (but for what was measured) and the same
/// end of stderr; or restarts of it.
struct FaultGroup {
  std::uint64_t first_game = 0;
  GameNumbers more_games;                                       ///< behind the first
  std::optional<std::pair<std::int64_t, std::int64_t>> waited;  ///< least and most, of all that know it
};

/// The groups of a tournament's faults, without their texts, whose size has no bound.
class FaultGroups {
 public:
  /// Faults come in schedule order; so do restarts, which have groups of their own.
  void add(const Incident& incident);
  /// The group of which this is the first, out of those here; nothing if it is of no group, or is not its
  /// first.
  [[nodiscard]] std::optional<FaultGroup> take_led_by(const Incident& incident);
  [[nodiscard]] bool empty() const { return groups_.empty(); }

 private:
  std::map<Bytes32, FaultGroup> groups_;
};

/// The games in which the same happened again, as an indented line; empty if there are none.
[[nodiscard]] std::string same_again_text(const FaultGroup& group);

}  // namespace tribunal
