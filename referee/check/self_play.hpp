#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "check/examination.hpp"
#include "check/order.hpp"
#include "table/play_game.hpp"

namespace tribunal {

/// The seed of every deal of a check, so that equal bots get equal games.
inline constexpr std::string_view check_seed = "check";

using CheckClock = std::chrono::steady_clock;

/// Whether the listener to games gets a game: those beyond the ordered ones only if they have a fault.
enum class Shown : std::uint8_t { always, with_fault };

/// One game of a check. With each turn the copies move on by one seat: a tournament seats a process anew in
/// every game.
struct SelfPlayed {
  const CheckedTable* table;
  std::uint64_t deal;
  std::size_t turn = 0;
};

/// Copies of the bot that play each other: fresh processes, which keep running from game to game.
class SelfPlay {
 public:
  /// `copies`: at least the players of each game.
  SelfPlay(asio::io_context& context, Host& host, const CheckOrder& order, int copies);

  /// A game that is not over at `deadline` is cut. A void game is repeated up to three
  /// times. If it was void at the same question twice in a row, the next time the bot is blamed: a busy
  /// machine has no reason to come back to that question.
  [[nodiscard]] asio::awaitable<std::expected<PlayedGame, GameVoid>> play(SelfPlayed game,
                                                                          const Novelties& novelties,
                                                                          CheckClock::time_point deadline,
                                                                          Shown shown = Shown::always);
  /// The result of the copies' exit.
  struct Leaving {
    std::string trouble;  ///< trouble of the first copy that did not exit properly; empty if all did
    Consumption used;
  };
  /// Asks all copies to exit and waits until they are gone.
  [[nodiscard]] asio::awaitable<Leaving> leave();
  /// Starts of copies that failed and were repeated.
  [[nodiscard]] std::uint64_t failed_starts() const { return starts_.failures_in_all(); }
  /// Kills all copies at once; returns the resources that they used.
  Consumption dismiss();

 private:
  [[nodiscard]] GameOrder order_of(const SelfPlayed& game, const Novelties& novelties) const;

  StartDesk starts_;
  const CheckOrder* order_;
  std::deque<Bot> bots_;
};

/// The trouble with the exit of a process: a phrase, empty if there is none. `left`: it exited by itself.
[[nodiscard]] std::string trouble_of_leaving(bool left, const BotProcess& process, Grace grace,
                                             Farewell farewell);

}  // namespace tribunal
