#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/analysed_game.hpp"
#include "analysis/totals.hpp"
#include "base/digest.hpp"
#include "record/record.hpp"
#include "report/format/json.hpp"

namespace tribunal {

/// The analysis of the games that a page replays.
struct PageAnalysisTerms {
  AnalysisOptions options{};
  unsigned threads = 1;
};

/// By game, for each decision in the order of the record, its number among the decisions that a replay shows.
using ToldPlaces = std::map<std::uint64_t, std::vector<std::size_t>>;

/// For each decision of `record`, its number among those that everybody, or `only`, can see. Empty if
/// `play_again` does not accept the record.
[[nodiscard]] std::vector<std::size_t> told_places(const Record& record, std::optional<Seat> only);

/// The decisions of a game for its replay (`web/src/data.ts`: `ReplayData.analysis`). `places`: its
/// `told_places`.
[[nodiscard]] Json decision_rows(const AnalysedGame& game, const std::vector<std::size_t>& places);

/// The sums of an analysis for a page.
struct PageSums {
  const AnalysisTotals& totals;
  const ToldPlaces& places;  ///< places of the analysed games
  std::size_t worlds = 0;
  std::size_t repeated = 0;   ///< number of further games that are equal to analysed ones, decision by
                              ///< decision
  std::string_view bot = {};  ///< bot whose author reads the page; empty: a page for everybody
};

/// The sums in the form that `web/src/data.ts` reads (`Analysis`).
[[nodiscard]] Json json_of(const PageSums& sums);

/// Analyses the decisions of games, one game after another, each game once, and adds them up for a page.
class PageAnalyst {
 public:
  PageAnalyst(const PageAnalysisTerms& terms, std::string bot);

  /// The decisions of a game that `play_again` accepts, of all seats or of `only`, for its replay
  /// (`ReplayData.analysis`). `what`: the name of the game that is played.
  [[nodiscard]] Json decisions_of(const Record& record, std::uint64_t number, const std::string& what,
                                  std::optional<Seat> only);
  [[nodiscard]] Json summary() const {
    return json_of({totals_, places_, terms_.options.worlds, repeated_, bot_});
  }

 private:
  PageAnalysisTerms terms_;
  std::string bot_;  ///< bot whose author reads the page; empty: a page for everybody
  AnalysisTotals totals_;
  ToldPlaces places_;
  std::map<Bytes32, Json> rows_;  ///< rows of each game, by `Questions::content`
  std::size_t repeated_ = 0;
};

}  // namespace tribunal
