#include "cli/run/check_analysis.hpp"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <utility>

#include "base/escape.hpp"
#include "base/text/number_text.hpp"
#include "bots/system/machine.hpp"
#include "cli/run/analysis_budget.hpp"
#include "report/analysis/analysis_report.hpp"
#include "report/check/check_report.hpp"

namespace tribunal {
namespace {

constexpr std::int64_t check_analysis_seconds = 10;
constexpr std::size_t most_games = 100;
constexpr std::size_t most_sampled = 16;
constexpr std::size_t most_worst = 3;

/// Some of the games, for a measurement, each with one decision.
std::vector<GameToAnalyse> sample_of(const std::vector<GameToAnalyse>& games) {
  std::vector<GameToAnalyse> sample;
  const auto step = std::max<std::size_t>(1, games.size() / most_sampled);
  for (std::size_t i = 0; i < games.size() && sample.size() < most_sampled; i += step) {
    const auto& open = games[i].questions.open;
    if (open.empty()) continue;
    sample.push_back(games[i]);
    sample.back().questions.open = {open[open.size() * (i % 3) / 3]};
  }
  return sample;
}

}  // namespace

void CheckAnalysis::add(const Record& record) {
  const auto number = next_++;
  std::optional<GameToAnalyse> game;
  if (record.faults.empty() && games_.size() < most_games) {
    game = game_to_analyse(record, number, record.rules.game(), SeatSet::first(record.rules.players()));
  }
  if (!game) {
    ++left_out_;
    return;
  }
  if (!contents_.insert(game->questions.content).second) {
    ++repeated_;
    return;
  }
  // Every seat is the bot, by whatever name it sits there.
  std::ranges::fill(game->bots, std::string{game->bots.front()});
  decisions_ += game->questions.open.size();
  games_.push_back(*std::move(game));
}

void CheckAnalysis::run(const OnGame& on_game) {
  const auto threads = static_cast<unsigned>(available_cores().size());
  AnalysisOptions options;
  if (decisions_ > 0) {
    const auto fits =
        worlds_in_budget(check_analysis_seconds, sample_of(games_), decisions_, options, threads);
    options.worlds = std::min(usual_worlds, fits.worlds);
  }
  worlds_ = options.worlds;
  analysed_ = games_.size();
  totals_.emplace(most_worst);
  GameAnalysis analysis{options, threads, [&](const AnalysedGame& game) {
                          totals_->add(game);
                          on_game(game);
                        }};
  for (auto& game : games_) analysis.add(std::move(game));
  games_.clear();
  analysis.finish();
}

std::string CheckAnalysis::left_out_text() const {
  std::string text;
  if (repeated_ > 0)
    text += counted(repeated_, "game") + (repeated_ == 1 ? " that repeats another" : " that repeat others");
  if (left_out_ > 0) {
    text += fmt::format("{}{} with a fault, or beyond the first {}", text.empty() ? "" : ", ",
                        counted(left_out_, "game"), most_games);
  }
  return text.empty() ? text : "  not analysed: " + text + '\n';
}

std::string CheckAnalysis::text() const {
  std::string text;
  const auto bots = totals_->bots();
  for (const auto& bot : bots) {
    const auto cost = bot.sum.cost_of(bot.games);
    text += fmt::format(
        "analysis: in {} your bot loses {} +- {} points a game by decisions ({} in {}, {} each)\n", bot.game,
        fixed(cost.mean, 1), fixed(bot.cost_error_over_deals.value_or(cost.error), 1),
        counted(bot.sum.mistakes, "mistake"), counted(bot.sum.decisions, "decision"),
        counted(worlds_, "world"));
  }
  if (bots.empty()) text += "analysis: no game without a fault was played, so there is nothing to analyse\n";
  for (const auto& mistake : totals_->worst()) {
    text += mistake_text(
        mistake, log_.empty() ? ""
                              : fmt::format("{} replay {} --game {}", shell_word(program_invocation_name),
                                            shell_word(log_), mistake.game->number));
  }
  if (!bots.empty()) text += left_out_text();
  return without_commands(text + (bots.empty() ? "" : policy_notes(bots) + analysis_limits()));
}

Json CheckAnalysis::json() const {
  auto bots = Json::array();
  for (const auto& bot : totals_->bots()) bots.push_back(json_of(bot));
  auto worst = Json::array();
  for (const auto& mistake : totals_->worst()) worst.push_back(json_of(mistake));
  return {{"worlds", worlds_},
          {"analysed_games", analysed_},
          {"games_repeated", repeated_},
          {"games_left_out", left_out_},
          {"decisions", decisions_},
          {"games", bots},
          {"worst", worst}};
}

}  // namespace tribunal
