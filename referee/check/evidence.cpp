#include "check/evidence.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <ranges>

#include "base/files.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/lines.hpp"
#include "check/order.hpp"
#include "record/seat_lines.hpp"
#include "table/protocol.hpp"

namespace tribunal {
namespace {

constexpr std::size_t most_sent_lines = 8;
constexpr std::size_t most_error_lines = 12;

std::vector<std::string> lines_with_text(std::string_view text) {
  std::vector<std::string> lines;
  for (const auto line : split_lines(text))
    if (!line.empty()) lines.emplace_back(line);
  return lines;
}

std::vector<std::string> last_of(std::vector<std::string> lines, std::size_t most) {
  if (lines.size() <= most) return lines;
  lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most));
  lines.insert(lines.begin(), "...");
  return lines;
}

/// The last lines. If some are missing before them, also the first ones, because those of a long stack trace
/// name the error.
std::vector<std::string> shown_errors(std::string_view stored) {
  constexpr std::ptrdiff_t most_first = 4;
  std::vector<std::string> lines;
  for (const auto& line : lines_with_text(stored)) lines.push_back(legible(line));
  const bool has_beginning = stored.find(left_out_mark) != 0 && stored.contains(left_out_mark);
  if (!has_beginning || lines.size() <= most_error_lines) return last_of(std::move(lines), most_error_lines);
  std::vector<std::string> shown{lines.begin(), lines.begin() + most_first};
  std::ranges::move(last_of(std::move(lines), most_error_lines - most_first), std::back_inserter(shown));
  return shown;
}

/// The lines of a game up to a seat's question at a decision.
struct Asked {
  std::string lines;
  std::size_t question = 0;  ///< number of the question from 1; 0 if it was never asked
};

/// The lines up to the question at `decision`. `id`: the ID of that question, because IDs continue from game
/// to game. Without it, the first question of the game has the ID 1.
Asked asked_at(const Record& record, Seat seat, std::size_t decision, const Novelties& novelties,
               std::uint64_t id = 0) {
  Asked asked;
  const auto lines = seat_lines(record, seat);
  if (!lines) return asked;
  const auto& questions = lines->questions;
  const auto last = std::ranges::find_if(
      questions, [&](const SeatQuestion& question) { return question.decision >= decision; });
  asked.question = static_cast<std::size_t>(last - questions.begin()) + (last == questions.end() ? 0 : 1);
  auto next_id = id > asked.question ? id - asked.question + 1 : 1;
  append_game_line(asked.lines, record.rules, seat, record.limits_of(seat));
  if (!novelties.keys.empty()) asked.lines.insert(asked.lines.size() - 1, ' ' + novelties.keys);
  for (const auto& question : questions | std::views::take(asked.question)) {
    for (const auto& line : question.lines) asked.lines += line + '\n';
    asked.lines += novelties.lines;
    append_ask_line(asked.lines, next_id++, question.allowance_us, question.legal);
  }
  return asked;
}

/// The place in a file below `folder` as a path relative to the working directory. None if no such file
/// exists there.
std::optional<SourcePlace> place_from_here(const std::filesystem::path& folder,
                                           const std::optional<SourcePlace>& place) {
  if (!place) return std::nullopt;
  namespace fs = std::filesystem;
  std::error_code failed;
  const auto file = fs::weakly_canonical(folder / place->file, failed);
  if (failed || !fs::is_regular_file(file, failed)) return std::nullopt;
  const auto here = fs::current_path(failed);
  const auto from_here = file.lexically_relative(here);
  if (failed || from_here.empty() || *from_here.begin() == "..") return std::nullopt;
  return SourcePlace{from_here.native(), place->line};
}

/// The rule that a fault breaks.
ProtocolRule rule_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::start:
      return rules::ready;
    case FaultKind::crash:
      return rules::stay;
    case FaultKind::timeout:
      return rules::in_time;
    case FaultKind::illegal:
    case FaultKind::early:
      return rules::answer;
    case FaultKind::garbage:
      return rules::nothing_else;
    case FaultKind::flood:
      return rules::measure;
  }
  return rules::nothing_else;
}

}  // namespace

Evidence evidence_of_lines(std::string_view sent, std::string came_back, std::string_view error_tail) {
  return {.sent = last_of(lines_with_text(sent), most_sent_lines),
          .came_back = std::move(came_back),
          .rule = std::nullopt,
          .errors = shown_errors(error_tail)};
}

Evidence evidence_of(const PlayedGame& game, const FaultReport& report, const Novelties& novelties) {
  const auto& fault = report.fault;
  const auto sent = fault.kind == FaultKind::start
                        ? std::string{greeting_line}
                        : asked_at(game.record, fault.seat, fault.decision, novelties, report.question).lines;
  auto evidence = evidence_of_lines(sent, fault.got, report.error_tail);
  evidence.rule = rule_of(fault.kind);
  return evidence;
}

std::string cause_of(FaultKind kind, std::string_view error_tail) {
  std::string cause{name_of(kind)};
  if (kind != FaultKind::crash && kind != FaultKind::start) return cause;
  const auto error = reported_error(error_tail);
  if (!error) return cause;
  if (!error->place) return cause + ": " + error->text;
  return fmt::format("{}: {}:{}", cause, error->place->file, error->place->line);
}

std::optional<SourcePlace> place_of_failure(const Command& command, std::string_view error_tail) {
  const auto error = reported_error(error_tail);
  return error ? place_from_here(command.directory, error->place) : std::nullopt;
}

Examination examination_of(const FailedBuild& failed, const std::filesystem::path& source) {
  const auto log = contents_of(failed.log).value_or("");
  const bool is_fault = failed.error.code == ErrorCode::bot && !failed.lacks_program;
  Examination found{.name = std::string{examinations::build},
                    .finding = is_fault ? Finding::failed : Finding::error,
                    .message = harmless(failed.with_log().text()),
                    .evidence = evidence_of_lines({}, {}, log)};
  found.evidence.place = place_from_here(source, source_place_in(first_error_of(log)));
  return found;
}

std::string message_of(const PlayedGame& game) {
  const auto& first = game.reports.front();
  auto text = fmt::format("{}: {} (seat {}", name_of(first.fault.kind), first.message, first.fault.seat);
  const bool was_asked = first.fault.kind != FaultKind::start;
  const auto asked = was_asked ? asked_at(game.record, first.fault.seat, first.fault.decision, {}) : Asked{};
  if (asked.question > 0) text += ", question " + std::to_string(asked.question);
  text += ')';
  if (game.reports.size() > 1) text += fmt::format(", and {} more at fault", game.reports.size() - 1);
  return text;
}

}  // namespace tribunal
