#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "bots/process/bot_process.hpp"
#include "record/limits.hpp"
#include "record/record.hpp"
#include "table/bot_entry.hpp"
#include "table/start_desk.hpp"

namespace tribunal {

/// A bot that takes part: its process, started when it is first needed, and its name and version. It belongs
/// to one table: to the thread that runs `context`.
class Bot {
 public:
  Bot(asio::io_context& context, Host& host, BotEntry entry)
      : context_{&context}, host_{&host}, entry_{std::move(entry)} {}

  struct StartTrouble {
    enum class Kind : std::uint8_t {
      fault,        ///< the bot is at fault
      waits,        ///< the bot or the machine is busy: it is tried again later
      ours,         ///< this program or the machine failed
      interrupted,  ///< the caller was cancelled
    };
    Kind kind{};
    std::string message;
    std::chrono::microseconds us{};
    std::string got = {};  ///< its output instead of `ready`, escaped
    bool silent = false;   ///< it had written nothing when its time was over
    bool tried = true;     ///< false: no start was tried
    bool certain = false;  ///< silent, and would be so again (`would_be_late_again`)
  };

  /// True if the process runs and takes part. Drops its output since the last game, which answers no
  /// question.
  [[nodiscard]] bool is_ready();
  /// Makes sure that the process runs and is ready for a game, within the limit of a start. Returns nothing
  /// on success.
  [[nodiscard]] asio::awaitable<std::optional<StartTrouble>> make_ready(Limits limits);
  /// Ends the process, if it runs; the next game starts a new one.
  [[nodiscard]] asio::awaitable<void> end();
  /// Sends SIGKILL instead.
  void kill();

  [[nodiscard]] const BotEntry& entry() const { return entry_; }
  /// Name and version as announced by `ready`; empty if it never did.
  [[nodiscard]] const std::string& version() const { return version_; }
  /// The number of processes that got ready so far.
  [[nodiscard]] std::uint64_t starts() const { return starts_; }
  /// The time of the last successful start, by the clock of its limits.
  [[nodiscard]] std::chrono::microseconds start_took() const { return start_took_; }
  /// True if there is a process, which may have ended.
  [[nodiscard]] bool has_process() const { return process_ != nullptr; }
  /// The process, if there is one.
  [[nodiscard]] BotProcess& process() { return *process_; }
  [[nodiscard]] bool running() const { return process_ && process_->running(); }
  /// Call this if `is_ready` is false. It ends the process that was left running after the last game, and
  /// returns the reason why that process cannot play this game, a phrase; empty if none was left.
  /// `error_tail` is then the end of its stderr.
  [[nodiscard]] std::string end_between_games();
  /// Call this if its process ended at its first question of a game and the cause is unknown: the question or
  /// the end of the previous game. From now on the bot is asked only once it has read all of the previous
  /// game.
  void wait_for_reading() { waits_for_reading_ = true; }
  [[nodiscard]] bool is_waited_for_reading() const { return waits_for_reading_; }
  /// The end of the stderr of the last process that ran.
  [[nodiscard]] std::string error_tail() const;
  /// The resources that its processes have used since the last call, or since the bot first got ready; the
  /// peak of memory is that of their whole life.
  [[nodiscard]] SeatUsage take_usage();
  /// The CPU time since the last `take_usage`; there must be a process.
  [[nodiscard]] std::chrono::milliseconds cpu_time();
  /// The number of a new question; numbers increase during the life of a process.
  [[nodiscard]] std::uint64_t next_question() { return ++questions_; }
  [[nodiscard]] std::uint64_t last_question() const { return questions_; }

 private:
  [[nodiscard]] asio::awaitable<std::optional<StartTrouble>> start(Limits limits);
  [[nodiscard]] StartTrouble refused(StartDesk::Refusal refusal, std::optional<StartTrouble> before) const;

  asio::io_context* context_;
  Host* host_;
  BotEntry entry_;
  RunningBot process_;
  std::string version_;
  std::string last_errors_;
  std::string last_ending_;
  std::uint64_t questions_ = 0;
  std::uint64_t starts_ = 0;
  std::chrono::microseconds start_took_{};
  bool waits_for_reading_ = false;
  Usage taken_;        ///< the usage of the process when it was last taken
  SeatUsage carried_;  ///< usage of processes that have ended since then
};

/// Ends all bots concurrently, so that slow ones do not add up.
[[nodiscard]] asio::awaitable<void> end_all(std::span<Bot* const> bots);

}  // namespace tribunal
