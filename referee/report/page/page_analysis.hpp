#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/analysed_game.hpp"
#include "analysis/totals.hpp"
#include "record/record.hpp"
#include "report/format/json.hpp"

namespace tribunal {

/// The analysis of the games that a page replays.
struct PageAnalysisTerms {
  AnalysisOptions options{};
  unsigned threads = 1;
};

/// Analyses the decisions of games, one after another, and sums them up for a page (`web/src/data.ts`:
/// `Analysis`).
class PageAnalyst {
 public:
  PageAnalyst(const PageAnalysisTerms& terms, std::string bot);

  /// The decisions of a game that `play_again` accepts, of all seats or of `only`, as its replay tells them
  /// (`ReplayData.analysis`). `what`: the name of what is played.
  [[nodiscard]] Json decisions_of(const Record& record, std::uint64_t number, const std::string& what,
                                  std::optional<Seat> only);
  [[nodiscard]] Json summary() const;

 private:
  PageAnalysisTerms terms_;
  std::string bot_;  ///< for whose author the page is; empty: for everybody
  AnalysisTotals totals_;
  std::map<std::uint64_t, std::vector<std::size_t>> places_;  ///< of decisions among those told, by game
};

}  // namespace tribunal
