#include "report/page/page_analysis.hpp"

#include <algorithm>
#include <functional>
#include <ranges>
#include <utility>

#include "base/text/utf8.hpp"
#include "record/transcript.hpp"
#include "report/analysis/analysis_report.hpp"
#include "report/format/columns_and_csv.hpp"

namespace tribunal {
namespace {

constexpr std::size_t worst_of_all = 30;
constexpr std::size_t worst_of_a_bot = 10;
constexpr int decimals_shown = 2;

/// The row of a decision: `ReplayData.analysis` in `web/src/data.ts`.
Json row_of(const DecisionAnalysis& analysis, std::size_t place, int seats) {
  Json scores = Json::array();
  for (const auto& action : analysis.actions)
    scores.push_back(rounded_json(action.score.mean, decimals_shown));
  Json expected = Json::array();
  for (const auto& seat : analysis.actions.at(analysis.taken).of_seats | std::views::take(seats))
    expected.push_back({rounded_json(seat.mean, decimals_shown), rounded_json(seat.error, decimals_shown)});
  const auto best = analysis.is_mistake() ? static_cast<std::int64_t>(analysis.best) : -1;
  return {place,
          best,
          rounded_json(analysis.cost.mean, decimals_shown),
          rounded_json(analysis.cost.error, decimals_shown),
          std::move(scores),
          harmless(analysis.reason),
          std::move(expected)};
}

/// For each decision of `record`, its number among those that everybody, or `only`, can see.
std::vector<std::size_t> told_places(const Record& record, std::optional<Seat> only) {
  std::vector<std::size_t> places;
  Played played;
  if (play_again(record, played)) return places;
  std::size_t told = 0;
  for (const auto& event : played.events) {
    if (!event.is_decision) continue;
    places.push_back(told);
    told += event.is_told_to(only.value_or(referee_view)) ? 1 : 0;
  }
  return places;
}

}  // namespace

const Json& PageAnalysis::add(const AnalysedGame& game, const Record& record, std::optional<Seat> only) {
  const auto& places = places_[game.game->number] = told_places(record, only);
  auto& rows = rows_[game.game->questions.content] = Json::array();
  for (const auto& decision : game.decisions)
    rows.push_back(row_of(decision.analysis, places.at(decision.decision), game.game->rules.seats()));
  return rows;
}

Json PageAnalysis::rows_of(const Bytes32& content) const {
  const auto found = rows_.find(content);
  return found == rows_.end() ? Json{} : found->second;
}

PageAnalyst::PageAnalyst(const PageAnalysisTerms& terms, const std::string& bot)
    : terms_{terms}, games_{bot}, totals_{bot.empty() ? worst_of_all : worst_of_a_bot} {}

Json PageAnalyst::decisions_of(const Record& record, std::uint64_t number, const std::string& what,
                               std::optional<Seat> only) {
  auto to_analyse = game_to_analyse(record, number, what,
                                    only ? SeatSet::only(*only) : SeatSet::first(record.rules.players()));
  if (!to_analyse) return Json::array();
  auto rows = games_.rows_of(to_analyse->questions.content);
  if (!rows.is_null()) {
    ++repeated_;
    return rows;
  }
  GameAnalysis analysis{terms_.options, terms_.threads, [&](const AnalysedGame& game) {
                          rows = games_.add(game, record, only);
                          totals_.add(game);
                        }};
  analysis.add(*std::move(to_analyse));
  analysis.finish();
  return rows;
}

Json PageAnalysis::summary(const AnalysisTotals& totals, std::size_t worlds, std::size_t repeated) const {
  auto shown = totals.bots();
  std::erase_if(shown, [&](const BotTotal& bot) { return !bot_.empty() && bot.bot != bot_; });
  // Bots are ordered by advantage. Cost would be misleading, because some bots reach positions with more at
  // stake.
  std::ranges::stable_sort(shown, std::greater<>{},
                           [](const BotTotal& bot) { return bot.advantage_per_game().mean; });
  Json bots = Json::array();
  for (const auto& bot : shown) {
    bots.push_back(json_of(bot));
    bots.back()["bot"] = harmless(bot.bot);
  }
  Json worst = Json::array();
  for (const auto& mistake : totals.worst()) {
    const auto& [game, made] = mistake;
    auto& json = worst.emplace_back(json_of(mistake));
    json.erase("actions");  // the replay has them
    json["decision"] = places_.at(game->number).at(made.decision);
    json["bot"] = harmless(game->bots.at(index_of(made.seat)));
  }
  return {{"worlds", worlds},
          {"games", places_.size()},
          {"repeated", repeated},
          {"bots", std::move(bots)},
          {"worst", std::move(worst)}};
}

}  // namespace tribunal
