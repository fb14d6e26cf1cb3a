#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/decision_analysis.hpp"
#include "analysis/question.hpp"
#include "base/digest.hpp"
#include "games/core/rules.hpp"
#include "record/record.hpp"

namespace tribunal {

/// A game whose decisions are analysed.
struct GameToAnalyse {
  std::uint64_t number = 0;  ///< index in its log or tournament
  std::uint64_t deal = 0;
  std::string name;  ///< name of the game that is played
  Rules rules;
  DealKey key;                      ///< key of the analysis's random numbers
  std::vector<std::string> bots{};  ///< names by seat
  SeatSet seats;                    ///< seats whose decisions are analysed
  std::size_t faults = 0;           ///< number of faults of all seats
  Questions questions{};            ///< decisions of these seats
};

/// The game of a record with the decisions of `seats`. None if `play_again` does not accept the record.
/// `number` and `name`: as in `GameToAnalyse`. `seed`: as in `analysis_key`.
[[nodiscard]] std::optional<GameToAnalyse> game_to_analyse(const Record& record, std::uint64_t number,
                                                           std::string name, SeatSet seats,
                                                           const std::optional<std::string>& seed = {});

/// A decision with its analysis.
struct AnalysedDecision {
  Seat seat = 0;
  std::size_t decision = 0;  ///< index in the record
  HandPhase phase = HandPhase::early;
  std::vector<Card> cards;  ///< cards in the seat's hand
  Bytes32 situation{};      ///< as in `Question`
  DecisionAnalysis analysis;
};

/// A game with the analysis of its decisions, in their order.
struct AnalysedGame {
  std::shared_ptr<const GameToAnalyse> game;
  std::vector<AnalysedDecision> decisions;
};

/// Analyses games on several threads. Decisions are distributed one by one, so that a single game uses all
/// cores too. Results come in the order of the games and do not depend on the number of threads. `on_game`
/// receives each game when it and all earlier ones are finished, on the calling thread. `on_decision`, if
/// set, is called after each decision.
class GameAnalysis {
 public:
  using OnGame = std::function<void(AnalysedGame)>;
  using OnDecision = std::function<void()>;

  GameAnalysis(const AnalysisOptions& options, unsigned threads, OnGame on_game, OnDecision on_decision = {});

  /// Adds a game. It is analysed once enough games for all threads have been added.
  void add(GameToAnalyse game);
  /// Analyses the remaining games.
  void finish();

 private:
  AnalysisOptions options_;
  unsigned threads_;
  OnGame on_game_;
  OnDecision on_decision_;
  std::vector<std::shared_ptr<const GameToAnalyse>> waiting_;
  std::size_t waiting_decisions_ = 0;
};

}  // namespace tribunal
