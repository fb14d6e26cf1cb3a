#include "record/replay_log.hpp"

#include "cards/digest.hpp"
#include "record/log_lines.hpp"

namespace tribunal {

namespace {

/// The text of which the hash is taken.
std::string content_of(const Record& record, const Played& played) {
  std::string content;
  content.reserve(8192);
  LogLines lines{content, record, LogLines::Members::content};
  lines.add_header();
  lines.add_transcript(played.events);
  lines.add_result(played.outcome, {});
  return content;
}

/// The same with the hashes of the bots' files empty: they stand in the first line.
Bytes32 sha256_with_any_files(const Record& record, std::string_view content) {
  Record any{record.rules, record.deal, record.entrants, record.limits, record.host, {}, {}, {}, {}};
  for (auto& entrant : any.entrants) entrant.sha256.clear();
  std::string header;
  LogLines{header, any, LogLines::Members::content}.add_header();
  Sha256 sha256;
  sha256.add(header);
  sha256.add(content.substr(content.find('\n') + 1));
  return sha256.finish();
}

}  // namespace

std::string_view older_places(const Rules& rules) {
  if (rules.ranked_seats() == rules.seats()) return {};
  return "versions before this one gave the Mob a place in games for chips (docs/replay-log.md)";
}

std::string content_sha256(const Record& record, const Played& played) {
  return to_hex(sha256(content_of(record, played)));
}

ContentHashes content_hashes(const Record& record, const Played& played) {
  const auto content = content_of(record, played);
  return {.content = sha256(content), .with_any_files = sha256_with_any_files(record, content)};
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
