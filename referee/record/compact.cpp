#include "record/compact.hpp"

#include <charconv>
#include <fmt/format.h>

#include "games/vocabulary.hpp"
#include "record/json_line.hpp"

namespace tribunal {
namespace {

using nlohmann::json;

// A decision is one word: the seat, a letter for the verb, the arguments, and, if the bot decided, a slash
// and the time: `1aKh/183`.
constexpr std::string_view signs =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&()*+-.:;<=>?@[]^_`{|}~";

std::vector<Verb> verbs_of(const Record& record) {
  std::vector<Verb> verbs;
  for (const auto& decision : record.decisions) {
    if (std::ranges::find(verbs, decision.action.verb()) == verbs.end())
      verbs.push_back(decision.action.verb());
  }
  return verbs;
}

void append_decision(std::string& out, const Decision& decision, const std::vector<Verb>& verbs,
                     std::string& word) {
  const auto verb = std::ranges::find(verbs, decision.action.verb()) - verbs.begin();
  append_json_number(out, decision.seat);
  out += signs.at(static_cast<std::size_t>(verb));
  word.clear();
  decision.action.append_to(word);
  if (const auto colon = word.find(':'); colon != std::string::npos) out.append(word, colon + 1);
  if (decision.by_referee) return;
  out += '/';
  append_json_number(out, decision.us);
}

void append_versions(std::string& out, const Record& record) {
  std::string_view before = R"({"versions":[)";
  for (const auto& entrant : record.entrants) {
    out += before;
    append_json_string(out, entrant.version);
    before = ",";
  }
  out += ']';
}

void append_decisions(std::string& out, const Record& record) {
  const auto verbs = verbs_of(record);
  std::string_view before = R"(,"verbs":")";
  for (const auto verb : verbs) {
    out += before;
    out += verb->name;
    before = " ";
  }
  if (verbs.empty()) out += before;
  before = R"(","decisions":")";
  std::string word;
  for (const auto& decision : record.decisions) {
    out += before;
    append_decision(out, decision, verbs, word);
    before = " ";
  }
  if (verbs.empty()) out += before;
  out += '"';
}

void append_faults(std::string& out, const Record& record) {
  if (record.faults.empty()) return;
  std::string_view before = R"(,"faults":[[)";
  for (const auto& fault : record.faults) {
    out += before;
    append_json_string(out, name_of(fault.kind));
    for (const auto number :
         {std::int64_t{fault.seat}, static_cast<std::int64_t>(fault.decision), fault.us}) {
      out += ',';
      append_json_number(out, number);
    }
    out += ',';
    append_json_string(out, fault.got);
    before = "],[";
  }
  out += "]]";
}

void append_comments(std::string& out, const Record& record) {
  if (record.comments.empty()) return;
  std::string_view before = R"(,"comments":[[)";
  for (const auto& comment : record.comments) {
    out += before;
    append_json_number(out, comment.seat);
    out += ',';
    append_json_number(out, static_cast<std::int64_t>(comment.decision));
    out += ',';
    append_json_string(out, comment.text);
    before = "],[";
  }
  out += "]]";
}

// Calls `each` with the words of `text` until it returns false.
template <class Each>
bool for_words(std::string_view text, Each each) {
  while (!text.empty()) {
    const auto end = text.find(' ');
    if (!each(text.substr(0, end))) return false;
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return true;
}

template <class Number>
std::optional<Number> take_number(std::string_view& text) {
  Number number{};
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
  return number;
}

std::optional<Decision> read_decision(std::string_view word, const std::vector<Verb>& verbs) {
  const auto seat = take_number<int>(word);
  if (!seat || *seat < 0 || *seat >= max_seats || word.empty()) return std::nullopt;
  const auto sign = signs.find(word.front());
  if (sign >= verbs.size()) return std::nullopt;
  word.remove_prefix(1);
  Decision decision{.seat = static_cast<Seat>(*seat), .action = {}, .us = 0, .by_referee = true};
  const auto slash = word.find('/');
  std::string action{verbs[sign]->name};
  if (slash > 0 && !word.empty()) action.append(":").append(word.substr(0, slash));
  const auto read = parse_action(action);
  if (!read) return std::nullopt;
  decision.action = *read;
  if (slash == std::string_view::npos) return decision;
  word.remove_prefix(slash + 1);
  const auto us = take_number<std::int64_t>(word);
  if (!us || !word.empty()) return std::nullopt;
  decision.us = *us;
  decision.by_referee = false;
  return decision;
}

// A word of a record, quoted on one line.
std::string quoted(std::string_view word) {
  std::string text;
  append_json_string(text, word);
  return text;
}

// Fills a record from the members of its compact form.
class CompactReader {
 public:
  CompactReader(const json& object, Record& record)
      : fields_{object, "the record", problem_}, record_{record} {}

  std::string read() {
    read_versions();
    read_decisions();
    if (fields_.has("faults")) read_faults();
    if (fields_.has("comments")) read_comments();
    fields_.end();
    return problem_;
  }

 private:
  void read_versions() {
    const auto& versions = fields_.list("versions");
    if (versions.size() != record_.entrants.size()) {
      return fields_.refuse(fmt::format("\"versions\" should list one text for each of the {} entrants",
                                        record_.entrants.size()));
    }
    for (std::size_t seat = 0; seat < versions.size(); ++seat) {
      if (!versions[seat].is_string()) return fields_.refuse("\"versions\" should list texts");
      record_.entrants[seat].version = versions[seat].get<std::string>();
    }
  }

  void read_decisions() {
    std::vector<Verb> verbs;
    const auto names = fields_.text("verbs");
    for_words(names, [&](std::string_view name) {
      const auto verb = find_verb(name);
      if (verb) verbs.push_back(*verb);
      if (!verb) fields_.refuse(quoted(name) + " is not a verb");
      return verb.has_value();
    });
    const auto words = fields_.text("decisions");
    for_words(words, [&](std::string_view word) {
      const auto decision = read_decision(word, verbs);
      if (decision) record_.decisions.push_back(*decision);
      if (!decision) fields_.refuse(quoted(word) + " is not a decision");
      return decision.has_value();
    });
  }

  void read_faults() {
    for (const auto& list : fields_.list("faults")) {
      const bool good = list.is_array() && list.size() == 5 && list[0].is_string() && is_place(list, 1) &&
                        is_time(list[3]) && list[4].is_string();
      const auto kind = good ? find_name<FaultKind>(list[0].get<std::string>()) : std::nullopt;
      const bool says_what_no_log_holds = kind == FaultKind::start && !list[4].get<std::string>().empty();
      if (!kind || says_what_no_log_holds)
        return fields_.refuse("a fault should be [kind, seat, decision, us, got]");
      record_.faults.push_back({*kind, list[1].get<Seat>(), list[2].get<std::size_t>(),
                                list[3].get<std::int64_t>(), list[4].get<std::string>()});
    }
  }

  void read_comments() {
    for (const auto& list : fields_.list("comments")) {
      const bool good = list.is_array() && list.size() == 3 && is_place(list, 0) && list[2].is_string();
      if (!good) return fields_.refuse("a comment should be [seat, decision, text]");
      record_.comments.push_back(
          {list[0].get<Seat>(), list[1].get<std::size_t>(), list[2].get<std::string>()});
    }
  }

  // Whether `list` has a seat at `i` and the index of a decision after it.
  static bool is_place(const json& list, std::size_t i) {
    return list[i].is_number_unsigned() && list[i].get<std::uint64_t>() < std::uint64_t{max_seats} &&
           list[i + 1].is_number_unsigned();
  }

  static bool is_time(const json& value) {
    return value.is_number_unsigned() && value.get<std::uint64_t>() <= std::uint64_t{longest_us};
  }

  std::string problem_;
  JsonFields fields_;
  Record& record_;
};

}  // namespace

std::string to_compact(const Record& record) {
  std::string out;
  out.reserve(1024);
  append_versions(out, record);
  append_decisions(out, record);
  append_faults(out, record);
  append_comments(out, record);
  out += '}';
  return out;
}

Result<Record> from_compact(std::string_view text, RecordFrame frame) {
  constexpr int deepest = 3;
  const auto object = parse_json_object(text, deepest);
  if (!object) return std::unexpected{"a compact record cannot be read: " + object.error().text()};
  Record record{.rules = std::move(frame.rules),
                .deal = std::move(frame.deal),
                .entrants = std::move(frame.entrants),
                .limits = frame.limits,
                .host = std::move(frame.host),
                .decisions = {},
                .faults = {},
                .comments = {},
                .usage = std::move(frame.usage),
                .own_limits = std::move(frame.own_limits)};
  if (const auto problem = CompactReader{*object, record}.read(); !problem.empty()) {
    return std::unexpected{"a compact record cannot be read: " + problem};
  }
  if (to_compact(record) != text) {
    return std::unexpected{"a compact record cannot be read: it is not in canonical form"};
  }
  return record;
}

}  // namespace tribunal
