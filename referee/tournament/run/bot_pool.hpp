#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <span>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "table/bot.hpp"
#include "tournament/run/pool_bounds.hpp"

namespace tribunal {

/// The bots of a table, which live from game to game as far as the bounds allow: where a game needs room, the
/// least recently used bots are ended while it is played. Belongs to the thread of `context`, which must
/// outlive it.
class BotPool {
 public:
  /// `make`: a bot by its index in the plan.
  BotPool(asio::io_context& context, PoolBounds bounds, std::function<Bot(int)> make)
      : context_{context}, bounds_{bounds}, make_{std::move(make)} {}

  /// The bots of a game. They stay where they are until others are taken.
  [[nodiscard]] std::vector<Bot*> take(std::span<const int> indices);
  /// The bots that are kept. Those that are ending are killed when the pool is destroyed.
  [[nodiscard]] std::vector<Bot*> all();

 private:
  struct Kept {
    Bot bot;
    std::uint64_t taken = 0;  ///< when it was taken last, in calls of `take`
  };

  void make_room(std::span<const int> playing);
  void end(Bot bot);
  [[nodiscard]] asio::awaitable<void> end_politely(std::list<Bot>::iterator bot);

  asio::io_context& context_;
  PoolBounds bounds_;
  std::function<Bot(int)> make_;
  std::map<int, Kept> kept_;
  std::list<Bot> ending_;  ///< the oldest first
  std::uint64_t takes_ = 0;
};

}  // namespace tribunal
