#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <ranges>
#include <set>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "cli/intake/take_in.hpp"
#include "report/check/check_report.hpp"
#include "report/format/text_table.hpp"

namespace tribunal {
namespace {

std::size_t count(const IntakeReport& report, IntakeVerdict verdict) {
  return static_cast<std::size_t>(std::ranges::count_if(
      report.taken, [&](const TakenIn& taken) { return taken.result.verdict == verdict; }));
}

std::string build_text(const IntakeResult& result) {
  if (result.stage == "build") return result.verdict == IntakeVerdict::untried ? "not built" : "failed";
  if (result.stage == "submission" || result.stage == "recipe") return "-";
  return result.build.empty() ? "none" : "built";
}

std::string verdict_text(const TakenIn& taken) {
  auto text = std::string{name_of(taken.result.verdict)};
  if (!taken.result.kept.empty()) text += ", last version kept";
  if (!taken.result.lost.empty()) text += ", last version lost";
  if (taken.as_before) text += ", as before";
  return text;
}

using Names = std::set<std::string>;

/// The groups of bots with the same files, or with the same submission. If an earlier version plays in place
/// of a submission, both count.
std::set<Names> groups_of_equals(const IntakeReport& report) {
  std::map<std::string, Names> by_content;
  for (const auto& [result, as_before, again] : report.taken) {
    const bool is_known = !result.sha256.empty();
    if (is_known || !result.address.starts_with("refused:"))
      by_content[is_known ? result.sha256 : result.address].insert(result.bot);
    if (!result.kept.empty()) by_content[result.kept].insert(result.bot);
  }
  std::set<Names> groups;
  for (auto& [content, bots] : by_content)
    if (bots.size() > 1) groups.insert(std::move(bots));
  return groups;
}

/// A line for each group of bots with the same files.
std::string equal_text(const IntakeReport& report) {
  std::string text;
  for (const auto& group : groups_of_equals(report))
    text += fmt::format("the same files: {}\n", fmt::join(group, ", "));
  return text;
}

std::string renamed_text(const IntakeReport& report) {
  std::string text;
  for (const auto& submission : report.submissions) {
    if (submission.bot == appearance_of(submission.stem, LetterCase::matters)) continue;
    const auto why = submission.as_before.empty() ? "" : ", " + submission.as_before;
    text += fmt::format("'{}' plays as {}{}\n", legible(submission.stem), submission.bot, why);
  }
  return text;
}

std::string person_text(const Submission& submission) {
  if (submission.person.empty()) return "-";
  return legible(submission.person) + (submission.team.empty() ? "" : " (" + legible(submission.team) + ")");
}

/// A line with the similar pairs that an earlier intake reported, if both bots are still here. At most eight
/// are named.
std::string known_pairs_text(const IntakeReport& report) {
  constexpr std::size_t most = 8;
  std::vector<std::string> pairs;
  for (const auto& pair : report.alike) {
    const auto is_here = [&](const std::string& bot) {
      return std::ranges::count(report.submissions, bot, &Submission::bot) > 0;
    };
    if (pair.as_before && is_here(pair.first) && is_here(pair.second))
      pairs.push_back(pair.first + " and " + pair.second);
  }
  if (pairs.empty()) return {};
  const auto more = pairs.size() - std::min(pairs.size(), most);
  pairs.resize(pairs.size() - more);
  return fmt::format(
      "alike as before: {}{}\n", fmt::join(pairs, ", "),
      more == 0 ? "" : fmt::format(", and {} ('alike' in the JSON)", counted(more, "more pair")));
}

/// A line for each new pair of bots that have most of their lines in common; at most 20 lines.
std::string alike_text(const IntakeReport& report) {
  constexpr std::size_t most = 20;
  std::string text;
  std::size_t told = 0;
  for (const auto& pair : report.alike | std::views::take(most)) {
    if (pair.as_before) break;
    ++told;
    text += fmt::format(
        "{} {} {}: {:.0f} % of the lines are equal{}; if both belong to one person, list them in "
        "names.toml\n",
        pair.first, pair.is_ordered ? "has the files of" : "and",
        pair.is_ordered ? pair.second : pair.second + " have the same files", 100 * pair.share,
        pair.is_ordered ? "" : ", and it is unknown whose were first");
  }
  const auto before = std::ranges::count(report.alike, true, &LikeBots::as_before);
  const auto more = report.alike.size() - told - static_cast<std::size_t>(before);
  if (more > 0) text += fmt::format("and {} ('alike' in the JSON)\n", counted(more, "more such pair"));
  return text + known_pairs_text(report);
}

}  // namespace

std::string text_of(const IntakeReport& report) {
  using Align = TextTable::Align;
  const bool has_persons =
      std::ranges::any_of(report.submissions, [](const auto& one) { return !one.person.empty(); });
  std::vector<TextTable::Column> columns{{"bot", Align::left}};
  if (has_persons) columns.push_back({"person", Align::left});
  for (const auto* const heading : {"found", "build", "check", "verdict", "why"})
    columns.push_back({heading, Align::left});
  TextTable table{std::move(columns)};
  for (std::size_t i = 0; i < report.taken.size(); ++i) {
    const auto& result = report.taken[i].result;
    std::vector<std::string> cells{result.bot};
    if (has_persons) cells.push_back(person_text(report.submissions[i]));
    for (auto& cell : {result.found.empty() ? "-" : result.found, build_text(result),
                       result.check.empty() ? "-" : result.check, verdict_text(report.taken[i]), result.why})
      cells.push_back(cell);
    table.add(std::move(cells));
  }
  auto text = table.text() + renamed_text(report) + equal_text(report);
  for (const auto& taken : report.taken) {
    if (taken.result.lost.empty()) continue;
    text += fmt::format(
        "the last version of {} that was admitted cannot be kept: its files (sha256 {}) were removed or "
        "changed\n",
        taken.result.bot, taken.result.lost);
  }
  text += alike_text(report);
  for (const auto& bot : report.gone) text += bot + " was submitted before, but not this time\n";
  for (const auto& page : report.removed)
    text += "removed: " + legible(page) + ", the page of a bot that is no longer submitted\n";
  for (const auto& one : report.excluded)
    text += fmt::format("left out: {}: {} is excluded by names.toml: {}\n", legible(one.path.string()),
                        one.bot, one.excluded);
  for (const auto& sentence : report.left_out) text += "left out: " + sentence + '\n';
  for (const auto& sentence : report.no_effect) text += sentence + '\n';
  text += fmt::format("{} of {} admitted", count(report, IntakeVerdict::admitted),
                      counted(report.taken.size(), "submission"));
  const auto untried = count(report, IntakeVerdict::untried);
  if (untried > 0) text += fmt::format(", {} not judged: the next intake tries again", untried);
  return without_commands(text + '\n');
}

Json json_of(const IntakeReport& report) {
  std::map<std::string, Names> equal;
  for (const auto& group : groups_of_equals(report)) {
    for (const auto& bot : group) equal[bot].insert(group.begin(), group.end());
  }
  Json bots = Json::array();
  for (std::size_t i = 0; i < report.taken.size(); ++i) {
    const auto& [result, as_before, again] = report.taken[i];
    const auto& submission = report.submissions[i];
    auto& same = equal[result.bot];
    same.erase(result.bot);
    bots.push_back({{"bot", result.bot},
                    {"submission", submission.path.string()},
                    {"address", result.address},
                    {"found", result.found},
                    {"build", result.build},
                    {"command", result.command},
                    {"name", result.name},
                    {"author", result.author},
                    {"contact", submission.contact.empty() ? result.contact : submission.contact},
                    {"person", submission.person},
                    {"team", submission.team},
                    {"stage", result.stage},
                    {"check", result.check},
                    {"verdict", name_of(result.verdict)},
                    {"why", result.why},
                    {"sha256", result.sha256},
                    {"kept", result.kept},
                    {"lost", result.lost},
                    {"as_before", as_before},
                    {"same_as", same},
                    {"page", report.pages.empty() ? "" : (report.pages / (result.bot + ".html")).string()}});
  }
  Json excluded = Json::array();
  for (const auto& one : report.excluded)
    excluded.push_back({{"bot", one.bot}, {"submission", one.path.string()}, {"reason", one.excluded}});
  Json alike = Json::array();
  for (const auto& pair : report.alike) {
    alike.push_back({{"bots", {pair.first, pair.second}},
                     {"share", pair.share},
                     {"source", pair.is_ordered ? Json(pair.second) : Json(nullptr)},
                     {"as_before", pair.as_before}});
  }
  return {{"schema", report_schema},
          {"plan", report.plan.string()},
          {"plan_is_written", report.plan_is_written},
          {"admitted", count(report, IntakeVerdict::admitted)},
          {"refused", count(report, IntakeVerdict::refused)},
          {"not_judged", count(report, IntakeVerdict::untried)},
          {"bots", std::move(bots)},
          {"gone", report.gone},
          {"removed_pages", report.removed},
          {"dropped", report.dropped},
          {"alike", std::move(alike)},
          {"excluded", std::move(excluded)},
          {"left_out", report.left_out},
          {"no_effect", report.no_effect}};
}

ExitCode exit_code_of(const IntakeReport& report) {
  if (count(report, IntakeVerdict::untried) > 0) return ExitCode::inconclusive;
  return count(report, IntakeVerdict::refused) > 0 ? ExitCode::failed : ExitCode::ok;
}

}  // namespace tribunal
