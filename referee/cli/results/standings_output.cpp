#include "cli/results/standings_output.hpp"

#include <algorithm>
#include <iostream>
#include <memory>
#include <unistd.h>
#include <utility>

#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "cli/options/command_line.hpp"
#include "ratings/plackett_luce.hpp"
#include "report/standings/luck_report.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/luck/luck_run.hpp"

namespace tribunal {

void LuckOption::add_options(CommandLine& command, const std::string& adds, const std::string& more) {
  command.add("--luck", draws,
              "add " + adds + "without the luck of draws, which 'tribunal luck' computed" + more +
                  "; exit with 1 if a bot is luckier than chance can explain");
  command.add("--luck-hands", hands, "like --luck, and also without the luck of the dealt hands");
}

Result<std::optional<LuckTakenOut>> LuckOption::read(const std::filesystem::path& folder,
                                                     const Results& results) const {
  if (!is_wanted()) return std::nullopt;
  const auto refuse = [&](const std::string& why) { return failure(ErrorCode::usage, folder, why); };
  if (!has_luck(results.tournament())) return refuse(no_later_chance(results.tournament()));
  auto stored = TRY(luck_in(folder));
  if (!stored)
    return refuse("the luck of these games has not been computed yet; 'tribunal luck " + folder.string() +
                  "' computes it");
  return LuckTakenOut{.luck = std::make_shared<const StoredLuck>(*std::move(stored)),
                      .kind = hands ? LuckKind::draws_and_hands : LuckKind::draws,
                      .folder = folder};
}

void PersonsOption::add_option(CommandLine& command, const std::string& where) {
  command.add("--names", file, Value::file,
              "the organiser's list, as for 'intake': adds the person and the team of each bot " + where);
}

Result<Persons> PersonsOption::read() const { return file.empty() ? Persons{} : Persons::read(file); }

void PersonsOption::add_to(TournamentStandings& standings) const {
  if (file.empty()) return;
  const auto persons = must(read());
  if (const auto line = persons.add_to(standings); !line.empty()) std::cerr << line << '\n';
}

void StandingsOutput::add_options(CommandLine& command) {
  json.add(command, "--json", "JSON");
  csv.add(command, "--csv", "comma-separated values");
  markdown.add(command, "--markdown", "Markdown, for a page or an issue");
  command.add("--crosstable", crosstable, "add a table of all pairs of bots (CSV: print only that)");
  command
      .add("--los", los,
           "add a table of the probability that each bot is stronger than every other one (LOS)")
      ->excludes(command.get_option("--csv"));
  command.add("--bootstrap", bootstrap, whole(100, most_drawn),
              "add Elo intervals from N resampled tournaments (100 to " + std::to_string(most_drawn) +
                  "; default: none)");
  command.add("--latest", latest,
              "a row for each bot: its newest version; the games of older versions count");
  command.add("--history", history,
              "add a table of each bot's versions: first and last game, games, Elo (CSV: print only that)");
  command.add("--columns", columns, {Value::text, "NAME,..."},
              "columns of the standings in text, Markdown and CSV, in this order, by their CSV names, such "
              "as rank,bot,elo");
  persons.add_option(command, "(and with --columns its contact)");
  layout.add_options(command);
}

StandingsColumns StandingsOutput::shown_columns(const TextLayout& shown) const {
  StandingsColumns wanted{.usage = usage, .drawn = bootstrap > 0, .ranking = ranking, .layout = shown};
  for (std::size_t begin = 0; !columns.empty() && begin <= columns.size();) {
    const auto end = std::min(columns.find(',', begin), columns.size());
    wanted.chosen.emplace_back(trimmed(std::string_view{columns}.substr(begin, end - begin)));
    begin = end + 1;
  }
  return wanted;
}

void StandingsOutput::check_options() const {
  if (csv.is_wanted() && luck.is_wanted() && (crosstable || history))
    throw Complaint{"--csv prints one table; expected only one of --luck, --crosstable and --history"};
  if (csv.is_wanted() && crosstable && history)
    throw Complaint{"--csv prints one table; expected only one of --crosstable and --history"};
  if (!columns.empty() && csv.is_wanted() && (luck.is_wanted() || crosstable || history))
    throw Complaint{ExitCode::usage,
                    "--columns selects columns of the standings; with --csv, expected no --luck, "
                    "--crosstable or --history"};
}

LastColumn StandingsOutput::last_column() const {
  if (json.is_wanted() || luck.is_wanted()) return LastColumn::content;
  return csv.is_wanted() || usage || !columns.empty() ? LastColumn::usage : LastColumn::times;
}

std::string StandingsOutput::text(const TournamentStandings& standings, bool for_markdown,
                                  const TextOf& rounds, const TextOf& below) const {
  // Markdown may go to a file, so it has no limit on its width. Tables below the standings are blocks of text
  // in it.
  const auto shown = for_markdown ? TextLayout{} : layout.layout(STDOUT_FILENO);
  auto of_standings = shown;
  of_standings.markdown = for_markdown;
  auto text = standings_table(standings, shown_columns(of_standings));
  const auto add = [&](const std::string& table) { text += for_markdown ? markdown_block(table) : table; };
  add(rounds(shown));
  if (standings.without_luck) text += '\n' + luck_table(standings, of_standings);
  if (standings.history) add('\n' + history_table(*standings.history, shown));
  if (crosstable) add('\n' + crosstable_table(standings.overall, shown));
  if (los) add('\n' + los_table(standings.overall, shown));
  return text + below(shown);
}

ExitCode StandingsOutput::write(const TournamentStandings& standings, const std::function<Json()>& json_of,
                                const TextOf& rounds, const TextOf& below,
                                const std::optional<std::string>& other_csv) const {
  const auto without_values = must(look_at_columns(standings.overall, shown_columns({}).chosen));
  if (!without_values.empty()) std::cerr << without_values << '\n';
  if (!is_any_printed({json, csv, markdown})) std::cout << text(standings, false, rounds, below);
  if (json.is_wanted()) json.write(json_text(json_of()));
  if (csv.is_wanted()) {
    csv.write(other_csv                ? *other_csv
              : standings.without_luck ? luck_csv(standings)
              : standings.history      ? history_csv(*standings.history)
              : crosstable             ? crosstable_csv(standings.overall)
                                       : standings_csv(standings, shown_columns({})));
  }
  if (markdown.is_wanted()) markdown.write(text(standings, true, rounds, below));
  if (!standings.without_luck) return ExitCode::ok;
  const auto alarms = luck_alarms_text(*standings.without_luck);
  if (alarms.empty()) return ExitCode::ok;
  if (is_any_printed({json, csv, markdown})) std::cerr << alarms;
  return ExitCode::failed;
}

}  // namespace tribunal
