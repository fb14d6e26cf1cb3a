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

/// The numbers of decisions among those that a replay tells, in the order of the record, by game.
using ToldPlaces = std::map<std::uint64_t, std::vector<std::size_t>>;

/// The numbers of all decisions of `record` among those that are told to everybody, or to `only`; none if
/// `play_again` does not accept it.
[[nodiscard]] std::vector<std::size_t> told_places(const Record& record, std::optional<Seat> only);

/// The decisions of a game as its replay tells them (`web/src/data.ts`: `ReplayData.analysis`). `places`: its
/// `told_places`.
[[nodiscard]] Json decision_rows(const AnalysedGame& game, const std::vector<std::size_t>& places);

/// The sums of an analysis for a page.
struct PageSums {
  const AnalysisTotals& totals;
  const ToldPlaces& places;  ///< of the games that were analysed
  std::size_t worlds = 0;
  std::size_t repeated = 0;   ///< further games that are the same as analysed ones, decision for decision
  std::string_view bot = {};  ///< for whose author the page is; empty: for everybody
};

/// The sums as `web/src/data.ts` reads them (`Analysis`).
[[nodiscard]] Json json_of(const PageSums& sums);

/// Analyses the decisions of games, one after another, each game once, and sums them up for a page.
class PageAnalyst {
 public:
  PageAnalyst(const PageAnalysisTerms& terms, std::string bot);

  /// The decisions of a game that `play_again` accepts, of all seats or of `only`, as its replay tells them
  /// (`ReplayData.analysis`). `what`: the name of what is played.
  [[nodiscard]] Json decisions_of(const Record& record, std::uint64_t number, const std::string& what,
                                  std::optional<Seat> only);
  [[nodiscard]] Json summary() const {
    return json_of({totals_, places_, terms_.options.worlds, repeated_, bot_});
  }

 private:
  PageAnalysisTerms terms_;
  std::string bot_;  ///< for whose author the page is; empty: for everybody
  AnalysisTotals totals_;
  ToldPlaces places_;
  std::map<Bytes32, Json> rows_;  ///< of each game, by its `Questions::content`
  std::size_t repeated_ = 0;
};

}  // namespace tribunal
