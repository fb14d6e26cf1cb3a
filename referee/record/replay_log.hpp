#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "record/record.hpp"
#include "record/transcript.hpp"

namespace tribunal {

/// Writes the lines of one game's log (docs/replay-log.md), all of them or those up to a contradiction in the
/// record.
class LogLines {
 public:
  /// `content`: only the lines and members that the content hash covers; `any_files`: the same, without the
  /// hashes of the bots' files.
  enum class Members : std::uint8_t { everything, content, any_files };

  LogLines(std::string& out, const Record& record, Members members)
      : out_{out}, record_{record}, members_{members} {}

  void add_header();
  /// The faults of the start and the transcript; if `end` is set, the record is wrong there, and the lines
  /// end.
  void add_transcript(const std::vector<Event>& events, const std::optional<Contradiction>& end = {});
  void add_result(const Outcome& outcome, std::string_view content_sha256);

  /// Lines written.
  [[nodiscard]] std::size_t count() const { return count_; }
  /// The number of the line, from 0, of each decision and fault.
  [[nodiscard]] const std::vector<std::size_t>& decision_lines() const { return decision_lines_; }
  [[nodiscard]] const std::vector<std::size_t>& fault_lines() const { return fault_lines_; }

 private:
  void end_line();
  void add_rules();
  void add_entrants();
  void add_times(const Limits& limits);
  void add_limits();
  void add_start_faults(std::size_t end);
  void add_comments();
  void add_fault(std::size_t end);
  void open_fault(const Fault& fault);
  void add_decision(const Event& event);
  void add_usage();
  void add_us(std::int64_t us);

  std::string& out_;
  const Record& record_;
  Members members_;
  std::size_t count_ = 0;
  std::size_t next_comment_ = 0;
  std::vector<std::size_t> decision_lines_;
  std::vector<std::size_t> fault_lines_;
};

/// Longest line of a log that is read, bytes.
inline constexpr std::size_t longest_log_line = std::size_t{64} << 10U;
/// Largest game of a log that is read, bytes.
inline constexpr std::size_t largest_logged_game = std::size_t{64} << 20U;

/// Appends the game's replay log (docs/replay-log.md) to `text`. `played` is the replay of `record` by
/// `play_again`.
void append_log(std::string& text, const Record& record, const Played& played);
/// Appends the replay log of a game whose content hash is known.
void append_log(std::string& text, const Record& record, const Played& played, const Bytes32& content);

/// The game's replay log. The error says at which decision the record contradicts its rules.
[[nodiscard]] Result<std::string> write_log(const Record& record);

/// SHA-256 of the game's content, 64 hexadecimal digits: covers everything except times, facts of the host
/// and comments.
[[nodiscard]] std::string content_sha256(const Record& record, const Played& played);

/// The text that the content hash covers.
[[nodiscard]] std::string content_of(const Record& record, const Played& played);

/// SHA-256 of `content`, the content of `record`, without the hashes of the bots' files: it is the same if
/// the bots were compiled elsewhere.
[[nodiscard]] Bytes32 sha256_with_any_files(const Record& record, std::string_view content);

/// A game read from a log. The record holds the header and the decisions, unchecked: `play_again` checks
/// whether they are possible, `verify_log` whether the other lines are correct.
struct LoggedGame {
  Record record;
  std::size_t first_line = 1;      ///< line of the log, from 1
  std::vector<std::string> lines;  ///< lines as found, without their ends
};

/// Makes rules from their name, players and options: `make_rules`, or a different catalogue.
using RulesMaker =
    std::function<Result<Rules>(std::string_view game, int players, const OptionTexts& options)>;

/// Reads a log game by game, in memory bounded by `largest_logged_game`.
class LogReader {
 public:
  /// `lines_before`: the number of lines of the log before `in`.
  explicit LogReader(std::istream& in, RulesMaker rules = make_rules, std::size_t lines_before = 0);
  ~LogReader();
  LogReader(LogReader&&) noexcept;
  LogReader& operator=(LogReader&&) noexcept;

  /// The next game; nothing after the last. After an error the reader cannot continue.
  [[nodiscard]] Result<std::optional<LoggedGame>> next();

 private:
  class Lines;
  std::unique_ptr<Lines> lines_;
  RulesMaker rules_;
};

/// All games of a log.
[[nodiscard]] Result<std::vector<LoggedGame>> read_log(std::istream& in, RulesMaker rules = make_rules);

}  // namespace tribunal
