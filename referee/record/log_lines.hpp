#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.hpp"
#include "record/transcript.hpp"

namespace tribunal {

/// Writes the lines of one game's log (docs/replay-log.md), all of them or those up to a contradiction of the
/// record.
class LogLines {
 public:
  /// `content`: only what the content hash covers; `any_files`: the same without the hashes of the bots'
  /// files.
  enum class Members : std::uint8_t { everything, content, any_files };

  LogLines(std::string& out, const Record& record, Members members)
      : out_{out}, record_{record}, members_{members} {}

  void add_header();
  /// The faults of the start and the transcript; up to `end`, at which the record is wrong, if it is set.
  void add_transcript(const std::vector<Event>& events, const std::optional<Contradiction>& end = {});
  void add_result(const Outcome& outcome, std::string_view content_sha256);

  /// Lines written.
  [[nodiscard]] std::size_t count() const { return count_; }
  /// The line, from 0, of each decision and fault.
  [[nodiscard]] const std::vector<std::size_t>& decision_lines() const { return decision_lines_; }
  [[nodiscard]] const std::vector<std::size_t>& fault_lines() const { return fault_lines_; }

 private:
  void end_line();
  void add_rules();
  void add_entrants();
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

}  // namespace tribunal
