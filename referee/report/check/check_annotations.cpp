#include "base/text/utf8.hpp"
#include "report/check/check_report.hpp"
#include "report/check/troubles.hpp"

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
  std::string text = examination.headline();
  for (const auto& line : evidence.errors) text += "\nstderr: " + line;
  if (!evidence.sent.empty()) text += "\nsent: " + evidence.sent.back();
  if (!evidence.came_back.empty()) text += "\ncame back: " + evidence.came_back;
  if (evidence.rule) {
    text += "\nrule: " + std::string{evidence.rule->text} + " (tribunal help protocol, " +
            std::string{evidence.rule->section} + ')';
  }
  if (!examination.again.empty()) text += "\nsee again: " + examination.again;
  return text;
}

std::string annotation(const CheckReport& report, const Trouble& trouble) {
  const auto& examination = *trouble.first;
  std::string text = is_error(examination.finding) ? "::error " : "::warning ";
  if (const auto& place = examination.evidence.place)
    text += "file=" + percent(harmless(place->file), ":,") + ",line=" + std::to_string(place->line) + ',';
  auto title = "tribunal check " + report.bot + ": " + examination.name;
  if (!trouble.others.empty()) title += " and " + std::to_string(trouble.others.size()) + " more";
  auto body = plain_explanation(examination);
  if (!trouble.others.empty()) body += "\nalso: " + trouble.names_of_others();
  return text + "title=" + percent(title, ":,") + "::" + percent(without_commands(std::move(body)), {}) +
         '\n';
}

}  // namespace

std::string annotations_of(const CheckReport& report) {
  std::string text;
  int errors_left = most_of_a_kind;
  int warnings_left = most_of_a_kind;
  for (const auto& trouble : troubles_of(report)) {
    auto& left = is_error(trouble.first->finding) ? errors_left : warnings_left;
    if (left-- > 0) text += annotation(report, trouble);
  }
  return text;
}

}  // namespace tribunal
