#include "report/standings/run_notes.hpp"

#include <fmt/format.h>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "report/standings/standings_report.hpp"

namespace tribunal {

Result<RunNotes> run_notes(const Results& results) {
  const auto void_games = results.void_games();
  if (!void_games) return std::unexpected{void_games.error()};
  const auto restarts = results.restarts();
  if (!restarts) return std::unexpected{restarts.error()};
  auto crowding = results.crowding();
  if (!crowding) return std::unexpected{crowding.error()};
  auto not_starting = results.not_starting();
  if (!not_starting) return std::unexpected{not_starting.error()};
  RunNotes notes{.void_games = *void_games,
                 .restarts = {},
                 .crowding = *std::move(crowding),
                 .not_starting = *std::move(not_starting)};
  for (const auto& [bot, count] : *restarts)
    notes.restarts.emplace(results.tournament().plan.bots.at(static_cast<std::size_t>(bot)).name, count);
  return notes;
}

std::vector<std::string> sentences_of(const RunNotes& notes) {
  std::vector<std::string> sentences;
  if (notes.void_games > 0) sentences.push_back(void_games_sentence(notes.void_games));
  for (const auto& [bot, count] : notes.restarts) {
    sentences.push_back(
        fmt::format("{} had to be started again in {}, as its process had ended between two games; 'tribunal "
                    "faults' shows "
                    "how.",
                    printable(bot), counted(count, "game")));
  }
  if (!notes.crowding.empty()) {
    sentences.push_back(
        "Games were played under load, and timeouts may come of it: " + printable(notes.crowding) + '.');
  }
  return sentences;
}

std::string run_notes_text(const RunNotes& notes) {
  std::string text = notes.not_starting.empty() ? "" : '\n' + not_starting_text(notes.not_starting);
  for (const auto& sentence : sentences_of(notes)) text += '\n' + sentence + '\n';
  return text;
}

}  // namespace tribunal
