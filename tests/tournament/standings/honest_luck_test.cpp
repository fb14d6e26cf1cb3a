// The audit of honest tournaments: how often bots that know nothing have much luck.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "analysis/luck/chance_luck.hpp"
#include "games/catalogue.hpp"
#include "record/transcript.hpp"
#include "support/game_result.hpp"
#include "support/played_record.hpp"
#include "support/repetitions.hpp"
#include "tournament/standings/standings.hpp"

using namespace tribunal;
using namespace tribunal::testing;

namespace {

constexpr std::size_t seats_each = 3;
constexpr std::uint64_t deals_each = 10;
/// The bots play by the game's own values, with noise of this number of points.
constexpr std::array<float, seats_each> noises{0.0F, 1.0F, 3.0F};

Record game_of(const Rules& rules, std::uint64_t deal, std::size_t turn) {
  std::vector<Rollout> bots;
  for (std::size_t seat = 0; seat < seats_each; ++seat)
    bots.emplace_back(noises.at((seat + turn) % seats_each));
  Stream chance{deal * seats_each + turn, "bots"};
  return played_record(
      rules, "honest", deal, "audit", alike_entrants(rules),
      [&](const Game& game, Seat seat) { return bots[index_of(seat)].choose(game, seat, chance); });
}

/// The standings of a tournament in complete rotation, with the luck of its draws.
Standings tournament(const Rules& rules, std::uint64_t number) {
  constexpr std::uint32_t few_pairs = 2;  // luck from few pairs scatters more, and has the same mean
  StandingsTally tally{{"a", "b", "c"}, DealOrder::in_a_row, true};
  for (std::uint64_t deal = number * deals_each; deal < (number + 1) * deals_each; ++deal) {
    for (std::size_t turn = 0; turn < seats_each; ++turn) {
      const auto record = game_of(rules, deal, turn);
      const auto scores = play_again(record).value().outcome.scores;
      std::vector<Seated> seats;
      for (std::size_t seat = 0; seat < seats_each; ++seat)
        seats.push_back({static_cast<int>((seat + turn) % seats_each), scores[seat]});
      const auto found =
          luck_of(record, std::vector<PolicyWeights>(seats_each), {.pairs = few_pairs}).value();
      const auto luck = in_units(0, seats_each, found);
      tally.add(game_result(deal, seats), {}, &luck, LuckKind::draws);
    }
  }
  return tally.standings().value();
}

}  // namespace

TEST_CASE("two hundred honest tournaments raise no alarm, and their z scatter as normal deviates do") {
  const auto tournaments = static_cast<std::uint64_t>(repetitions(2000));
  const std::array rules{make_rules("revolution", seats_each, {}).value(),
                         make_rules("mitch", seats_each, {}).value()};
  double squares = 0;
  double beyond_two = 0;
  double all = 0;
  for (std::uint64_t number = 0; number < tournaments; ++number) {
    const auto standings = tournament(rules.at(number % rules.size()), number);
    CHECK(alarms_in(standings).empty());
    for (const auto& row : standings.rows) {
      const double z = row.luck.value().z.value();
      squares += z * z;
      beyond_two += std::abs(z) > 2 ? 1 : 0;
      ++all;
    }
  }
  // The luck of three bots sums to 0: that is two independent deviates for three bots.
  const double error = std::sqrt(2 / (all * 2 / 3));
  CAPTURE(squares / all, beyond_two / all);
  CHECK(std::abs(squares / all - 1) < 4 * error);
  constexpr double usual = 0.0455;
  CHECK(std::abs(beyond_two / all - usual) < 4 * std::sqrt(usual / (all * 2 / 3)));
}
