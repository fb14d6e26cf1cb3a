#include "cli/results/standings_output.hpp"

#include <iostream>
#include <memory>
#include <unistd.h>
#include <utility>

#include <CLI/CLI.hpp>

#include "ratings/plackett_luce.hpp"
#include "report/standings/crosstable_report.hpp"
#include "report/standings/history_report.hpp"
#include "report/standings/luck_report.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/luck/luck_run.hpp"

namespace tribunal {

void LuckOption::add_options(CLI::App& command, const std::string& adds, const std::string& more) {
  command.add_flag("--luck", draws,
                   "add " + adds + "without the luck of draws, which 'tribunal luck' computed" + more +
                       "; exit with 1 if a bot has luck that no honest bot has");
  command.add_flag("--luck-hands", hands, "like --luck, without the luck of the hands dealt too");
}

Result<std::optional<LuckTakenOut>> LuckOption::read(const std::filesystem::path& folder,
                                                     const Results& results) const {
  if (!is_wanted()) return std::nullopt;
  const auto refuse = [&](const std::string& why) {
    return std::unexpected{Error{ErrorCode::usage, {folder.string()}, why}};
  };
  if (!games_with_luck(results.tournament()).any()) return refuse(no_later_chance(results.tournament()));
  auto stored = luck_in(folder);
  if (!stored) return std::unexpected{stored.error()};
  if (!*stored)
    return refuse("the luck of these games is not known yet; 'tribunal luck " + folder.string() +
                  "' computes it");
  return LuckTakenOut{.luck = std::make_shared<const StoredLuck>(**std::move(stored)),
                      .kind = hands ? LuckKind::draws_and_hands : LuckKind::draws};
}

void StandingsOutput::add_options(CLI::App& command) {
  json.add(command, "--json", "JSON");
  csv.add(command, "--csv", "comma-separated values");
  markdown.add(command, "--markdown", "Markdown, for a page or an issue");
  command.add_flag("--crosstable", crosstable, "add a table of all pairs of bots (CSV: print only that)");
  command.add_flag("--los", los, "add a table of how sure it is that each bot is stronger than each other")
      ->excludes(command.get_option("--csv"));
  command
      .add_option(
          "--bootstrap", bootstrap,
          "add Elo intervals from N resampled tournaments (100 to " + std::to_string(most_drawn) + ")")
      ->check(CLI::Range(std::size_t{100}, most_drawn));
  command.add_flag("--latest", latest,
                   "a row for each bot: its newest version; the games of older versions count");
  command.add_flag(
      "--history", history,
      "add a table of each bot's versions: first and last game, games, Elo (CSV: print only that)");
  layout.add_wide(command);
  layout.add_legend(command);
}

ExitCode StandingsOutput::complain_of_options() const {
  if (csv.is_wanted() && luck.is_wanted() && (crosstable || history))
    return complain(ExitCode::usage,
                    "--csv prints one table: expected --luck, --crosstable or --history, not several");
  if (csv.is_wanted() && crosstable && history)
    return complain(ExitCode::usage,
                    "--csv prints one table: expected --crosstable or --history beside it, not both");
  return complain_of({json, csv, markdown});
}

LastColumn StandingsOutput::last_column() const {
  if (json.is_wanted() || luck.is_wanted()) return LastColumn::content;
  return csv.is_wanted() || usage ? LastColumn::usage : LastColumn::times;
}

std::string StandingsOutput::text(const TournamentStandings& standings, bool for_markdown,
                                  const TextOf& rounds, const TextOf& below) const {
  // Markdown may go to a file, and has all of it; tables below the standings are blocks of text in it.
  const auto shown = for_markdown ? TextLayout{} : layout.layout(STDOUT_FILENO);
  auto of_standings = shown;
  of_standings.markdown = for_markdown;
  auto text = standings_table(standings, {.usage = usage, .drawn = bootstrap > 0, .layout = of_standings});
  const auto add = [&](const std::string& table) { text += for_markdown ? markdown_block(table) : table; };
  add(rounds(shown));
  if (standings.without_luck) text += '\n' + luck_table(standings, of_standings);
  if (standings.history) add('\n' + history_table(*standings.history, shown));
  if (crosstable) add('\n' + crosstable_table(standings.overall, shown));
  if (los) add('\n' + los_table(standings.overall, shown));
  return text + below(shown);
}

ExitCode StandingsOutput::write(const TournamentStandings& standings, const std::function<Json()>& json_of,
                                const TextOf& rounds, const TextOf& below) const {
  if (!is_any_printed({json, csv, markdown})) std::cout << text(standings, false, rounds, below);
  auto code = json.is_wanted() ? json.write(json_text(json_of())) : ExitCode::ok;
  if (code == ExitCode::ok && csv.is_wanted()) {
    code = csv.write(standings.without_luck ? luck_csv(standings)
                     : standings.history    ? history_csv(*standings.history)
                     : crosstable           ? crosstable_csv(standings.overall)
                                            : standings_csv(standings));
  }
  if (code == ExitCode::ok && markdown.is_wanted())
    code = markdown.write(text(standings, true, rounds, below));
  if (!standings.without_luck || code != ExitCode::ok) return code;
  const auto alarms = luck_alarms_text(*standings.without_luck);
  if (alarms.empty()) return code;
  if (is_any_printed({json, csv, markdown})) std::cerr << alarms;
  return ExitCode::failed;
}

}  // namespace tribunal
