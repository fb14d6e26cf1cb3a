#include "record/seat_lines.hpp"

namespace tribunal {
namespace {

/// The lines of `events` as `seat` may see them.
std::vector<std::string> told_to(Seat seat, std::span<const Event> events) {
  std::vector<std::string> lines;
  for (const auto& event : events) {
    if (event.is_told_to(seat)) lines.push_back(event.text(seat));
  }
  return lines;
}

}  // namespace

std::expected<SeatLines, Contradiction> seat_lines(const Record& record, Seat seat) {
  SeatLines lines;
  std::size_t sent = 0;
  const auto ask = [&](const Moment& moment) {
    if (moment.seat != seat || moment.clocks.forfeited().has(seat)) return;
    SeatQuestion question{.lines = told_to(seat, moment.events.subspan(sent)),
                          .allowance_us = moment.clocks.allowance_us(seat),
                          .legal = {},
                          .decision = moment.decision};
    moment.game.legal_actions(seat, question.legal);
    lines.questions.push_back(std::move(question));
    sent = moment.events.size();
  };
  Played played;
  if (auto wrong = play_again(record, played, ask)) return std::unexpected{std::move(*wrong)};
  for (auto& question : lines.questions) question.in_fault = record.decisions[question.decision].by_referee;
  lines.closing = told_to(seat, std::span{played.events}.subspan(sent));
  lines.outcome = played.outcome;
  return lines;
}

}  // namespace tribunal
