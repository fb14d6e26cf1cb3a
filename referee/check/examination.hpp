#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.hpp"
#include "bots/hints/reported_error.hpp"

namespace tribunal {

/// The result of an examination. A failure is due to the bot, and an error to the referee or the machine.
enum class Finding : std::uint8_t { passed, warning, failed, skipped, error };

template <>
inline constexpr auto enum_names<Finding> = in_words("passed", "warning", "failed", "skipped", "error");

/// A rule of the line protocol, quoted from docs/protocol.md, and its section there.
struct ProtocolRule {
  std::string_view section;
  std::string_view text;
};

/// The evidence of a finding. Text from the bot is safe for a terminal (`legible`).
struct Evidence {
  std::vector<std::string> sent;     ///< last lines sent to the bot; `...` stands for earlier ones
  std::string came_back;             ///< line at fault; empty if there was no line
  std::optional<ProtocolRule> rule;  ///< rule that the bot broke
  std::vector<std::string> errors;   ///< last lines of its output to stderr
  std::optional<SourcePlace> place =
      {};  ///< place where its program failed, in an existing file, relative to the working directory
};

struct Examination {
  std::string name;  ///< name, unique in its report
  Finding finding = Finding::passed;
  std::string message{};  ///< finding as a phrase
  Evidence evidence = {};
  std::string hint = {};   ///< hint, a sentence that is safe for a terminal; may be empty
  std::string again = {};  ///< command that repeats it; empty if there is none
  /// A text that is equal in examinations with the same cause. Empty if no other examination is known to have
  /// it.
  std::string cause = {};
  bool never_met = false;  ///< whether it was skipped because the handshake failed
  std::chrono::microseconds took{};

  /// The message and the hint in one line.
  [[nodiscard]] std::string headline() const;
};

/// The times of decisions in microseconds. Percentiles are times of decisions, by nearest rank.
struct Latency {
  std::size_t decisions = 0;
  std::int64_t p50_us = 0;
  std::int64_t p90_us = 0;
  std::int64_t p99_us = 0;
  std::int64_t max_us = 0;
  /// Element n is the number of decisions that took at least 2^n and less than 2^(n+1) microseconds. The
  /// first one also counts those of 0, and the last one all that are longer.
  std::array<std::uint64_t, 28> by_power = {};

  bool operator==(const Latency&) const = default;
};

[[nodiscard]] Latency latency_of(std::vector<std::int64_t> times_us);

/// The resources that copies of the bot used in games.
struct Consumption {
  std::uint64_t error_bytes = 0;    ///< written to stderr by all copies
  std::int64_t peak_kib = 0;        ///< peak of memory of the process that used most, including its children
  std::chrono::microseconds cpu{};  ///< CPU time of all processes

  void add(const Consumption& other);
};

/// The measurements of a check.
struct Figures {
  std::int64_t startup_us = 0;  ///< time from the start of the program to its `ready`
  Latency latency;
  int games = 0;  ///< number of games played to their end
  Consumption used;
};

/// The verdict of a check: the first of these that applies. It was interrupted; the bot failed; the referee
/// or the machine had an error; a table was not played; the bot is sound.
enum class CheckVerdict : std::uint8_t { interrupted, failed, error, unfinished, sound };

template <>
inline constexpr auto enum_names<CheckVerdict> =
    in_words("interrupted", "failed", "error", "unfinished", "sound");

/// The result of a complete check of a bot.
struct CheckReport {
  std::string bot = {};      ///< organiser's name of the bot
  std::string command = {};  ///< command line as given
  std::string version = {};  ///< version that `ready` announced, escaped; empty if there was no `ready`
  std::string sandbox = {};  ///< level that was used
  std::vector<Examination> examinations = {};
  Figures figures = {};
  std::chrono::microseconds took{};
  bool interrupted = false;         ///< whether the caller was cancelled
  int unplayed = 0;                 ///< number of tables at which no game was finished for lack of time
  std::int64_t seconds_needed = 0;  ///< seconds that a check of all tables takes; 0 if all were played

  [[nodiscard]] std::size_t count(Finding finding) const;
  [[nodiscard]] CheckVerdict verdict() const;
};

}  // namespace tribunal
