#include "analysis/decision_analysis.hpp"

#include <cmath>
#include <map>
#include <set>

#include <catch2/catch.hpp>

#include "analysis/analysed_game.hpp"
#include "analysis/lottery.hpp"
#include "analysis/questions.hpp"
#include "analysis/totals.hpp"
#include "support/random_record.hpp"

using namespace tribunal;
using testing::Dice;
using testing::key_of;
using testing::question_of;

TEST_CASE("on a position in which all actions are equal the mean cost is 0 within error") {
  const testing::Lottery game{std::vector<int>(8, 5)};
  const auto rules = testing::lottery_rules(std::vector<int>(8, 5));
  DecisionAnalyst analyst;
  double sum = 0;
  double squares = 0;
  constexpr int count = 400;
  for (int i = 0; i < count; ++i) {
    const auto result =
        analyst.analyse(question_of(game, 0), rules, key_of(static_cast<std::uint64_t>(i)), {.worlds = 60});
    sum += result.cost.mean;
    squares += result.cost.mean * result.cost.mean;
  }
  const auto error = std::sqrt(squares) / count;
  CHECK(std::abs(sum / count) < 3.5 * error);
}

TEST_CASE("a better action is found, with what it brings more") {
  const testing::Lottery game{{1, 4, 2}};
  const auto rules = testing::lottery_rules({1, 4, 2});
  const auto result = DecisionAnalyst{}.analyse(question_of(game, 0), rules, key_of(1), {});
  CHECK(result.best == 1);
  CHECK(result.is_mistake());
  CHECK(result.actions[1].of_seats[0].mean == Approx(result.actions[1].score.mean));
  CHECK(result.actions[1].of_seats[0].error == Approx(result.actions[1].score.error));
  CHECK(std::abs(result.cost.mean - 3) < 4 * result.cost.error);
  // The policy knows nothing of this game, so it takes all actions equally often.
  CHECK(std::abs(result.advantage.mean - (1 - 7.0 / 3)) < 4 * result.advantage.error);
  CHECK(result.reason.empty());
}

TEST_CASE("an action that can be taken next in the same hand costs what waiting for it costs") {
  const std::vector prizes{1, 9, 4};
  const auto analysed = [&](int plays, bool hands) {
    const testing::Lottery game{prizes, plays, hands};
    return DecisionAnalyst{}.analyse(question_of(game, 0), testing::lottery_rules(prizes), key_of(1), {});
  };
  // The policy, which knows nothing, plays 1 or 4 after 9, and 4 or 9 after 1: 11.5 and 7.5 points.
  const auto other_hand = analysed(2, true);
  CHECK(std::abs(other_hand.cost.mean - 4) < 4 * other_hand.cost.error);
  const auto same_hand = analysed(2, false);
  CHECK(same_hand.best == 1);
  CHECK(std::abs(same_hand.cost.mean - 1.5) < 4 * same_hand.cost.error);
  CHECK(same_hand.actions[1].gain.mean == Approx(other_hand.actions[1].gain.mean));
  CHECK(std::abs(analysed(3, false).cost.mean) < 0.5);  // all cards are played
}

TEST_CASE("an analysis is the same with any number of threads, and repeats") {
  const auto analysed = [](unsigned threads) {
    std::string text;
    GameAnalysis analysis{{.worlds = 40}, threads, [&](const AnalysedGame& game) {
                            text += std::to_string(game.game->number) + ":";
                            for (const auto& decision : game.decisions) {
                              text += std::to_string(decision.decision) + " " +
                                      std::to_string(decision.analysis.cost.mean) + " " +
                                      std::to_string(decision.analysis.advantage.error) + " " +
                                      decision.analysis.reason + "\n";
                            }
                          }};
    for (std::uint64_t number = 0; number < 6; ++number) {
      const auto record =
          testing::quiet_record(number % 2 == 0 ? "revolution" : "anarchy", number % 2 == 0 ? 3 : 4, number);
      analysis.add(game_to_analyse(record, number, record.rules.game(), SeatSet::only(1)).value());
    }
    analysis.finish();
    return text;
  };
  const auto once = analysed(1);
  CHECK(once.find("5:") != std::string::npos);
  CHECK(analysed(3) == once);
}

TEST_CASE("an analysis never looks at what the seat does not know, unless the cards are open") {
  const auto rules = make_rules("revolution", 3, {}).value();
  const auto game = rules.deal(testing::numbered_deal(3));
  auto log = EventLog::muted();
  game->begin(log);
  const Seat seat = *game->wanted().begin();
  auto other = game->clone();
  Stream chance{99, "other"};
  other->redraw_hidden(seat, chance);
  const auto sum = [&](const Game& position, bool open) {
    const auto result = DecisionAnalyst{}.analyse(question_of(position, seat), rules, key_of(1),
                                                  {.worlds = 200, .open = open, .reasons = false});
    double all = 0;
    for (const auto& action : result.actions) all += action.score.mean;
    return all / static_cast<double>(result.actions.size());
  };
  // The worlds of the two games are the same, drawn from the same cards in a different order.
  CHECK(std::abs(sum(*game, false) - sum(*other, false)) < 1.5);
  CHECK(sum(*game, true) != sum(*other, true));
}

TEST_CASE("decisions of the referee and decisions without a choice are counted, not analysed") {
  Dice dice{11};
  std::size_t by_referee = 0;
  for (int i = 0; i < 40; ++i) {
    const auto record = testing::random_record(dice, {.faults = 10, .start_faults = 10});
    const auto seats = SeatSet::first(record.rules.players());
    const auto questions = questions_of(record, seats);
    REQUIRE(questions);
    std::size_t count = questions->open.size();
    for (const auto seat : seats) {
      count += questions->without_choice[index_of(seat)] + questions->by_referee[index_of(seat)];
      by_referee += questions->by_referee[index_of(seat)];
    }
    CHECK(count == record.decisions.size());
    for (const auto& question : questions->open) {
      CHECK_FALSE(record.decisions[question.decision].by_referee);
      CHECK(question.legal[question.taken] == record.decisions[question.decision].action);
      CHECK(question.legal.size() > 1);
    }
  }
  CHECK(by_referee > 0);
}

TEST_CASE("two decisions have one situation if and only if the seat was told the same of one deal") {
  std::map<std::string, Bytes32> situations;
  std::set<Bytes32> all;
  std::size_t met_again = 0;
  for (std::uint64_t number = 0; number < 120; ++number) {
    Dice of_rules{number / 4};
    Dice of_play{number};
    const auto rules = testing::random_rules(of_rules);
    // Four games of the same rules and two deals, which part where their decisions differ.
    const DealReference deal{"play", number % 2, key_of(number % 2)};
    const auto record = testing::RandomGame{rules, {}, {0, 0, 0}, of_play}.play(deal);
    const auto questions = questions_of(record, SeatSet::first(rules.players()));
    REQUIRE(questions);
    std::vector<std::string> told;
    Played played;
    REQUIRE_FALSE(play_again(record, played, [&](const Moment& moment) {
      auto& text = told.emplace_back(rules.game() + std::to_string(rules.players()));
      for (const auto& [name, value] : rules.options()) text += " " + name + to_text(value);
      text += "\n" + std::to_string(deal.number) + "\n" + std::to_string(moment.seat) + "\n";
      for (const auto& event : moment.events)
        if (event.is_told_to(moment.seat)) text += event.text(moment.seat) + "\n";
    }));
    for (const auto& question : questions->open) {
      const auto [found, is_new] = situations.emplace(told.at(question.decision), question.situation);
      met_again += is_new ? 0 : 1;
      CHECK(found->second == question.situation);
      all.insert(question.situation);
    }
  }
  CHECK(met_again > 20);
  CHECK(all.size() == situations.size());
}

TEST_CASE("games are the same if and only if rules, deal, bots and decisions are") {
  const auto content_of = [](const Record& record) {
    return questions_of(record, SeatSet::first(record.rules.players())).value().content;
  };
  const auto record = testing::quiet_record("revolution", 3, 1);
  auto again = record;
  for (auto& decision : again.decisions) decision.us += 7;
  again.entrants[0].sha256 = to_hex(sha256("compiled elsewhere"));
  again.comments.push_back({0, 2, "thinking"});
  CHECK(content_of(again) == content_of(record));
  auto renamed = record;
  std::swap(renamed.entrants[0], renamed.entrants[1]);
  CHECK(content_of(renamed) != content_of(record));
  Dice other{99};
  const auto played = testing::RandomGame{record.rules, {}, {0, 0, 0}, other}.play(record.deal);
  CHECK(content_of(played) != content_of(record));
  CHECK(content_of(testing::quiet_record("revolution", 3, 2)) != content_of(record));
}

TEST_CASE("a record that contradicts itself is refused") {
  auto record = testing::quiet_record("revolution", 3, 2);
  record.decisions[1].action = Action{verbs::pass};
  CHECK_FALSE(questions_of(record, SeatSet::first(3)));
}

TEST_CASE("what a bot did in games that were alike so far is one of its worst decisions once") {
  const auto game = [](std::uint64_t number, const std::string& bot) {
    return std::make_shared<GameToAnalyse>(GameToAnalyse{.number = number,
                                                         .name = "lottery",
                                                         .rules = testing::lottery_rules({1, 2}),
                                                         .key = {},
                                                         .bots = {bot, "two"},
                                                         .seats = SeatSet::only(0)});
  };
  const auto decision = [](std::uint8_t situation, std::size_t taken, double cost) {
    AnalysedDecision made{.cards = {}, .situation = {situation}, .analysis = {}};
    made.analysis.actions.assign(3, {.action = Action{verbs::pass}});
    made.analysis.taken = taken;
    made.analysis.best = 2;
    made.analysis.cost = {cost, 0.1};
    return made;
  };
  AnalysisTotals totals{3};
  totals.add({game(0, "one"), {decision(1, 0, 5), decision(2, 0, 3)}});
  totals.add({game(1, "one"), {decision(1, 0, 5), decision(3, 0, 2)}});
  totals.add({game(2, "one"), {decision(1, 0, 5), decision(2, 1, 1)}});
  const auto listed = [&] {
    std::vector<std::pair<std::uint64_t, double>> all;
    for (const auto& one : totals.worst())
      all.emplace_back(one.game->number, one.decision.analysis.cost.mean);
    return all;
  };
  CHECK(listed() == std::vector<std::pair<std::uint64_t, double>>{{0, 5}, {0, 3}, {1, 2}});
  CHECK(totals.bots().front().sum.decisions == 6);
  totals.add({game(3, "another"), {decision(1, 0, 5)}});
  CHECK(listed() == std::vector<std::pair<std::uint64_t, double>>{{0, 5}, {3, 5}, {0, 3}});
}

TEST_CASE("costs of one seat add up, and the worst decision comes first") {
  auto head = std::make_shared<GameToAnalyse>(GameToAnalyse{.number = 4,
                                                            .deal = 2,
                                                            .name = "lottery",
                                                            .rules = testing::lottery_rules({1, 2}),
                                                            .key = {},
                                                            .bots = {"one", "two"},
                                                            .seats = SeatSet::first(2)});
  const auto decision = [](Seat seat, std::size_t number, double cost, double error) {
    AnalysedDecision made{.seat = seat, .decision = number, .cards = {Card{}}, .analysis = {}};
    made.situation[0] = static_cast<std::uint8_t>(number);
    made.analysis.actions = {{.action = Action{verbs::pass}}, {.action = Action{verbs::play, {1}}}};
    made.analysis.best = 1;
    made.analysis.cost = {cost, error};
    made.analysis.advantage = {-cost, error};
    return made;
  };
  AnalysisTotals totals{2};
  totals.add(
      {head, {decision(0, 0, 1, 0.1), decision(1, 1, 5, 0.1), decision(0, 2, 3, 0.1), decision(0, 3, 9, 8)}});
  const auto bots = totals.bots();
  REQUIRE(bots.size() == 2);
  CHECK(bots[0].bot == "one");
  CHECK(bots[0].sum.cost == Approx(13));
  CHECK(bots[0].sum.mistakes == 2);
  CHECK(bots[0].sum.advantage_of(1).mean == Approx(-13));
  CHECK_FALSE(bots[0].cost_error_over_deals);
  REQUIRE(totals.worst().size() == 2);
  CHECK(totals.worst()[0].decision.decision == 1);
  CHECK(totals.worst()[1].decision.decision == 2);
  REQUIRE(bots[0].kinds.size() == 3);
  CHECK_FALSE(bots[0].kinds[0].cost_error_over_deals);
  CHECK(bots[0].kinds[0].cost_per_game(1).error == Approx(std::sqrt(0.01 + 0.01 + 64)));
  CHECK(bots[0].kinds[0].by == "verb");
  CHECK(bots[0].kinds[0].value == "pass");
  CHECK(bots[0].kinds[0].look_at == std::vector<std::uint64_t>{4});
  CHECK(bots[0].kinds[1].value == "early");
  CHECK(bots[0].kinds[2].value == "1");

  auto next = std::make_shared<GameToAnalyse>(*head);
  next->number = 5;
  next->deal = 3;
  totals.add({next, {decision(0, 0, 1, 0.1)}});
  const auto of_two_deals = totals.bots()[0];  // costs of 13 and 1, so each is 6 from the mean
  REQUIRE(of_two_deals.kinds.size() == 3);
  CHECK(of_two_deals.cost_error_over_deals.value() == Approx(6));
  for (const auto& kind : of_two_deals.kinds) CHECK(kind.cost_per_game(2).error == Approx(6));
}
