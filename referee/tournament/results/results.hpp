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
#include "tournament/plan/versions.hpp"
#include "tournament/results/tables/game_row.hpp"
#include "tournament/results/tables/play_periods.hpp"
#include "tournament/results/tables/stored_tournament.hpp"
#include "tournament/schedule/game_result.hpp"
#include "tournament/schedule/shard.hpp"

namespace tribunal {

/// The source of the rounds in a tournament that has any.
enum class RoundSource : std::uint8_t {
  stored,      ///< as far as the runner stored those that were started
  results,     ///< all are worked out again from the results before them
  nowhere,     ///< nobody asks: the schedule stays at the first one
  in_passing,  ///< as `stored`, but the schedule stays at the first one until `for_each` has gone over all
               ///< games
};

/// A fault of a bot in a stored game, or a restart of its process before or in it.
struct Incident {
  const GameResult& game;
  Seat seat = 0;
  const Fault* fault = nullptr;  ///< null: a restart, which is no fault
  std::string message;
  std::string error_tail;  ///< the end of what the bot wrote to stderr, as it wrote it

  [[nodiscard]] int bot() const { return game.seats.at(index_of(seat)).bot; }
};

/// A stored game, all of it.
struct StoredGame {
  std::uint64_t index = 0;
  bool has_result = false;  ///< false: its row cannot be read, and `result` says nothing
  const GameResult& result;
  Result<Record>& record;  ///< its reader may take it; the error is a sentence on why it cannot be read
  /// The difference between the stored cells and those that Tribunal writes, or that it stored (`GameSeal`),
  /// though they can be read: a phrase, `has ...`; empty if there is none.
  std::string damage = {};
};

/// The choice of stored games to read.
struct GameChoice {
  std::optional<std::uint64_t> only = {};  ///< by its index
  bool with_faults = false;                ///< those alone
};

/// Takes what was made of a game, on the thread that reads the results, in schedule order. Returns whether to
/// continue.
using TakeGame = std::function<bool()>;

/// The results of a tournament as readers see them, also while it is being played.
class Results {
 public:
  /// With `ruling`, the number of one, the games are those that it made void, in place of those that count;
  /// of a format in rounds then without its rounds.
  [[nodiscard]] static Result<Results> open(const std::filesystem::path& folder,
                                            RoundSource rounds = RoundSource::stored,
                                            std::optional<std::int64_t> ruling = {});
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;
  Results(Results&&) noexcept;
  Results& operator=(Results&&) noexcept;
  ~Results();

  /// The tournament as it was last played, with its rulings, its schedule as far as the stored games tell;
  /// `sha256` are the bots' hashes of that time, the plan's `sandbox` the level then in force.
  [[nodiscard]] const Tournament& tournament() const;
  /// Lets readers of these results treat a bot as excluded by the organiser; nothing is stored. Returns
  /// whether there is one of this name.
  bool exclude(std::string_view bot);
  [[nodiscard]] Bytes32 commitment() const;
  /// The secret that the deals follow from, out of the folder's file `secret`. It must match the commitment.
  [[nodiscard]] Result<Secret> secret() const;
  /// Stored games.
  [[nodiscard]] Result<std::uint64_t> size() const;
  /// The range from the first stored game to the last, whether or not all between them are stored; empty if
  /// none is.
  [[nodiscard]] Result<GameRange> range() const;

  /// Deals (in a format of rounds: rounds) up to that of the last stored game.
  [[nodiscard]] Result<std::uint64_t> started() const;

  /// `planned`, a schedule of the same tournament of which nothing has been played, after the stored games.
  /// It may know of bots that were withdrawn since.
  [[nodiscard]] Result<Schedule> resumed(Schedule planned) const;

  /// The files of the bot with this hash; empty if they are not stored.
  [[nodiscard]] Result<Manifest> bot_files(const std::string& sha256) const;

  /// SHA-256 over the content of the stored games, as standings have it.
  [[nodiscard]] Result<Bytes32> content() const;
  /// When the games of each version of each bot (`versions`) were stored.
  [[nodiscard]] Result<PlayPeriods> periods() const;
  /// When the last games were stored, in seconds since 1970; nothing if that is not known.
  [[nodiscard]] std::optional<std::int64_t> last_played() const;

  /// Attempts at games that did not count, and were played again.
  [[nodiscard]] Result<std::uint64_t> void_games() const;
  /// Games that rulings made void and that were played again under other conditions than their originals.
  [[nodiscard]] Result<std::uint64_t> replayed_otherwise() const;

  /// The reason why these results were not verified when they were merged, a phrase; empty if they were, or
  /// if they were not merged.
  [[nodiscard]] const std::string& unverified() const;

  /// Bots that did not start any more when the last run ended, or do not in the one that plays.
  [[nodiscard]] Result<std::vector<NotStarting>> not_starting() const;
  /// Restarts of each bot, by its index; only of those that were restarted.
  [[nodiscard]] Result<std::map<int, std::uint64_t>> restarts() const;

  /// The reason why bots had to wait for processors in the last run with such waits, a sentence; empty if
  /// there was none.
  [[nodiscard]] Result<std::string> crowding() const;

  /// The versions of the bots in the games that were stored when this was opened.
  [[nodiscard]] const Versions& versions() const;

  /// Calls `visit` with every game stored, in schedule order, until it returns false; the game is its own to
  /// change. Columns behind `last` are neither read nor looked at.
  [[nodiscard]] Result<void> for_each(const std::function<bool(GameResult&)>& visit,
                                      LastColumn last = LastColumn::content) const;
  /// Like `for_each`, with the whole record, its deal key by `secret`. An error in a record says which game
  /// it is. With `only`, visits the game of that index alone, if it is stored.
  [[nodiscard]] Result<void> for_each_record(
      const Secret& secret, const std::function<bool(const GameResult&, const Record&)>& visit,
      std::optional<std::uint64_t> only = std::nullopt) const;
  /// Reads whole games on several threads, each with its damage. `look` makes something of a game, on any
  /// thread, and returns what takes it, or nothing.
  [[nodiscard]] Result<void> each_game(const Secret& secret, unsigned threads, const GameChoice& choice,
                                       const std::function<TakeGame(StoredGame&)>& look) const;
  /// Calls `visit` with every fault, or every restart, in the stored games, in schedule order, until it
  /// returns false. Only games that have one are read. Where the database has other faults than the record,
  /// texts are empty, or of another fault of the game; `verify` finds such a game.
  [[nodiscard]] Result<void> for_each_incident(NoteKind kind,
                                               const std::function<bool(const Incident&)>& visit) const;

 private:
  struct State;
  explicit Results(std::unique_ptr<State> state);
  /// Lets the schedule take notice of the stored games, where they decide what is played next.
  [[nodiscard]] Result<void> note_games();
  std::unique_ptr<State> state_;
};

}  // namespace tribunal
