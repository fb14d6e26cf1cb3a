#include "record/number_text.hpp"
#include "record/utf8.hpp"
#include "report/check/check_report.hpp"

namespace tribunal {
namespace {

/// Text for XML, in an attribute or between tags: what XML cannot hold is escaped as for a terminal.
std::string xml(std::string_view text) {
  std::string escaped;
  for (const char c : harmless(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

/// A plain decimal, which is all that the schema takes.
std::string decimal_seconds(std::chrono::microseconds time) {
  return fixed(std::chrono::duration<double>{time}.count(), 3);
}

std::string attribute(std::string_view name, std::string_view value) {
  return ' ' + std::string{name} + "=\"" + xml(value) + '"';
}

void append_lines(std::string& text, std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  text.append(title).append(":\n");
  for (const auto& line : lines) text.append("  ").append(xml(line)).append("\n");
}

std::string xml_explanation(const Examination& examination) {
  const auto& evidence = examination.evidence;
  std::string text = xml(examination.headline()) + '\n';
  if (const auto& place = evidence.place)
    text += "at " + xml(place->file) + ':' + std::to_string(place->line) + '\n';
  append_lines(text, "stderr", evidence.errors);
  append_lines(text, "sent", evidence.sent);
  if (!evidence.came_back.empty()) append_lines(text, "came back", {evidence.came_back});
  if (evidence.rule) {
    text += "rule: " + xml(evidence.rule->text) + " (tribunal help protocol, " + xml(evidence.rule->section) +
            ")\n";
  }
  if (!examination.again.empty()) text += "see again: " + xml(examination.again) + '\n';
  return text;
}

std::string element(std::string_view name, const Examination& examination) {
  return "      <" + std::string{name} + attribute("type", examination.name) +
         attribute("message", examination.headline()) + '>' + xml_explanation(examination) + "</" +
         std::string{name} + ">\n";
}

std::string inside(const Examination& examination) {
  std::string text;
  switch (examination.finding) {
    case Finding::failed:
      text = element("failure", examination);
      break;
    case Finding::error:
      text = element("error", examination);
      break;
    case Finding::skipped:
      return "      <skipped" + attribute("message", examination.message) + "/>\n";
    case Finding::warning:
      text = "      <system-out>warning: " + xml_explanation(examination) + "</system-out>\n";
      break;
    case Finding::passed:
      text = "      <system-out>" + xml(examination.message) + "</system-out>\n";
      break;
  }
  if (!examination.evidence.errors.empty()) {
    text += "      <system-err>";
    for (const auto& line : examination.evidence.errors) text += xml(line) + '\n';
    text += "</system-err>\n";
  }
  return text;
}

std::string totals(const CheckReport& report) {
  return attribute("tests", std::to_string(report.examinations.size())) +
         attribute("failures", std::to_string(report.count(Finding::failed))) +
         attribute("errors", std::to_string(report.count(Finding::error))) +
         attribute("time", decimal_seconds(report.took));
}

}  // namespace

std::string junit_of(const CheckReport& report, std::string_view timestamp) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
                     attribute("name", "tribunal check") + totals(report) + ">\n  <testsuite" +
                     attribute("name", "tribunal check " + report.bot) + totals(report) +
                     attribute("skipped", std::to_string(report.count(Finding::skipped))) +
                     attribute("timestamp", timestamp) + ">\n";
  for (const auto& examination : report.examinations) {
    text += "    <testcase" + attribute("name", examination.name) +
            attribute("classname", "tribunal.check." + report.bot) +
            attribute("time", decimal_seconds(examination.took)) + ">\n" + inside(examination) +
            "    </testcase>\n";
  }
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace tribunal
