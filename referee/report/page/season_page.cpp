#include "report/page/season_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

#include "base/text/utf8.hpp"
#include "report/standings/history_report.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/standings_report.hpp"

namespace tribunal {
namespace {

void add_note_lines(PageBuilder& page, std::string_view text) {
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    page.add_note(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
}

}  // namespace

PageContent season_page(const TournamentStandings& standings, const PageTerms& terms,
                        const std::vector<std::string>& differences, const std::vector<std::string>& notes) {
  PageBuilder page{terms};
  for (const auto& difference : differences) page.add_difference(difference);
  Json season{{"standings", standings_json(standings.overall)}};
  if (standings.history) {
    season["history"] = history_json(*standings.history);
    for (const auto& night : standings.history->nights) page.add_fact("results folder", night.folder);
    add_note_lines(page, unknown_times_note(*standings.history));
  }
  page.set("season", std::move(season));
  std::vector<std::string> anchors;
  for (const auto& fit : standings.overall.anchors) anchors.push_back(harmless(to_text(fit.anchor)));
  if (!anchors.empty())
    page.add_fact(anchors.size() == 1 ? "anchor" : "anchors", fmt::format("{}", fmt::join(anchors, ", ")));
  for (const auto& note : notes) page.add_note(note);
  add_note_lines(page, always_at_fault_text(standings.overall));
  add_note_lines(page, doubts_text(standings.overall));
  auto plain = standings_table(standings);
  if (standings.history) plain += '\n' + history_table(*standings.history);
  return page.finish(std::move(plain));
}

}  // namespace tribunal
