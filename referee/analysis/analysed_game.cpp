#include "analysis/analysed_game.hpp"

#include <utility>

#include "parallel/in_order.hpp"

namespace tribunal {
namespace {

/// The number of decisions that are collected before they are distributed: enough to keep threads busy, but
/// few enough for the memory that their games take.
constexpr std::size_t most_waiting = 4096;

struct Piece {
  const GameToAnalyse* game = nullptr;
  const Question* question = nullptr;
};

/// Goes through the decisions of games.
class Pieces {
 public:
  explicit Pieces(const std::vector<std::shared_ptr<const GameToAnalyse>>& games) : games_{games} {}

  std::optional<Piece> next() {
    for (; game_ < games_.size(); ++game_, question_ = 0) {
      const auto& open = games_[game_]->questions.open;
      if (question_ < open.size()) return Piece{games_[game_].get(), &open[question_++]};
    }
    return std::nullopt;
  }

 private:
  const std::vector<std::shared_ptr<const GameToAnalyse>>& games_;
  std::size_t game_ = 0;
  std::size_t question_ = 0;
};

}  // namespace

std::optional<GameToAnalyse> game_to_analyse(const Record& record, std::uint64_t number, std::string name,
                                             SeatSet seats, const std::optional<std::string>& seed) {
  auto questions = questions_of(record, seats);
  if (!questions) return std::nullopt;
  GameToAnalyse game{.number = number,
                     .deal = record.deal.number,
                     .name = std::move(name),
                     .rules = record.rules,
                     .key = analysis_key(record.deal, seed),
                     .seats = seats,
                     .faults = record.faults.size(),
                     .questions = *std::move(questions)};
  for (const auto& entrant : record.entrants) game.bots.push_back(entrant.bot);
  return game;
}

GameAnalysis::GameAnalysis(const AnalysisOptions& options, unsigned threads, OnGame on_game,
                           OnDecision on_decision)
    : options_{options},
      threads_{threads},
      on_game_{std::move(on_game)},
      on_decision_{std::move(on_decision)} {}

void GameAnalysis::add(GameToAnalyse game) {
  waiting_decisions_ += game.questions.open.size();
  waiting_.push_back(std::make_shared<const GameToAnalyse>(std::move(game)));
  if (waiting_decisions_ >= most_waiting) finish();
}

void GameAnalysis::finish() {
  Pieces pieces{waiting_};
  std::size_t at = 0;
  AnalysedGame analysed;
  // Passes on all complete games, including those without decisions.
  const auto pass_on = [&] {
    while (at < waiting_.size() && analysed.decisions.size() == waiting_[at]->questions.open.size()) {
      analysed.game = waiting_[at++];
      on_game_(std::exchange(analysed, {}));
    }
  };
  pass_on();
  in_order(
      threads_, [&] { return pieces.next(); },
      [&] {
        return [this, analyst = DecisionAnalyst{}](const Piece& piece) mutable {
          const auto& question = *piece.question;
          return AnalysedDecision{
              .seat = question.seat,
              .decision = question.decision,
              .phase = question.phase,
              .cards = question.cards,
              .situation = question.situation,
              .analysis = analyst.analyse(question, piece.game->rules, piece.game->key, options_)};
        };
      },
      [&](AnalysedDecision decision) {
        if (on_decision_) on_decision_();
        analysed.decisions.push_back(std::move(decision));
        pass_on();
        return true;
      });
  waiting_.clear();
  waiting_decisions_ = 0;
}

}  // namespace tribunal
