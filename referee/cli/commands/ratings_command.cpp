// tribunal ratings: one rating table over several tournaments.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>

#include <CLI/CLI.hpp>

#include "base/text/number_text.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/help_format.hpp"
#include "cli/results/standings_output.hpp"
#include "report/standings/rulings_report.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/tournament_json.hpp"
#include "tournament/imports/read_results.hpp"
#include "tournament/plan/elos/rating_table.hpp"
#include "tournament/plan/toml/mistaken_file.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/joint_standings.hpp"

namespace tribunal {
namespace {

const std::map<std::string, ImportFormat> import_formats{
    {"csv", ImportFormat::csv}, {"pgn", ImportFormat::pgn}, {"ranks", ImportFormat::ranks}};

struct RatingsOptions {
  std::vector<std::string> sources;  ///< folders and files
  ImportOptions imports;
  std::vector<std::string> anchors;
  std::string table;  ///< a file of anchors
  StandingsOutput output;
};

/// The sources of results.
struct Sources {
  std::vector<std::filesystem::path> folders;
  ImportedResults imported;
};

/// Reports the games of a file that do not count.
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
    std::cerr << file.name << ": " << counted(file.unfinished, "game") << " without a result not counted\n";
  if (file.excluded > 0)
    std::cerr << file.name << ": " << counted(file.excluded, "game")
              << " not counted, as the organiser has excluded a bot in "
              << (file.excluded == 1 ? "it" : "them") << " (column excluded)\n";
  if (file.unclear_faults > 0) {
    std::cerr << file.name << ": " << counted(file.unclear_faults, "game")
              << " with faults of which the table does not say whether they were forfeits (it has no column "
                 "'forfeited'; export it again): places count as they are listed\n";
  }
}

Result<void> read_file(const std::string& name, const ImportOptions& options, ImportedResults& imported) {
  std::ifstream file;
  if (name != "-")
    if (auto objection = objection_to_file(name, expected_files::games))
      return std::unexpected{*std::move(objection)};
  if (name != "-") file.open(name, std::ios::binary);
  std::istream& in = name == "-" ? std::cin : file;
  const auto shown = name == "-" ? "standard input" : name;
  if (!in) return std::unexpected{shown + ": cannot be read; expected a file that you may read"};
  if (auto read = read_results(in, shown, options, imported); !read)
    return std::unexpected{read.error().at(ErrorCode::unreadable, shown)};
  tell_left_out(imported.files().back());
  return {};
}

Result<Sources> read_sources(const RatingsOptions& options) {
  Sources sources;
  std::set<std::filesystem::path> seen;
  auto imports = options.imports;
  imports.one_of_several = options.sources.size() > 1;
  for (const auto& name : options.sources) {
    std::error_code ignored;
    const bool is_folder = name != "-" && std::filesystem::is_directory(name, ignored);
    const auto place =
        name == "-" ? std::filesystem::path{name} : std::filesystem::weakly_canonical(name, ignored);
    if (!seen.insert(is_folder ? place / "" : place).second) return std::unexpected{name + " is given twice"};
    if (is_folder) {
      if (const auto results = Results::open(name, RoundSource::nowhere)) {
        if (const auto& why = results->unverified(); !why.empty())
          std::cerr << name << ": " << unverified_sentence(why) << '\n';
        if (const auto& rulings = results->tournament().rulings; !rulings.empty())
          std::cerr << name << ": " << rulings_sentence(rulings) << '\n';
      }
      sources.folders.emplace_back(name);
      continue;
    }
    if (auto read = read_file(name, imports, sources.imported); !read) return std::unexpected{read.error()};
  }
  return sources;
}

/// The account of each file, for programs.
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
                     {"unclear_faults", file.unclear_faults},
                     {"examples", examples}});
    if (file.excluded > 0) files.back()["excluded"] = file.excluded;
  }
  return files;
}

Json ratings_json(const TournamentStandings& standings, const ImportedResults& imported,
                  const StandingsOutput& output) {
  Json json{{"schema", report_schema}};
  if (!imported.files().empty()) json["imports"] = imports_json(imported);
  json.update(tables_json(standings, {.crosstable = output.crosstable, .los = output.los}));
  return json;
}

/// The anchors that a person names.
Result<std::vector<Anchor>> anchors_named(const std::vector<std::string>& texts) {
  std::vector<Anchor> anchors;
  for (const auto& text : texts) {
    const auto anchor = parse_anchor(text);
    if (!anchor)
      return std::unexpected{"--anchor " + text +
                             ": expected a bot and its rating, for example greedy=1500 or greedy=1500+-30"};
    if (std::ranges::find(anchors, anchor->bot, &Anchor::bot) != anchors.end())
      return std::unexpected{"--anchor " + text + ": that bot is an anchor already; name it once"};
    anchors.push_back(*anchor);
  }
  return anchors;
}

/// The rows of a table that can be anchors: those whose Elo is no bound, and has an interval.
std::vector<Anchor> anchors_in(const std::vector<RatedBot>& table) {
  std::vector<Anchor> anchors;
  for (const auto& row : table)
    if (row.elo && row.elo_error && !row.is_bound && row.sha256)
      anchors.push_back({.bot = row.name, .elo = *row.elo, .deviation = 0, .sha256 = row.sha256});
  return anchors;
}

/// Says how many anchors came from a table. The error is that none did.
Result<void> tell_of_anchors(const std::string& file, std::size_t rows, std::size_t usable,
                             const Standings& standings) {
  const auto used = static_cast<std::size_t>(std::ranges::count_if(
      standings.anchors, [](const AnchorFit& fit) { return fit.anchor.sha256.has_value(); }));
  if (used == 0)
    return std::unexpected{Error{
        ErrorCode::usage,
        file + ": none of its bots can be an anchor here; expected a table with bots that played these games "
               "in the same version (sha256), whose Elo has an interval and is no bound"}};
  std::cerr << file << ": " << used << " of its " << counted(rows, "row") << (used == 1 ? " is" : " are")
            << " fixed as listed";
  if (usable > used)
    std::cerr << "; " << usable - used << " did not play here in the same version, or --anchor names it";
  if (rows > usable)
    std::cerr << "; " << rows - usable << " without an exact Elo (a bound, or too few deals)";
  std::cerr << '\n';
  return {};
}

ExitCode show_ratings(const RatingsOptions& options) {
  const auto& output = options.output;
  if (const auto code = output.complain_of_options(); code != ExitCode::ok) return code;
  auto anchors = anchors_named(options.anchors);
  if (!anchors) return complain(anchors.error());
  std::vector<RatedBot> table;
  if (!options.table.empty()) {
    auto read = read_rating_table(options.table);
    if (!read) return complain(ExitCode::usage, "--anchors " + options.table + ": " + read.error().message);
    table = *std::move(read);
  }
  const auto in_table = anchors_in(table);
  anchors->insert(anchors->end(), in_table.begin(), in_table.end());
  const auto sources = read_sources(options);
  if (!sources) return complain(sources.error());
  const auto standings = joint_standings(sources->folders,
                                         {.anchors = *anchors,
                                          .bootstrap = output.bootstrap,
                                          .all_pairs = output.los,
                                          .latest = output.versions.latest,
                                          .history = output.versions.history},
                                         output.last_column(), sources->imported);
  if (!standings) return complain(standings.error());
  if (!options.table.empty())
    if (auto told = tell_of_anchors(options.table, table.size(), in_table.size(), standings->overall); !told)
      return complain(told.error());
  if (const auto wrong = objection_to_anchors(standings->overall); !wrong.empty())
    return complain(ExitCode::usage, wrong);
  return output.write(*standings, [&] { return ratings_json(*standings, sources->imported, output); });
}

}  // namespace

void add_ratings_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand("ratings", "Print one rating table over several tournaments");
  set_examples(*command, {"ratings results/spring results/autumn --anchor greedy=1500",
                          "ratings results/night* --latest --history --anchors season.json",
                          "ratings games.pgn ranks.txt export.csv"});
  const auto options = std::make_shared<RatingsOptions>();
  command
      ->add_option("sources", options->sources,
                   "results folders, and files with results from elsewhere: rank lists, CSV or PGN (-: "
                   "standard input)")
      ->required();
  command
      ->add_option_function<std::string>(
          "--format",
          [options](const std::string& name) { options->imports.format = import_formats.at(name); },
          "form of the files: csv, pgn or ranks (default: by the first line of each, or refused)")
      ->check(CLI::IsMember(std::vector<std::string>{"csv", "pgn", "ranks"}));
  command->add_flag("--strict", options->imports.strict,
                    "refuse a file with a game that cannot be rated (default: leave it out and tell)");
  command->add_flag("--pairs", options->imports.pairs,
                    "PGN: the games of two bots from one opening (tag FEN, else Round) are one deal");
  command
      ->add_option(
          "--anchor", options->anchors,
          "bot with a fixed Elo, such as greedy=1500, or one known with a standard deviation, such as "
          "greedy=1500+-30; repeatable (default: the mean is 1500)")
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("NAME=ELO");
  command
      ->add_option(
          "--anchors", options->table,
          "JSON of an earlier 'ratings' or 'standings': bots of it that play here in the same version "
          "keep their Elo; --anchor goes before")
      ->type_name("FILE");
  options->output.add_options(*command);
  command->callback([options, &exit_code] { exit_code = show_ratings(*options); });
}

}  // namespace tribunal
