#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/analysed_game.hpp"
#include "analysis/totals.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"
#include "check/examination.hpp"
#include "check/order.hpp"
#include "record/record.hpp"
#include "report/format/json.hpp"
#include "report/page/page_analysis.hpp"
#include "report/page/page_builder.hpp"

namespace tribunal {

/// The sums of the analysis in a check.
struct CheckSums {
  const AnalysisTotals& totals;
  std::size_t worlds = 0;
  std::size_t repeated = 0;  ///< number of games that are equal to analysed ones, decision by decision
  std::string text;          ///< lines of text
};

/// The page of a check for the author of the bot. Each game is added when it is over.
class CheckPage {
 public:
  /// `log`: the file with the replay logs of these games, as the user named it; empty if there is none.
  CheckPage(CheckOrder order, std::string_view log, std::string version);

  /// Adds the next game.
  void add(const PlayedGame& game);
  /// Adds the analysis of a game. Its number is its index among all added games, from 0.
  void add(const AnalysedGame& game);
  /// The page. `sums`: those of the games whose analysis was added; none if there was no analysis. The error
  /// is one sentence.
  [[nodiscard]] Result<PageContent> finish(const CheckReport& report,
                                           const std::optional<CheckSums>& sums = {});

 private:
  [[nodiscard]] ListedGame listed(const PlayedGame& game) const;
  [[nodiscard]] Result<void> add_replays();

  CheckOrder order_;
  PageBuilder page_;
  std::vector<Record> records_;  ///< records by number; the analysis follows all games
  ToldPlaces places_;
  std::map<Bytes32, Json> decisions_;  ///< decisions of analysed games, by `Questions::content`
};

}  // namespace tribunal
