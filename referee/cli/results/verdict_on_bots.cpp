#include "cli/results/verdict_on_bots.hpp"

#include <iostream>

#include "base/text/text_width.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {

ExitCode verdict_on_bots(const Results& results, const std::filesystem::path& folder) {
  const auto bots = bots_always_at_fault(results);
  if (!bots) return complain(bots.error());
  const auto not_starting = results.not_starting();
  if (!not_starting) return complain(not_starting.error());
  std::cerr << not_starting_text(*not_starting);
  if (bots->empty()) return not_starting->empty() ? ExitCode::ok : ExitCode::bot_always_at_fault;
  std::string names;
  for (const auto& bot : *bots) names += (names.empty() ? "" : ", ") + printable(bot);
  return complain(ExitCode::bot_always_at_fault, "at fault in every game: " + names + "; 'tribunal faults " +
                                                     folder.string() + "' shows how");
}

}  // namespace tribunal
