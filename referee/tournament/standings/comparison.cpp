#include "tournament/standings/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "base/text/number_text.hpp"
#include "ratings/model/student.hpp"

namespace tribunal {
namespace {

/// The deal, and the bot of each seat, with the bot on trial blank.
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
                       Moves moves, std::shared_ptr<LuckOfDeals> luck)
    : games_a_deal_{schedule.groups() * schedule.seatings()},
      compared_by_{compared_by},
      asked_{question},
      test_{question},
      moves_{moves},
      luck_{std::move(luck)} {
  if (luck_ && compared_by_ == ComparedBy::places)
    throw std::invalid_argument{"Comparison: luck is taken out of points, not of places"};
}

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
  pair.showings[static_cast<std::size_t>(seat.bot)] = {
      .outcome = game.outcome,
      .at_fault = !seat.faults.empty(),
      .place = static_cast<std::size_t>(game.index % games_a_deal_)};
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

/// A timeout that does not recur may be due to the machine. Up to one such timeout in a hundred games counts
/// as chance.
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
    return std::clamp(difference, asked_.lowest, asked_.highest);
  }
  return tried.places[seat] < known.places[seat] ? 1 : tried.places[seat] == known.places[seat] ? 0.5 : 0;
}

double Comparison::counted(const Pair& pair) const {
  if (pair.showings[candidate].at_fault) return test_.question().lowest;
  const double difference = difference_of(pair) - luck_in(pair);
  if (!pair.showings[baseline].at_fault) return difference;
  return std::min(difference, even());
}

Result<void> Comparison::hold_to_range(std::uint64_t number, const Deal& deal) const {
  const auto& question = asked_;
  for (const auto& pair : deal.pairs | std::views::values) {
    const double difference = difference_of(pair);
    if (difference >= question.lowest && difference <= question.highest) continue;
    return std::unexpected{
        "deal " + std::to_string(number) + " shows a difference of " + fixed(difference, 0) +
        " points between two games of a seat, beyond --range " + fixed(question.highest, 2) +
        ": expected no --range, so that the rules give the limit, or --cut, which cuts larger differences"};
  }
  return {};
}

/// The luck of a game is at most `LuckOfDeals::most()`. A pair of games within the range can thus differ by
/// up to twice as much more, and so can the mean of a deal's pairs.
Result<void> Comparison::note_luck(Deal& deal) {
  if (!luck_) return {};
  const auto luck = luck_->next(test_);
  if (!luck) return std::unexpected{luck.error()};
  if (!*luck) return {};
  if (corrected_.count == 0) test_.widen(2 * luck_->most());
  for (auto& pair : deal.pairs | std::views::values) {
    for (auto& showing : pair.showings) {
      showing.luck = (*luck)->at(showing.place);
      if (std::abs(showing.luck) > luck_->most()) throw std::logic_error{"Comparison: luck beyond its bound"};
    }
  }
  ++corrected_.count;
  return {};
}

void Comparison::test_deal(const Deal& deal) {
  double sum = 0;
  std::array<double, 2> values{};
  const auto pairs = static_cast<double>(deal.pairs.size());
  for (const auto& pair : deal.pairs | std::views::values) {
    sum += counted(pair);
    const double difference = difference_of(pair);
    values[0] += difference / pairs;
    values[1] += (difference - luck_in(pair)) / pairs;
    const auto& [tried, known] = pair.showings;
    alike_ = alike_ && !tried.at_fault && !known.at_fault && tried.outcome == known.outcome;
  }
  test_.add(sum / pairs);
  for (std::size_t which = 0; corrected_.count > 0 && which < values.size(); ++which) {
    corrected_.sums[which] += values[which];
    corrected_.squares[which] += values[which] * values[which];
  }
  for (std::size_t which = 0; which < faults_.size(); ++which) faults_[which] += deal.faults[which];
}

std::optional<double> Comparison::variance_left() const {
  if (corrected_.count < fewest_deals) return std::nullopt;
  const auto variance = [&](std::size_t which) {
    const auto mean = corrected_.sums[which] / static_cast<double>(corrected_.count);
    return corrected_.squares[which] / static_cast<double>(corrected_.count) - mean * mean;
  };
  const double as_played = variance(0);
  if (!(as_played > 0)) return std::nullopt;
  return variance(1) / as_played;
}

Result<void> Comparison::test_deals() {
  for (auto first = waiting_.begin(); first != waiting_.end() && !decided(); first = waiting_.begin()) {
    auto& [number, deal] = *first;
    if (number != next_ || deal.games < games_a_deal_) break;
    if (auto held = hold_to_range(number, deal); !held) return held;
    if (auto noted = note_luck(deal); !noted) return noted;
    test_deal(deal);
    waiting_.erase(first);
    ++next_;
  }
  if (decided()) waiting_.clear();
  return {};
}

Result<bool> same_moves(const Results& results, const Secret& secret, std::uint64_t deals) {
  bool same = true;
  std::map<Table, std::vector<Decision>> alone;  // games of one of the two, before the other's was read
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
