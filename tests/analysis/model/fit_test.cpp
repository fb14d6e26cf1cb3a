// Models of bots: they recover the weights by which decisions were made, and predict the bot's decisions in
// other deals.
#include "analysis/model/fit.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

#include "games/core/rollout.hpp"
#include "games/layout/family.hpp"
#include "support/played_record.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// The points of a suit for a seat with the present melds; a suit is worth four.
int points_of(const Position& position, Seat seat, std::size_t suit) {
  if (position.winners[suit] == seat) return 4;
  return -static_cast<int>(position.seats[index_of(seat)].melds[suit].size());
}

/// The gain in the suit of the action's card if the hand ended at once; 0 if the action ends the game.
int gain_of(const Game& game, Seat seat, const Action& action) {
  auto muted = EventLog::muted();
  const auto suit = static_cast<std::size_t>(action.card().suit());
  const auto after = game.clone();
  Choices choices;
  choices[seat] = action;
  after->apply(choices, muted);
  if (action.verb() != verbs::play || after->wanted().empty()) return 0;
  return points_of(after->position(), seat, suit) - points_of(game.position(), seat, suit);
}

/// Plays like the sample bot greedy: the action that gains most at once, and high cards rather than low ones
/// or discards.
Action greedy_action(const Game& game, Seat seat) {
  ActionList actions;
  game.legal_actions(seat, actions);
  return *std::ranges::max_element(actions, {}, [&](const Action& action) {
    const auto rank = static_cast<int>(action.card().rank());
    return std::pair{gain_of(game, seat, action), action.verb() == verbs::play ? rank : -rank};
  });
}

/// Plays like the sample bot hoarder: its longest suit from the top, and discards everything else from the
/// bottom.
Action hoarder_action(const Game& game, Seat seat) {
  ActionList actions;
  game.legal_actions(seat, actions);
  const auto suit_of = [](const Action& action) { return static_cast<std::size_t>(action.card().suit()); };
  std::array<int, suit_count> length{};
  for (std::size_t suit = 0; suit < length.size(); ++suit)
    length[suit] = static_cast<int>(game.position().seats[index_of(seat)].melds[suit].size());
  for (const auto& action : actions)
    if (action.verb() == verbs::play) ++length[suit_of(action)];
  return *std::ranges::max_element(actions, {}, [&](const Action& action) {
    const bool is_longest =
        action.verb() != verbs::stock && length[suit_of(action)] == std::ranges::max(length);
    const auto rank = static_cast<int>(action.card().rank());
    if (action.verb() == verbs::play) return std::pair{is_longest ? 3 : 0, rank};
    if (action.verb() == verbs::discard) return std::pair{is_longest ? 1 : 2, -rank};
    return std::pair{action.verb() == verbs::take && is_longest ? 3 : 1, 0};
  });
}

/// A record of a game whose seats are played by the entrants' bots: `greedy`, `hoarder`, `by values`, or at
/// random.
Record played_record(const Rules& rules, std::uint64_t number, const std::vector<std::string>& bots,
                     Rollout& rollout) {
  std::vector<Entrant> entrants;
  for (const auto& bot : bots) entrants.push_back({bot, bot + " 1", ""});
  Dice dice{number};
  Stream chance = FastDeal{number}.stream("choices");
  ActionList actions;
  return testing::played_record(rules, "play", number, "42", entrants, [&](const Game& game, Seat seat) {
    game.legal_actions(seat, actions);
    const auto at_random = dice.pick(actions);
    const auto& bot = bots[index_of(seat)];
    if (bot == "greedy") return greedy_action(game, seat);
    if (bot == "hoarder") return hoarder_action(game, seat);
    return bot == "by values" ? rollout.choose(game, seat, chance) : at_random;
  });
}

/// The decisions of a bot in games from number `first` on.
DescribedDecisions decisions_of(const std::string& bot, const std::string& game, std::uint64_t first,
                                int games, Rollout& rollout) {
  const auto rules = make_rules(game, 3, {}).value();
  DescribedDecisions all;
  for (int i = 0; i < games; ++i) {
    const auto record =
        played_record(rules, first + static_cast<std::uint64_t>(i),
                      {"by values", "greedy", bot == "hoarder" ? "hoarder" : "random"}, rollout);
    REQUIRE(all.append(describe_decisions(record, bot).value(), 1'000'000));
  }
  return all;
}

/// The mean log-likelihood of decisions by weights, one for each feature. Without weights: that of choosing
/// all legal actions equally often.
double mean_log_likelihood(const DescribedDecisions& decisions, const std::vector<double>& weights = {}) {
  double sum = 0;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const auto [features, chosen] = decisions[i];
    std::vector<double> utilities(features.size() / decisions.names().size());
    for (std::size_t k = 0; k < utilities.size() * weights.size(); ++k)
      utilities[k / weights.size()] += weights[k % weights.size()] * static_cast<double>(features[k]);
    double odds = 0;
    for (const auto utility : utilities) odds += std::exp(utility - utilities[chosen]);
    sum -= std::log(odds);
  }
  return sum / static_cast<double>(decisions.size());
}

}  // namespace

TEST_CASE("a fit recovers the weights from which decisions were drawn") {
  const std::vector<double> weights{1.5, -0.75, 0, 3};
  Dice dice{1};
  const auto uniform = [&] { return static_cast<double>(dice.below(1'000'000)) / 1e6; };
  DescribedDecisions decisions{"layout", {"a", "b", "c", "d"}};
  for (int i = 0; i < 20'000; ++i) {
    std::vector<float> features(weights.size() * (2 + dice.below(6)));
    for (auto& feature : features) feature = static_cast<float>(uniform() - 0.5);
    std::size_t chosen = 0;
    double most = -1e9;
    for (std::size_t row = 0; row * weights.size() < features.size(); ++row) {
      double utility = -std::log(-std::log(uniform() * 0.999'998 + 0.000'001));  // Gumbel: the softmax choice
      for (std::size_t k = 0; k < weights.size(); ++k)
        utility += weights[k] * features[row * weights.size() + k];
      if (utility > most) chosen = row;
      most = std::max(most, utility);
    }
    decisions.add(features, chosen);
  }
  const auto model = fit_model(decisions, "drawn");
  REQUIRE(model);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    CAPTURE(k, model->at(k));
    CHECK(std::abs(model->at(k) - weights[k]) < 0.15);  // about five standard errors
  }
  CHECK(mean_log_likelihood(decisions, *model) > mean_log_likelihood(decisions));
}

TEST_CASE("a fit is the same at any number of threads") {
  Rollout rollout{1};
  const auto decisions = decisions_of("by values", "revolution", 0, 400, rollout);
  REQUIRE(decisions.size() > 2'500);  // several pieces
  const auto once = fit_model(decisions, "by values", {.threads = 1});
  REQUIRE(once);
  CHECK(fit_model(decisions, "by values", {.threads = 2}) == once);
  CHECK(fit_model(decisions, "by values", {.threads = 5}) == once);
}

TEST_CASE("a model of a bot tells its decisions in other deals, in a game that it was not fitted to, too") {
  const auto bot = GENERATE(as<std::string>{}, "greedy", "hoarder", "by values");
  const auto game = GENERATE(as<std::string>{}, "revolution", "mitch");
  Rollout rollout{1};
  const auto model = fit_model(decisions_of(bot, "revolution", 0, 200, rollout), bot);
  REQUIRE(model);
  const auto others = decisions_of(bot, game, 1'000, 100, rollout);
  const auto log_likelihood = mean_log_likelihood(others, *model);
  CAPTURE(bot, game, log_likelihood, mean_log_likelihood(others));
  // A card that is played from the top of its suit and discarded from the bottom needs two weights.
  CHECK(log_likelihood > mean_log_likelihood(others) / (bot == "hoarder" ? 4 : 2));
  const auto of_random = decisions_of("random", game, 1'000, 100, rollout);
  CHECK(mean_log_likelihood(of_random, *model) < mean_log_likelihood(of_random));
}

TEST_CASE("a rollout by a model plays as the bot that the model was fitted to") {
  Rollout bot{0};
  const auto model = fit_model(decisions_of("by values", "revolution", 0, 200, bot), "by values");
  REQUIRE(model);
  const auto rules = make_rules("revolution", 3, {}).value();
  Rollout by_model;
  auto muted = EventLog::muted();
  Stream chance = FastDeal{3}.stream("model");
  double lead = 0;
  for (int i = 0; i < 300; ++i) {
    const auto game = rules.deal(testing::numbered_deal(static_cast<std::uint64_t>(i)));
    game->begin(muted);
    const auto names = game->feature_names().size();
    for (const auto seat : SeatSet::first(3)) by_model.play_by(seat, std::vector<float>(names));  // at random
    by_model.play_by(static_cast<Seat>(i % 3), {model->begin(), model->end()});
    by_model.finish(*game, chance);
    const auto scores = game->outcome().scores;
    lead += scores[static_cast<std::size_t>(i % 3)] - scores[static_cast<std::size_t>((i + 1) % 3)];
  }
  CHECK(lead / 300 > 5);
}

TEST_CASE("only decisions of the bot itself between two actions or more are described") {
  Dice dice{5};
  for (int i = 0; i < 200; ++i) {
    const auto record = testing::random_record(dice, {.faults = 20, .start_faults = 10, .comments = 0});
    const auto described = describe_decisions(record, record.entrants[0].bot);
    if (!described) continue;  // a family without features
    std::size_t own = 0;
    for (const auto& decision : record.decisions)
      own += !decision.by_referee && record.entrants.at(index_of(decision.seat)).bot == record.entrants[0].bot
                 ? 1
                 : 0;
    CHECK(described->size() <= own);
    CHECK(describe_decisions(record, "nobody")->size() == 0);
  }
}

TEST_CASE("decisions that cannot be fitted are refused with the reason") {
  const auto none = fit_model({}, "no\nbody");
  REQUIRE_FALSE(none);
  CHECK_THAT(none.error().message, Catch::Contains("no decision of no\\x0abody"));
  DescribedDecisions some{"layout", {"a"}};
  some.add(std::vector<float>{1, 2}, 0);
  CHECK_FALSE(fit_model(some, "bot", {.ridge = 0}));
  DescribedDecisions other{"anarchy", {"b"}};
  other.add(std::vector<float>{1, 2}, 0);
  const auto joined = some.append(other, 10);
  REQUIRE_FALSE(joined);
  CHECK_THAT(joined.error().message, Catch::Contains("a model is of one family"));
}
