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

/// Facts of an analysis as a whole.
struct AnalysisHead {
  std::string source;
  std::size_t games = 0;
  std::size_t decisions = 0;  ///< with a choice
  AnalysisOptions options;
  bool is_budgeted = false;  ///< the number of worlds follows from a budget of time, so from the machine
  std::string seed{};        ///< as given; empty: the deals'
  std::vector<std::string> notes{};  ///< sentences on what was left out
};

/// The limits of what an analysis says, in one sentence for people.
[[nodiscard]] std::string analysis_limits();

/// A line for each game whose policy has no opinion on any decision: the rest of it is played at random.
[[nodiscard]] std::string policy_notes(std::span<const BotTotal> bots);

/// `3 games, 41 decisions with a choice, 600 worlds for each`, and the notes: a line each.
[[nodiscard]] std::string head_text(const AnalysisHead& head);

/// A mistake: what it cost, where, with which cards, what was better and why, and how to see it: three lines.
/// `again`: the command that shows the game; may be empty.
[[nodiscard]] std::string mistake_text(const PointedOut& mistake, const std::string& again);

/// The table of bots, and the meaning of its columns: lines.
[[nodiscard]] TextTable bots_table(std::span<const BotTotal> bots);
[[nodiscard]] std::string bots_legend();
/// The table of kinds of a bot's decisions.
[[nodiscard]] TextTable kinds_table(const BotTotal& bot);

/// The columns of decisions as CSV, and a game's lines: one for each decision with a choice.
[[nodiscard]] std::string decisions_csv_heading();
[[nodiscard]] std::string decisions_csv(const AnalysedGame& game);

/// A game with its seats and decisions as JSON.
[[nodiscard]] Json json_of(const AnalysedGame& game);
/// A decision with the game in which it was made.
[[nodiscard]] Json json_of(const PointedOut& mistake);
/// A bot's total with its kinds.
[[nodiscard]] Json json_of(const BotTotal& bot);
/// The members that precede the games.
[[nodiscard]] Json json_of(const AnalysisHead& head);

}  // namespace tribunal
