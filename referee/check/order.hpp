#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/examination.hpp"
#include "games/catalogue.hpp"
#include "record/limits.hpp"
#include "table/bot_entry.hpp"
#include "table/played_game.hpp"

namespace tribunal {

/// A game that the bot plays against copies of itself, with a certain number of players.
struct CheckedTable {
  std::string game;     ///< game or preset, as on the command line
  OptionTexts options;  ///< options, as on the command line
  Rules rules;

  /// The game with its options: `revolution`, `revolution:scoring=basic,tyrant=on`.
  [[nodiscard]] std::string game_text() const;
};

/// The seed of all deals of a check. It is constant, so that equal bots get equal games.
inline constexpr std::string_view check_seed = "check";

/// The kinds of examinations by name. Those of all tables are of one kind.
namespace examinations {
inline constexpr std::string_view build = "build";  ///< only in reports on bots that could not be built
inline constexpr std::string_view handshake = "handshake";
inline constexpr std::string_view quit = "quit";
inline constexpr std::string_view restart = "restart";
inline constexpr std::string_view unknown_game = "unknown-game";
inline constexpr std::string_view end_of_input = "end-of-input";
inline constexpr std::string_view games = "games";
inline constexpr std::string_view unknown_words = "unknown-words";
inline constexpr std::string_view determinism = "determinism";
inline constexpr std::string_view latency = "latency";
inline constexpr std::string_view stderr_volume = "stderr";
inline constexpr std::string_view memory = "memory";
inline constexpr std::array all{handshake,   quit,    restart,       end_of_input, games,       unknown_words,
                                determinism, latency, stderr_volume, memory,       unknown_game};
}  // namespace examinations

struct CheckOrder {
  BotEntry bot;
  std::vector<CheckedTable> tables;
  Limits limits;
  HostFacts host;
  std::chrono::milliseconds budget{45'000};  ///< time after which no game starts or continues
  int deals = 3;                             ///< number of deals at each table
  bool named_by_command = false;       ///< whether the bot has no given name, so that its report uses the
                                       ///< name of its `ready`
  bool must_be_deterministic = false;  ///< whether unequal decisions in equal games are a failure
  std::set<std::string, std::less<>> only = {};  ///< kinds of examinations to make; empty: all
  std::optional<Examination> failed_build = {};  ///< its build, if that failed: then nothing is started
  std::function<void(const PlayedGame&)> on_game =
      {};  ///< called with each ordered or faulty game when it is over

  // The parts of the commands that repeat a failure:
  std::string program = "tribunal";  ///< this program as it was called
  std::string command;               ///< command line of the bot as given
  std::string options = {};          ///< options shared by `check` and `play`, as given: ` --move-ms 200`
  std::string games = {};            ///< games and players as given: ` --game mitch`

  [[nodiscard]] bool wants(std::string_view kind) const { return only.empty() || only.contains(kind); }
};

/// The command that repeats one kind of examination.
[[nodiscard]] std::string check_command(const CheckOrder& order, std::string_view kind);
/// The command that repeats one kind of examination at only this table, with at least `games` games.
[[nodiscard]] std::string check_command(const CheckOrder& order, std::string_view kind,
                                        const CheckedTable& table, std::size_t games = 0);
/// The command that repeats one game of the check.
[[nodiscard]] std::string play_command(const CheckOrder& order, const CheckedTable& table,
                                       std::uint64_t deal);

}  // namespace tribunal
