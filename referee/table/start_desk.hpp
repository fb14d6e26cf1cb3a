#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

namespace tribunal {

namespace asio = boost::asio;

/// Limits on how long the start of a failing bot is repeated before the bot is gone.
struct StartPatience {
  /// The time from its first failed start, if its process ended or wrote something else than `ready`.
  std::chrono::milliseconds ended{30'000};
  /// The limit if one of the failed starts was silent, as on a busy machine.
  std::chrono::milliseconds silent{120'000};
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
inline constexpr StartPatience known_failure{.ended = std::chrono::milliseconds{3'000},
                                             .silent = std::chrono::milliseconds{3'000}};

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
  std::string message = {};           ///< of a failed start; the final reason if the bot is gone
  std::uint64_t failures = 0;         ///< of its starts in this run so far
  int in_a_row = 0;                   ///< the last ones of these in a row
};

/// Coordinates the starts of a run's bots at all its tables: concurrent, but alone if the bot failed before.
/// It decides how long the start of a failing bot is repeated. Safe to use from several threads; waits are
/// asynchronous and end when they are cancelled.
class StartDesk {
 public:
  using Clock = StartHistory::Clock;
  using Standing = StartHistory::Standing;

  /// The reasons not to start a bot now.
  enum class Refusal : std::uint8_t { later, gone, interrupted };

  /// `on_news` is called, on a table's thread, after every failed start and after the success that follows
  /// one. `forfeits`: games of a bot that is gone are played without it, and lost; else they are not played.
  StartDesk(std::vector<StartPatience> patience, bool forfeits,
            std::function<void(const StartNews&)> on_news = {});
  StartDesk(const StartDesk&) = delete;
  StartDesk& operator=(const StartDesk&) = delete;

  /// The permission to start a bot, returned by its destructor.
  class Turn {
   public:
    /// Not safe to use from several threads. `alone`, `quiet`: as in `StartFailure`.
    Turn(StartDesk& desk, int bot, bool alone, bool quiet)
        : desk_{&desk}, bot_{bot}, alone_{alone}, quiet_{quiet} {
      ++desk.starting_;
      desk.alone_ = alone;
    }
    Turn(Turn&& other) noexcept;
    Turn& operator=(Turn&&) = delete;
    ~Turn();

    void succeeded();
    void failed(StartFailure start);

   private:
    StartDesk* desk_;
    int bot_;
    bool alone_;
    bool quiet_;
  };

  /// Marks the bot as gone before any start.
  void leave_out(int bot, std::string why);
  /// Waits until the bot may be started.
  [[nodiscard]] asio::awaitable<std::expected<Turn, Refusal>> enter(int bot);

  /// A registered game, until its destruction.
  class Game {
   public:
    explicit Game(StartDesk& desk) : desk_{&desk} {}
    Game(Game&& other) noexcept
        : desk_{std::exchange(other.desk_, nullptr)},
          last_tries_{std::move(other.last_tries_)},
          in_play_{other.in_play_} {}
    Game& operator=(Game&&) = delete;
    ~Game();

   private:
    friend StartDesk;
    StartDesk* desk_;
    std::vector<int> last_tries_;
    bool in_play_ = false;
  };

  /// Waits until a game of these bots may begin: not while another bot has its last try. If it may be the
  /// last try of one of them, waits until the other games are over, for half a minute at most. Nothing if
  /// cancelled.
  [[nodiscard]] asio::awaitable<std::optional<Game>> begin_game(std::vector<int> bots);

  [[nodiscard]] Standing standing(int bot) const;
  /// The time of the next try of a bot in doubt.
  [[nodiscard]] Clock::time_point next_try(int bot) const;
  [[nodiscard]] bool forfeits() const { return forfeits_; }
  /// The reason given for a bot that is gone.
  [[nodiscard]] std::string why_gone(int bot) const;
  /// The bots that do not start any more.
  [[nodiscard]] std::vector<int> gone() const;
  [[nodiscard]] std::uint64_t failures_in_all() const;

 private:
  class Place;

  [[nodiscard]] std::optional<Refusal> refusal(int bot, Clock::time_point now) const;
  [[nodiscard]] bool may_begin(Game& game, const std::vector<int>& bots, Clock::time_point since);
  void tell(int bot, const std::string& message) const;
  [[nodiscard]] StartHistory& history(int bot) { return bots_.at(static_cast<std::size_t>(bot)); }
  [[nodiscard]] const StartHistory& history(int bot) const { return bots_.at(static_cast<std::size_t>(bot)); }

  mutable std::mutex mutex_;
  std::vector<StartHistory> bots_;
  bool forfeits_;
  std::function<void(const StartNews&)> on_news_;
  std::list<bool> queue_;  ///< the waiting starts in their order: whether alone
  int starting_ = 0;
  bool alone_ = false;        ///< the start in progress is alone
  int games_ = 0;             ///< in play
  std::set<int> last_tries_;  ///< bots that have their last try now, or wait for it
};

}  // namespace tribunal
