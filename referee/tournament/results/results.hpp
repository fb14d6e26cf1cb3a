#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "record/record.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/play_periods.hpp"
#include "tournament/results/tables/stored_tournament.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/schedule/progress.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {

/// The source of the rounds of a tournament in rounds.
enum class RoundSource : std::uint8_t {
  stored,      ///< rounds that the runner stored
  results,     ///< all rounds are computed again from the results of the earlier ones
  nowhere,     ///< rounds are not needed; the schedule stays at the first round
  in_passing,  ///< like `stored`, but the schedule stays at the first round until `for_each` has read all
               ///< games
};

/// A fault of a bot in a stored game, or a restart of its process before or in the game.
struct Incident {
  const GameResult& game;
  Seat seat = 0;
  const Fault* fault = nullptr;  ///< null for a restart, which is not a fault
  std::string message;
  std::string error_tail;  ///< end of the bot's output to stderr, unescaped

  [[nodiscard]] int bot() const { return game.seats.at(index_of(seat)).bot; }
};

/// A stored game with everything that belongs to it.
struct StoredGame {
  std::uint64_t index = 0;
  bool has_result = false;  ///< false: its row cannot be read, and `result` is meaningless
  const GameResult& result;
  Result<Record>& record;  ///< record, which its reader may take; the error is a sentence that says why it
                           ///< cannot be read
  /// The difference between the stored cells and those that Tribunal writes or has sealed (`GameSeal`),
  /// although they can be read: a phrase, `has ...`. Empty if there is none.
  std::string damage = {};
};

/// The choice of stored games to read.
struct GameChoice {
  std::optional<std::uint64_t> only = {};  ///< index of the only game to read; none: all games
  bool with_faults = false;                ///< whether to read only games with faults
};

/// Games of a tournament that were played under other conditions than its first game.
struct ChangedConditions {
  std::uint64_t first = 0;   ///< number of the first of these games
  std::uint64_t games = 0;   ///< number of these games
  std::string command_of{};  ///< name of the first bot with another command; empty: none
  std::string text{};        ///< changed values as a clause; new files of bots and late bots are left out
};

/// The numbers of different games that rulings made void.
struct VoidGameCounts {
  std::uint64_t now = 0;           ///< number of games that are void and have not been played again
  std::uint64_t played_again = 0;  ///< number of the others
};

/// Events during the games of a tournament that are in no record.
struct RunFacts {
  std::uint64_t void_games = 0;  ///< number of attempts that did not count; those games were played again
  VoidGameCounts by_rulings{};
  std::uint64_t replayed_otherwise = 0;  ///< number of games that rulings made void and that were played
                                         ///< again under other conditions
  /// A sentence that says why bots waited for processors, from the last run in which they did. Empty if there
  /// was none.
  std::string crowding{};
  /// The bots that no longer started when the last run ended, or that do not start in the current run.
  std::vector<NotStarting> not_starting{};
  /// The number of times that the process of a bot ended between two games, by the bot's name.
  std::map<std::string, std::uint64_t> restarts{};
};

/// Takes what `look` made of a game. It runs on the thread that reads the results, in the order of the
/// schedule. Returns whether to continue.
using TakeGame = std::function<bool()>;

/// The results of a tournament for reading, even while it is being played.
class Results {
 public:
  /// Opens the results in a folder. If `ruling` is given, the games are those that this ruling made void
  /// instead of those that count. In that case a format in rounds has no rounds.
  [[nodiscard]] static Result<Results> open(const std::filesystem::path& folder,
                                            RoundSource rounds = RoundSource::stored,
                                            std::optional<std::int64_t> ruling = {});
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;
  Results(Results&&) noexcept;
  Results& operator=(Results&&) noexcept;
  ~Results();

  /// The tournament as it was last played, with its rulings. The schedule extends as far as the stored games
  /// determine it. `sha256` has the bots' hashes of that time, and the plan's `sandbox` is the level that was
  /// in force.
  [[nodiscard]] const Tournament& tournament() const;
  /// Makes readers of these results treat a bot as excluded. Nothing is stored. Returns false if no bot has
  /// this name.
  bool exclude(std::string_view bot);
  [[nodiscard]] Bytes32 commitment() const;
  /// The secret that the deals follow from, read from the folder's file `secret`. It must match the
  /// commitment.
  [[nodiscard]] Result<Secret> secret() const;
  /// The number of stored games.
  [[nodiscard]] Result<std::uint64_t> size() const;
  /// The numbers of stored games. Reads the games only if bots are late, withdrawn or excluded.
  [[nodiscard]] Result<StoredCounts> counts() const;
  /// The progress as far as the schedule extends.
  [[nodiscard]] Result<Progress> progress() const;
  /// The range from the first stored game to the last, even if some between them are missing. Empty if no
  /// game is stored.
  [[nodiscard]] Result<GameRange> range() const;

  /// The number of deals (in a format of rounds: of rounds) up to that of the last stored game.
  [[nodiscard]] Result<std::uint64_t> started() const;

  /// The schedule `planned` after the stored games. It must be of the same tournament, without any games
  /// played. It may include later withdrawals of bots.
  [[nodiscard]] Result<Schedule> resumed(Schedule planned) const;

  /// The files of the bot with this hash. Empty if they are not stored.
  [[nodiscard]] Result<Manifest> bot_files(const std::string& sha256) const;

  /// SHA-256 over the content of the stored games. Standings show the same value.
  [[nodiscard]] Result<Bytes32> content() const;
  /// The times at which games of each version of each bot (`versions`) were stored.
  [[nodiscard]] Result<PlayPeriods> periods() const;
  /// The time at which the last games were stored, in seconds since 1970. None if it is unknown.
  [[nodiscard]] std::optional<std::int64_t> last_played() const;

  /// A phrase that says why these results were not verified when they were merged. Empty if they were
  /// verified, or if they were not merged.
  [[nodiscard]] const std::string& unverified() const;

  [[nodiscard]] Result<VoidGameCounts> void_games() const;
  [[nodiscard]] Result<RunFacts> run_facts() const;

  /// The conditions of games that differ from those of the first game, in the order of their first games.
  [[nodiscard]] Result<std::vector<ChangedConditions>> changed_conditions() const;

  /// The versions of the bots in the games that were stored when the results were opened.
  [[nodiscard]] const Versions& versions() const;

  /// Calls `visit` with every stored game, in the order of the schedule, until it returns false. `visit` may
  /// modify the game. Columns behind `last` are neither read nor checked.
  [[nodiscard]] Result<void> for_each(const std::function<bool(GameResult&)>& visit,
                                      LastColumn last = LastColumn::content) const;
  /// Like `for_each`, with the whole record. `secret` gives its deal key. An error in a record names the
  /// game. If `only` is given, visits just the game with that index, if it is stored.
  [[nodiscard]] Result<void> for_each_record(
      const Secret& secret, const std::function<bool(const GameResult&, const Record&)>& visit,
      std::optional<std::uint64_t> only = std::nullopt) const;
  /// Reads whole games on several threads, and checks each for damage. `look` is called on any thread. It
  /// returns a function that takes its result, or null.
  [[nodiscard]] Result<void> each_game(const Secret& secret, unsigned threads, const GameChoice& choice,
                                       const std::function<TakeGame(StoredGame&)>& look) const;
  /// Calls `visit` with every fault, or every restart, in the stored games, in the order of the schedule,
  /// until it returns false. Only games that have one are read. If the database lists other faults than the
  /// record, texts may be empty or belong to another fault of the game. `verify` rejects such a game.
  [[nodiscard]] Result<void> for_each_incident(NoteKind kind,
                                               const std::function<bool(const Incident&)>& visit) const;

 private:
  struct State;
  explicit Results(std::unique_ptr<State> state);
  /// Passes the stored games to the schedule, if they decide what is played next.
  [[nodiscard]] Result<void> note_games();
  std::unique_ptr<State> state_;
};

}  // namespace tribunal
