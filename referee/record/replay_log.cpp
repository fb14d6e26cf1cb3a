#include "record/replay_log.hpp"

#include "cards/digest.hpp"
#include "record/log_lines.hpp"

namespace tribunal {

std::string content_sha256(const Record& record, const Played& played) {
  std::string content;
  content.reserve(8192);
  LogLines lines{content, record, LogLines::Members::content};
  lines.add_header();
  lines.add_transcript(played.events);
  lines.add_result(played.outcome, {});
  return to_hex(sha256(content));
}

void append_log(std::string& text, const Record& record, const Played& played) {
  LogLines lines{text, record, LogLines::Members::everything};
  lines.add_header();
  lines.add_transcript(played.events);
  lines.add_result(played.outcome, content_sha256(record, played));
}

std::expected<std::string, std::string> write_log(const Record& record) {
  const auto played = play_again(record);
  if (!played) return std::unexpected{played.error().text(record)};
  std::string text;
  text.reserve(8192);
  append_log(text, record, *played);
  return text;
}

}  // namespace tribunal
