#pragma once

#include <chrono>
#include <cstdint>
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

/// A bot that takes part: its process, which is started when it is first needed, and its name and version. It
/// belongs to one table, and so to the thread that runs `context`.
class Bot {
 public:
  Bot(asio::io_context& context, Host& host, BotEntry entry)
      : context_{&context}, host_{&host}, entry_{std::move(entry)} {}

  struct StartTrouble {
    enum class Kind : std::uint8_t {
      fault,        ///< the bot is at fault
      waits,        ///< the bot or the machine is busy, and the start will be repeated
      ours,         ///< this program or the machine failed
      interrupted,  ///< the caller was cancelled
    };
    Kind kind{};
    std::string message;
    std::chrono::microseconds us{};
    std::string got = {};  ///< output instead of `ready`, escaped
    bool silent = false;   ///< whether it had written nothing when its time was over
    bool tried = true;     ///< whether a start was tried
    bool certain = false;  ///< whether it was silent and would be so again (`would_be_late_again`)
  };

  /// Whether the process runs and takes part. Discards its output since the last game, which answers no
  /// question.
  [[nodiscard]] bool is_ready();
  /// Makes sure that the process runs and is ready for a game, within the limit of a start. Returns none on
  /// success.
  [[nodiscard]] asio::awaitable<std::optional<StartTrouble>> make_ready(Limits limits);
  /// Ends the process if it runs. The next game starts a new one.
  [[nodiscard]] asio::awaitable<void> end();
  /// Ends the process by SIGKILL.
  void kill();

  [[nodiscard]] const BotEntry& entry() const { return entry_; }
  /// The name and version that `ready` announced. Empty if there was no `ready`.
  [[nodiscard]] const std::string& version() const { return version_; }
  /// The number of processes that became ready so far.
  [[nodiscard]] std::uint64_t starts() const { return starts_; }
  /// The time of the last successful start, by the clock of its limits.
  [[nodiscard]] std::chrono::microseconds start_took() const { return start_took_; }
  /// Whether there is a process. It may have ended.
  [[nodiscard]] bool has_process() const { return process_ != nullptr; }
  /// The process. There must be one.
  [[nodiscard]] BotProcess& process() { return *process_; }
  [[nodiscard]] bool running() const { return process_ && process_->running(); }
  /// Call this if `is_ready` is false. If a process was left running after the last game, ends it and returns
  /// a phrase that says why it cannot play this game. Empty if none was left. `error_tail` is then the end of
  /// its stderr.
  [[nodiscard]] std::string end_between_games();
  /// Call this if its process ended at its first question of a game, and it is unknown whether the question
  /// or the end of the previous game was the cause. From now on the bot is asked only when it has read all of
  /// the previous game.
  void wait_for_reading() { waits_for_reading_ = true; }
  [[nodiscard]] bool is_waited_for_reading() const { return waits_for_reading_; }
  /// The end of the stderr of the last process.
  [[nodiscard]] std::string error_tail() const;
  /// The resources that its processes have used since the last call, or since the bot first became ready. The
  /// peak of memory is that of their whole life.
  [[nodiscard]] SeatUsage take_usage();
  /// The CPU time since the last `take_usage`. There must be a process.
  [[nodiscard]] std::chrono::milliseconds cpu_time();
  /// The number of a new question. Numbers increase during the life of a process.
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
  Usage taken_;        ///< usage of the process when it was last taken
  SeatUsage carried_;  ///< usage of processes that have ended since
};

/// Ends all bots at the same time, so that the times of slow ones do not add up.
[[nodiscard]] asio::awaitable<void> end_all(std::span<Bot* const> bots);

}  // namespace tribunal
