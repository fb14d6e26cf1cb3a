#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include <boost/asio/awaitable.hpp>

#include "games/core/action.hpp"
#include "record/limits.hpp"
#include "table/bot.hpp"
#include "table/verdict.hpp"

namespace tribunal {

/// What a bot has for a decision.
struct Allowance {
  std::int64_t us = 0;
  ClockKind clock = ClockKind::wall;
  /// False: it is blamed even where the referee's own trouble might be to blame.
  bool excused = true;

  /// By the wall clock; with the CPU clock the backstop.
  [[nodiscard]] std::chrono::microseconds wall() const {
    return std::chrono::microseconds{clock == ClockKind::cpu ? us * wall_backstop : us};
  }
};

/// A deadline of `wall` that was looked at so much later may have been missed by the referee alone. It is
/// more than a busy machine lets a waking process wait, and no more than a tenth of what the bot had.
[[nodiscard]] constexpr std::chrono::microseconds own_lateness(std::chrono::microseconds wall) {
  using namespace std::chrono_literals;
  return std::clamp<std::chrono::microseconds>(wall / 10, 250ms, 1s);
}

/// Asks the bot for one of `legal`. What was posted to it goes out with the question.
[[nodiscard]] asio::awaitable<Reply> ask(Bot& bot, SeatTalk& talk, Allowance allowance,
                                         const ActionList& legal);

}  // namespace tribunal
