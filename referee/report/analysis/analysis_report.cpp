#include "report/analysis/analysis_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <map>
#include <utility>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"

namespace tribunal {
namespace {

/// A decision with its game, for a row of CSV.
struct DecisionRow {
  const GameToAnalyse& game;
  const AnalysedDecision& decision;

  [[nodiscard]] const DecisionAnalysis& analysis() const { return decision.analysis; }
};

const std::string& bot_of(const DecisionRow& row) { return row.game.bots.at(index_of(row.decision.seat)); }

std::string cards_text(std::span<const Card> cards) {
  std::string text;
  for (const auto card : cards) {
    if (!text.empty()) text += ' ';
    card.append_to(text);
  }
  return text;
}

const ActionAnalysis& taken_of(const DecisionAnalysis& analysis) {
  return analysis.actions.at(analysis.taken);
}
const ActionAnalysis& best_of(const DecisionAnalysis& analysis) { return analysis.actions.at(analysis.best); }

Json actions_json(const DecisionAnalysis& analysis) {
  auto list = Json::array();
  for (const auto& action : analysis.actions) {
    list.push_back({{"action", action.action.text()},
                    {"score", rounded_json(action.score.mean, points_decimals)},
                    {"score_error", rounded_json(action.score.error, points_decimals)},
                    {"gain", rounded_json(action.gain.mean, points_decimals)},
                    {"gain_error", rounded_json(action.gain.error, points_decimals)},
                    {"worlds", action.worlds},
                    {"policy_share", rounded_json(action.share, points_decimals)}});
  }
  return list;
}

/// The columns for the game of a decision. In JSON a decision is within its game.
Columns<DecisionRow> place_columns() {
  return {{{"game"}, [](const DecisionRow& row) -> Json { return row.game.number; }},
          {{"deal"}, [](const DecisionRow& row) -> Json { return row.game.deal; }},
          {{"game_name"}, [](const DecisionRow& row) -> Json { return row.game.name; }}};
}

Columns<DecisionRow> decision_columns() {
  constexpr auto points = points_decimals;
  return {
      {{"seat"}, [](const DecisionRow& row) -> Json { return int{row.decision.seat}; }},
      {{"bot"}, [](const DecisionRow& row) -> Json { return bot_of(row); }},
      {{"decision"}, [](const DecisionRow& row) -> Json { return row.decision.decision + 1; }},
      {{"phase"}, [](const DecisionRow& row) -> Json { return name_of(row.decision.phase); }},
      {{"cards"}, [](const DecisionRow& row) -> Json { return cards_text(row.decision.cards); }},
      {{"taken"}, [](const DecisionRow& row) -> Json { return taken_of(row.analysis()).action.text(); }},
      {{"best"}, [](const DecisionRow& row) -> Json { return best_of(row.analysis()).action.text(); }},
      {{"mistake"}, [](const DecisionRow& row) -> Json { return row.analysis().is_mistake(); }},
      {{"cost"}, [](const DecisionRow& row) -> Json { return row.analysis().cost.mean; }, points},
      {{"cost_error"}, [](const DecisionRow& row) -> Json { return row.analysis().cost.error; }, points},
      {{"advantage"}, [](const DecisionRow& row) -> Json { return row.analysis().advantage.mean; }, points},
      {{"advantage_error"},
       [](const DecisionRow& row) -> Json { return row.analysis().advantage.error; },
       points},
      {{"reason"}, [](const DecisionRow& row) -> Json { return row.analysis().reason; }},
      {{"actions", {}}, [](const DecisionRow& row) -> Json { return actions_json(row.analysis()); }}};
}

Columns<DecisionRow> all_columns() {
  auto columns = place_columns();
  for (auto& column : decision_columns()) columns.push_back(std::move(column));
  return columns;
}

/// Makes a getter for a part of the estimate that `of` returns for a row.
template <class Row, class Of>
auto part_of(Of of, double Estimate::*part) {
  return [=](const Row& row) -> Json { return std::invoke(of, row).*part; };
}

Columns<AnalysisSum> sum_columns() {
  const auto points = points_decimals;
  const auto cost = [](const AnalysisSum& sum) { return sum.cost_of(); };
  const auto advantage = [](const AnalysisSum& sum) { return sum.advantage_of(); };
  return {{{"decisions"}, &AnalysisSum::decisions},
          {{"mistakes"}, &AnalysisSum::mistakes},
          {{"cost"}, part_of<AnalysisSum>(cost, &Estimate::mean), points},
          {{"cost_error"}, part_of<AnalysisSum>(cost, &Estimate::error), points},
          {{"advantage"}, part_of<AnalysisSum>(advantage, &Estimate::mean), points},
          {{"advantage_error"}, part_of<AnalysisSum>(advantage, &Estimate::error), points}};
}

/// Makes a getter for a figure of the sums: a member of `AnalysisSum`.
auto in_sum(std::size_t AnalysisSum::*figure) {
  return [=](const BotTotal& bot) -> Json { return bot.sum.*figure; };
}

Columns<BotTotal> bot_columns() {
  using Align = TextTable::Align;
  const auto points = points_decimals;
  const auto cost = [](double Estimate::*part) { return part_of<BotTotal>(&BotTotal::cost_per_game, part); };
  const auto advantage = [](double Estimate::*part) {
    return part_of<BotTotal>(&BotTotal::advantage_per_game, part);
  };
  return {{{"game_name"}, &BotTotal::game, 0, {{"Game", Align::left, 1}}},
          {{"bot"}, &BotTotal::bot, 0, {{"Bot", Align::left}}},
          {{"games"}, &BotTotal::games, 0, {{"Games", Align::right, 3}}},
          {{"decisions"}, in_sum(&AnalysisSum::decisions), 0, {{"Decisions", Align::right, 4}}},
          {{"mistakes"}, in_sum(&AnalysisSum::mistakes), 0, {{"Mistakes", Align::right, 2}}},
          {{"cost_per_game"}, cost(&Estimate::mean), points, {{"Cost a game"}, {}, 2}},
          {{"cost_per_game_error"}, cost(&Estimate::error), points, {{"+-"}, {}, 2}},
          {{"advantage_per_game"}, advantage(&Estimate::mean), points, {{"Advantage a game"}, {}, 2}},
          {{"advantage_per_game_error"}, advantage(&Estimate::error), points, {{"+-"}, {}, 2}},
          {{"error_over_deals"},
           [](const BotTotal& bot) -> Json { return bot.cost_error_over_deals.has_value(); }},
          {{"policy_is_random"}, [](const BotTotal& bot) -> Json { return bot.sum.is_policy_random(); }},
          {{"without_choice"}, &BotTotal::without_choice},
          {{"by_referee"}, &BotTotal::by_referee}};
}

/// A kind of decisions, and its bot, which has the number of games.
struct KindRow {
  const DecisionKind& kind;
  const BotTotal& bot;
};

Columns<KindRow> kind_columns() {
  using Align = TextTable::Align;
  const auto points = points_decimals;
  const auto of_kind = [](auto member) {
    return [=](const KindRow& row) -> Json { return row.kind.*member; };
  };
  const auto number = [](std::size_t AnalysisSum::*figure) {
    return [=](const KindRow& row) -> Json { return row.kind.sum.*figure; };
  };
  const auto cost = [](const KindRow& row) { return row.kind.cost_per_game(row.bot.games); };
  const auto games = [](const KindRow& row) { return fmt::format("{}", fmt::join(row.kind.look_at, ", ")); };
  return {{{"by"}, of_kind(&DecisionKind::by), 0, {{"By", Align::left}}},
          {{"value"}, of_kind(&DecisionKind::value), 0, {{"Kind", Align::left}}},
          {{"decisions"}, number(&AnalysisSum::decisions), 0, {{"Decisions", Align::right, 2}}},
          {{"mistakes"}, number(&AnalysisSum::mistakes), 0, {{"Mistakes", Align::right, 1}}},
          {{"cost_per_game"}, part_of<KindRow>(cost, &Estimate::mean), points, {{"Cost a game"}, {}, 2}},
          {{"cost_per_game_error"}, part_of<KindRow>(cost, &Estimate::error), points, {{"+-"}, {}, 2}},
          {{"games"}, of_kind(&DecisionKind::look_at), 0, {{"Games to look at", Align::left, 3}, games}}};
}

std::vector<KindRow> kind_rows(const BotTotal& bot) {
  std::vector<KindRow> rows;
  for (const auto& kind : bot.kinds) rows.push_back({kind, bot});
  return rows;
}

}  // namespace

std::string analysis_limits() {
  return "A better action is better against players like the policy of the playouts. Unseen cards are "
         "assumed to be equally likely, and others to decide like the policy when all decide at once; "
         "differences within two standard errors are not reported (tribunal help analysis).\n";
}

std::string policy_notes(std::span<const BotTotal> bots) {
  std::map<std::string, AnalysisSum> sums;
  for (const auto& bot : bots) {
    auto& sum = sums[bot.game];
    sum.decisions += bot.sum.decisions;
    sum.random += bot.sum.random;
  }
  std::string text;
  for (const auto& [game, sum] : sums) {
    if (sum.is_policy_random())
      text += fmt::format(
          "In none of these decisions of {} does the policy prefer an action: it chooses at random.\n",
          printable(game));
  }
  return text;
}

std::string head_text(const AnalysisHead& head) {
  auto text = fmt::format("{}: {}, {} with a choice, {} for each{}\n", printable(head.source),
                          counted(head.games, "game"), counted(head.decisions, "decision"),
                          counted(head.options.worlds, "world"),
                          head.options.open ? ", with the cards that were really dealt" : "");
  for (const auto& note : head.notes) text += printable(note) + '\n';
  return text;
}

std::string mistake_text(const PointedOut& mistake, const std::string& again) {
  const auto& [game, decision] = mistake;
  const auto& analysis = decision.analysis;
  const auto taken = taken_of(analysis).action.text();
  const auto best = best_of(analysis).action.text();
  auto text = fmt::format("-{} +- {}  {}, game {}, deal {}, seat {}, decision {}: {}, but {} is better\n",
                          fixed(analysis.cost.mean, 1), fixed(analysis.cost.error, 1),
                          printable(game->bots.at(index_of(decision.seat))), game->number, game->deal,
                          int{decision.seat}, decision.decision + 1, taken, best);
  text += fmt::format("  cards {}{}{}\n", decision.cards.empty() ? "none" : cards_text(decision.cards),
                      analysis.reason.empty() ? "" : ": ", analysis.reason);
  if (!again.empty()) text += "  see again: " + again + '\n';
  return text;
}

TextTable bots_table(std::span<const BotTotal> bots) { return text_table(bot_columns(), bots); }

std::string bots_legend() {
  return "Decisions: with a choice. Mistakes: decisions that cost more than two standard errors. Cost a "
         "game: points that the best actions would have added, over all decisions; advantage: points more "
         "than the policy would have made in the same positions, the better measure of strength. +-: "
         "standard error, over deals if there are several.\n";
}

TextTable kinds_table(const BotTotal& bot) { return text_table(kind_columns(), kind_rows(bot)); }

std::string decisions_csv_heading() { return csv_heading(csv_columns(all_columns())); }

std::string decisions_csv(const AnalysedGame& game) {
  static const auto columns = csv_columns(all_columns());
  std::string text;
  for (const auto& decision : game.decisions) text += csv_line(columns, DecisionRow{*game.game, decision});
  return text;
}

Json json_of(const AnalysedGame& game) {
  const auto& head = *game.game;
  Json json{{"game", head.number}, {"deal", head.deal}, {"game_name", head.name}, {"faults", head.faults}};
  auto seats = Json::array();
  for (const auto seat : head.seats) {
    Json of_seat{{"seat", int{seat}}, {"bot", head.bots.at(index_of(seat))}};
    of_seat.update(json_row(sum_columns(), sum_of(game, seat)));
    of_seat["without_choice"] = head.questions.without_choice[index_of(seat)];
    of_seat["by_referee"] = head.questions.by_referee[index_of(seat)];
    seats.push_back(std::move(of_seat));
  }
  json["seats"] = std::move(seats);
  json["decisions"] = Json::array();
  for (const auto& decision : game.decisions)
    json["decisions"].push_back(json_row(decision_columns(), DecisionRow{head, decision}));
  return json;
}

Json json_of(const PointedOut& mistake) {
  return json_row(all_columns(), DecisionRow{*mistake.game, mistake.decision});
}

Json json_of(const BotTotal& bot) {
  auto json = json_row(bot_columns(), bot);
  json["kinds"] = json_rows(kind_columns(), kind_rows(bot));
  return json;
}

Json json_of(const AnalysisHead& head) {
  return {
      {"schema", report_schema},       {"source", head.source},
      {"analysed_games", head.games},  {"analysed_decisions", head.decisions},
      {"worlds", head.options.worlds}, {"worlds_by_budget", head.is_budgeted},
      {"open", head.options.open},     {"seed", head.seed.empty() ? Json() : Json(head.seed)},
      {"notes", head.notes},           {"limits", analysis_limits().substr(0, analysis_limits().size() - 1)}};
}

}  // namespace tribunal
