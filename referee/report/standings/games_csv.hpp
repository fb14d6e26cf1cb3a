#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.hpp"
#include "report/format/json.hpp"
#include "tournament/plan/plan.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// Faults as text: `timeout 1 illegal 2`.
[[nodiscard]] std::string faults_text(const FaultCounts& faults);

/// Faults as an object: the number of each kind.
[[nodiscard]] Json faults_json(const FaultCounts& faults);

/// A game of a log or a results folder in the form that lists show.
struct ListedGame {
  struct Seat {
    std::string bot;  ///< name of the bot, or of the Mob
    std::int32_t score = 0;
    int place = 0;
    FaultCounts faults;
  };

  std::uint64_t number = 0;  ///< index in the log or the schedule
  std::uint64_t deal = 0;
  std::string game;           ///< name of the game that is played
  std::vector<Seat> seats{};  ///< empty if the game cannot have happened
  std::string mark{};         ///< text on a ruling of the organiser, for people; empty if there is none
  bool counted = true;        ///< whether no bot in it is excluded
  std::string again{};        ///< command that plays it again; empty if its source gives it

  [[nodiscard]] bool has_fault() const;
  /// The first seat of this bot. None if it has none.
  [[nodiscard]] std::optional<tribunal::Seat> seat_of(std::string_view bot_name) const;
};

/// The game of a record, with the seats of its bots.
[[nodiscard]] ListedGame listed_game(std::uint64_t number, const Record& record, const Outcome& outcome);
/// The game of a result under this plan, with the seats of its bots.
[[nodiscard]] ListedGame listed_game(const Plan& plan, const GameResult& result);

/// The table of games as comma-separated values (RFC 4180).
class GamesCsv {
 public:
  /// `plan` must outlive the table. `versions`: the versions of its bots. `ruling`: the number of the ruling
  /// that made the games void, if one did.
  GamesCsv(const Plan& plan, const Versions& versions, std::optional<std::int64_t> ruling = {});

  /// The line of headings. If a bot is excluded, the last column says whether a game does not count for that
  /// reason.
  [[nodiscard]] std::string heading() const;
  /// The lines of a game, one for each seat that a bot plays.
  [[nodiscard]] std::string lines(const GameResult& game) const;

 private:
  [[nodiscard]] const std::string& name(const SeatResult& seat) const;

  const Plan& plan_;
  std::vector<std::string> names_;  ///< names of all versions, by bot
  std::vector<std::size_t> first_;  ///< index in `names_` of each bot's first version
  std::optional<std::int64_t> ruling_;
  bool has_excluded_;
};

}  // namespace tribunal
