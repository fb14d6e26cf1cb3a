#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "cli/options/exit_code.hpp"
#include "cli/results/differences.hpp"
#include "record/record.hpp"
#include "report/standings/games_csv.hpp"
#include "tournament/results/results.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

class CommandLine;

/// The selection of games of a log or a folder.
struct WantedGames {
  std::optional<std::uint64_t> number;
  std::optional<std::uint64_t> deal{};
  std::string bot{};   ///< bot that must have a seat; empty: any
  bool fault = false;  ///< whether there must be a fault, of `bot` if that is given
  std::string lost{};  ///< bot that must have a seat with a place behind another seat; empty: any
  std::string last{};  ///< bot that must have a seat in the last place, behind another seat; empty: any

  /// Adds `--bot`, `--deal`, `--fault`, `--lost` and `--last`.
  void add_filters(CommandLine& command);
  /// Whether anything but the number is selected.
  [[nodiscard]] bool filtered() const { return deal || fault || !bots().empty(); }
  /// The names of selected bots.
  [[nodiscard]] std::vector<std::string> bots() const;
  [[nodiscard]] bool accept(const ListedGame& game) const;
};

class GameSearch;

struct RecordedGame {
  std::uint64_t number = 0;
  Record record;
  Differences differences;           ///< differences of the log, or of this game and the folder
  std::vector<std::int32_t> scores;  ///< by seat
};

/// The parts of a results folder that a command reads.
enum class Extent : std::uint8_t {
  games,   ///< games of the folder, with their records
  folder,  ///< results of the games, then of those that rulings made void, and all other tables; no records
};

/// The games of a replay log, of standard input (`-`), or of a results folder. They are played again while
/// they are read. Deviations are returned as differences. A log is read beyond the last selected game by at
/// most `most_read_on`.
class RecordedGames {
 public:
  /// Called with a game. The record is null if the game cannot have happened, cannot be read, or is void.
  /// Returns whether to continue.
  using Visit = std::function<bool(const ListedGame&, const Record*)>;

  /// `ruling`: for a folder, the games are those that this ruling made void, instead of those that count.
  explicit RecordedGames(std::string source, std::optional<std::int64_t> ruling = {})
      : source_{std::move(source)}, ruling_{ruling} {}

  [[nodiscard]] const std::string& source() const { return source_; }
  [[nodiscard]] bool is_folder() const;
  /// Calls `visit` with each selected game, in their order, until it returns false. It is an error if no
  /// game is selected, or if a game of a folder cannot be read; with `Extent::folder`, such a game is still
  /// listed if its result is known. The differences are those of the selected games of a folder, or those of
  /// all games of a log.
  [[nodiscard]] Result<Differences> for_each(const WantedGames& wanted, const Visit& visit,
                                             Extent extent = Extent::games) const;
  /// Calls `visit` with all games of a log. A log without games is not an error.
  [[nodiscard]] Result<Differences> all_of_log(const Visit& visit) const;
  /// The number of selected games that rulings made void. 0 for a log.
  [[nodiscard]] Result<std::uint64_t> count_void(const WantedGames& wanted) const;
  [[nodiscard]] Result<RecordedGame> first(const WantedGames& wanted) const;

 private:
  using VisitListed = std::function<bool(const ListedGame&)>;
  /// Called with the number of a ruling and a game that it made void.
  using VisitVoid = std::function<bool(std::int64_t, const ListedGame&)>;

  [[nodiscard]] Result<Differences> walk(GameSearch& search, Extent extent, const Visit& visit) const;
  [[nodiscard]] Result<Differences> walk_log(GameSearch& search, const Visit& visit) const;
  [[nodiscard]] Result<Differences> walk_folder(GameSearch& search, Extent extent, const Visit& visit) const;
  /// Lists the games of a folder by their results only. They are neither read completely nor compared.
  [[nodiscard]] Result<void> list(const Results& results, const VisitListed& visit) const;
  /// Lists the games that rulings made void in the same way, unless the games are such games already.
  [[nodiscard]] Result<void> list_void(const Results& results, const VisitVoid& visit) const;
  /// The reason that no game was found: the wanted one is void, or that of the search.
  [[nodiscard]] Error problem_of(const GameSearch& search) const;
  [[nodiscard]] ListedGame game_of(const Plan& plan, const GameResult& result) const;
  [[nodiscard]] Result<Results> open_folder() const;
  [[nodiscard]] std::string named_source() const;
  [[nodiscard]] Error nothing_found(const GameSearch& search, const Differences& differences) const;
  [[nodiscard]] Error refusal(std::string sentence) const;

  std::string source_;
  std::optional<std::int64_t> ruling_;
};

/// The number of bytes of a log beyond the last selected game that are compared too.
inline constexpr std::size_t most_read_on = std::size_t{64} << 20U;

/// A line of a list, as cells of a table: `17  deal 5  1 greedy 12, 2 random -3`.
[[nodiscard]] std::vector<std::string> list_cells(const ListedGame& game);

/// The value of `--seat`. `1` is a seat, or a bot if only a bot has this name. `greedy` is a bot. `seat:1`
/// and `bot:1` are unambiguous.
struct SeatChoice {
  std::optional<std::size_t> number;  ///< none if it can only be a name
  std::string name;                   ///< empty if it can only be a number

  [[nodiscard]] static SeatChoice of(std::string_view word);
};

/// The message for an ambiguous value: `is both a seat and a bot; expected seat:1 for the seat, or bot:1 for
/// the bot`.
[[nodiscard]] std::string ambiguity_of(const SeatChoice& choice);

/// The seat in a game whose seats have these bots. The error is a phrase; empty if it is neither a seat nor a
/// bot.
[[nodiscard]] Result<std::size_t> seat_among(const SeatChoice& choice, const std::vector<std::string>& bots);

}  // namespace tribunal
