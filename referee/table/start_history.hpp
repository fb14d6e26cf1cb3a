#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tribunal {

/// Limits on how long a bot whose starts fail is tried again before it counts as one that does not start any
/// more.
struct StartPatience {
  /// Counted from its first failed start, if its process ended or said something else than `ready`.
  std::chrono::milliseconds ended{30'000};
  /// The limit if one of the failed starts was silent, as on a busy machine.
  std::chrono::milliseconds silent{120'000};
  /// Starts that must have failed while no other bot was being started.
  int alone = 3;
  /// The time that failed starts may take in all, even if others in between succeeded.
  std::chrono::milliseconds in_all{600'000};
  /// A start that would certainly fail again is not repeated.
  bool trusts_certainty = false;
};

/// For a single game: a start that failed is tried once more, alone, unless the outcome is certain, and then
/// counts.
inline constexpr StartPatience one_more_try{.ended = std::chrono::milliseconds{0},
                                            .silent = std::chrono::milliseconds{0},
                                            .alone = 1,
                                            .trusts_certainty = true};

/// For a bot of which the organiser knows that it does not start, and which takes part anyway.
inline constexpr StartPatience known_failure{.ended = std::chrono::milliseconds{3'000},
                                             .silent = std::chrono::milliseconds{3'000}};

/// A start that failed.
struct StartFailure {
  std::string message;
  std::chrono::microseconds took{};
  bool silent = false;   ///< nothing had come when its time was over
  bool alone = false;    ///< no other bot was being started meanwhile
  bool quiet = false;    ///< no other game was being played either
  bool certain = false;  ///< the next start would fail in the same way
};

/// The failed starts of one bot in a run, and what follows from them: when it is tried next, or that it does
/// not start any more. A value without a clock: its callers pass the time.
class StartHistory {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Standing : std::uint8_t {
    sound,     ///< it may be started at any time
    in_doubt,  ///< its last start failed: it is tried again from `next_try` on
    gone,      ///< it does not start any more
  };

  explicit StartHistory(StartPatience patience = {}) : patience_{patience} {}

  void failed(const StartFailure& start, Clock::time_point now);
  void succeeded();
  /// The bot is gone without having been started, for this reason.
  void leave_out(std::string why);

  [[nodiscard]] Standing standing() const { return standing_; }
  /// The time of the next try of a bot in doubt.
  [[nodiscard]] Clock::time_point next_try() const { return next_try_; }
  /// True if it should be started while no other is: it failed, now or not long ago.
  [[nodiscard]] bool wants_alone() const { return standing_ == Standing::in_doubt || alone_left_ > 0; }
  /// True if its next start may be the last one: then no other game should be played.
  [[nodiscard]] bool wants_quiet(Clock::time_point now) const;
  /// Starts in a row that failed, up to now.
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
  bool silent_ = false;  ///< one of them in a row was
  bool wore_out_ = false;
};

}  // namespace tribunal
