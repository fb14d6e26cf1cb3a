#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "table/pace.hpp"

namespace tribunal {

/// Limits on how long the start of a failing bot is repeated before the bot is gone.
struct StartPatience {
  /// The time from its first failed start, if its process ended or wrote something else than `ready`.
  std::chrono::milliseconds ended = pace.failing_start;
  /// The limit if one of the failed starts was silent, as on a busy machine.
  std::chrono::milliseconds silent = pace.silent_start;
  /// The number of starts that must have failed while no other bot was being started.
  int alone = 3;
  /// The time that failed starts made alone may take in all, even if others in between succeeded.
  std::chrono::milliseconds in_all{600'000};
  /// A start that would certainly fail again is not repeated.
  bool trusts_certainty = false;
};

/// For a single game: a failed start is repeated once, alone, unless it is certain to fail again; then it
/// counts.
inline constexpr StartPatience one_more_try{.ended = std::chrono::milliseconds{0},
                                            .silent = std::chrono::milliseconds{0},
                                            .alone = 1,
                                            .trusts_certainty = true};

/// For a bot that is known not to start and takes part anyway.
inline const StartPatience known_failure{.ended = pace.known_failure, .silent = pace.known_failure};

/// A start that failed.
struct StartFailure {
  std::string message;
  std::chrono::microseconds took{};
  bool silent = false;   ///< its time was over without any output
  bool alone = false;    ///< no other bot was being started meanwhile
  bool quiet = false;    ///< no other game was being played either
  bool certain = false;  ///< the next start would fail in the same way
};

/// The failed starts of one bot in a run, and their consequence: the time of the next try, or that the bot is
/// gone. A value without a clock: its callers pass the time.
class StartHistory {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Standing : std::uint8_t {
    sound,     ///< it may be started at any time
    in_doubt,  ///< its last start failed: the next try is at `next_try`
    gone,      ///< it is not started again
  };

  explicit StartHistory(StartPatience patience = {}) : patience_{patience} {}

  void failed(const StartFailure& start, Clock::time_point now);
  void succeeded();
  /// Marks the bot as gone, without a start, for this reason.
  void leave_out(std::string why);

  [[nodiscard]] Standing standing() const { return standing_; }
  /// The time of the next try of a bot in doubt.
  [[nodiscard]] Clock::time_point next_try() const { return next_try_; }
  /// True if no other bot should be started meanwhile: it failed, now or not long ago.
  [[nodiscard]] bool wants_alone() const { return standing_ == Standing::in_doubt || alone_left_ > 0; }
  /// True if its next start may be the last one: then no other game should be played.
  [[nodiscard]] bool wants_quiet(Clock::time_point now) const;
  /// The number of failed starts in a row up to now.
  [[nodiscard]] int failures() const { return failures_; }
  /// The number of all failed starts.
  [[nodiscard]] std::uint64_t failures_in_all() const { return failures_in_all_; }
  /// The last failure's message, with the number and duration of the tries, or why it was left out; only for
  /// a bot that is gone.
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
  bool silent_ = false;  ///< one of the failed starts in a row was silent
  bool wore_out_ = false;
};

/// News of the start of a bot.
struct StartNews {
  int bot = 0;
  StartHistory::Standing standing{};  ///< after it
  std::string message = {};           ///< the message of a failed start; the final reason if the bot is gone
  std::uint64_t failures = 0;         ///< the number of its failed starts in this run so far
  int in_a_row = 0;                   ///< the number of its failed starts in a row up to now
};

}  // namespace tribunal
