#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "tournament/plan/tournament.hpp"
#include "tournament/run/run_observer.hpp"

namespace spdlog {
class logger;
}

namespace tribunal {

/// The levels of a journal from everything to nothing. Each level includes those after it.
inline constexpr std::array log_levels{"trace", "debug", "info", "warning", "error", "off"};

/// The journal of a run: a file with a line `TIME LEVEL TEXT` for each event. The time is UTC with
/// milliseconds. Lines are escaped (`harmless`), so that text from a bot cannot harm a terminal or end a
/// line. Each line is written at once. Any thread may write. Copies write to the same file.
class Journal {
 public:
  /// Makes a journal that writes nothing.
  Journal() = default;
  /// Opens a journal that appends to `file`, which is created if it does not exist. `level`: one of
  /// `log_levels`; with `off` there is no file. If a line cannot be written later, `on_trouble` is called
  /// once with a sentence. The error is one sentence.
  [[nodiscard]] static Result<Journal> open(const std::filesystem::path& file, const std::string& level,
                                            std::function<void(const std::string&)> on_trouble);

  void trace(std::string_view text) const;
  void debug(std::string_view text) const;
  void info(std::string_view text) const;
  void warning(std::string_view text) const;
  void error(std::string_view text) const;
  /// Whether lines of this level are written. Check it before making a costly text.
  [[nodiscard]] bool writes_trace() const;

 private:
  std::shared_ptr<spdlog::logger> logger_;
};

/// The name of the bot in a seat of a game.
[[nodiscard]] const std::string& name_at(const Plan& plan, const FinishedGame& game, Seat seat);

/// A fault as a line for the journal and the terminal: `fault: one: crash (game 17, deal 5, seat 1): exited
/// with 1`.
[[nodiscard]] std::string fault_line(const Plan& plan, const FinishedGame& game, const FaultReport& report);

/// News of a start as a line for the journal and the terminal: `start: one: exited with 1 before it was
/// ready; it is tried again`.
[[nodiscard]] std::string start_line(const Plan& plan, const StartNews& news);

/// The name of a signal: `SIGINT`.
[[nodiscard]] std::string name_of_signal(int signal);

/// An observer that writes the events of a run of `tournament` to a journal. `tournament` must outlive it.
[[nodiscard]] std::shared_ptr<RunObserver> journal_of_run(const Tournament& tournament, Journal journal);

}  // namespace tribunal
