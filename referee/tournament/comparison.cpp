#include "tournament/comparison.hpp"

#include <stdexcept>
#include <utility>

namespace tribunal {

Comparison::Comparison(const Schedule& schedule, const SequentialQuestion& question, ComparedBy compared_by)
    : games_a_deal_{schedule.groups() * schedule.seatings()}, compared_by_{compared_by}, test_{question} {}

std::expected<void, std::string> Comparison::add(const GameResult& game) {
  if (decided()) return {};
  auto& deal = waiting_[game.deal];
  std::vector<int> seating;
  std::size_t seat_on_trial = game.seats.size();
  for (const auto& seat : game.seats) {
    const bool on_trial = seat.bot == candidate || seat.bot == baseline;
    if (on_trial) seat_on_trial = seating.size();
    seating.push_back(on_trial ? -1 : seat.bot);
    for (const auto& [kind, times_seen] : seat.faults)
      deal.faults[on_trial ? static_cast<std::size_t>(seat.bot) : field] += times_seen;
  }
  if (seat_on_trial == game.seats.size())
    throw std::invalid_argument{"Comparison: a game without candidate and baseline"};
  const auto& seat = game.seats[seat_on_trial];
  const auto which = static_cast<std::size_t>(seat.bot);
  deal.pairs[std::move(seating)][which] = {game.outcome.scores[seat_on_trial],
                                           game.outcome.places[seat_on_trial]};
  ++deal.games;
  return test_deals();
}

double Comparison::difference_of(const Deal& deal) const {
  double sum = 0;
  for (const auto& [seating, pair] : deal.pairs) {
    const auto& [tried, known] = pair;
    if (compared_by_ == ComparedBy::points) {
      sum += tried.score - known.score;
    } else {
      sum += tried.place < known.place ? 1 : tried.place == known.place ? 0.5 : 0;
    }
  }
  return sum / static_cast<double>(deal.pairs.size());
}

std::expected<void, std::string> Comparison::test_deals() {
  for (auto first = waiting_.begin(); first != waiting_.end() && !decided(); first = waiting_.begin()) {
    const auto& [number, deal] = *first;
    if (number != next_ || deal.games < games_a_deal_) break;
    const double difference = difference_of(deal);
    const auto& question = test_.question();
    if (question.rigorous && (difference < question.lowest || difference > question.highest)) {
      return std::unexpected{"deal " + std::to_string(number) + " shows a difference of " +
                             std::to_string(difference) +
                             " points, beyond --range: a larger one would be right"};
    }
    test_.add(difference);
    for (std::size_t which = 0; which < faults_.size(); ++which) faults_[which] += deal.faults[which];
    waiting_.erase(first);
    ++next_;
  }
  if (decided()) waiting_.clear();
  return {};
}

}  // namespace tribunal
