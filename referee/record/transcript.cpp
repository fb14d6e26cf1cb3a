#include "record/transcript.hpp"

#include <fmt/format.h>

namespace tribunal {
namespace {

std::string seat_text(Seat seat) { return "seat " + std::to_string(seat); }

// Replays a record, decision by decision, and stops at the first that is impossible.
class Replay {
 public:
  Replay(const Record& record, Played& played, const Watch& watch)
      : record_{record}, played_{played}, watch_{watch}, clocks_{record.limits, record.own_limits} {}

  std::optional<Contradiction> run() {
    if (auto wrong = check_frame()) return wrong;
    if (auto wrong = check_start_faults()) return wrong;
    game_ = record_.rules.deal(std::make_shared<KeyedDeal>(record_.deal.key));
    game_->begin(log_);
    std::optional<Contradiction> wrong;
    while (!wrong && !game_->wanted().empty()) wrong = play_round();
    if (!wrong) wrong = check_end();
    played_.events.assign(log_.events().begin(), log_.events().end());
    if (!wrong) played_.outcome = final_outcome(game_->outcome(), clocks_.forfeited());
    return wrong;
  }

 private:
  std::optional<Contradiction> play_round() {
    Choices choices;
    SeatSet decided;
    for (const auto seat : game_->wanted()) {
      if (watch_) watch_({*game_, log_.events(), clocks_, seat, next_});
      auto wrong = check_fault(seat);
      if (!wrong) wrong = check_decision(seat);
      if (wrong) {
        // The replay ends here; earlier simultaneous decisions of other seats belong to the transcript.
        for (const auto other : decided) log_.add(Event::decision(other, choices[other]));
        return wrong;
      }
      const auto& decision = record_.decisions[next_++];
      if (!decision.by_referee) clocks_.decided(seat, decision.us);
      choices[seat] = decision.action;
      decided.add(seat);
    }
    game_->apply(choices, log_);
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Contradiction> check_frame() const {
    const auto players = record_.rules.players();
    if (std::cmp_not_equal(record_.entrants.size(), players)) {
      return decision_should_be("of a game with " + std::to_string(players) + " entrants");
    }
    std::size_t last = 0;
    for (const auto& comment : record_.comments) {
      if (comment.decision < last || comment.decision > record_.decisions.size() ||
          !is_player(comment.seat)) {
        return Contradiction{std::min(comment.decision, record_.decisions.size()),
                             {},
                             "accompanied by comments of players, in the order of the decisions"};
      }
      last = comment.decision;
    }
    return std::nullopt;
  }

  std::optional<Contradiction> check_start_faults() {
    Seat least = 0;
    for (; next_fault_ < record_.faults.size(); ++next_fault_) {
      const auto& fault = record_.faults[next_fault_];
      if (fault.kind != FaultKind::start) break;
      if (fault.decision != 0)
        return fault_should_be("right after the header, because it belongs to the start");
      if (fault.seat < least || !is_player(fault.seat)) {
        return fault_should_be("of the next seat that never started, each once, in the order of the seats");
      }
      least = static_cast<Seat>(fault.seat + 1);
      clocks_.fault(fault.kind, fault.seat, fault.us);
    }
    return std::nullopt;
  }

  // Checks a fault before the next decision, which is `seat`'s.
  std::optional<Contradiction> check_fault(Seat seat) {
    fault_here_ = false;
    if (next_fault_ == record_.faults.size()) return std::nullopt;
    const auto& fault = record_.faults[next_fault_];
    if (fault.decision > next_) return std::nullopt;
    if (fault.decision < next_)
      return fault_should_be("the only one before its decision, in the order of the decisions");
    if (fault.kind == FaultKind::start)
      return fault_should_be("right after the header, because it belongs to the start");
    if (fault.seat != seat) return fault_should_be("of " + seat_text(seat) + ", who is to decide");
    if (clocks_.forfeited().has(seat))
      return fault_should_be("missing: " + seat_text(seat) + " was forfeit before");
    clocks_.fault(fault.kind, seat, fault.us);
    fault_here_ = true;
    ++next_fault_;
    return std::nullopt;
  }

  std::optional<Contradiction> check_decision(Seat seat) {
    if (next_ == record_.decisions.size()) return decision_should_be("a decision of " + seat_text(seat));
    const auto& decision = record_.decisions[next_];
    if (decision.seat != seat) return decision_should_be("a decision of " + seat_text(seat));
    if (fault_here_ || clocks_.forfeited().has(seat)) {
      const auto action = game_->default_action(seat);
      if (decision.by_referee && decision.action == action) return std::nullopt;
      return decision_should_be("the default action " + action.text() + " of " + seat_text(seat) +
                                ", by the referee");
    }
    if (decision.by_referee) {
      return decision_should_be("a decision of " + seat_text(seat) + " itself, since it is not at fault");
    }
    game_->legal_actions(seat, legal_);
    if (std::ranges::find(legal_, decision.action) != legal_.end()) return std::nullopt;
    std::string actions;
    for (const auto& action : legal_) {
      actions += ' ';
      action.append_to(actions);
    }
    return decision_should_be("a legal action of " + seat_text(seat) + ":" + actions);
  }

  [[nodiscard]] std::optional<Contradiction> check_end() const {
    if (next_fault_ < record_.faults.size()) return fault_should_be("missing: the game is over");
    if (next_ < record_.decisions.size()) return decision_should_be("missing: the game is over");
    return std::nullopt;
  }

  [[nodiscard]] bool is_player(Seat seat) const { return seat >= 0 && seat < record_.rules.players(); }
  [[nodiscard]] Contradiction decision_should_be(std::string phrase) const {
    return {next_, {}, std::move(phrase)};
  }
  [[nodiscard]] Contradiction fault_should_be(std::string phrase) const {
    return {next_, next_fault_, std::move(phrase)};
  }

  const Record& record_;
  Played& played_;
  const Watch& watch_;
  ClocksAndStrikes clocks_;
  std::unique_ptr<Game> game_;
  EventLog log_;
  ActionList legal_;
  std::size_t next_ = 0;
  std::size_t next_fault_ = 0;
  bool fault_here_ = false;
};

std::string microseconds(std::int64_t us) { return std::to_string(us) + " us"; }

}  // namespace

std::string Contradiction::text(const Record& record) const {
  if (fault && *fault < record.faults.size()) {
    const auto& found = record.faults[*fault];
    return fmt::format("the fault '{}' of {} before decision {} should be {}", name_of(found.kind),
                       seat_text(found.seat), found.decision, expected);
  }
  auto text = "decision " + std::to_string(decision);
  if (decision < record.decisions.size()) {
    const auto& found = record.decisions[decision];
    text += fmt::format(" ({} by {})", found.action.text(), seat_text(found.seat));
  }
  return text + " should be " + expected;
}

std::optional<Contradiction> play_again(const Record& record, Played& played, const Watch& watch) {
  return Replay{record, played, watch}.run();
}

std::expected<Played, Contradiction> play_again(const Record& record) {
  Played played;
  if (auto wrong = play_again(record, played)) return std::unexpected{std::move(*wrong)};
  return played;
}

std::optional<Contradiction> check_times(const Record& record) {
  ClocksAndStrikes clocks{record.limits, record.own_limits};
  std::size_t next_fault = 0;
  const auto fault_at = [&](std::size_t decision) {
    return next_fault < record.faults.size() && record.faults[next_fault].decision == decision;
  };
  for (std::size_t i = 0; i <= record.decisions.size(); ++i) {
    while (fault_at(i)) {
      const auto& fault = record.faults[next_fault];
      const auto least = fault.kind == FaultKind::timeout ? clocks.allowance_us(fault.seat) : 0;
      if (fault.us < least)
        return Contradiction{i, next_fault, "found after " + microseconds(least) + " or more"};
      clocks.fault(fault.kind, fault.seat, fault.us);
      ++next_fault;
    }
    if (i == record.decisions.size() || record.decisions[i].by_referee) continue;
    const auto& decision = record.decisions[i];
    const auto most = clocks.allowance_us(decision.seat);
    if (decision.us < 0 || decision.us > most)
      return Contradiction{i, {}, "made within " + microseconds(most)};
    clocks.decided(decision.seat, decision.us);
  }
  return std::nullopt;
}

}  // namespace tribunal
