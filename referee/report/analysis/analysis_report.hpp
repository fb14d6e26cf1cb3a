#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "analysis/totals.hpp"
#include "report/format/columns_and_csv.hpp"
#include "report/format/json.hpp"
#include "report/format/text_table.hpp"

namespace tribunal {

/// The facts about an analysis as a whole.
struct AnalysisHead {
  std::string source;
  std::size_t games = 0;
  std::size_t decisions = 0;  ///< number of decisions with a choice
  AnalysisOptions options;
  bool is_budgeted = false;  ///< whether a time budget decided the number of worlds, so that it depends on
                             ///< the machine
  std::string seed{};        ///< seed as given; empty: the deals' own
  std::vector<std::string> notes{};  ///< sentences about what was skipped
};

/// One sentence for people on the limits of an analysis.
[[nodiscard]] std::string analysis_limits();

/// A line for each game in which the policy never prefers any action, so that playouts are random.
[[nodiscard]] std::string policy_notes(std::span<const BotTotal> bots);

/// The head as lines: `3 games, 41 decisions with a choice, 600 worlds for each`, and the notes.
[[nodiscard]] std::string head_text(const AnalysisHead& head);

/// Three lines about a mistake: its cost, where it was made, with which cards, which action was better and
/// why, and how to see it. `again`: the command that shows the game; may be empty.
[[nodiscard]] std::string mistake_text(const PointedOut& mistake, const std::string& again);

/// The table of bots. `bots_legend`: lines that explain its columns.
[[nodiscard]] TextTable bots_table(std::span<const BotTotal> bots);
[[nodiscard]] std::string bots_legend();
/// The table of kinds of a bot's decisions.
[[nodiscard]] TextTable kinds_table(const BotTotal& bot);

/// The columns of decisions as CSV. `decisions_csv`: the lines of a game, one for each decision with a
/// choice.
[[nodiscard]] std::string decisions_csv_heading();
[[nodiscard]] std::string decisions_csv(const AnalysedGame& game);

/// A game with its seats and decisions as JSON.
[[nodiscard]] Json json_of(const AnalysedGame& game);
/// A decision as JSON, with the game in which it was made.
[[nodiscard]] Json json_of(const PointedOut& mistake);
/// The totals of a bot as JSON, with its kinds of decisions.
[[nodiscard]] Json json_of(const BotTotal& bot);
/// The members of the JSON that precede the games.
[[nodiscard]] Json json_of(const AnalysisHead& head);

}  // namespace tribunal
