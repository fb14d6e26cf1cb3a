// Bounded luck: no game shows more than its bound, and its mean is 0.

#include <cmath>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "analysis/luck/chance_luck.hpp"
#include "analysis/luck/recorded_steps.hpp"
#include "games/catalogue.hpp"
#include "record/transcript.hpp"
#include "support/played_record.hpp"

using namespace tribunal;

namespace {

constexpr std::uint32_t few_pairs = 3;

/// A game between seats that play by the game's own values, except for those that play at random.
Record record_of(const Rules& rules, std::uint64_t number, SeatSet at_random) {
  Stream chance{number, "players"};
  Rollout rollout;
  rollout.play_at_random(at_random);
  return testing::played_record(
      rules, "play", number, "bounded luck", testing::alike_entrants(rules),
      [&](const Game& game, Seat seat) { return rollout.choose(game, seat, chance); });
}

Record record_with_first_at_random(const Rules& rules, std::uint64_t number) {
  return record_of(rules, number, SeatSet::first(1));
}

Rules rules_of(std::string_view game) { return make_rules(game, 3, {}).value(); }

double luck_of_seat(const Record& record, Seat seat, const LuckBound& bound) {
  return bounded_luck_of(record, seat, std::vector<PolicyWeights>(3), few_pairs, bound).value();
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double variance_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / static_cast<double>(values.size() - 1);
}

}  // namespace

TEST_CASE("no game shows more luck than its bound, and some show more than the sum after which it stops") {
  for (const auto* const game : {"revolution", "mitch"}) {
    const auto rules = rules_of(game);
    for (const auto& bound : {LuckBound{.window = 0.5, .sum = 0}, LuckBound{.window = 2, .sum = 3}}) {
      bool stopped = false;
      for (std::uint64_t number = 0; number < 40; ++number) {
        const auto record = record_with_first_at_random(rules, number);
        for (Seat seat = 0; seat < 3; ++seat) {
          const double luck = luck_of_seat(record, seat, bound);
          CHECK(std::abs(luck) <= bound.most());
          stopped = stopped || std::abs(luck) > bound.sum;
        }
      }
      CHECK(stopped);
    }
  }
}

TEST_CASE("the mean of bounded luck is 0, however tight the bound is and however the seats play") {
  const auto rules = rules_of("revolution");
  // In one of a thousand runs, one of the twelve means would lie more than 4 errors from 0. The deals are
  // fixed.
  for (const auto& bound : {LuckBound{.window = 0.5, .sum = 0.2}, LuckBound{.window = 1, .sum = 2},
                            LuckBound{.window = 2, .sum = 4}, LuckBound{.window = 100, .sum = 1000}}) {
    std::vector<std::vector<double>> luck(3);
    for (std::uint64_t number = 0; number < 250; ++number) {
      const auto record = record_with_first_at_random(rules, number);
      for (Seat seat = 0; seat < 3; ++seat) luck[index_of(seat)].push_back(luck_of_seat(record, seat, bound));
    }
    for (const auto& of_seat : luck) {
      const double error = std::sqrt(variance_of(of_seat) / static_cast<double>(of_seat.size()));
      CHECK(error > 0);
      CHECK(std::abs(mean_of(of_seat)) < 4 * error);
    }
  }
}

TEST_CASE("without its bounded luck a score scatters less") {
  const auto rules = rules_of("revolution");
  std::vector<double> scores;
  std::vector<double> corrected;
  for (std::uint64_t number = 0; number < 60; ++number) {
    const auto record = record_of(rules, number, {});
    const auto seat = Seat{1};
    const auto luck =
        bounded_luck_of(record, seat, std::vector<PolicyWeights>(3), 30, {.window = 6, .sum = 24}).value();
    scores.push_back(play_again(record).value().outcome.scores[index_of(seat)]);
    corrected.push_back(scores.back() - luck);
  }
  CHECK(variance_of(corrected) < 0.8 * variance_of(scores));
}

TEST_CASE("bounded luck follows from the record and the seat alone") {
  const auto record = record_with_first_at_random(rules_of("mitch"), 1);
  const LuckBound bound{.window = 2, .sum = 8};
  CHECK(luck_of_seat(record, 0, bound) == luck_of_seat(record, 0, bound));
  CHECK(luck_of_seat(record, 0, bound) != luck_of_seat(record, 1, bound));
}

TEST_CASE("nothing after a bot's first fault is luck") {
  const auto rules = rules_of("revolution");
  auto record = record_with_first_at_random(rules, 2);
  const auto game = rules.deal(std::make_shared<const KeyedDeal>(record.deal.key));
  auto muted = EventLog::muted();
  game->begin(muted);
  Stream chance{2, "players"};
  Rollout rollout;
  record.decisions.clear();
  const auto fails = *game->wanted().begin();
  record.faults.push_back({.kind = FaultKind::crash, .seat = fails, .decision = 0, .us = 0, .got = ""});
  testing::play_out(*game, muted, [&](const Game& now, Seat seat) {
    const auto action = seat == fails ? now.default_action(seat) : rollout.choose(now, seat, chance);
    record.decisions.push_back({seat, action, 0, seat == fails});
    return action;
  });
  for (Seat seat = 0; seat < 3; ++seat) CHECK(luck_of_seat(record, seat, {.window = 2, .sum = 8}) == 0);
}

TEST_CASE("the next hand that is dealt is an event of both kinds of luck") {
  for (const auto* const game : {"mitch", "revolution", "solitaire"}) {
    const auto rules = make_rules(game, 3, {{"hands", "3"}}).value();
    for (std::uint64_t number = 0; number < 10; ++number) {
      const auto record = record_of(rules, number, {});
      const auto whole = luck_of(record, std::vector<PolicyWeights>(3), {.pairs = 1, .hands = false}).value();
      std::size_t events = 0;
      std::size_t left = 0;
      RecordedSteps steps{record};
      while (steps.next()) {
        const bool is_dealt = steps.now().chance_so_far().hands > steps.before().chance_so_far().hands;
        if (!is_dealt && steps.now().chance_so_far().draws == steps.before().chance_so_far().draws) continue;
        ++events;
        left += steps.left();
      }
      CHECK(whole.events == events);
      CHECK(decisions_played_on(record, 1) == record.decisions.size() + 2 * left);
    }
  }
}

TEST_CASE("games are played on once before the first event, and twice at each") {
  const auto record = record_with_first_at_random(rules_of("revolution"), 4);
  CHECK(decisions_played_on(record, 10) == 10 * decisions_played_on(record, 1));
  CHECK(decisions_played_on(record, 1) ==
        record.decisions.size() * record.decisions.size());  // each is an event
  const auto tennis = record_with_first_at_random(make_rules("tennis", 3, {}).value(), 3);
  CHECK(decisions_played_on(tennis, 1) == tennis.decisions.size());
}
