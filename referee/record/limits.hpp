#pragma once

#include <array>
#include <cstdint>

#include "base/enum_names.hpp"
#include "base/number_field.hpp"

namespace tribunal {

/// The consequence of a fault. `forfeit`: the seat's decisions are its default actions for the rest of the
/// game. `strikes`: a default action for this decision only; the third fault forfeits, and so does any fault
/// after which the bot cannot answer.
enum class FaultPolicy : std::uint8_t { forfeit, strikes };

template <>
inline constexpr auto enum_names<FaultPolicy> = in_words("forfeit", "strikes");

/// Number of faults that forfeit the game under `FaultPolicy::strikes`.
inline constexpr int strikes_allowed = 3;

/// The clock that counts the milliseconds of a decision: wall time, or CPU time of all the bot's processes.
enum class ClockKind : std::uint8_t { wall, cpu };

template <>
inline constexpr auto enum_names<ClockKind> = in_words("wall", "cpu");

/// Under `ClockKind::cpu` a decision ends after this multiple of its allowance in wall time, because a bot
/// might sleep for ever.
inline constexpr int wall_backstop = 10;

/// The longest value of any limit in a plan or command: a day.
inline constexpr std::int64_t longest_limit_ms = 86'400'000;

/// The clock and the fault policy of a game. Times are in milliseconds.
struct Limits {
  std::int64_t move_ms = 1000;      ///< time of one decision; 0: only the bank limits it
  std::int64_t game_ms = 0;         ///< a bank for all decisions of a game; 0: no bank
  std::int64_t increment_ms = 0;    ///< added to the bank after each decision
  std::int64_t startup_ms = 10000;  ///< time from the start of the program to its `ready`
  std::int64_t bank_ms = 0;         ///< time of a game for decisions beyond `move_ms`; 0: no such bank
  FaultPolicy on_fault = FaultPolicy::forfeit;
  ClockKind clock = ClockKind::wall;

  bool operator==(const Limits&) const = default;
};

/// The times of `Limits`, in the order of all texts; bots are sent all but the last.
inline constexpr std::array<NumberField<Limits, std::int64_t>, 4> limit_fields{{
    {"move_ms", &Limits::move_ms, 0, longest_limit_ms, "milliseconds per decision (0: no limit)"},
    {"game_ms", &Limits::game_ms, 0, longest_limit_ms,
     "milliseconds per seat for all its decisions in a game (0: no limit)"},
    {"increment_ms", &Limits::increment_ms, 0, longest_limit_ms,
     "milliseconds added to --game-ms after each decision"},
    {"startup_ms", &Limits::startup_ms, 1, longest_limit_ms,
     "milliseconds from a bot's start to its ready, by the same clock"},
}};

/// Newer times. Texts name them after the others, and only if they are not 0.
inline constexpr std::array<NumberField<Limits, std::int64_t>, 1> later_limit_fields{{
    {"bank_ms", &Limits::bank_ms, 0, longest_limit_ms,
     "milliseconds per seat and game for decisions that take longer than --move-ms (0: none)"},
}};

/// All times of `Limits`.
inline constexpr std::array all_limit_fields{limit_fields[0], limit_fields[1], limit_fields[2],
                                             limit_fields[3], later_limit_fields[0]};

/// Whether the bank of overtime is possible with these limits: it needs a limit per decision, and excludes
/// the other bank.
[[nodiscard]] constexpr bool is_bank_clear(const Limits& limits) {
  return limits.bank_ms == 0 || (limits.move_ms > 0 && limits.game_ms == 0);
}

/// One seat's clock: a pure function of the limits and the times so far, so that logs can be checked.
class Clock {
 public:
  explicit Clock(const Limits& limits)
      : limits_{limits}, bank_us_{(limits.game_ms > 0 ? limits.game_ms : limits.bank_ms) * 1000} {}

  /// Microseconds that the next decision may take: the move's limit or the rest of the time for the game,
  /// whichever is less; with a bank of overtime, the sum of the move's limit and the rest of the bank.
  [[nodiscard]] std::int64_t allowance_us() const {
    if (limits_.game_ms == 0) return limits_.move_ms * 1000 + bank_us_;
    if (limits_.move_ms == 0) return bank_us_;
    return bank_us_ < limits_.move_ms * 1000 ? bank_us_ : limits_.move_ms * 1000;
  }

  /// Subtracts the time of a decision from the time for the game, not below 0, and adds the increment. With a
  /// bank of overtime, subtracts the time beyond the move's limit from the bank.
  void spend_us(std::int64_t us) {
    if (limits_.game_ms == 0) {
      const auto beyond = us > limits_.move_ms * 1000 ? us - limits_.move_ms * 1000 : 0;
      bank_us_ = beyond < bank_us_ ? bank_us_ - beyond : 0;
      return;
    }
    bank_us_ = (us < bank_us_ ? bank_us_ - us : 0) + limits_.increment_ms * 1000;
  }

 private:
  Limits limits_;
  std::int64_t bank_us_;
};

}  // namespace tribunal
