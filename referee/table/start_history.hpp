#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "table/pace.hpp"

namespace tribunal {

/// The limits on repeating the start of a failing bot. After them the bot is gone.
struct StartPatience {
  /// The time from its first failed start, if its process ended or wrote something other than `ready`.
  std::chrono::milliseconds ended = pace.failing_start;
  /// The time if one of the failed starts was silent, as on a busy machine.
  std::chrono::milliseconds silent = pace.silent_start;
  /// The number of starts that must have failed while no other bot was starting.
  int alone = 3;
  /// The total time for failed starts made alone, even if others in between succeeded.
  std::chrono::milliseconds in_all{600'000};
  /// Whether a start that is certain to fail again is not repeated.
  bool trusts_certainty = false;
};

/// The limits for a single game. A failed start is repeated once, alone. If it is certain to fail again, it
/// is not repeated, and counts.
inline constexpr StartPatience one_more_try{.ended = std::chrono::milliseconds{0},
                                            .silent = std::chrono::milliseconds{0},
                                            .alone = 1,
                                            .trusts_certainty = true};

/// The limits for a bot that is known not to start but takes part.
inline const StartPatience known_failure{.ended = pace.known_failure, .silent = pace.known_failure};

struct StartFailure {
  std::string message;
  std::chrono::microseconds took{};
  bool silent = false;   ///< whether its time was over without any output
  bool alone = false;    ///< whether no other bot was starting at the same time
  bool quiet = false;    ///< whether no other game was being played either
  bool certain = false;  ///< whether the next start would fail in the same way
};

/// The failed starts of a bot in a run, and the result: the time of the next start, or that the bot is gone.
/// The value has no clock; callers pass the time.
class StartHistory {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Standing : std::uint8_t {
    sound,     ///< it may be started at any time
    in_doubt,  ///< its last start failed; the next is at `next_try`
    gone,      ///< it is not started any more
  };

  explicit StartHistory(StartPatience patience = {}) : patience_{patience} {}

  void failed(const StartFailure& start, Clock::time_point now);
  void succeeded();
  /// Marks the bot as gone without a start, for this reason.
  void leave_out(std::string why);

  [[nodiscard]] Standing standing() const { return standing_; }
  /// The time of the next start of a bot in doubt.
  [[nodiscard]] Clock::time_point next_try() const { return next_try_; }
  /// Whether no other bot should be started at the same time, because this one failed recently.
  [[nodiscard]] bool wants_alone() const { return standing_ == Standing::in_doubt || alone_left_ > 0; }
  /// Whether its next start may be the last one, so that no other game should be played.
  [[nodiscard]] bool wants_quiet(Clock::time_point now) const;
  /// The current number of failed starts in a row.
  [[nodiscard]] int failures() const { return failures_; }
  [[nodiscard]] std::uint64_t failures_in_all() const { return failures_in_all_; }
  /// For a bot that is gone: the message of the last failure, with the number and duration of the starts, or
  /// the reason for which it was marked as gone.
  [[nodiscard]] std::string why_gone() const;

 private:
  [[nodiscard]] bool is_time_over(Clock::time_point now) const;

  StartPatience patience_;
  Standing standing_ = Standing::sound;
  Clock::time_point first_failure_;
  Clock::time_point last_failure_;
  Clock::time_point next_try_;
  std::string message_;
  std::chrono::microseconds lost_{};
  std::uint64_t failures_in_all_ = 0;
  int failures_ = 0;
  int failures_alone_ = 0;
  int alone_left_ = 0;
  bool silent_ = false;  ///< whether one of the failed starts in a row was silent
  bool wore_out_ = false;
};

struct StartNews {
  int bot = 0;
  StartHistory::Standing standing{};  ///< standing afterwards
  std::string message = {};           ///< message of a failed start; the final reason if the bot is gone
  std::uint64_t failures = 0;         ///< number of its failed starts in this run so far
  int in_a_row = 0;                   ///< current number of its failed starts in a row
};

}  // namespace tribunal
