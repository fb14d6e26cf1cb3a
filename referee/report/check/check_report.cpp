#include "report/check/check_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "report/format/text_table.hpp"
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
       << counted(report.count(Finding::error), "error") << " in "
       << fixed(std::chrono::duration<double>{report.took}.count(), 1) << " s: " << verdict_text(report)
       << '\n';
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

}  // namespace tribunal
