#include "report/check/check_report.hpp"

namespace tribunal {
namespace {

constexpr int most_of_a_kind = 10;

/// A value as workflow commands have it: `%`, `\r` and `\n` in percent signs, in a property `:` and `,` too.
std::string percent(std::string_view text, std::string_view more) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string escaped;
  for (const char c : text) {
    if (c == '%' || c == '\r' || c == '\n' || more.contains(c)) {
      const auto byte = static_cast<unsigned char>(c);
      escaped += '%';
      escaped += digits[byte >> 4U];
      escaped += digits[byte & 15U];
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string plain_explanation(const Examination& examination) {
  const auto& evidence = examination.evidence;
  std::string text = examination.message;
  if (!evidence.sent.empty()) text += "\nsent: " + evidence.sent.back();
  if (!evidence.came_back.empty()) text += "\ncame back: " + evidence.came_back;
  if (evidence.rule) {
    text += "\nrule: " + std::string{evidence.rule->text} + " (tribunal help protocol, " +
            std::string{evidence.rule->section} + ')';
  }
  if (!examination.hint.empty()) text += "\nhint: " + examination.hint;
  if (!examination.again.empty()) text += "\nsee again: " + examination.again;
  return text;
}

void append(std::string& text, const CheckReport& report, std::string_view command, auto belongs) {
  int left = most_of_a_kind;
  for (const auto& examination : report.examinations) {
    if (!belongs(examination.finding) || left-- <= 0) continue;
    text.append("::").append(command).append(" title=");
    text += percent("tribunal check " + report.bot + ": " + examination.name, ":,");
    text += "::" + percent(plain_explanation(examination), {}) + '\n';
  }
}

}  // namespace

std::string annotations_of(const CheckReport& report) {
  std::string text;
  append(text, report, "error",
         [](Finding finding) { return finding == Finding::failed || finding == Finding::error; });
  append(text, report, "warning", [](Finding finding) { return finding == Finding::warning; });
  return text;
}

}  // namespace tribunal
