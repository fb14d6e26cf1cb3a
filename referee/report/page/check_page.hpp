#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/analysed_game.hpp"
#include "analysis/totals.hpp"
#include "base/error.hpp"
#include "check/examination.hpp"
#include "check/order.hpp"
#include "record/record.hpp"
#include "report/page/page_analysis.hpp"
#include "report/page/page_builder.hpp"

namespace tribunal {

/// The page of a check for the author of the bot. Each game is added when it is over.
class CheckPage {
 public:
  /// `log`: the file with the replay logs of these games, by its name on the command line; empty if there is
  /// none.
  CheckPage(CheckOrder order, std::string_view log, std::string version);

  /// Adds the next game.
  void add(const PlayedGame& game);
  /// Adds the analysis of a game. Its number is its index among all added games, from 0.
  void add(const AnalysedGame& game) { analysis_.add(game, records_.at(game.game->number), {}); }
  /// Adds the sums of the analysed games (`PageAnalysis::summary`), and lines about them.
  void add_sums(const AnalysisTotals& totals, std::size_t worlds, std::size_t repeated,
                const std::string& text);
  /// The page. The error is one sentence.
  [[nodiscard]] Result<PageContent> finish(const CheckReport& report);

 private:
  CheckOrder order_;
  PageBuilder page_;
  std::vector<Record> records_;  ///< records by number; the analysis follows all games
  PageAnalysis analysis_;
  Json sums_;
  std::string about_analysis_;
};

}  // namespace tribunal
