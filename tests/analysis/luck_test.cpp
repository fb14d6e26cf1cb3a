// Luck: its mean is 0 for all players; it removes scatter from scores; and it shows who knows future cards.
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "analysis/luck/chance_luck.hpp"
#include "analysis/luck/recorded_steps.hpp"
#include "analysis/model/fit.hpp"
#include "games/catalogue.hpp"
#include "record/transcript.hpp"
#include "support/played_record.hpp"
#include "support/random_record.hpp"
#include "support/repetitions.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// The way in which a seat decides.
using Player = std::function<Action(const Game&, Seat, Stream&)>;

/// A game as a record, its deal with this number.
Record record_of(const Rules& rules, std::uint64_t number, const std::vector<Player>& players) {
  Stream chance{number, "players"};
  return testing::played_record(rules, "play", number, "luck", testing::alike_entrants(rules),
                                [&](const Game& game, Seat seat) {
                                  return players[index_of(seat) % players.size()](game, seat, chance);
                                });
}

Action by_values(const Game& game, Seat seat, Stream& chance) { return Rollout{}.choose(game, seat, chance); }

Action at_random(const Game& game, Seat seat, Stream& chance) {
  ActionList actions;
  game.legal_actions(seat, actions);
  return actions[chance.uniform(static_cast<std::uint32_t>(actions.size()))];
}

/// The knowledge of a player beyond what its seat was told.
enum class Knows { nothing, hands, next_cards, stock };

/// Continues a world after an action. In it only what the player knows is as in the game.
int score_in_world(const Game& game, Seat seat, const Action& action, Knows knows, Stream& chance) {
  Rollout rollout;
  const auto world = game.clone();
  if (knows == Knows::nothing) world->redraw_hidden(seat, chance);
  if (knows == Knows::hands) world->redraw_chance(chance);
  rollout.step(*world, seat, action, chance);
  if (knows == Knows::next_cards) world->redraw_chance(chance);  // except for what has just come
  rollout.finish(*world, chance);
  return world->outcome().scores[index_of(seat)];
}

/// Takes the best action by its knowledge.
Player who_knows(Knows knows) {
  return [knows](const Game& game, Seat seat, Stream& chance) {
    constexpr int worlds = 6;
    ActionList actions;
    game.legal_actions(seat, actions);
    std::vector<double> sums(actions.size());
    for (int world = 0; world < worlds && actions.size() > 1; ++world) {
      const auto before = chance;
      for (std::size_t i = 0; i < actions.size(); ++i) {
        chance = before;
        sums[i] += score_in_world(game, seat, actions[i], knows, chance);
      }
    }
    return actions[static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin())];
  };
}

/// A mean and its standard error.
struct Estimate {
  double mean = 0;
  double error = 0;
  [[nodiscard]] double z() const { return mean / error; }
};

Estimate estimate_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  for (const auto value : values) sum += value;
  double squares = 0;
  for (const auto value : values) squares += (value - sum / count) * (value - sum / count);
  return {sum / count, std::sqrt(squares / (count - 1) / count)};
}

double variance(const std::vector<double>& values) {
  const auto [mean, error] = estimate_of(values);
  return error * error * static_cast<double>(values.size());
}

Rules rules_of(std::string_view game, int players) { return make_rules(game, players, {}).value(); }

/// Models of a player, fitted to games of other deals.
std::vector<PolicyWeights> policies_of(const Rules& rules, const Player& player, std::uint64_t games) {
  DescribedDecisions decisions;
  for (std::uint64_t number = 0; number < games; ++number)
    REQUIRE(
        decisions.append(describe_decisions(record_of(rules, 1000 + number, {player}), "bot").value(), 5000));
  const auto model = fit_model(decisions, "bot").value();
  return std::vector(static_cast<std::size_t>(rules.players()), PolicyWeights(model.begin(), model.end()));
}

/// A game that models continued from the decision with this number.
Outcome played_on(std::unique_ptr<Game> game, Rollout& rollout, std::uint64_t seed, std::size_t decision) {
  Stream policy{seed, "policy"};
  for (; decision > 0; --decision) static_cast<void>(policy.next_word());
  rollout.finish(*game, policy);
  return game->outcome();
}

/// The luck of draws, in points, from games that are each continued anew.
std::array<double, 3> plain_luck(const Record& record, const std::vector<PolicyWeights>& policies,
                                 int pairs) {
  Rollout rollout{1, NoiseFor::each_action};
  for (std::size_t seat = 0; seat < policies.size(); ++seat)
    rollout.play_by(static_cast<Seat>(seat), policies[seat]);
  auto muted = EventLog::muted();
  std::array<double, 3> luck{};
  RecordedSteps steps{record};
  while (steps.next()) {
    if (!steps.brought_chance()) continue;
    Stream seeds{record.deal.key, "luck"};
    for (int pair = 0; pair < pairs; ++pair) {
      const auto seed = seeds.next_seed();
      auto redrawn = redrawn_by(steps.before(), seed);
      redrawn->apply(steps.choices(), muted);
      const auto without = played_on(std::move(redrawn), rollout, seed, steps.decisions());
      const auto with = played_on(redrawn_by(steps.now(), seed), rollout, seed, steps.decisions());
      for (std::size_t seat = 0; seat < 3; ++seat)
        luck[seat] += (with.scores[seat] - without.scores[seat]) / static_cast<double>(pairs);
    }
  }
  return luck;
}

/// The luck of a player's draws in games of solitaire.
std::vector<double> luck_in_solitaire(const Rules& rules, const std::vector<PolicyWeights>& policies,
                                      const Player& player, int games) {
  std::vector<double> luck;
  for (int number = 0; number < games; ++number) {
    const auto record = record_of(rules, 5000 + static_cast<std::uint64_t>(number), {player});
    luck.push_back(luck_of(record, policies, {.pairs = 10, .hands = false}).value().draws[0].points);
  }
  return luck;
}

}  // namespace

TEST_CASE("luck has mean 0 in every seat, whatever the players, and leaves less scatter in scores") {
  const auto [game, player, all_deals, most_left] = GENERATE(table<std::string, Player, int, double>({
      {"revolution", by_values, 60, 0.5},
      {"revolution", at_random, 60, 1.2},
      {"mitch", by_values, 60, 0.5},
      {"chez", by_values, 10, 1.5},
  }));
  const auto deals = static_cast<std::uint64_t>(std::max(10, testing::repetitions(10 * all_deals)));
  const auto rules = rules_of(game, 3);
  const auto policies = policies_of(rules, player, deals);
  std::vector<double> scores;
  std::vector<double> corrected;
  std::array<std::vector<double>, 3> draws;
  std::array<std::vector<double>, 3> ranks;
  std::array<std::vector<double>, 3> hands;
  for (std::uint64_t number = 0; number < deals; ++number) {
    const auto record = record_of(rules, number, {player});
    const auto luck = luck_of(record, policies, {.pairs = 20}).value();
    for (std::size_t seat = 0; seat < 3; ++seat) {
      draws[seat].push_back(luck.draws[seat].points);
      ranks[seat].push_back(luck.draws[seat].rank);
      hands[seat].push_back(luck.hands[seat].points);
    }
    scores.push_back(play_again(record).value().outcome.scores[0]);
    corrected.push_back(scores.back() - luck.draws[0].points - luck.hands[0].points);
  }
  CAPTURE(game);
  for (const auto* const kind : {&draws, &ranks, &hands})
    for (const auto& of_seat : *kind) CHECK(std::abs(estimate_of(of_seat).z()) < 4);
  if (deals >= static_cast<std::uint64_t>(all_deals))  // otherwise there are too few for a statement
    CHECK(variance(corrected) < most_left * variance(scores));
}

TEST_CASE("luck shows a player who knows cards that are to come, but not one who knows the others' hands") {
  // Knowing only the next card gains little, so it takes more games.
  const auto rules = rules_of("solitaire", 1);
  const auto policies = policies_of(rules, by_values, 60);
  for (const auto& [knows, tenth, least_z, most_z] : std::vector<std::tuple<Knows, int, double, double>>{
           {Knows::stock, 40, 5, 100},
           {Knows::next_cards, 400, 3.5, 100},
           {Knows::hands, 100, -4, 4},
           {Knows::nothing, 100, -4, 4},
       }) {
    const auto games = testing::repetitions(10 * tenth);
    const auto luck = estimate_of(luck_in_solitaire(rules, policies, who_knows(knows), games));
    CAPTURE(static_cast<int>(knows), luck.mean, luck.error);
    const auto share = least_z > 0 ? std::sqrt(games / (1.0 * tenth)) : 1;
    CHECK(luck.z() > least_z * share);
    CHECK(luck.z() < most_z);
  }
}

TEST_CASE("luck shows deals that were not drawn at random, but chosen for the seat that they favour") {
  const auto rules = rules_of("revolution", 3);
  const auto policies = policies_of(rules, by_values, 40);
  std::vector<double> luck;
  for (std::uint64_t deal = 0; deal < 40; ++deal) {
    std::optional<Record> chosen;
    std::int32_t most = 0;
    for (std::uint64_t key = 0; key < 6; ++key) {
      const auto record = record_of(rules, 100 * deal + key, {by_values});
      const auto score = play_again(record).value().outcome.scores[0];
      if (!chosen || score > most) chosen = record;
      most = std::max(most, score);
    }
    luck.push_back(luck_of(*chosen, policies, {.pairs = 30, .hands = false}).value().draws[0].points);
  }
  CHECK(estimate_of(luck).z() > 5);
}

TEST_CASE(
    "luck is that of games each of which is played on anew, though those that must be equal are played "
    "once") {
  constexpr int pairs = 6;
  for (const auto* const game : {"revolution", "mitch", "chez"}) {
    const auto rules = rules_of(game, 3);
    const auto fitted = policies_of(rules, by_values, 30);
    for (const auto& policies : {fitted, std::vector<PolicyWeights>(3)}) {
      for (std::uint64_t number = 0; number < 5; ++number) {
        const auto record = record_of(rules, number, {by_values, at_random});
        const auto luck =
            luck_of(record, policies, {.pairs = pairs, .hands = number % 2 == 0, .alike = true}).value();
        const auto plain = plain_luck(record, policies, pairs);
        for (std::size_t seat = 0; seat < 3; ++seat)
          CHECK(luck.draws[seat].points == Approx(plain[seat]).margin(1e-9));
      }
    }
  }
}

TEST_CASE("the luck of a game repeats, and depends on the number of pairs alone") {
  Dice dice{9};
  const auto record = testing::quiet_record("revolution", 3, 5);
  const std::vector<PolicyWeights> policies(3);
  const auto once = luck_of(record, policies, {.pairs = 4}).value();
  CHECK(once == luck_of(record, policies, {.pairs = 4}).value());
  CHECK_FALSE(once == luck_of(record, policies, {.pairs = 5}).value());
  CHECK(once.events > 5);
}

TEST_CASE("tables of a deal with other bots have random numbers of their own, unless they shall be alike") {
  const auto record = testing::quiet_record("revolution", 3, 5);
  auto renamed = record;
  std::swap(renamed.entrants[0].bot, renamed.entrants[1].bot);
  const std::vector<PolicyWeights> policies(3);
  const auto luck = [&](const Record& game, bool alike) {
    return luck_of(game, policies, {.pairs = 4, .alike = alike}).value();
  };
  REQUIRE(record.entrants[0].bot != renamed.entrants[0].bot);
  CHECK_FALSE(luck(record, false) == luck(renamed, false));
  CHECK(luck(record, true) == luck(renamed, true));
}

TEST_CASE("events after the first fault of a bot count nothing") {
  auto record = testing::quiet_record("revolution", 3, 5);
  const std::vector<PolicyWeights> policies(3);
  const auto all = luck_of(record, policies, {.pairs = 2}).value();
  // A bot that never started: the referee makes its decisions from its first turn on.
  Dice dice{1};
  const auto faulty = testing::RandomGame{*make_rules("revolution", 3, {}), {}, {100, 100, 0}, dice}.play(
      DealReference{"play", 5, deal_key(Secret::from_seed("42"), "play", 5)});
  const auto none = luck_of(faulty, policies, {.pairs = 2}).value();
  CHECK(none.events == 0);
  CHECK(none.draws == LuckOfSeats{});
  CHECK(all.events > 0);
}

TEST_CASE("a record that contradicts its rules has no luck") {
  auto record = testing::quiet_record("revolution", 3, 5);
  record.decisions.pop_back();
  CHECK_FALSE(luck_of(record, std::vector<PolicyWeights>(3), {}).has_value());
}

TEST_CASE("chance comes after decisions where cards are drawn or dice are cast") {
  for (const auto* const game : {"revolution", "mitch", "chez"}) CHECK(has_later_chance(rules_of(game, 3)));
  for (const auto* const game : {"anarchy", "snark", "tennis", "organised-chaos"})
    CHECK_FALSE(has_later_chance(rules_of(game, 4)));
}

TEST_CASE("rank scores are those of Savage, and equal places share") {
  const auto [places, scores] = GENERATE(table<std::vector<int>, std::vector<double>>({
      {{1, 2}, {0.5, -0.5}},
      {{2, 1, 3}, {1.0 / 6, 2.0 / 3, -5.0 / 6}},
      {{1, 1, 3}, {5.0 / 12, 5.0 / 12, -5.0 / 6}},
      {{1, 1, 1}, {0, 0, 0}},
  }));
  Outcome outcome{.seats = static_cast<int>(places.size())};
  for (std::size_t seat = 0; seat < places.size(); ++seat)
    outcome.places[seat] = static_cast<std::int8_t>(places[seat]);
  const auto found = rank_scores(outcome);
  for (std::size_t seat = 0; seat < places.size(); ++seat)
    CHECK(found[seat] == Approx(scores[seat]).margin(1e-12));
}
