#include "tournament/luck/luck_by_earlier_deals.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/model/fit.hpp"
#include "parallel/in_order.hpp"
#include "tournament/luck/luck_models.hpp"
#include "tournament/luck/stored_luck.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

/// The CPU time of a decision in a playout by models, where `decisions_played_on` gives the number of
/// decisions. It was 0.6 us in Revolution and 1.0 us in Mitch. It is a constant, so that a resumed comparison
/// decides as before.
constexpr double us_a_decision = 0.9;
/// The share of the variance that is left without luck, used until it is known. It was 0.67 in Revolution and
/// 0.69 in Mitch.
constexpr double variance_left = 0.68;

/// The seat of the candidate or the baseline.
std::optional<Seat> seat_on_trial(const GameResult& game) {
  const auto found = std::ranges::find_if(game.seats, [](const SeatResult& seat) { return seat.bot <= 1; });
  if (found == game.seats.end()) return std::nullopt;
  return static_cast<Seat>(found - game.seats.begin());
}

bool describes_actions(const Record& record) {
  return !record.rules.deal(std::make_shared<const FastDeal>(0))->feature_names().empty();
}

}  // namespace

GamesOfDeal stored_games_of_deal(const std::filesystem::path& folder, Secret secret,
                                 std::uint64_t games_a_deal) {
  return [=](std::uint64_t deal) -> Result<std::vector<TriedGame>> {
    const auto results = Results::open(folder, RoundSource::nowhere);
    if (!results) return std::unexpected{results.error()};
    std::vector<TriedGame> games;
    const auto keep = [&](const GameResult& game, const Record& record) {
      if (const auto seat = seat_on_trial(game)) games.push_back({record, *seat});
      return true;
    };
    for (auto game = deal * games_a_deal; game < (deal + 1) * games_a_deal; ++game) {
      if (const auto walked = results->for_each_record(secret, keep, game); !walked)
        return std::unexpected{walked.error()};
    }
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
    if (const auto fitted = fit(); !fitted) return std::unexpected{fitted.error()};
    next_fit_ *= 2;
  }
  const auto games = games_(deal_++);
  if (!games) return std::unexpected{games.error()};
  std::optional<std::vector<double>> luck;
  if (is_taken_out()) {
    auto of_games = luck_of(*games);
    if (!of_games) return std::unexpected{of_games.error()};
    luck = *std::move(of_games);
  }
  if (const auto noted = note(*games); !noted) return std::unexpected{noted.error()};
  return luck;
}

Result<void> LuckByEarlierDeals::note(const std::vector<TriedGame>& games) {
  for (const auto& game : games) {
    if (!worth_) note_times(game);
    if (!describes_actions(game.record)) continue;
    const auto of_bot = [&](const std::string& bot) -> DescribedDecisions& { return decisions_[bot]; };
    if (const auto added = append_decisions(game.record, most_decisions, of_bot); !added) return added;
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
    const auto weights = fit_model(decisions, bot, {.threads = luck_.threads});
    if (!weights) return std::unexpected{weights.error()};
    policies_[bot] = policy_of(in_thousandths(*weights));
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
