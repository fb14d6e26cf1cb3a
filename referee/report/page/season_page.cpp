#include "report/page/season_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/utf8.hpp"
#include "report/standings/history_report.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/standings_report.hpp"

namespace tribunal {
PageContent season_page(const TournamentStandings& standings, const PageTerms& terms,
                        const std::vector<std::string>& differences, const std::vector<std::string>& notes) {
  PageBuilder page{terms};
  for (const auto& difference : differences) page.add_difference(difference);
  Json season{{"standings", standings_json(standings.overall)}};
  if (standings.history) {
    season["history"] = history_json(*standings.history);
    for (const auto& night : standings.history->nights) page.add_fact("results folder", night.folder);
    page.add_notes(unknown_times_note(*standings.history));
  }
  page.set("season", std::move(season));
  std::vector<std::string> anchors;
  for (const auto& fit : standings.overall.anchors) anchors.push_back(harmless(to_text(fit.anchor)));
  if (!anchors.empty())
    page.add_fact(anchors.size() == 1 ? "anchor" : "anchors", fmt::format("{}", fmt::join(anchors, ", ")));
  for (const auto& note : notes) page.add_note(note);
  page.add_notes(always_at_fault_text(standings.overall));
  page.add_notes(doubts_text(standings.overall));
  auto plain = standings_table(standings);
  if (standings.history) plain += '\n' + history_table(*standings.history);
  return page.finish(std::move(plain));
}

}  // namespace tribunal
