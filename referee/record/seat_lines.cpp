#include "record/seat_lines.hpp"

#include <memory>
#include <utility>

#include "record/judge.hpp"

namespace tribunal {
namespace {

// Walks through a record that holds, and writes down what one seat was sent.
class SeatWalk {
 public:
  SeatWalk(const Record& record, Seat seat)
      : record_{record},
        seat_{seat},
        judge_{record.limits},
        game_{record.rules.deal(std::make_shared<KeyedDeal>(record.deal.key))} {
    game_->begin(log_);
    while (next_fault_ < record_.faults.size() && record_.faults[next_fault_].kind == FaultKind::start)
      judge_fault();
  }

  SeatLines walk(const Outcome& outcome) {
    while (!game_->wanted().empty()) play_round();
    lines_.closing = take_events();
    lines_.outcome = outcome;
    return std::move(lines_);
  }

 private:
  void play_round() {
    Choices choices;
    for (const auto seat : game_->wanted()) {
      const bool in_fault =
          next_fault_ < record_.faults.size() && record_.faults[next_fault_].decision == next_;
      const auto& decision = record_.decisions[next_];
      if (seat == seat_ && (in_fault || !decision.by_referee)) ask(in_fault);
      if (in_fault) judge_fault();
      if (!decision.by_referee) judge_.decided(seat, decision.us);
      choices[seat] = decision.action;
      ++next_;
    }
    game_->apply(choices, log_);
  }

  void ask(bool in_fault) {
    SeatQuestion question{.lines = take_events(),
                          .allowance_us = judge_.allowance_us(seat_),
                          .legal = {},
                          .decision = next_,
                          .in_fault = in_fault};
    game_->legal_actions(seat_, question.legal);
    lines_.questions.push_back(std::move(question));
  }

  std::vector<std::string> take_events() {
    std::vector<std::string> lines;
    for (const auto& event : log_.events().subspan(sent_)) {
      if (event.is_told_to(seat_)) lines.push_back(event.text(seat_));
    }
    sent_ = log_.events().size();
    return lines;
  }

  void judge_fault() {
    const auto& fault = record_.faults[next_fault_++];
    judge_.fault(fault.kind, fault.seat, fault.us);
  }

  const Record& record_;
  Seat seat_;
  Judge judge_;
  std::unique_ptr<Game> game_;
  EventLog log_;
  SeatLines lines_;
  std::size_t sent_ = 0;
  std::size_t next_ = 0;
  std::size_t next_fault_ = 0;
};

}  // namespace

std::expected<SeatLines, Contradiction> seat_lines(const Record& record, Seat seat) {
  const auto played = play_again(record);
  if (!played) return std::unexpected{played.error()};
  return SeatWalk{record, seat}.walk(played->outcome);
}

}  // namespace tribunal
