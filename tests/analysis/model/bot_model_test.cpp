// Models of bots: they find the weights by which decisions were made, they tell the decisions of a bot in
// other deals, and their files are read strictly.
#include "analysis/model/bot_model.hpp"

#include <array>
#include <cmath>
#include <sstream>

#include <catch2/catch.hpp>

#include "analysis/model/fit.hpp"
#include "games/core/rollout.hpp"
#include "games/layout/family.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

/// The points of a suit for a seat as the melds lie; a suit is worth four.
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

/// Plays as the sample bot greedy: what gains most at once, and rather high cards than low ones or discards.
Action greedy_action(const Game& game, Seat seat) {
  ActionList actions;
  game.legal_actions(seat, actions);
  return *std::ranges::max_element(actions, {}, [&](const Action& action) {
    const auto rank = static_cast<int>(action.card().rank());
    return std::pair{gain_of(game, seat, action), action.verb() == verbs::play ? rank : -rank};
  });
}

/// Plays as the sample bot hoarder: its longest suit from the top, and throws all else away from the bottom.
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
  Record record{
      rules, {"play", number, deal_key(Secret::from_seed("42"), "play", number)}, {}, {}, {}, {}, {}, {}};
  for (const auto& bot : bots) record.entrants.push_back({bot, bot + " 1", ""});
  Dice dice{number};
  Stream chance = FastDeal{number}.stream("choices");
  auto muted = EventLog::muted();
  ActionList actions;
  Choices choices;
  const auto game = rules.deal(std::make_shared<const KeyedDeal>(record.deal.key));
  game->begin(muted);
  while (!game->wanted().empty()) {
    testing::choose_at_random(*game, dice, actions, choices);
    for (const auto seat : game->wanted()) {
      const auto& bot = bots[index_of(seat)];
      if (bot == "greedy") choices[seat] = greedy_action(*game, seat);
      if (bot == "hoarder") choices[seat] = hoarder_action(*game, seat);
      if (bot == "by values") choices[seat] = rollout.choose(*game, seat, chance);
      record.decisions.push_back({seat, choices[seat], 0, false});
    }
    game->apply(choices, muted);
  }
  return record;
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

BotModel some_model() {
  const auto game = make_rules("mitch", 3, {})->deal(testing::numbered_deal(0));
  const auto names = game->feature_names();
  BotModel model{.family = "layout",
                 .bot = "a \"bot\"",
                 .features = {names.begin(), names.end()},
                 .weights = {},
                 .decisions = 12345,
                 .mean_log_likelihood = -0.1,
                 .uniform_log_likelihood = -2.25};
  for (std::size_t i = 0; i < names.size(); ++i)
    model.weights.push_back(std::sqrt(static_cast<double>(i)) - 2);
  return model;
}

Result<BotModel> read(const std::string& text) {
  std::istringstream in{text};
  return read_model(in);
}

std::string with(std::string text, const std::string& part, const std::string& other) {
  const auto at = text.find(part);
  REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), other);
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
    CAPTURE(k, model->weights[k]);
    CHECK(std::abs(model->weights[k] - weights[k]) < 0.15);  // about five standard errors
  }
  CHECK(model->mean_log_likelihood > model->uniform_log_likelihood);
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
  const auto log_likelihood = mean_log_likelihood(others, model->weights);
  CAPTURE(bot, game, log_likelihood, uniform_log_likelihood(others));
  // A card that is played from the top of its suit and thrown away from the bottom needs a weight for each.
  CHECK(log_likelihood > uniform_log_likelihood(others) / (bot == "hoarder" ? 4 : 2));
  const auto of_random = decisions_of("random", game, 1'000, 100, rollout);
  CHECK(mean_log_likelihood(of_random, model->weights) < uniform_log_likelihood(of_random));
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
    by_model.play_by(static_cast<Seat>(i % 3), weights_for(*model, *game).value());
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

TEST_CASE("a model is read from its file as it was written") {
  const auto model = some_model();
  CHECK(read(to_file(model)) == model);
  const auto game = make_rules("revolution", 2, {})->deal(testing::numbered_deal(0));
  CHECK(weights_for(model, *game)->size() == model.weights.size());
}

TEST_CASE("files that are no models are refused with the reason") {
  const auto text = to_file(some_model());
  struct Trial {
    std::string text;
    std::string reason;
  };
  const auto trial = GENERATE_COPY(values<Trial>({
      {"", "it is no model of a bot: it is not JSON"},
      {"[]", "it should be a JSON object"},
      {"{}", "lacks \"tribunal_model\""},
      {std::string(100'000, ' '), "more than 65536 bytes"},
      {std::string(60'000, '['), "it is no model of a bot"},
      {with(text, "\"tribunal_model\": 1", "\"tribunal_model\": 2"),
       "version 2; this program reads version 1"},
      {with(text, "\"bot\"", "\"boot\""), "lacks \"bot\""},
      {with(text, "\"decisions\": 12345", "\"decisions\": -1"), "\"decisions\""},
      {with(text, "-0.1", "0.1"), "\"mean_log_likelihood\" of the model should be a number"},
      {with(text, "-0.1", "null"), "\"mean_log_likelihood\" of the model should be a number"},
      {with(text, "-2.0,", "1e999,"), "it holds a number beyond all bounds"},
      {with(text, "-2.0,", "1e7,"), "weight 1 of the model should be a number"},
      {with(text, "-2.0,", "null,"), "weight 1 of the model should be a number"},
      {with(text, "-2.0,", ""), "a weight for each of its"},
      {with(text, "\"value below the best\"", "7"), "feature 1 of the model should be a name"},
      {with(text, "\"value below the best\"", "\"" + std::string(300, 'a') + "\""),
       "feature 1 of the model should be a name"},
      {with(text, "\"family\"", "\"more\": 1, \"family\""), "has no member \"more\""},
      {text + "x", "it is not JSON"},
  }));
  CAPTURE(trial.text.substr(0, 300));
  const auto model = read(trial.text);
  REQUIRE_FALSE(model);
  CHECK_THAT(model.error().message, Catch::Contains(trial.reason));
}

TEST_CASE("a model of other features is refused for a game, with the first that differs") {
  auto model = some_model();
  const auto game = make_rules("mitch", 3, {})->deal(testing::numbered_deal(0));
  model.features[1] = "greed";
  auto refused = weights_for(model, *game);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, Catch::Contains("feature 2 should be \"best value\""));
  model = some_model();
  model.features.emplace_back("greed");
  model.weights.push_back(1);
  refused = weights_for(model, *game);
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, Catch::Contains("should be none after"));
  CHECK_FALSE(weights_for(some_model(), *make_rules("chez", 3, {})->deal(testing::numbered_deal(0))));
}
