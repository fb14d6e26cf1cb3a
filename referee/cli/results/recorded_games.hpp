#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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

/// The parts of a results folder that a command goes over.
enum class Extent : std::uint8_t {
  games,   ///< its games
  folder,  ///< behind them also those that rulings made void, and all tables beside them
};

/// The games of a replay log, of standard input (`-`), or of a results folder. They are played again while
/// they are read, and deviations are returned as differences. A log is read past the last requested game by
/// at most `most_read_on`.
class RecordedGames {
 public:
  /// Looks at a game. The record is null if the game cannot have happened, cannot be read, or is void.
  /// Returns whether to continue.
  using Visit = std::function<bool(const ListedGame&, const Record*)>;

  /// `ruling`: of a folder, the games that the ruling of this number made void, in place of those that count.
  explicit RecordedGames(std::string source, std::optional<std::int64_t> ruling = {})
      : source_{std::move(source)}, ruling_{ruling} {}

  [[nodiscard]] const std::string& source() const { return source_; }
  [[nodiscard]] bool is_folder() const;
  /// Calls `visit` with each wanted game, in their order, until it returns false. An error if there are none,
  /// or if a game of a folder cannot be read; with `Extent::folder` it may still be listed by its result.
  /// The differences are those of the wanted games of a folder, or of all of a log.
  [[nodiscard]] Result<Differences> for_each(const WantedGames& wanted, const Visit& visit,
                                             Extent extent = Extent::games) const;
  /// Calls `visit` with all games of a log, if there are any.
  [[nodiscard]] Result<Differences> all_of_log(const Visit& visit) const;
  /// The number of wanted games that rulings made void; none in a log.
  [[nodiscard]] Result<std::uint64_t> count_void(const WantedGames& wanted) const;
  /// The first wanted game.
  [[nodiscard]] Result<RecordedGame> first(const WantedGames& wanted) const;

 private:
  using VisitListed = std::function<bool(const ListedGame&)>;

  [[nodiscard]] Result<Differences> walk(GameSearch& search, Extent extent, const Visit& visit) const;
  [[nodiscard]] Result<Differences> walk_log(GameSearch& search, const Visit& visit) const;
  [[nodiscard]] Result<Differences> walk_folder(GameSearch& search, Extent extent, const Visit& visit) const;
  /// Lists the games of a folder, neither read whole nor compared.
  [[nodiscard]] Result<void> list(const Results& results, const VisitListed& visit) const;
  /// Likewise those that rulings made void, unless these are such games already.
  [[nodiscard]] Result<void> list_void(const Results& results, const VisitListed& visit) const;
  [[nodiscard]] ListedGame game_of(const Plan& plan, const GameResult& result) const;
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
