#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
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

/// The analysed games of a page, each once: the rows of their replays, and where their decisions are shown.
class PageAnalysis {
 public:
  /// `bot`: the bot whose author reads the page; empty: a page for everybody.
  explicit PageAnalysis(std::string bot = {}) : bot_{std::move(bot)} {}

  /// Adds the analysis of this record, which is shown to everybody or to `only`. Returns its rows.
  const Json& add(const AnalysedGame& game, const Record& record, std::optional<Seat> only);
  /// The decisions of a game with this `Questions::content` for its replay (`web/src/data.ts`:
  /// `ReplayData.analysis`). Null if it was not analysed.
  [[nodiscard]] Json rows_of(const Bytes32& content) const;
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// The sums in the form that `web/src/data.ts` reads (`Analysis`). `repeated`: the number of further games
  /// that are equal to analysed ones, decision by decision.
  [[nodiscard]] Json summary(const AnalysisTotals& totals, std::size_t worlds, std::size_t repeated) const;

 private:
  std::string bot_;
  std::map<Bytes32, Json> rows_;  ///< rows of each game, by `Questions::content`
  /// By game, for each decision in the order of the record, its number among those that a replay shows.
  std::map<std::uint64_t, std::vector<std::size_t>> places_;
};

/// Analyses the decisions of games, one game after another, and adds them up for a page.
class PageAnalyst {
 public:
  PageAnalyst(const PageAnalysisTerms& terms, const std::string& bot);

  /// The rows of a game that `play_again` accepts, of all seats or of `only`. `what`: the name of the game
  /// that is played.
  [[nodiscard]] Json decisions_of(const Record& record, std::uint64_t number, const std::string& what,
                                  std::optional<Seat> only);
  [[nodiscard]] Json summary() const { return games_.summary(totals_, terms_.options.worlds, repeated_); }

 private:
  PageAnalysisTerms terms_;
  PageAnalysis games_;
  AnalysisTotals totals_;
  std::size_t repeated_ = 0;
};

}  // namespace tribunal
