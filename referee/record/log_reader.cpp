#include <array>
#include <fmt/format.h>
#include <utility>

#include "base/text/number_text.hpp"
#include "base/try.hpp"
#include "games/vocabulary.hpp"
#include "record/json_line.hpp"
#include "record/replay_log.hpp"

namespace tribunal {
namespace {

using nlohmann::json;

constexpr int deepest_line = 4;
constexpr std::int64_t longest_ms = 1'000'000'000;  // eleven days

std::string option_text(const json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  if (value.is_string()) return value.get<std::string>();
  return value.dump();
}

std::string hash_or_refuse(JsonFields& fields, const char* key) {
  auto text = fields.text(key);
  if (!text.empty() && !from_hex(text)) {
    fields.refuse("\"" + std::string{key} + "\" should be 64 hexadecimal digits in lower case");
  }
  return text;
}

DealReference read_deal(const json& object, std::string& problem) {
  JsonFields fields{object, "the deal", problem};
  DealReference deal{.event = fields.text("event"), .number = fields.natural("number"), .key = {}};
  const auto key = from_hex(fields.text("key"));
  if (!key) fields.refuse("the deal's \"key\" should be 64 hexadecimal digits in lower case");
  fields.end();
  if (key) deal.key = DealKey{*key};
  return deal;
}

/// The times of limits, from their members; `fields.end()` is still to be called.
void read_times(JsonFields& fields, Limits& limits) {
  for (const auto& field : limit_fields) limits.*field.member = fields.number(field.key, 0, longest_ms);
  for (const auto& field : later_limit_fields)
    if (fields.has(field.key)) limits.*field.member = fields.number(field.key, 1, longest_ms);
  if (limits.move_ms == 0 && limits.game_ms == 0)
    fields.refuse("\"move_ms\" or \"game_ms\" should be more than 0");
  if (!is_bank_clear(limits))
    fields.refuse("\"bank_ms\" should come with \"move_ms\", and without \"game_ms\"");
}

/// The limits of seats that have their own, from those of the game; none if no seat has.
std::vector<Limits> read_own_limits(const json& list, const Limits& of_game, std::string& problem) {
  std::vector<Limits> own;
  for (std::size_t seat = 0; problem.empty() && seat < list.size(); ++seat) {
    if (!list[seat].contains("limits")) continue;
    if (own.empty()) own.assign(list.size(), of_game);
    JsonFields of_seat{list[seat], "a seat", problem};
    JsonFields fields{of_seat.object("limits"), "the limits of a seat", problem};
    read_times(fields, own[seat]);
    fields.end();
    if (own[seat] == of_game) fields.refuse("the limits of a seat should differ from those of the game");
  }
  return own;
}

std::vector<Entrant> read_entrants(const json& list, int players, std::string& problem) {
  std::vector<Entrant> entrants;
  for (const auto& object : list) {
    JsonFields fields{object, "a seat", problem};
    if (!object.is_object()) {
      fields.refuse(R"(a seat should be an object: {"bot":...})");
      return {};
    }
    entrants.push_back({fields.text("bot"), fields.text("version"), hash_or_refuse(fields, "sha256")});
    if (fields.has("limits")) (void)fields.object("limits");  // `read_own_limits` reads them
    fields.end();
  }
  if (problem.empty() && std::cmp_not_equal(entrants.size(), players)) {
    problem = fmt::format("\"seats\" lists {}; it should list one for each of the {} players",
                          counted(entrants.size(), "bot"), players);
  }
  return entrants;
}

Limits read_limits(const json& object, std::string& problem) {
  JsonFields fields{object, "the limits", problem};
  Limits limits;
  read_times(fields, limits);
  const auto policy = find_name<FaultPolicy>(fields.text("on_fault"));
  if (!policy) fields.refuse("\"on_fault\" should be one of: " + all_names<FaultPolicy>());
  const auto clock = fields.has("clock") ? find_name<ClockKind>(fields.text("clock")) : ClockKind::wall;
  if (!clock) fields.refuse("\"clock\" should be one of: " + all_names<ClockKind>());
  fields.end();
  limits.on_fault = policy.value_or(FaultPolicy::forfeit);
  limits.clock = clock.value_or(ClockKind::wall);
  return limits;
}

HostFacts read_host(const json& object, std::string& problem) {
  JsonFields fields{object, "the host", problem};
  HostFacts host{.referee = fields.text("referee"), .sandbox = fields.text("sandbox")};
  fields.end();
  return host;
}

Result<Rules> read_rules(const std::string& game, int players, const json& options, const RulesMaker& make) {
  OptionTexts texts;
  for (const auto& [name, value] : options.items()) {
    if (!value.is_boolean() && !value.is_number_integer() && !value.is_string()) {
      return std::unexpected{"the rules' options should be true, false, whole numbers or texts"};
    }
    texts.emplace(name, option_text(value));
  }
  return make(game, players, texts);
}

Result<Record> read_header(const json& object, const RulesMaker& make) {
  std::string problem;
  JsonFields fields{object, "the header", problem};
  if (fields.number("tribunal", 0, longest_ms) != 1)
    fields.refuse("this log has a different version; only version 1 is known");
  const auto game = fields.text("game");
  const auto players = static_cast<int>(fields.number("players", 1, max_seats));
  const auto& options = fields.object("rules");
  const auto& deal = fields.object("deal");
  const auto& seats = fields.list("seats");
  const auto& limits = fields.object("limits");
  const auto& host = fields.object("host");
  fields.end();
  if (!problem.empty()) return std::unexpected{problem};
  auto rules = TRY(read_rules(game, players, options, make));
  Record record{.rules = std::move(rules),
                .deal = read_deal(deal, problem),
                .entrants = read_entrants(seats, players, problem),
                .limits = read_limits(limits, problem),
                .host = read_host(host, problem),
                .decisions = {},
                .faults = {},
                .comments = {}};
  record.own_limits = read_own_limits(seats, record.limits, problem);
  if (!problem.empty()) return std::unexpected{problem};
  return record;
}

// Reads the lines after the header into a record.
class Body {
 public:
  explicit Body(Record& record) : record_{record} {}

  // Returns nothing, or the problem of the line.
  std::string add(const json& object) {
    problem_.clear();
    if (object.contains("line")) {
      add_event(object);
    } else if (object.contains("fault")) {
      add_fault(object);
    } else if (object.contains("comment")) {
      add_comment(object);
    } else if (object.contains("result")) {
      add_result(object);
    } else {
      problem_ = R"(it should have one of the members "line", "fault", "comment" and "result")";
    }
    return problem_;
  }

  [[nodiscard]] bool ended() const { return ended_; }

 private:
  void add_event(const json& object) {
    JsonFields fields{object, "an event", problem_};
    const auto line = fields.text("line");
    const bool timed = fields.has("us");
    const bool by_referee = !timed && fields.has("by");
    const auto us = timed ? fields.number("us", 0, longest_us) : 0;
    if (by_referee && fields.text("by") != "referee")
      fields.refuse(R"("by" should be "referee" or be absent)");
    fields.end();
    if (!problem_.empty() || (!timed && !by_referee)) return;
    const auto decision = parse_decision(line);
    if (!decision) return fields.refuse("its \"line\" should be a decision: VERB SEAT ARGUMENTS");
    record_.decisions.push_back({decision->first, decision->second, us, by_referee});
  }

  void add_fault(const json& object) {
    JsonFields fields{object, "a fault", problem_};
    const auto kind = find_name<FaultKind>(fields.text("fault"));
    if (!kind) fields.refuse("\"fault\" should be one of: " + all_names<FaultKind>());
    Fault fault{.kind = kind.value_or(FaultKind::start),
                .seat = seat_of(fields),
                .decision = record_.decisions.size(),
                .us = fields.number("us", 0, longest_us),
                .got = {}};
    if (fault.kind != FaultKind::start) {
      (void)fields.text("default");  // the action of the next decision; verify compares them
      if (fields.has("got")) fault.got = fields.text("got");
    }
    fields.end();
    record_.faults.push_back(std::move(fault));
  }

  void add_comment(const json& object) {
    JsonFields fields{object, "a comment", problem_};
    record_.comments.push_back(
        {.seat = seat_of(fields), .decision = record_.decisions.size(), .text = fields.text("comment")});
    fields.end();
  }

  void add_result(const json& object) {
    JsonFields fields{object, "the result", problem_};
    for (const auto* key : {"result", "places"}) {
      for (const auto& value : fields.list(key)) {
        if (!value.is_number_integer())
          fields.refuse("\"" + std::string{key} + "\" should list whole numbers");
      }
    }
    if (fields.has("usage")) add_usage(fields.list("usage"));
    if (hash_or_refuse(fields, "content_sha256").empty()) {
      fields.refuse("\"content_sha256\" should be 64 hexadecimal digits in lower case");
    }
    fields.end();
    ended_ = true;
  }

  void add_usage(const json& list) {
    for (const auto& object : list) {
      if (!object.is_object()) {
        problem_ = R"("usage" should list objects: {"cpu_us":...})";
        return;
      }
      JsonFields fields{object, "a seat's usage", problem_};
      SeatUsage usage;
      usage.cpu_us = fields.number("cpu_us", 0, most_used);
      usage.peak_kib = fields.number("peak_kib", 0, most_used);
      usage.voluntary_switches = fields.number("voluntary", 0, most_used);
      usage.involuntary_switches = fields.number("involuntary", 0, most_used);
      fields.end();
      record_.usage.push_back(usage);
    }
    if (problem_.empty() && std::cmp_not_equal(list.size(), record_.rules.players()))
      problem_ = "\"usage\" should list one object for each of the players, or be absent";
  }

  Seat seat_of(JsonFields& fields) const {
    return static_cast<Seat>(fields.number("seat", 0, record_.rules.players() - 1));
  }

  Record& record_;
  std::string problem_;
  bool ended_ = false;
};

constexpr std::string_view header_expected =
    R"(; expected a replay log, in which every game begins with a line {"tribunal":1,...})";

}  // namespace

// The lines of a stream; at most one of them is in memory.
class LogReader::Lines {
 public:
  Lines(std::istream& in, std::size_t lines_before) : in_{&in}, number_{lines_before} {}

  // The next line without its end; nothing at the end of the stream.
  Result<std::optional<std::string>> next() {
    std::string line;
    ++number_;
    while (true) {
      if (used_ == size_ && !fill()) break;
      const std::string_view rest{buffer_.data() + used_, size_ - used_};
      const auto end = rest.find('\n');
      line += rest.substr(0, end);
      if (line.size() > longest_log_line) {
        return error("it is longer than " + std::to_string(longest_log_line) + " bytes");
      }
      used_ += end == std::string_view::npos ? rest.size() : end + 1;
      if (end == std::string_view::npos) continue;
      if (auto changed = conversion(line); !changed.empty()) return error(std::move(changed));
      return line;
    }
    if (in_->bad()) return error("reading the log failed");
    if (!line.empty())
      return error("it has no end; the log seems to be cut off; expected the whole file: copy it again");
    return std::nullopt;
  }

  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] std::unexpected<Error> error(std::string problem) const {
    return failure(ErrorCode::unreadable, Place{.line = number_}, std::move(problem));
  }

 private:
  /// A sentence about an invisible change to a line by text conversion; empty if there is none.
  [[nodiscard]] std::string conversion(std::string_view line) const {
    if (number_ == 1 && line.starts_with("\xef\xbb\xbf"))
      return "it begins with a byte order mark (EF BB BF), which a log must not have; a program added it";
    if (line.ends_with('\r'))
      return "it ends with CR LF; expected LF alone; a program converted it (dos2unix undoes it)";
    return {};
  }

  bool fill() {
    in_->read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    used_ = 0;
    size_ = static_cast<std::size_t>(in_->gcount());
    return size_ > 0;
  }

  std::istream* in_;
  std::array<char, 16384> buffer_{};
  std::size_t used_ = 0;
  std::size_t size_ = 0;
  std::size_t number_;
};

LogReader::LogReader(std::istream& in, RulesMaker rules, std::size_t lines_before)
    : lines_{std::make_unique<Lines>(in, lines_before)}, rules_{std::move(rules)} {}
LogReader::~LogReader() = default;
LogReader::LogReader(LogReader&&) noexcept = default;
LogReader& LogReader::operator=(LogReader&&) noexcept = default;

Result<std::optional<LoggedGame>> LogReader::next() {
  auto header = TRY(lines_->next());
  if (!header) return std::nullopt;
  const auto object = parse_json_object(*header, deepest_line);
  if (!object) return lines_->error(object.error().message + std::string{header_expected});
  auto record = read_header(*object, rules_);
  if (!record) return lines_->error(std::move(record.error().message));
  LoggedGame game{.record = std::move(*record), .first_line = lines_->number(), .lines = {}};
  std::size_t size = header->size();
  game.lines.push_back(std::move(*header));
  Body body{game.record};
  while (!body.ended()) {
    auto line = TRY(lines_->next());
    if (!line)
      return lines_->error(fmt::format("the game that begins on line {} has no result", game.first_line));
    size += line->size();
    if (size > largest_logged_game) return lines_->error("the game is too large to be read");
    const auto members = parse_json_object(*line, deepest_line);
    if (!members) return lines_->error(members.error().message);
    if (const auto problem = body.add(*members); !problem.empty()) return lines_->error(problem);
    game.lines.push_back(std::move(*line));
  }
  return game;
}

Result<std::vector<LoggedGame>> read_log(std::istream& in, RulesMaker rules) {
  LogReader reader{in, std::move(rules)};
  std::vector<LoggedGame> games;
  while (true) {
    auto game = TRY(reader.next());
    if (!game) return games;
    games.push_back(std::move(*game));
  }
}

}  // namespace tribunal
