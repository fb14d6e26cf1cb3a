#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/hints/reported_error.hpp"

namespace tribunal {

/// What came of an examination. A failure is the bot's fault; an error is ours, or the machine's.
enum class Finding : std::uint8_t { passed, warning, failed, skipped, error };

/// The names of the findings, in their order.
inline constexpr std::array<std::string_view, 5> finding_names{"passed", "warning", "failed", "skipped",
                                                               "error"};
[[nodiscard]] constexpr std::string_view name_of(Finding finding) {
  return finding_names.at(static_cast<std::size_t>(finding));
}

/// A rule of the line protocol, in the words of docs/protocol.md, and its section there.
struct ProtocolRule {
  std::string_view section;
  std::string_view text;
};

/// What shows that a finding is right. All that comes from the bot is printable ASCII, anything else escaped.
struct Evidence {
  std::vector<std::string> sent;     ///< the last lines that the bot was sent; `...` stands for those before
  std::string came_back;             ///< the line at fault; empty if nothing came
  std::optional<ProtocolRule> rule;  ///< the one that the bot broke
  std::vector<std::string> errors;   ///< the last lines that it wrote to stderr
  std::optional<SourcePlace> place =
      {};  ///< where its program failed: a file that is there, as found from here
};

/// One thing that was looked at.
struct Examination {
  std::string name;  ///< unique in its report
  Finding finding = Finding::passed;
  std::string message;  ///< a phrase: what was found
  Evidence evidence = {};
  std::string hint = {};   ///< what may help, a sentence fit for a terminal; may be empty
  std::string again = {};  ///< the command that shows it again; empty if there is nothing to show
  /// Equal in examinations that found one and the same trouble; empty: it is known of no other.
  std::string cause = {};
  std::chrono::microseconds took{};

  /// The message and the hint, on one line.
  [[nodiscard]] std::string headline() const;
};

/// How long decisions took, microseconds. A percentile is the time of a decision, by nearest rank.
struct Latency {
  std::size_t decisions = 0;
  std::int64_t p50_us = 0;
  std::int64_t p90_us = 0;
  std::int64_t p99_us = 0;
  std::int64_t max_us = 0;
  /// In the place of n the decisions of 2^n microseconds or more, and less than twice that; the last holds
  /// all that are longer.
  std::array<std::uint64_t, 28> by_power = {};

  bool operator==(const Latency&) const = default;
};

[[nodiscard]] Latency latency_of(std::vector<std::int64_t> times_us);

/// What copies of the bot used in games.
struct Consumption {
  std::uint64_t error_bytes = 0;    ///< written to stderr, by all
  std::int64_t peak_kib = 0;        ///< of memory, by the one that used most, its children included
  std::chrono::microseconds cpu{};  ///< by all

  void add(const Consumption& other);
};

/// What was measured on the way.
struct Figures {
  std::int64_t startup_us = 0;  ///< from the start of the program to its `ready`
  Latency latency;
  int games = 0;  ///< played to their end
  Consumption used;
};

/// What a check says of a bot. The first of these that applies: it was cut short; the bot is at fault; so is
/// the referee or the machine; a table is left of which nothing is known; nothing was found.
enum class CheckVerdict : std::uint8_t { interrupted, failed, error, unfinished, sound };

/// The names of the verdicts, in their order.
inline constexpr std::array<std::string_view, 5> check_verdict_names{"interrupted", "failed", "error",
                                                                     "unfinished", "sound"};
[[nodiscard]] constexpr std::string_view name_of(CheckVerdict verdict) {
  return check_verdict_names.at(static_cast<std::size_t>(verdict));
}

/// A whole check of a bot.
struct CheckReport {
  std::string bot = {};      ///< the organiser's name for it
  std::string command = {};  ///< its command line as given
  std::string version = {};  ///< as announced by `ready`, escaped; empty if it never did
  std::string sandbox = {};  ///< the level in force
  std::vector<Examination> examinations = {};
  Figures figures = {};
  std::chrono::microseconds took{};
  bool interrupted = false;  ///< the caller was cancelled
  int unplayed = 0;          ///< tables at which no game came to its end, for lack of time: nothing is known

  [[nodiscard]] std::size_t count(Finding finding) const;
  [[nodiscard]] CheckVerdict verdict() const;
};

}  // namespace tribunal
