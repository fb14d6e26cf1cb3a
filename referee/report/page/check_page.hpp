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

/// The sums of the analysis of a check.
struct CheckSums {
  const AnalysisTotals& totals;
  std::size_t worlds = 0;
  std::size_t repeated = 0;  ///< games that are the same as analysed ones, decision for decision
  std::string text;          ///< lines
};

/// The page of a check, for the author of the bot. It is given each game as soon as that is over.
class CheckPage {
 public:
  /// `log`: the file with the replay logs of these games, as its user named it; empty if there is none.
  CheckPage(CheckOrder order, std::string_view log, std::string version);

  /// The next game.
  void add(const PlayedGame& game);
  /// Adds the analysis of a game whose number is its place among all that were added, from 0.
  void add(const AnalysedGame& game);
  /// `sums`: of the games whose analysis was added; nothing if none was asked for. The error is one sentence.
  [[nodiscard]] Result<PageContent> finish(const CheckReport& report,
                                           const std::optional<CheckSums>& sums = {});

 private:
  [[nodiscard]] PageGame listed(const PlayedGame& game) const;
  [[nodiscard]] Result<void> add_replays();

  CheckOrder order_;
  PageBuilder page_;
  std::vector<Record> records_;  ///< by number; the analysis comes after all games
  ToldPlaces places_;
  std::map<Bytes32, Json> decisions_;  ///< of analysed games, by their `Questions::content`
};

}  // namespace tribunal
