#include "tournament/standings/comparison.hpp"

#include <ranges>
#include <stdexcept>

#include "base/text/number_text.hpp"
#include "base/try.hpp"
#include "parallel/in_order.hpp"
#include "ratings/model/student.hpp"
#include "tournament/luck/luck_run.hpp"
#include "tournament/luck/stored_luck.hpp"

namespace tribunal {
namespace {

bool is_on_trial(const SeatResult& seat) {
  return seat.bot == Comparison::candidate || seat.bot == Comparison::baseline;
}

/// The seat of the candidate or the baseline.
std::optional<Seat> seat_on_trial(const GameResult& game) {
  const auto found = std::ranges::find_if(game.seats, is_on_trial);
  if (found == game.seats.end()) return std::nullopt;
  return static_cast<Seat>(found - game.seats.begin());
}

/// The deal, and the bot of each seat, with the bot on trial blank.
using Table = std::pair<std::uint64_t, std::vector<int>>;

Table table_of(const GameResult& game) {
  Table table{game.deal, {}};
  for (const auto& seat : game.seats) table.second.push_back(is_on_trial(seat) ? -1 : seat.bot);
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
  const auto on_trial = seat_on_trial(game);
  if (!on_trial) throw std::invalid_argument{"Comparison: a game without candidate and baseline"};
  for (const auto& seat : game.seats)
    for (const auto& [kind, times_seen] : seat.faults)
      deal.faults[is_on_trial(seat) ? static_cast<std::size_t>(seat.bot) : field] += times_seen;
  const auto is_absent = [](const SeatResult& seat) { return !is_on_trial(seat) && !seat.faults.empty(); };
  deal.games_without_field += std::ranges::any_of(game.seats, is_absent) ? 1 : 0;
  const auto& seat = game.seats[index_of(*on_trial)];
  auto& pair = deal.pairs[table_of(game).second];
  pair.seat = index_of(*on_trial);
  pair.showings[static_cast<std::size_t>(seat.bot)] = {
      .outcome = game.outcome,
      .at_fault = !seat.faults.empty(),
      .place = static_cast<std::size_t>(game.index % games_a_deal_)};
  ++deal.games;
  return test_deals();
}

SequentialVerdict Comparison::test_verdict() const {
  const auto verdict = test_.verdict();
  const bool is_last = asked_.most_blocks > 0 && next_ >= asked_.most_blocks;
  return verdict == SequentialVerdict::undecided && is_last ? SequentialVerdict::inconclusive : verdict;
}

ComparisonVerdict Comparison::verdict() const {
  if (moves_ == Moves::same) return ComparisonVerdict::same_moves;
  const bool is_time = test_verdict() != SequentialVerdict::undecided || next_ >= deals_until_no_opponent;
  if (is_time && (pairs_.lack_baseline() || pairs_.lack_field())) return ComparisonVerdict::no_opponent;
  switch (test_verdict()) {
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
  const auto games = static_cast<std::int64_t>(deals() * games_a_deal_);
  const auto chances = std::max<std::int64_t>(1, games / games_a_chance);
  return candidate_faults() - std::min(unrepeated_, chances);
}

bool Comparison::wants_moves() const {
  const bool is_time = test_verdict() != SequentialVerdict::undecided || deals() >= deals_until_alike;
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
  return pair.showings[candidate].at_fault ? test_.question().lowest : difference_of(pair) - luck_in(pair);
}

Result<void> Comparison::hold_to_range(std::uint64_t number, const Deal& deal) const {
  const auto& question = asked_;
  for (const auto& pair : deal.pairs | std::views::values) {
    if (!counts(pair)) continue;
    const double difference = difference_of(pair);
    if (difference >= question.lowest && difference <= question.highest) continue;
    return std::unexpected{
        "deal " + std::to_string(number) + " shows a difference of " + fixed(difference, 0) +
        " points between two games of a seat, beyond --range " + fixed(question.highest, 2) +
        ": expected no --range, so that the rules give the limit, or --cut, which cuts larger differences"};
  }
  return {};
}

/// The luck of a game is at most `LuckOfDeals::most()`. Without luck, the difference of a pair of games can
/// thus exceed the range by up to twice that, and so can the mean of a deal's pairs.
Result<void> Comparison::note_luck(Deal& deal) {
  if (!luck_) return {};
  const auto luck = TRY(luck_->next(test_));
  if (!luck) return {};
  if (corrected_.count == 0) test_.widen(2 * luck_->most());
  for (auto& pair : deal.pairs | std::views::values) {
    for (auto& showing : pair.showings) {
      showing.luck = luck->at(showing.place);
      if (std::abs(showing.luck) > luck_->most()) throw std::logic_error{"Comparison: luck beyond its bound"};
    }
  }
  ++corrected_.count;
  return {};
}

void Comparison::test_deal(const Deal& deal) {
  double sum = 0;
  double pairs = 0;
  std::array<double, 2> values{};
  for (const auto& pair : deal.pairs | std::views::values) {
    const auto& [tried, known] = pair.showings;
    alike_ = alike_ && !tried.at_fault && !known.at_fault && tried.outcome == known.outcome;
    if (!counts(pair)) continue;
    sum += counted(pair);
    ++pairs;
    values[0] += difference_of(pair);
    values[1] += difference_of(pair) - luck_in(pair);
  }
  pairs_.all += deal.pairs.size();
  pairs_.without_baseline += deal.pairs.size() - static_cast<std::size_t>(pairs);
  pairs_.games_without_field += deal.games_without_field;
  for (std::size_t which = 0; which < faults_.size(); ++which) faults_[which] += deal.faults[which];
  if (pairs == 0) return;
  test_.add(sum / pairs);
  for (std::size_t which = 0; corrected_.count > 0 && which < values.size(); ++which) {
    const double mean = values[which] / pairs;
    corrected_.sums[which] += mean;
    corrected_.squares[which] += mean * mean;
  }
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
    TRY(hold_to_range(number, deal));
    TRY(note_luck(deal));
    test_deal(deal);
    waiting_.erase(first);
    ++next_;
  }
  if (decided()) waiting_.clear();
  return {};
}

Result<bool> same_moves(const Results& results, const Secret& secret, std::uint64_t deals) {
  bool same = true;
  std::map<Table, std::vector<Decision>> alone;  // games of one of the two bots, before the other's was read
  TRY(results.for_each_record(secret, [&](const GameResult& game, const Record& record) {
    if (game.deal >= deals) return false;
    const auto [partner, is_first] = alone.try_emplace(table_of(game), record.decisions);
    if (is_first) return true;
    same = std::ranges::equal(partner->second, record.decisions, is_same);
    alone.erase(partner);
    return same;
  }));
  return same && alone.empty();
}

namespace {

/// The CPU time of a decision in a playout by models, where `decisions_played_on` gives the number of
/// decisions. It was 0.6 us in Revolution and 1.0 us in Mitch. It is a constant, so that a resumed comparison
/// decides as before.
constexpr double us_a_decision = 0.9;
/// The share of the variance that is left without luck, used until it is known. It was 0.67 in Revolution and
/// 0.69 in Mitch.
constexpr double variance_left = 0.68;

bool describes_actions(const Record& record) {
  return !record.rules.deal(std::make_shared<const FastDeal>(0))->feature_names().empty();
}

}  // namespace

GamesOfDeal stored_games_of_deal(const std::filesystem::path& folder, Secret secret,
                                 std::uint64_t games_a_deal) {
  return [=](std::uint64_t deal) -> Result<std::vector<TriedGame>> {
    const auto results = TRY(Results::open(folder, RoundSource::nowhere));
    std::vector<TriedGame> games;
    const auto keep = [&](const GameResult& game, const Record& record) {
      if (const auto seat = seat_on_trial(game)) games.push_back({record, *seat});
      return true;
    };
    for (auto game = deal * games_a_deal; game < (deal + 1) * games_a_deal; ++game)
      TRY(results.for_each_record(secret, keep, game));
    return games;
  };
}

LuckBound bound_for(double range) { return {.window = range / 16, .sum = range / 8}; }

LuckByEarlierDeals::LuckByEarlierDeals(ComparedLuck luck, GamesOfDeal games)
    : luck_{luck}, games_{std::move(games)} {}

Result<std::optional<std::vector<double>>> LuckByEarlierDeals::next(const SequentialTest& before) {
  if (deal_ == deals_without_models) worth_ = worth_after(before);
  if (worth_ && !is_taken_out()) return std::nullopt;
  if (deal_ == next_fit_) {
    TRY(fit());
    next_fit_ *= 2;
  }
  const auto games = TRY(games_(deal_++));
  std::optional<std::vector<double>> luck;
  if (is_taken_out()) {
    luck = TRY(luck_of(games));
  }
  TRY(note(games));
  return luck;
}

Result<void> LuckByEarlierDeals::note(const std::vector<TriedGame>& games) {
  for (const auto& game : games) {
    if (!worth_) note_times(game);
    if (!describes_actions(game.record)) continue;
    const auto of_bot = [&](const std::string& bot) -> DescribedDecisions& { return decisions_[bot]; };
    TRY(append_decisions(game.record, most_decisions, of_bot));
  }
  return {};
}

void LuckByEarlierDeals::note_times(const TriedGame& game) {
  ++games_noted_;
  for (const auto& decision : game.record.decisions) bot_us_ += static_cast<double>(decision.us);
  played_on_ += decisions_played_on(game.record, luck_.pairs);
}

LuckWorth LuckByEarlierDeals::worth_after(const SequentialTest& before) const {
  const double deviation = before.deviation().value_or(0);
  auto wider = before.question();
  wider.lowest -= 2 * most();
  wider.highest += 2 * most();
  const double us_a_game = 1000 * std::max(1.0, static_cast<double>(games_noted_));
  return {.deals_as_played = blocks_for(before.question(), deviation),
          .deals_corrected = blocks_for(wider, deviation * std::sqrt(variance_left)),
          .game_ms = bot_us_ / us_a_game,
          .luck_ms = us_a_decision * static_cast<double>(played_on_) / us_a_game};
}

Result<void> LuckByEarlierDeals::fit() {
  for (const auto& [bot, decisions] : decisions_) {
    if (decisions.size() == 0) continue;
    const auto weights = TRY(fit_model(decisions, bot, {.threads = luck_.threads}));
    policies_[bot] = policy_of(in_thousandths(weights));
  }
  return {};
}

Result<std::vector<double>> LuckByEarlierDeals::luck_of(const std::vector<TriedGame>& games) const {
  std::size_t begun = 0;
  const auto next = [&]() -> std::optional<std::size_t> {
    if (begun == games.size()) return std::nullopt;
    return begun++;
  };
  const auto make_worker = [&] {
    return [&](std::size_t i) {
      std::vector<PolicyWeights> policies;
      for (const auto& entrant : games[i].record.entrants) {
        const auto found = policies_.find(entrant.bot);
        policies.push_back(found == policies_.end() ? PolicyWeights{} : found->second);
      }
      return bounded_luck_of(games[i].record, games[i].seat, policies, luck_.pairs, luck_.bound);
    };
  };
  std::vector<double> luck;
  Result<void> end;
  in_order(luck_.threads, next, make_worker, [&](const Result<double>& of_game) {
    if (of_game) luck.push_back(*of_game);
    if (!of_game) end = std::unexpected{of_game.error()};
    return of_game.has_value();
  });
  if (!end) return std::unexpected{end.error()};
  return luck;
}

}  // namespace tribunal
