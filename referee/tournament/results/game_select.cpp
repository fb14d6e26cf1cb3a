#include "tournament/results/game_select.hpp"

namespace tribunal {
namespace {

std::string columns_up_to(LastColumn last) {
  std::string columns = "results.game, deal, conditions, bots, scores, places, faults";
  if (last >= LastColumn::times) columns += ", times";
  if (last >= LastColumn::usage) columns += ", usage";
  if (last >= LastColumn::content) columns += ", content";
  return columns;
}

}  // namespace

std::string select_results(LastColumn last) {
  return "SELECT " + columns_up_to(last) + " FROM results ORDER BY game";
}

std::string select_records(const std::string& which) {
  return "SELECT " + columns_up_to(LastColumn::content) +
         ", record, seal FROM results LEFT JOIN records ON records.game = results.game LEFT JOIN seals ON "
         "seals.game = results.game " +
         which + " ORDER BY results.game";
}

GameRowView row_view(const StoredGames& stored, LastColumn last) {
  const auto& games = stored.row();
  const auto text = [&](LastColumn column, int number) {
    return column <= last ? games.text(number) : std::string_view{};
  };
  return {.index = stored.index(),
          .deal = games.number(1),
          .bots = games.text(first_text_column),
          .scores = games.text(4),
          .places = games.text(5),
          .faults = games.text(faults_column),
          .times = text(LastColumn::times, 7),
          .usage = text(LastColumn::usage, usage_column),
          .content = text(LastColumn::content, content_column)};
}

}  // namespace tribunal
