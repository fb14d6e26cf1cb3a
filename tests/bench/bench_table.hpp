#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "bare_pipe.hpp"
#include "table/play_game.hpp"

namespace tribunal {

/// Three bots that answer at once, at a table for Revolution.
class BenchTable {
 public:
  explicit BenchTable(Host& host, SandboxLevel level = SandboxLevel::none, ClockKind clock = ClockKind::wall);
  ~BenchTable();
  BenchTable(const BenchTable&) = delete;
  BenchTable& operator=(const BenchTable&) = delete;

  struct Run {
    std::uint64_t games = 0;
    std::uint64_t decisions = 0;
    std::uint64_t allocations = 0;
    std::chrono::nanoseconds time{};
  };
  /// Plays the deals from `first` on.
  [[nodiscard]] Run play(std::uint64_t first, std::uint64_t games);

  /// Bytes per decision through the referee, the mean over some games: all lines to a bot and from it.
  [[nodiscard]] Bytes mean_bytes(std::uint64_t games);

  struct Restart {
    std::chrono::nanoseconds end{};
    std::chrono::nanoseconds start{};  ///< until it was ready
  };
  /// Ends a bot and starts it again, `count` times.
  [[nodiscard]] std::vector<Restart> restart(int count);

 private:
  PlayedGame play_one(std::uint64_t number);

  ClockKind clock_;
  asio::io_context context_{1};
  std::deque<Bot> bots_;
  std::vector<Bot*> seats_;
};

}  // namespace tribunal
