#include "record/replay_log.hpp"

#include "base/digest.hpp"
#include "record/log_lines.hpp"

namespace tribunal {

std::string content_of(const Record& record, const Played& played) {
  std::string content;
  content.reserve(8192);
  LogLines lines{content, record, LogLines::Members::content};
  lines.add_header();
  lines.add_transcript(played.events);
  lines.add_result(played.outcome, {});
  return content;
}

Bytes32 sha256_with_any_files(const Record& record, std::string_view content) {
  std::string header;  // the hashes are in the first line
  LogLines{header, record, LogLines::Members::any_files}.add_header();
  Sha256 sha256;
  sha256.add(header);
  sha256.add(content.substr(content.find('\n') + 1));
  return sha256.finish();
}

std::string_view older_places(const Rules& rules) {
  if (rules.ranked_seats() == rules.seats()) return {};
  return "versions before this one gave the Mob a place in games for chips (tribunal help replay-log)";
}

std::string content_sha256(const Record& record, const Played& played) {
  return to_hex(sha256(content_of(record, played)));
}

void append_log(std::string& text, const Record& record, const Played& played) {
  append_log(text, record, played, sha256(content_of(record, played)));
}

void append_log(std::string& text, const Record& record, const Played& played, const Bytes32& content) {
  LogLines lines{text, record, LogLines::Members::everything};
  lines.add_header();
  lines.add_transcript(played.events);
  lines.add_result(played.outcome, to_hex(content));
}

Result<std::string> write_log(const Record& record) {
  const auto played = play_again(record);
  if (!played) return std::unexpected{played.error().text(record)};
  std::string text;
  text.reserve(8192);
  append_log(text, record, *played);
  return text;
}

}  // namespace tribunal
