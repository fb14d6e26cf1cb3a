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

/// The seed of every deal of a check: equal bots get equal games.
inline constexpr std::string_view check_seed = "check";

using CheckClock = std::chrono::steady_clock;

/// A table at which every seat is a copy of the bot: fresh processes, which stay from game to game.
class SelfPlay {
 public:
  SelfPlay(asio::io_context& context, Host& host, const CheckOrder& order, const Rules& rules);

  /// Plays deal `number`; a game that is not over at `deadline` is cut. A void game is played again, twice.
  [[nodiscard]] asio::awaitable<std::expected<PlayedGame, GameVoid>> play(std::uint64_t number,
                                                                          const Novelties& novelties,
                                                                          CheckClock::time_point deadline);
  /// How the copies left.
  struct Leaving {
    std::string trouble;  ///< of the first that did not leave as it should; empty if all did
    Consumption used;
  };
  /// Tells all to quit and waits until they are gone.
  [[nodiscard]] asio::awaitable<Leaving> leave();
  /// Starts of copies that failed, and were tried again.
  [[nodiscard]] std::uint64_t failed_starts() const { return starts_.failures_in_all(); }
  /// Kills all at once; what they have used.
  Consumption dismiss();

 private:
  [[nodiscard]] GameOrder game(std::uint64_t number, const Novelties& novelties) const;

  StartDesk starts_;  ///< numbers the copies by their seats
  const CheckOrder* order_;
  Rules rules_;
  std::deque<Bot> bots_;
  std::vector<Bot*> seats_;
};

/// What is wrong with how a process left: a phrase, empty if nothing is. `left`: of its own accord.
[[nodiscard]] std::string trouble_of_leaving(bool left, const BotProcess& process, Grace grace,
                                             Farewell farewell);

}  // namespace tribunal
