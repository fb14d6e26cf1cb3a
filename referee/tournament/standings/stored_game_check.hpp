#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "record/transcript.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {

/// Compares stored games with what follows from plan, deal and decisions, each by itself. On any thread.
class StoredGameCheck {
 public:
  /// `tournament` outlives it.
  explicit StoredGameCheck(const Tournament& tournament) : tournament_{tournament} {}

  struct Compared {
    std::string difference = {};        ///< a phrase that follows `game 7 `; empty if the game holds
    std::optional<Played> played = {};  ///< if it came to be played again
    std::string content = {};           ///< of the game that was played again, as `content_of` says
    Bytes32 hash = {};                  ///< of `content`
  };
  [[nodiscard]] Compared operator()(const StoredGame& stored) const;

 private:
  [[nodiscard]] bool is_in_plan(std::uint64_t index) const;
  [[nodiscard]] ScheduledGame scheduled_as(const GameResult& stored) const;

  const Tournament& tournament_;
};

/// A stored game that is not what follows from plan, deal and decisions.
struct StoredDifference {
  std::uint64_t game = 0;
  std::string text;            ///< a sentence, which names the game, as `verify_tournament` says it
  bool is_unreadable = false;  ///< the game is not read at all
  bool has_no_text = false;    ///< it cannot be read or played again: no text of the games has it
};

/// A text of compared games.
struct GameTexts {
  /// Returns the text of one game, on any thread; the hash is that of its content.
  std::function<std::string(const GameResult&, const Record&, const Played&, const Bytes32&)> of;
  /// Takes the texts of games, in schedule order.
  std::function<void(std::string_view)> write;
};

/// The games that `compare_stored` compares.
struct ComparedGames {
  GameChoice choice = {};
  std::function<bool(const GameResult&)> wanted = {};  ///< of these; on any thread; empty: all
  /// Texts of these games, whether they hold or not. A game that cannot be read or played again is in none.
  std::vector<GameTexts> texts = {};
  /// The tournament that they are of, if the results do not know its rounds (games that a ruling made void);
  /// it outlives the comparison.
  const Tournament* tournament = nullptr;
};

/// Compares stored games as `verify_tournament` does, on `threads` threads, and calls `on_difference` for
/// each that does not hold, in schedule order, until it returns false. Returns how many hold. The error is
/// that the database cannot be read on. `secret`: that of the deals.
[[nodiscard]] Result<std::uint64_t> compare_stored(
    const Results& results, const Secret& secret, unsigned threads, const ComparedGames& games,
    const std::function<bool(const StoredDifference&)>& on_difference);

}  // namespace tribunal
