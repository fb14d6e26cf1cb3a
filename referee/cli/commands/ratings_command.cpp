// tribunal ratings: prints one rating table over several tournaments.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <unistd.h>

#include "base/text/number_text.hpp"
#include "base/text/text_width.hpp"
#include "base/text/utf8.hpp"
#include "cli/commands/commands.hpp"
#include "cli/results/joint_options.hpp"
#include "cli/results/since_digest.hpp"
#include "cli/results/standings_output.hpp"
#include "report/format/columns_and_csv.hpp"
#include "report/standings/luck_report.hpp"
#include "report/standings/tournament_json.hpp"
#include "tournament/imports/imported_results.hpp"
#include "tournament/luck/luck_run.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

struct RatingsOptions {
  std::vector<std::string> sources;  ///< folders and files
  ImportOptions imports;
  AnchorOptions anchors;
  ExclusionOptions exclusions;
  SinceOptions since;
  StandingsOutput output;  ///< its `luck`: the luck over all folders
};

/// Reports the games of a file that do not count, with examples.
void tell_left_out(const ImportedFile& file) {
  const auto all = file.games + file.left_out;
  if (file.left_out > 0) {
    std::cerr << file.name << ": " << file.left_out << " of " << counted(all, "game") << " left out:";
    for (const auto& example : file.examples)
      std::cerr << (&example == &file.examples.front() ? "" : ";") << " line " << example.line << ": "
                << example.reason;
    const auto more = file.left_out - file.examples.size();
    if (more > 0) std::cerr << "; and " << more << " more";
    std::cerr << " (--strict refuses such a file)\n";
  }
  if (file.unfinished > 0)
    std::cerr << file.name << ": " << counted(file.unfinished, "game") << " without a result: not counted\n";
  if (file.excluded > 0)
    std::cerr << file.name << ": " << counted(file.excluded, "game")
              << " not counted, because the organiser has excluded a bot in "
              << (file.excluded == 1 ? "it" : "them") << " (column excluded)\n";
  if (!file.only_round.empty())
    std::cerr << file.name << ": --pairs: two bots played more than two games in the only Round, \""
              << harmless(file.only_round)
              << "\", so it names no opening: each game is a deal of its own (the tag FEN would name one)\n";
}

void read_file(const std::string& name, const ImportOptions& options, ImportedResults& imported) {
  std::ifstream file;
  if (name != "-")
    if (const auto objection = objection_to_file(name, expected_files::games)) throw Complaint{*objection};
  if (name != "-") file.open(name, std::ios::binary);
  std::istream& in = name == "-" ? std::cin : file;
  const auto shown = name == "-" ? "standard input" : name;
  if (!in) throw Complaint{shown + ": cannot be read; expected a file that you may read"};
  if (auto read = read_results(in, shown, options, imported); !read)
    throw Complaint{read.error().at(ErrorCode::unreadable, shown)};
  tell_left_out(imported.files().back());
}

JointSources read_sources(const RatingsOptions& options) {
  JointSources sources;
  must_differ(options.sources);
  auto imports = options.imports;
  imports.one_of_several = options.sources.size() > 1;
  for (const auto& name : options.sources) {
    std::error_code ignored;
    const bool is_folder = name != "-" && std::filesystem::is_directory(name, ignored);
    if (is_folder && is_merged(name, options.sources)) continue;
    if (is_folder) {
      sources.notes.look_at(name);
      sources.folders.emplace_back(name);
      continue;
    }
    read_file(name, imports, sources.imported);
  }
  return sources;
}

/// Pairs of files with equally many games, ranked alike. They probably hold the same games.
std::vector<std::pair<std::size_t, std::size_t>> files_alike(const ImportedResults& imported) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  const auto& files = imported.files();
  for (std::size_t file = 0; file < files.size(); ++file)
    for (std::size_t other = 0; other < file; ++other)
      if (files[file].looks_like(files[other].games, files[other].rankings)) pairs.emplace_back(file, other);
  return pairs;
}

/// The summary of each file for programs.
Json imports_json(const ImportedResults& imported) {
  auto files = Json::array();
  for (const auto& file : imported.files()) {
    auto examples = Json::array();
    for (const auto& example : file.examples)
      examples.push_back({{"line", example.line}, {"reason", example.reason}});
    files.push_back({{"file", file.name},
                     {"games", file.games},
                     {"unfinished", file.unfinished},
                     {"left_out", file.left_out},
                     {"examples", examples}});
    if (file.excluded > 0) files.back()["excluded"] = file.excluded;
    if (!file.only_round.empty()) files.back()["only_round"] = file.only_round;
  }
  return files;
}

Json ratings_json(const TournamentStandings& standings, const JointSources& sources,
                  const RatingsOptions& options, const std::vector<Exclusion>& exclusions) {
  const auto& output = options.output;
  Json json{{"schema", report_schema}};
  if (!sources.imported.files().empty()) json["imports"] = imports_json(sources.imported);
  if (!sources.notes.json().empty()) json["folders"] = sources.notes.json();
  if (!exclusions.empty()) json["exclusions"] = json_of(exclusions);
  if (standings.excluded_games > 0) json["excluded_games"] = standings.excluded_games;
  for (const auto& [folder, by, ruling] : standings.superseded) {
    json["superseded_folders"].push_back({{"folder", sources.folders.at(folder).native()},
                                          {"by", sources.folders.at(by).native()},
                                          {"ruling", static_cast<std::uint64_t>(ruling.number)},
                                          {"reason", harmless(ruling.reason)}});
  }
  for (const auto& shared : standings.shared_deals) {
    json["shared_deals"].push_back({{"folder", sources.folders.at(shared.folder).native()},
                                    {"first", sources.folders.at(shared.first).native()},
                                    {"games", shared.games},
                                    {"games_left_out", shared.repeated}});
  }
  for (const auto& [sha256, bots] : sources.notes.same_files())
    json["same_files"].push_back({{"sha256", sha256}, {"bots", bots}});
  for (const auto& [file, other] : files_alike(sources.imported))
    json["likely_copies"].push_back(
        {{"file", sources.imported.files().at(file).name}, {"of", sources.imported.files().at(other).name}});
  for (const auto& [file, folder] : standings.likely_copies)
    json["likely_copies"].push_back(
        {{"file", sources.imported.files().at(file).name}, {"folder", sources.folders.at(folder).native()}});
  json.update(tables_json(standings, {.crosstable = output.crosstable, .los = output.los}));
  return json;
}

/// Prints which files probably hold the games of another source.
void tell_copies(const JointSources& sources, const TournamentStandings& standings) {
  const auto& files = sources.imported.files();
  const auto tell = [&](std::size_t file, const std::string& other) {
    std::cerr << fmt::format(
        "{}: has as many games as {}, with the same results: if they are the same games, they count twice; "
        "give only one of the two\n",
        harmless(files.at(file).name), harmless(other));
  };
  for (const auto& [file, other] : files_alike(sources.imported)) tell(file, files.at(other).name);
  for (const auto& [file, folder] : standings.likely_copies) tell(file, sources.folders.at(folder).native());
}

/// Prints the changes since a folder. JSON has them beside the tables.
ExitCode show_news(const JointTable& table, const JointSources& sources, const RatingsOptions& options) {
  const auto& output = options.output;
  if (const auto& files = sources.imported.files(); !files.empty())
    throw Complaint{"--since: " + harmless(files.front().name) +
                    " is a file of results without times; expected only results folders"};
  const auto digest =
      SinceDigest::of(options.since, sources.folders, table.named.anchors, table.exclusions, table.persons);
  if (!is_any_printed({output.json, output.markdown}))
    std::cout << digest.text(output.layout.layout(STDOUT_FILENO));
  if (output.json.is_wanted()) {
    auto json = ratings_json(table.standings, sources, options, table.exclusions);
    json["since"] = digest.json();
    output.json.write(json_text(json));
  }
  if (output.markdown.is_wanted()) output.markdown.write(digest.text({.markdown = true}));
  return ExitCode::ok;
}

/// The luck of a bot over the nights, in one game.
struct SeasonLuck {
  std::string game;
  std::string bot;
  std::size_t nights = 0;
  RowLuck luck{};

  [[nodiscard]] std::string alarm() const {
    return printable(LuckAlarm{.bot = bot, .game = game, .luck = luck}.text()) + ".\n";
  }
};

/// Whether no game of the folder counts: another folder plays on from it, or has all of its games. A folder
/// with some deals of another one is refused, because its luck is known only as a whole.
bool adds_nothing(std::size_t at, const JointSources& sources, const TournamentStandings& standings) {
  if (std::ranges::find(standings.superseded, at, &Superseded::folder) != standings.superseded.end())
    return true;
  const auto shared = std::ranges::find(standings.shared_deals, at, &SharedDeals::folder);
  if (shared == standings.shared_deals.end()) return false;
  if (shared->games > 0 && shared->folder != shared->first) {
    throw Complaint{fmt::format(
        "--luck: {} has deals of {}, whose luck would count twice; expected each deal in "
        "one folder",
        harmless(sources.folders[at].native()), harmless(sources.folders.at(shared->first).native()))};
  }
  return shared->games == 0;
}

/// Adds up the results of `tribunal luck` in the folders that count. A folder whose games have no luck adds
/// nothing.
std::vector<SeasonLuck> luck_over(const JointSources& sources, const JointTable& table) {
  struct Nights {
    std::vector<RowLuck> rows;      // a row for each version
    std::set<std::size_t> folders;  // indices
  };
  std::map<std::pair<std::string, std::string>, Nights> nights;  // by game and bot
  for (std::size_t at = 0; at < sources.folders.size(); ++at) {
    if (adds_nothing(at, sources, table.standings)) continue;
    auto results = must(Results::open(sources.folders[at]));
    for (const auto& excluded : table.exclusions) results.exclude(excluded.bot);
    if (!has_luck(results.tournament())) continue;
    const LuckOption option{.draws = true};
    const auto night =
        must(standings_of(results, {}, LastColumn::content, must(option.read(sources.folders[at], results))));
    const auto add = [&](const std::string& game, const Standings& rows) {
      for (const auto* const list : {&rows.rows, &rows.left_out}) {
        for (const auto& row : *list) {
          if (row.luck) {
            auto& of_bot = nights[{game, row.name}];
            of_bot.rows.push_back(*row.luck);
            if (row.luck->games > 0) of_bot.folders.insert(at);
          }
        }
      }
    };
    const auto& without = *night.without_luck;
    if (without.games.empty()) add(results.tournament().rules.front().game(), without.overall);
    for (const auto& [game, rows] : without.games) add(game, rows);
  }
  std::vector<SeasonLuck> season;
  for (const auto& [key, of_bot] : nights)
    season.push_back({key.first, key.second, of_bot.folders.size(), added_up(of_bot.rows)});
  return season;
}

Columns<SeasonLuck> season_columns() {
  constexpr auto left = TextTable::Align::left;
  const auto of_row = [](auto member) { return [=](const SeasonLuck& row) { return Json(row.*member); }; };
  const auto of_luck = [](auto member) {
    return [=](const SeasonLuck& row) { return Json(std::invoke(member, row.luck)); };
  };
  return {
      {"game", of_row(&SeasonLuck::game), 0, {{"Game", left}}},
      {"bot", of_row(&SeasonLuck::bot), 0, {{"Bot", left}}},
      {"nights", of_row(&SeasonLuck::nights), 0, {{"Nights"}}},
      {"luck_games", of_luck(&RowLuck::games), 0, {{"Games"}}},
      {"luck", of_luck(&RowLuck::points), points_decimals, {{"Luck"}, {}, 2}},
      {"luck_z", of_luck(&RowLuck::z), points_decimals, {{"z"}, {}, 1}},
      {"luck_place_z", of_luck(&RowLuck::place_z), points_decimals, {{"by places"}, {}, 1}},
      {"luck_cut_short", of_luck(&RowLuck::cut_short)},
      {"alarm", of_luck(&RowLuck::is_alarm)},
  };
}

std::string text_of(const std::vector<SeasonLuck>& season, const TextLayout& layout) {
  std::string hidden;
  std::string alarms;
  for (const auto& row : season) {
    if (row.luck.is_hidden()) hidden += '\n' + hidden_luck_text(row.bot, row.luck);
    if (row.luck.is_alarm()) alarms += '\n' + row.alarm();
  }
  return "\nThe luck of draws, added up over the nights:\n\n" +
         laid_out(text_table(season_columns(), season), layout) + fitted_text(hidden + alarms, layout);
}

ExitCode show_ratings(const RatingsOptions& options) {
  const auto& output = options.output;
  output.check_options();
  must_not(options.exclusions.objection());
  must_not(options.since.objection(output));
  const bool wants_luck = output.luck.is_wanted();
  if (wants_luck && options.since.are_given())
    throw Complaint{"--luck and --since exclude each other: expected one of them"};
  auto named = options.anchors.read();
  auto persons = must(output.persons.read());
  const auto sources = read_sources(options);
  const auto table = joint_table(sources, std::move(named), std::move(persons), options.exclusions,
                                 {.bootstrap = output.bootstrap,
                                  .all_pairs = output.los,
                                  .latest = output.latest,
                                  .history = output.history},
                                 output.last_column());
  tell_copies(sources, table.standings);
  if (options.since.are_given()) return show_news(table, sources, options);
  const auto luck = wants_luck ? luck_over(sources, table) : std::vector<SeasonLuck>{};
  const auto json = [&] {
    auto ratings = ratings_json(table.standings, sources, options, table.exclusions);
    if (wants_luck) ratings["luck"] = json_rows(season_columns(), luck);
    return ratings;
  };
  auto code = output.write(
      table.standings, json, [](const TextLayout&) { return std::string{}; },
      [&](const TextLayout& layout) { return wants_luck ? text_of(luck, layout) : std::string{}; },
      wants_luck ? std::optional{csv_rows(season_columns(), luck)} : std::nullopt);
  for (const auto& row : luck) {
    if (!row.luck.is_alarm()) continue;
    code = ExitCode::failed;
    if (output.json.is_printed() || output.csv.is_printed()) std::cerr << row.alarm();
  }
  return code;
}

}  // namespace

void add_ratings_command(CommandLine& command) {
  auto& options = command.runs(show_ratings);
  command
      .add("sources", options.sources, Value::source,
           "results folders, and files with results from elsewhere: rank lists, CSV or PGN (-: standard "
           "input)")
      ->required();
  command.add("--format", options.imports.format,
              "format of the files: csv, pgn or ranks (default: recognised by the first line of each)");
  command.add("--strict", options.imports.strict,
              "refuse a file with a game that cannot be rated (default: omit the game and report it)");
  command.add("--pairs", options.imports.pairs,
              "PGN: the games of two bots from one opening (tag FEN, else Round) are one deal");
  options.anchors.add_options(command);
  options.exclusions.add_options(command);
  options.since.add_options(command);
  command.add("--luck", options.output.luck.draws,
              "add the luck of each bot over all folders, as 'tribunal luck' computed it in each (CSV: print "
              "only that); exit with 1 if a bot is luckier than chance can explain");
  options.output.add_options(command);
}

}  // namespace tribunal
