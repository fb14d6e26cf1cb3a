#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/options/exit_code.hpp"
#include "cli/results/differences.hpp"
#include "record/record.hpp"
#include "tournament/results/results.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

class CommandLine;

/// A game of a log or a results folder, as a list shows it.
struct ListedGame {
  struct Seat {
    std::string bot;  ///< or the Mob
    std::int32_t score = 0;
    int place = 0;
    FaultCounts faults;
  };

  std::uint64_t number = 0;  ///< in the log or the schedule, from 0
  std::uint64_t deal = 0;
  std::string game;         ///< the name of what is played
  std::vector<Seat> seats;  ///< none if the game cannot have happened
  std::string mark{};       ///< why it does not count, for people; empty if it does
};

/// The choice of games of a log or a folder.
struct WantedGames {
  std::optional<std::uint64_t> number;
  std::optional<std::uint64_t> deal;
  std::string bot;     ///< with a seat for it; empty: any
  bool fault = false;  ///< with a fault, of `bot` if there is one
  std::string lost{};  ///< in which another seat has a better place than a seat of this bot; empty: any
  std::string last{};  ///< in which a seat of this bot has the last place, and another a better one

  /// `--bot`, `--deal`, `--fault`, `--lost`, `--last`.
  void add_filters(CommandLine& command);
  /// Whether anything but the number is asked for.
  [[nodiscard]] bool filtered() const { return deal || fault || !bots().empty(); }
  /// The names of bots that are asked for.
  [[nodiscard]] std::vector<std::string> bots() const;
  [[nodiscard]] bool accept(const ListedGame& game) const;
};

class GameSearch;

/// A game that was asked for.
struct RecordedGame {
  std::uint64_t number = 0;
  Record record;
  Differences differences;  ///< of the log, or of this game and the folder
};

/// The games of a replay log, of standard input (`-`), or of a results folder. They are played again while
/// they are read, and deviations are returned as differences. A log is read past the last requested game by
/// at most `most_read_on`; of a folder only the requested games are read.
class RecordedGames {
 public:
  /// `ruling`: of a folder, the games that the ruling of this number made void, in place of those that count.
  explicit RecordedGames(std::string source, std::optional<std::int64_t> ruling = {})
      : source_{std::move(source)}, ruling_{ruling} {}

  [[nodiscard]] const std::string& source() const { return source_; }
  [[nodiscard]] bool is_folder() const;
  /// Calls `visit` with each that is wanted, in their order. An error if there are none.
  [[nodiscard]] Result<Differences> list(const WantedGames& wanted,
                                         const std::function<void(const ListedGame&)>& visit) const;
  /// Calls `visit` with all games that can have happened; this must be a log.
  using VisitRecord = std::function<void(const ListedGame&, const Record&)>;
  [[nodiscard]] Result<Differences> for_each_record(const VisitRecord& visit) const;
  /// Calls `visit` with each wanted game that can have happened, in their order, until it returns false. An
  /// error if there are none. The differences are those of the wanted games.
  using LookAtRecord = std::function<bool(const ListedGame&, const Record&)>;
  [[nodiscard]] Result<Differences> for_each(const WantedGames& wanted, const LookAtRecord& visit) const;
  /// Like `for_each`, for games that were compared before: nothing is compared again in a folder.
  [[nodiscard]] Result<void> read_again(const WantedGames& wanted, const LookAtRecord& visit) const;
  /// The number of wanted games that rulings made void; none in a log.
  [[nodiscard]] Result<std::uint64_t> count_void(const WantedGames& wanted) const;
  /// The first wanted game.
  [[nodiscard]] Result<RecordedGame> first(const WantedGames& wanted) const;

 private:
  [[nodiscard]] Result<Differences> walk_log(GameSearch& search, const LookAtRecord& look) const;
  [[nodiscard]] Result<RecordedGame> first_of_log(const WantedGames& wanted) const;
  [[nodiscard]] Result<Differences> each_of_folder(GameSearch& search, const WantedGames& wanted,
                                                   const LookAtRecord& visit) const;
  /// Reads the wanted games without comparing them.
  [[nodiscard]] Result<void> read_folder(GameSearch& search, const WantedGames& wanted,
                                         const LookAtRecord& visit) const;
  [[nodiscard]] Result<void> walk_folder(const std::function<bool(const ListedGame&)>& visit) const;
  /// The games that rulings made void, unless these are such games already.
  [[nodiscard]] Result<void> walk_voided(std::span<const Ruling> rulings,
                                         const std::function<bool(const ListedGame&)>& visit) const;
  [[nodiscard]] Result<Results> open_folder() const;
  [[nodiscard]] std::string named_source() const;
  [[nodiscard]] Error nothing_found(const GameSearch& search, const Differences& differences) const;
  [[nodiscard]] Error refusal(std::string sentence) const;

  std::string source_;
  std::optional<std::int64_t> ruling_;
};

/// Bytes of a log past the last requested game that are compared too.
inline constexpr std::size_t most_read_on = std::size_t{64} << 20U;

/// A line of a list: `17  deal 5  1 greedy 12, 2 random -3`, as cells of a table.
[[nodiscard]] std::vector<std::string> list_cells(const ListedGame& game);

}  // namespace tribunal
