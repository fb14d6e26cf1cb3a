#include <algorithm>
#include <vector>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "report/check/check_report.hpp"
#include "report/check/troubles.hpp"

namespace tribunal {
namespace {

/// Escapes text for XML. Characters that XML cannot hold are escaped as for a terminal.
std::string xml(std::string_view text) { return escaped_for_xml(harmless(text)); }

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

std::string element(std::string_view name, const Examination& examination, const Trouble& trouble) {
  std::string others;
  if (!trouble.others.empty()) others = "also: " + xml(trouble.names_of_others()) + '\n';
  return "      <" + std::string{name} + attribute("type", examination.name) +
         attribute("message", examination.headline()) + '>' + xml_explanation(examination) + others + "</" +
         std::string{name} + ">\n";
}

/// An examination that failed of a cause that is a failure already: a reader counts the cause once, and finds
/// here that this failed too.
std::string repetition(const Examination& examination, const Trouble& trouble) {
  return "      <skipped" +
         attribute("message", std::string{name_of(examination.finding)} + ", same cause as " +
                                  trouble.first->name + ": " + examination.headline()) +
         "/>\n      <system-out>" + std::string{name_of(examination.finding)} + ": " +
         xml_explanation(examination) + "</system-out>\n";
}

/// The examinations of a report, as XML, and how many of each element there are.
class Suite {
 public:
  explicit Suite(const CheckReport& report) : report_{report}, troubles_{troubles_of(report)} {
    for (const auto& examination : report.examinations) add(examination);
  }

  [[nodiscard]] const std::string& cases() const { return cases_; }
  [[nodiscard]] std::string totals() const {
    return attribute("tests", std::to_string(report_.examinations.size())) +
           attribute("failures", std::to_string(failures_)) + attribute("errors", std::to_string(errors_)) +
           attribute("time", decimal_seconds(report_.took));
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
            attribute("time", decimal_seconds(examination.took)) + ">\n" + inside(examination);
  if (examination.finding != Finding::skipped && !examination.evidence.errors.empty()) {
    cases_ += "      <system-err>";
    for (const auto& line : examination.evidence.errors) cases_ += xml(line) + '\n';
    cases_ += "</system-err>\n";
  }
  cases_ += "    </testcase>\n";
}

}  // namespace

std::string junit_of(const CheckReport& report, std::string_view timestamp) {
  const Suite suite{report};
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", "tribunal check") +
         suite.totals() + ">\n  <testsuite" + attribute("name", "tribunal check " + report.bot) +
         suite.totals() + suite.skipped() + attribute("timestamp", timestamp) + ">\n" + suite.cases() +
         "  </testsuite>\n</testsuites>\n";
}

}  // namespace tribunal
