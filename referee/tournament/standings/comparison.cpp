#include "tournament/standings/comparison.hpp"

#include <algorithm>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "base/text/number_text.hpp"

namespace tribunal {
namespace {

/// The deal, and the bot of each seat, the one on trial left blank.
using Table = std::pair<std::uint64_t, std::vector<int>>;

Table table_of(const GameResult& game) {
  Table table{game.deal, {}};
  for (const auto& seat : game.seats) {
    const bool on_trial = seat.bot == Comparison::candidate || seat.bot == Comparison::baseline;
    table.second.push_back(on_trial ? -1 : seat.bot);
  }
  return table;
}

bool is_same(const Decision& one, const Decision& other) {
  return one.seat == other.seat && one.action == other.action && one.by_referee == other.by_referee;
}

}  // namespace

Comparison::Comparison(const Schedule& schedule, const SequentialQuestion& question, ComparedBy compared_by,
                       Moves moves)
    : games_a_deal_{schedule.groups() * schedule.seatings()},
      compared_by_{compared_by},
      test_{question},
      moves_{moves} {}

Result<void> Comparison::add(const GameResult& game) {
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
  auto& pair = deal.pairs[std::move(seating)];
  pair.seat = seat_on_trial;
  pair.showings[static_cast<std::size_t>(seat.bot)] = {game.outcome, !seat.faults.empty()};
  ++deal.games;
  return test_deals();
}

ComparisonVerdict Comparison::verdict() const {
  if (moves_ == Moves::same) return ComparisonVerdict::same_moves;
  switch (test_.verdict()) {
    case SequentialVerdict::better:
      return faults_held_against() > baseline_faults() ? ComparisonVerdict::more_faults
                                                       : ComparisonVerdict::better;
    case SequentialVerdict::not_better:
      return ComparisonVerdict::not_better;
    case SequentialVerdict::inconclusive:
      return ComparisonVerdict::inconclusive;
    case SequentialVerdict::undecided:
      break;
  }
  return ComparisonVerdict::undecided;
}

/// A timeout that does not recur may be due to the machine. One in a hundred games counts as chance, more do
/// not.
std::int64_t Comparison::faults_held_against() const {
  constexpr std::int64_t games_a_chance = 100;
  const auto games = static_cast<std::int64_t>(test_.blocks() * games_a_deal_);
  const auto chances = std::max<std::int64_t>(1, games / games_a_chance);
  return candidate_faults() - std::min(unrepeated_, chances);
}

bool Comparison::wants_moves() const {
  const bool is_time = test_.verdict() != SequentialVerdict::undecided || test_.blocks() >= deals_until_alike;
  return moves_ == Moves::not_looked_at && alike_ && is_time && test_.question().m0 >= even();
}

double Comparison::difference_of(const Pair& pair) const {
  const auto& tried = pair.showings[candidate].outcome;
  const auto& known = pair.showings[baseline].outcome;
  const auto seat = pair.seat;
  if (compared_by_ != ComparedBy::places) {
    const double difference = static_cast<double>(tried.scores[seat]) - known.scores[seat];
    if (compared_by_ == ComparedBy::points) return difference;
    return std::clamp(difference, test_.question().lowest, test_.question().highest);
  }
  return tried.places[seat] < known.places[seat] ? 1 : tried.places[seat] == known.places[seat] ? 0.5 : 0;
}

double Comparison::counted(const Pair& pair) const {
  if (pair.showings[candidate].at_fault) return test_.question().lowest;
  const double difference = difference_of(pair);
  if (!pair.showings[baseline].at_fault) return difference;
  return std::min(difference, even());
}

Result<void> Comparison::hold_to_range(std::uint64_t number, const Deal& deal) const {
  const auto& question = test_.question();
  for (const auto& pair : deal.pairs | std::views::values) {
    const double difference = difference_of(pair);
    if (difference >= question.lowest && difference <= question.highest) continue;
    return std::unexpected{
        "deal " + std::to_string(number) + " shows a difference of " + fixed(difference, 0) +
        " points between two games of a seat, beyond --range " + fixed(question.highest, 2) +
        ": leave it out, and the rules say how large it is; or cut larger differences: --cut"};
  }
  return {};
}

Result<void> Comparison::test_deals() {
  for (auto first = waiting_.begin(); first != waiting_.end() && !decided(); first = waiting_.begin()) {
    const auto& [number, deal] = *first;
    if (number != next_ || deal.games < games_a_deal_) break;
    if (auto held = hold_to_range(number, deal); !held) return held;
    double sum = 0;
    for (const auto& pair : deal.pairs | std::views::values) {
      sum += counted(pair);
      const auto& [tried, known] = pair.showings;
      alike_ = alike_ && !tried.at_fault && !known.at_fault && tried.outcome == known.outcome;
    }
    test_.add(sum / static_cast<double>(deal.pairs.size()));
    for (std::size_t which = 0; which < faults_.size(); ++which) faults_[which] += deal.faults[which];
    waiting_.erase(first);
    ++next_;
  }
  if (decided()) waiting_.clear();
  return {};
}

Result<bool> same_moves(const Results& results, const Secret& secret, std::uint64_t deals) {
  bool same = true;
  std::map<Table, std::vector<Decision>> alone;  // games of one of the two, the other's still to come
  const auto walked = results.for_each_record(secret, [&](const GameResult& game, const Record& record) {
    if (game.deal >= deals) return false;
    const auto [partner, is_first] = alone.try_emplace(table_of(game), record.decisions);
    if (is_first) return true;
    same = std::ranges::equal(partner->second, record.decisions, is_same);
    alone.erase(partner);
    return same;
  });
  if (!walked) return std::unexpected{walked.error()};
  return same && alone.empty();
}

}  // namespace tribunal
