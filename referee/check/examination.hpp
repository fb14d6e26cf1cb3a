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

/// The result of an examination. A failure is the bot's fault; an error is the referee's or the machine's.
enum class Finding : std::uint8_t { passed, warning, failed, skipped, error };

template <>
inline constexpr auto enum_names<Finding> = in_words("passed", "warning", "failed", "skipped", "error");

/// A rule of the line protocol, word for word as in docs/protocol.md, and its section there.
struct ProtocolRule {
  std::string_view section;
  std::string_view text;
};

/// The evidence of a finding. All text from the bot is printable ASCII; the rest is escaped.
struct Evidence {
  std::vector<std::string> sent;     ///< the last lines that the bot was sent; `...` stands for earlier ones
  std::string came_back;             ///< the line at fault; empty if nothing came
  std::optional<ProtocolRule> rule;  ///< the one that the bot broke
  std::vector<std::string> errors;   ///< the last lines that it wrote to stderr
  std::optional<SourcePlace> place =
      {};  ///< the place where its program failed, in a file that exists, relative to the working directory
};

/// One examination of a check.
struct Examination {
  std::string name;  ///< unique in its report
  Finding finding = Finding::passed;
  std::string message;  ///< a phrase: what was found
  Evidence evidence = {};
  std::string hint = {};   ///< a hint, a sentence fit for a terminal; may be empty
  std::string again = {};  ///< the command that repeats it; empty if there is none
  /// Equal in examinations that found the same trouble; empty if no other is known to have found it.
  std::string cause = {};
  bool never_met = false;  ///< whether it was skipped because the handshake failed
  std::chrono::microseconds took{};

  /// The message and the hint, on one line.
  [[nodiscard]] std::string headline() const;
};

/// The times of decisions, microseconds. A percentile is the time of a decision, by nearest rank.
struct Latency {
  std::size_t decisions = 0;
  std::int64_t p50_us = 0;
  std::int64_t p90_us = 0;
  std::int64_t p99_us = 0;
  std::int64_t max_us = 0;
  /// Element n counts the decisions of at least 2^n and less than 2^(n+1) microseconds; the first also counts
  /// those of 0, the last all that are longer.
  std::array<std::uint64_t, 28> by_power = {};

  bool operator==(const Latency&) const = default;
};

[[nodiscard]] Latency latency_of(std::vector<std::int64_t> times_us);

/// The resources that copies of the bot used in games.
struct Consumption {
  std::uint64_t error_bytes = 0;    ///< written to stderr, by all
  std::int64_t peak_kib = 0;        ///< peak of memory, by the process that used most, its children included
  std::chrono::microseconds cpu{};  ///< CPU time of all processes

  void add(const Consumption& other);
};

/// The measurements of a check.
struct Figures {
  std::int64_t startup_us = 0;  ///< time from the start of the program to its `ready`
  Latency latency;
  int games = 0;  ///< played to their end
  Consumption used;
};

/// The verdict of a check, the first of these that applies: it was interrupted; the bot failed; the referee
/// or the machine had an error; a table is left unplayed; the bot is sound.
enum class CheckVerdict : std::uint8_t { interrupted, failed, error, unfinished, sound };

template <>
inline constexpr auto enum_names<CheckVerdict> =
    in_words("interrupted", "failed", "error", "unfinished", "sound");

/// The result of a whole check of a bot.
struct CheckReport {
  std::string bot = {};      ///< the organiser's name for it
  std::string command = {};  ///< its command line as given
  std::string version = {};  ///< version that `ready` announced, escaped; empty if it never did
  std::string sandbox = {};  ///< the level in force
  std::vector<Examination> examinations = {};
  Figures figures = {};
  std::chrono::microseconds took{};
  bool interrupted = false;  ///< the caller was cancelled
  int unplayed = 0;          ///< tables at which no game was finished, for lack of time: nothing is known of
                             ///< them
  std::int64_t seconds_needed = 0;  ///< seconds that a check of all tables takes; 0 if all were played

  [[nodiscard]] std::size_t count(Finding finding) const;
  [[nodiscard]] CheckVerdict verdict() const;
};

}  // namespace tribunal
