#pragma once

#include <array>
#include <cstdint>
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

/// The levels of a journal, from everything to nothing; each level includes those after it.
inline constexpr std::array log_levels{"trace", "debug", "info", "warning", "error", "off"};

/// The journal of a run: a file with one line for each event, `TIME LEVEL TEXT`, the time in UTC with
/// milliseconds. Lines are escaped (`harmless`), so that nothing from a bot can harm a terminal or end a
/// line. Every line is written at once, and may come from any thread. Copies write to the same file.
class Journal {
 public:
  /// Writes nothing.
  Journal() = default;
  /// Appends to `file`, which is made if there is none. `level`: one of `log_levels`; with `off` there is no
  /// file. `on_trouble` is called once, with one sentence, if a line cannot be written later on. The error is
  /// one sentence.
  [[nodiscard]] static Result<Journal> open(const std::filesystem::path& file, const std::string& level,
                                            std::function<void(const std::string&)> on_trouble);

  void trace(std::string_view text) const;
  void debug(std::string_view text) const;
  void info(std::string_view text) const;
  void warning(std::string_view text) const;
  void error(std::string_view text) const;
  /// Whether lines of this level are written; to be asked where a text is costly.
  [[nodiscard]] bool writes_trace() const;

 private:
  std::shared_ptr<spdlog::logger> logger_;
};

/// The bot in a seat of a game.
[[nodiscard]] const std::string& name_at(const Plan& plan, const FinishedGame& game, Seat seat);

/// `fault: one: crash (game 17, deal 5, seat 1): exited with 1`, as the journal and the terminal say it.
[[nodiscard]] std::string fault_line(const Plan& plan, const FinishedGame& game, const FaultReport& report);

/// `start: one: exited with 1 before it was ready; it is tried again`, as the journal and the terminal say
/// it.
[[nodiscard]] std::string start_line(const Plan& plan, const StartNews& news);

/// `SIGINT`
[[nodiscard]] std::string name_of_signal(int signal);

/// Writes what happens in a run of `tournament`, which must outlive it, to its journal.
[[nodiscard]] std::shared_ptr<RunObserver> journal_of_run(const Tournament& tournament, Journal journal);

}  // namespace tribunal
