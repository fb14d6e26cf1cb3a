#include "record/replay_log.hpp"

#include "record/json_line.hpp"

namespace tribunal {
namespace {

void add_member(std::string& out, std::string_view before, std::string_view text) {
  out += before;
  append_json_string(out, text);
}

void add_member(std::string& out, std::string_view before, std::int64_t number) {
  out += before;
  append_json_number(out, number);
}

struct AppendOption {
  std::string& out;
  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(std::int64_t value) const { append_json_number(out, value); }
  void operator()(const std::string& value) const { append_json_string(out, value); }
};

template <class Values>
void add_list(std::string& out, std::string_view before, const Values& values, int count) {
  out += before;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (i > 0) out += ',';
    append_json_number(out, values[i]);
  }
  out += ']';
}

}  // namespace

void LogLines::end_line() {
  out_ += "}\n";
  ++count_;
}

void LogLines::add_header() {
  add_member(out_, R"({"tribunal":1,"game":)", record_.rules.game());
  add_member(out_, R"(,"players":)", record_.rules.players());
  add_rules();
  add_member(out_, R"(,"deal":{"event":)", record_.deal.event);
  out_ += R"(,"number":)" + std::to_string(record_.deal.number);
  out_ += R"(,"key":")" + to_hex(record_.deal.key.bytes) + "\"}";
  add_entrants();
  add_limits();
  if (members_ == Members::everything) {
    add_member(out_, R"(,"host":{"referee":)", record_.host.referee);
    add_member(out_, R"(,"sandbox":)", record_.host.sandbox);
    out_ += '}';
  }
  end_line();
}

void LogLines::add_rules() {
  std::string_view comma;
  out_ += R"(,"rules":{)";
  for (const auto& [name, value] : record_.rules.options()) {
    out_ += comma;
    append_json_string(out_, name);
    out_ += ':';
    std::visit(AppendOption{out_}, value);
    comma = ",";
  }
  out_ += '}';
}

void LogLines::add_entrants() {
  std::string_view before = R"(,"seats":[{"bot":)";
  for (std::size_t seat = 0; seat < record_.entrants.size(); ++seat) {
    const auto& entrant = record_.entrants[seat];
    add_member(out_, before, entrant.bot);
    add_member(out_, R"(,"version":)", entrant.version);
    add_member(out_, R"(,"sha256":)", members_ == Members::any_files ? "" : std::string_view{entrant.sha256});
    if (const auto& own = record_.limits_of(static_cast<Seat>(seat)); own != record_.limits) {
      add_times(own);
      out_ += '}';
    }
    before = R"(},{"bot":)";
  }
  out_ += "}]";
}

void LogLines::add_times(const Limits& limits) {
  out_ += R"(,"limits":)";
  const char* before = R"({")";
  const auto add = [&](const auto& field) {
    out_.append(std::exchange(before, R"(,")")).append(field.key);
    add_member(out_, R"(":)", limits.*field.member);
  };
  for (const auto& field : limit_fields) add(field);
  for (const auto& field : later_limit_fields)
    if (limits.*field.member != 0) add(field);
}

void LogLines::add_limits() {
  const auto& limits = record_.limits;
  add_times(limits);
  add_member(out_, R"(,"on_fault":)", name_of(limits.on_fault));
  if (limits.clock != ClockKind::wall) add_member(out_, R"(,"clock":)", name_of(limits.clock));
  out_ += '}';
}

void LogLines::add_transcript(const std::vector<Event>& events, const std::optional<Contradiction>& end) {
  const auto fault_end = end && end->fault ? *end->fault : record_.faults.size();
  add_start_faults(fault_end);
  for (const auto& event : events) {
    if (event.is_decision) {
      add_comments();
      add_fault(fault_end);
      add_decision(event);
    } else {
      out_ += R"({"line":")";
      event.append_to(out_, referee_view);
      out_ += '"';
      end_line();
    }
  }
  add_comments();
  if (end) add_fault(fault_end);
}

void LogLines::add_start_faults(std::size_t end) {
  while (fault_lines_.size() < end && record_.faults[fault_lines_.size()].kind == FaultKind::start) {
    open_fault(record_.faults[fault_lines_.size()]);
    end_line();
  }
}

void LogLines::add_comments() {
  const auto& comments = record_.comments;
  for (; next_comment_ < comments.size() && comments[next_comment_].decision <= decision_lines_.size();
       ++next_comment_) {
    if (members_ != Members::everything) continue;
    add_member(out_, R"({"comment":)", comments[next_comment_].text);
    add_member(out_, R"(,"seat":)", comments[next_comment_].seat);
    end_line();
  }
}

void LogLines::add_fault(std::size_t end) {
  const auto decision = decision_lines_.size();
  if (fault_lines_.size() >= end || decision == record_.decisions.size()) return;
  const auto& fault = record_.faults[fault_lines_.size()];
  if (fault.decision != decision) return;
  open_fault(fault);
  out_ += R"(,"default":")";
  record_.decisions[decision].action.append_to(out_);
  out_ += '"';
  if (!fault.got.empty()) add_member(out_, R"(,"got":)", fault.got);
  end_line();
}

void LogLines::open_fault(const Fault& fault) {
  fault_lines_.push_back(count_);
  add_member(out_, R"({"fault":)", name_of(fault.kind));
  add_member(out_, R"(,"seat":)", fault.seat);
  add_us(fault.us);
}

void LogLines::add_decision(const Event& event) {
  const auto& decision = record_.decisions[decision_lines_.size()];
  decision_lines_.push_back(count_);
  out_ += R"({"line":")";
  event.append_to(out_, referee_view);
  out_ += '"';
  if (decision.by_referee) {
    out_ += R"(,"by":"referee")";
  } else {
    add_us(decision.us);
  }
  end_line();
}

void LogLines::add_us(std::int64_t us) {
  if (members_ == Members::everything) add_member(out_, R"(,"us":)", us);
}

void LogLines::add_result(const Outcome& outcome, std::string_view content_sha256) {
  add_list(out_, R"({"result":[)", outcome.scores, outcome.seats);
  add_list(out_, R"(,"places":[)", outcome.places, outcome.seats);
  if (members_ == Members::everything) {
    add_usage();
    add_member(out_, R"(,"content_sha256":)", content_sha256);
  }
  end_line();
}

void LogLines::add_usage() {
  if (record_.usage.empty()) return;
  std::string_view before = R"(,"usage":[{"cpu_us":)";
  for (const auto& usage : record_.usage) {
    add_member(out_, before, usage.cpu_us);
    add_member(out_, R"(,"peak_kib":)", usage.peak_kib);
    add_member(out_, R"(,"voluntary":)", usage.voluntary_switches);
    add_member(out_, R"(,"involuntary":)", usage.involuntary_switches);
    before = R"(},{"cpu_us":)";
  }
  out_ += "}]";
}

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
