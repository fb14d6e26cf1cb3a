#include "report/check/check_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <vector>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "table/silence.hpp"

namespace tribunal {
namespace {

constexpr std::size_t name_width = 26;
constexpr std::string_view left_margin = "           ";

void append_list(std::string& text, std::string_view title, const std::vector<std::string>& lines) {
  constexpr std::size_t title_width = 11;
  auto left = padded(title, title_width);
  for (const auto& line : lines) {
    text.append(left_margin).append(left).append("| ").append(line).append("\n");
    left.assign(title_width, ' ');
  }
}

/// Whether both are names of tables of one game, which differ only in their number of players.
bool is_of_one_game(std::string_view one, std::string_view other) {
  return one.starts_with("game ") && one.substr(0, one.rfind(' ')) == other.substr(0, other.rfind(' '));
}

std::optional<Ink> ink_of(Finding finding) {
  switch (finding) {
    case Finding::failed:
    case Finding::error:
      return Ink::fault;
    case Finding::warning:
      return Ink::warning;
    case Finding::passed:
      return Ink::legend;
    case Finding::skipped:
      break;
  }
  return std::nullopt;
}

std::string why_unfinished(const CheckReport& report) {
  return fmt::format("there was no time for a game at {} (--seconds {} gives enough)",
                     counted(static_cast<std::uint64_t>(report.unplayed), "table"), report.seconds_needed);
}

std::string verdict_text(const CheckReport& report) {
  switch (report.verdict()) {
    case CheckVerdict::interrupted:
      return "interrupted";
    case CheckVerdict::failed:
      return report.bot + " is at fault";
    case CheckVerdict::error:
      return "a problem of the referee or the machine: it is unknown whether " + report.bot + " is sound";
    case CheckVerdict::unfinished:
      return "unfinished: it is unknown whether " + report.bot + " is sound, because " +
             why_unfinished(report);
    case CheckVerdict::sound:
      break;
  }
  return report.bot + " is sound";
}

/// The number of such findings. Those with the same cause are counted once. A warning with the cause of a
/// failure is not counted.
std::size_t causes_of(const CheckReport& report, Finding finding) {
  std::set<std::string_view> known;
  std::size_t count = 0;
  if (finding == Finding::warning)
    for (const auto& each : report.examinations)
      if (each.finding == Finding::failed) known.insert(each.cause);
  for (const auto& each : report.examinations)
    if (each.finding == finding && (each.cause.empty() || known.insert(each.cause).second)) ++count;
  return count;
}

double seconds(std::chrono::microseconds time) { return static_cast<double>(time.count()) / 1e6; }

Json to_json(const Examination& examination) {
  const auto& evidence = examination.evidence;
  Json json{{"name", examination.name},
            {"finding", name_of(examination.finding)},
            {"message", examination.message},
            {"seconds", seconds(examination.took)}};
  if (!evidence.sent.empty()) json["sent"] = evidence.sent;
  if (!evidence.came_back.empty()) json["came_back"] = evidence.came_back;
  if (evidence.rule) {
    json["rule"] = {
        {"text", evidence.rule->text}, {"page", "docs/protocol.md"}, {"section", evidence.rule->section}};
  }
  if (const auto& place = evidence.place) json["place"] = {{"file", place->file}, {"line", place->line}};
  if (!evidence.errors.empty()) json["stderr"] = evidence.errors;
  if (!examination.hint.empty()) json["hint"] = examination.hint;
  if (!examination.again.empty()) json["again"] = examination.again;
  return json;
}

}  // namespace

std::string reason_of(const CheckReport& report) {
  const auto verdict = report.verdict();
  if (verdict == CheckVerdict::sound) return {};
  if (verdict == CheckVerdict::unfinished) return why_unfinished(report);
  const auto wanted = verdict == CheckVerdict::failed  ? Finding::failed
                      : verdict == CheckVerdict::error ? Finding::error
                                                       : Finding::skipped;
  const auto found = std::ranges::find(report.examinations, wanted, &Examination::finding);
  if (found == report.examinations.end()) return {};
  return found->name + ": " + std::string{without_measurements(found->headline())};
}

std::string overview_of(std::span<const CheckReport> reports) {
  TextTable table{{{"bot", TextTable::Align::left},
                   {"verdict", TextTable::Align::left},
                   {"why", TextTable::Align::left}}};
  std::size_t sound = 0;
  for (const auto& report : reports) {
    const auto verdict = report.verdict();
    sound += verdict == CheckVerdict::sound ? 1 : 0;
    table.add({report.bot, std::string{name_of(verdict)}, reason_of(report)});
  }
  return without_commands(table.text() +
                          fmt::format("{} of {} sound\n", sound, counted(reports.size(), "bot")));
}

std::string without_commands(std::string text) {
  for (auto at = text.find("##"); at != std::string::npos; at = text.find("##", at)) {
    text.replace(at, 2, "#\\x23");
  }
  return text;
}

std::string text_of(const ProtocolRule& rule) {
  return fmt::format("{} (tribunal help protocol, {})", rule.text, rule.section);
}

std::string text_of(const Examination& examination, const TextLayout& layout) {
  const bool failed = examination.finding == Finding::failed;
  auto head = padded(failed ? "FAILED" : name_of(examination.finding), 9) +
              padded(examination.name + ' ', name_width) + ' ' + examination.headline();
  if (const auto ink = ink_of(examination.finding)) head = inked(*ink, head, layout);
  auto text = head + '\n';
  const auto& evidence = examination.evidence;
  append_list(text, "sent", evidence.sent);
  if (!evidence.came_back.empty()) append_list(text, "came back", {evidence.came_back});
  if (evidence.rule) append_list(text, "rule", {text_of(*evidence.rule)});
  append_list(text, "stderr", evidence.errors);
  if (!examination.again.empty()) {
    text.append(left_margin).append("see again  ").append(examination.again).append("\n");
  }
  return fitted_text(without_commands(std::move(text)), layout);
}

std::string findings_text(const CheckReport& report, bool passed, const TextLayout& layout) {
  std::string text;
  std::set<std::string_view> broken;                   // rules that have been explained
  std::map<std::string_view, std::string_view> first;  // examination that explained a cause
  for (const auto finding :
       {Finding::failed, Finding::error, Finding::warning, Finding::skipped, Finding::passed}) {
    const auto& all = report.examinations;
    for (auto each = all.begin(); each != all.end(); ++each) {
      if (each->finding != finding || each->never_met || (finding == Finding::passed && !passed)) continue;
      const auto repeats = [&](const Examination& other) {
        return other.finding == finding && !other.never_met && !other.cause.empty() &&
               other.cause == each->cause && is_of_one_game(other.name, each->name);
      };
      if (std::any_of(all.begin(), each, repeats)) continue;
      auto told = *each;
      for (auto other = std::next(each); other != all.end(); ++other)
        if (repeats(*other)) told.name += ", " + other->name.substr(other->name.rfind(' ') + 1);
      const auto [known, is_new_cause] = first.emplace(each->cause, each->name);
      if (!is_new_cause && !each->cause.empty()) {
        told.message = fmt::format("same cause as {}: {}", known->second, told.message);
        told.again.clear();
        told.evidence = {};
      } else if (const auto& rule = each->evidence.rule; rule && !broken.insert(rule->text).second) {
        told.evidence = {};  // it would repeat that of an earlier examination
      }
      text += text_of(told, layout);
    }
  }
  return text;
}

std::string summary_of(const CheckReport& report) {
  std::ostringstream text;
  text << report.count(Finding::passed) << " passed, "
       << counted(causes_of(report, Finding::warning), "warning") << ", "
       << causes_of(report, Finding::failed) << " failed, " << report.count(Finding::skipped) << " skipped, "
       << counted(report.count(Finding::error), "error") << " in " << fixed(seconds(report.took), 1)
       << " s: " << verdict_text(report) << '\n';
  return without_commands(text.str());
}

Json json_of(const CheckReport& report) {
  const auto& latency = report.figures.latency;
  Json json{{"schema", report_schema},
            {"bot", report.bot},
            {"command", report.command},
            {"version", report.version},
            {"sandbox", report.sandbox},
            {"verdict", name_of(report.verdict())},
            {"seconds", seconds(report.took)},
            {"figures",
             {{"startup_us", report.figures.startup_us},
              {"games", report.figures.games},
              {"decisions", latency.decisions},
              {"p50_us", latency.p50_us},
              {"p90_us", latency.p90_us},
              {"p99_us", latency.p99_us},
              {"max_us", latency.max_us},
              {"by_power", latency.by_power},
              {"stderr_bytes", report.figures.used.error_bytes},
              {"peak_kib", report.figures.used.peak_kib},
              {"cpu_us", report.figures.used.cpu.count()}}},
            {"examinations", Json::array()}};
  std::map<std::string_view, std::string_view> first;  // first examination by cause
  for (const auto& examination : report.examinations) {
    auto each = to_json(examination);
    const auto [known, is_new] = first.emplace(examination.cause, examination.name);
    if (!is_new && !examination.cause.empty()) each["same_cause_as"] = known->second;
    json["examinations"].push_back(std::move(each));
  }
  return json;
}

namespace {

/// A problem of a bot that one or several examinations found.
struct Trouble {
  const Examination* first;                ///< first examination in the report that found it
  std::vector<const Examination*> others;  ///< other examinations that found it

  [[nodiscard]] bool holds(const Examination& examination) const;
  /// The names of the others: `game mitch for 3, unknown-game`. Empty if there are none.
  [[nodiscard]] std::string names_of_others() const;
};

void note(std::vector<Trouble>& troubles, const Examination& examination) {
  const auto known = std::ranges::find_if(troubles, [&](const Trouble& trouble) {
    return !examination.cause.empty() && trouble.first->cause == examination.cause;
  });
  if (known != troubles.end()) {
    known->others.push_back(&examination);
  } else {
    troubles.push_back({&examination, {}});
  }
}

bool Trouble::holds(const Examination& examination) const {
  return first == &examination || std::ranges::find(others, &examination) != others.end();
}

std::string Trouble::names_of_others() const {
  std::vector<std::string_view> names;
  for (const auto* const other : others) names.emplace_back(other->name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Whether a finding is a fault of the bot, the referee or the machine.
bool is_error(Finding finding) { return finding == Finding::failed || finding == Finding::error; }

/// The problems of a report: errors first, then warnings. A warning with the cause of an error belongs to
/// that error. The result refers to the examinations of `report`.
std::vector<Trouble> troubles_of(const CheckReport& report) {
  std::vector<Trouble> troubles;
  for (const auto& examination : report.examinations)
    if (is_error(examination.finding)) note(troubles, examination);
  for (const auto& examination : report.examinations)
    if (examination.finding == Finding::warning) note(troubles, examination);
  return troubles;
}

constexpr int most_of_a_kind = 10;

/// A value for a workflow command: `%`, `\r` and `\n` in percent encoding, and in a property also `:` and
/// `,`.
std::string percent(std::string_view text, std::string_view more) {
  std::string escaped;
  for (const char c : text) {
    const bool is_special = c == '%' || c == '\r' || c == '\n' || more.contains(c);
    escaped += is_special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string{c};
  }
  return escaped;
}

/// The headline of an examination, its place if it is wanted, and the evidence, each in a line without its
/// line end.
std::vector<std::string> explanation(const Examination& examination, bool with_place) {
  const auto& evidence = examination.evidence;
  std::vector<std::string> lines{std::string{examination.headline()}};
  if (const auto& place = evidence.place; place && with_place)
    lines.push_back(fmt::format("at {}:{}", place->file, place->line));
  for (const auto& line : evidence.errors) lines.push_back("stderr: " + line);
  for (const auto& line : evidence.sent) lines.push_back("sent: " + line);
  if (!evidence.came_back.empty()) lines.push_back("came back: " + evidence.came_back);
  if (evidence.rule) lines.push_back("rule: " + text_of(*evidence.rule));
  if (!examination.again.empty()) lines.push_back("see again: " + examination.again);
  return lines;
}

std::string annotation(const CheckReport& report, const Trouble& trouble, const std::string& folder) {
  const auto& examination = *trouble.first;
  std::string text = is_error(examination.finding) ? "::error " : "::warning ";
  if (const auto& place = examination.evidence.place)
    text += "file=" + percent(harmless(folder + place->file), ":,") + ",line=" + std::to_string(place->line) +
            ',';
  auto title = "tribunal check " + report.bot + ": " + examination.name;
  if (!trouble.others.empty()) title += " and " + std::to_string(trouble.others.size()) + " more";
  auto body = fmt::format("{}", fmt::join(explanation(examination, false), "\n"));
  if (!trouble.others.empty()) body += "\nalso: " + trouble.names_of_others();
  return text + "title=" + percent(title, ":,") + "::" + percent(without_commands(std::move(body)), {}) +
         '\n';
}

/// Escapes text for XML. Characters that are not allowed in XML are escaped as for a terminal.
std::string xml(std::string_view text) { return escaped_for_xml(harmless(text)); }

std::string attribute(std::string_view name, std::string_view value) {
  return ' ' + std::string{name} + "=\"" + xml(value) + '"';
}

std::string xml_explanation(const Examination& examination) {
  std::string text;
  for (const auto& line : explanation(examination, true)) text += xml(line) + '\n';
  return text;
}

std::string element(std::string_view name, const Examination& examination, const Trouble& trouble) {
  std::string others;
  if (!trouble.others.empty()) others = "also: " + xml(trouble.names_of_others()) + '\n';
  return "      <" + std::string{name} + attribute("type", examination.name) +
         attribute("message", examination.headline()) + '>' + xml_explanation(examination) + others + "</" +
         std::string{name} + ">\n";
}

/// The XML of an examination that failed for a cause that is a failure already. Thus a reader counts the
/// cause once, but sees that this examination failed too.
std::string repetition(const Examination& examination, const Trouble& trouble) {
  return "      <skipped" +
         attribute("message", std::string{name_of(examination.finding)} + ", same cause as " +
                                  trouble.first->name + ": " + examination.headline()) +
         "/>\n      <system-out>" + std::string{name_of(examination.finding)} + ": " +
         xml_explanation(examination) + "</system-out>\n";
}

/// The examinations of a report as XML, and the number of each element.
class Suite {
 public:
  explicit Suite(const CheckReport& report) : report_{report}, troubles_{troubles_of(report)} {
    for (const auto& examination : report.examinations) add(examination);
  }

  [[nodiscard]] const std::string& cases() const { return cases_; }
  [[nodiscard]] std::string totals() const {
    return attribute("tests", std::to_string(report_.examinations.size())) +
           attribute("failures", std::to_string(failures_)) + attribute("errors", std::to_string(errors_)) +
           attribute("time", fixed(seconds(report_.took), 3));
  }
  [[nodiscard]] std::string skipped() const { return attribute("skipped", std::to_string(skipped_)); }

 private:
  void add(const Examination& examination);
  [[nodiscard]] std::string inside(const Examination& examination);
  [[nodiscard]] std::string error(const Examination& examination);

  const CheckReport& report_;
  std::vector<Trouble> troubles_;
  std::string cases_;
  int failures_ = 0;
  int errors_ = 0;
  int skipped_ = 0;
};

std::string Suite::error(const Examination& examination) {
  const auto trouble =
      std::ranges::find_if(troubles_, [&](const Trouble& each) { return each.holds(examination); });
  if (trouble->first != &examination) {
    ++skipped_;
    return repetition(examination, *trouble);
  }
  const bool failed = examination.finding == Finding::failed;
  ++(failed ? failures_ : errors_);
  return element(failed ? "failure" : "error", examination, *trouble);
}

std::string Suite::inside(const Examination& examination) {
  switch (examination.finding) {
    case Finding::failed:
    case Finding::error:
      return error(examination);
    case Finding::skipped:
      ++skipped_;
      return "      <skipped" + attribute("message", examination.message) + "/>\n";
    case Finding::warning:
      return "      <system-out>warning: " + xml_explanation(examination) + "</system-out>\n";
    case Finding::passed:
      break;
  }
  return "      <system-out>" + xml(examination.message) + "</system-out>\n";
}

void Suite::add(const Examination& examination) {
  cases_ += "    <testcase" + attribute("name", examination.name) +
            attribute("classname", "tribunal.check." + report_.bot) +
            attribute("time", fixed(seconds(examination.took), 3)) + ">\n" + inside(examination);
  if (examination.finding != Finding::skipped && !examination.evidence.errors.empty()) {
    cases_ += "      <system-err>";
    for (const auto& line : examination.evidence.errors) cases_ += xml(line) + '\n';
    cases_ += "</system-err>\n";
  }
  cases_ += "    </testcase>\n";
}

}  // namespace

std::string annotations_of(const CheckReport& report, const std::string& folder) {
  std::string text;
  int errors_left = most_of_a_kind;
  int warnings_left = most_of_a_kind;
  for (const auto& trouble : troubles_of(report)) {
    auto& left = is_error(trouble.first->finding) ? errors_left : warnings_left;
    if (left-- > 0) text += annotation(report, trouble, folder);
  }
  return text;
}

std::string junit_of(const CheckReport& report, std::string_view timestamp) {
  const Suite suite{report};
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", "tribunal check") +
         suite.totals() + ">\n  <testsuite" + attribute("name", "tribunal check " + report.bot) +
         suite.totals() + suite.skipped() + attribute("timestamp", timestamp) + ">\n" + suite.cases() +
         "  </testsuite>\n</testsuites>\n";
}

}  // namespace tribunal
