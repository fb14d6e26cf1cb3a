// tribunal ratings: one rating table over several tournaments.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>
#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cards/unreadable.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/help_format.hpp"
#include "cli/options/store_exit_code.hpp"
#include "cli/results/standings_output.hpp"
#include "record/number_text.hpp"
#include "report/format/decimals.hpp"
#include "report/format/markdown.hpp"
#include "report/format/schema.hpp"
#include "report/standings/crosstable_report.hpp"
#include "report/standings/standings_report.hpp"
#include "tournament/standings/joint_standings.hpp"
#include "tournament/store/results.hpp"

namespace tribunal {
namespace {

struct RatingsOptions {
  std::vector<std::string> sources;  ///< folders and files
  std::string anchor;
  StandingsOutput output;
};

/// Where results come from.
struct Sources {
  std::vector<std::filesystem::path> folders;
  std::vector<NamedResults> files;
};

std::expected<NamedResults, std::string> read_file(const std::string& name) {
  std::ifstream file;
  if (name != "-") file.open(name, std::ios::binary);
  std::istream& in = name == "-" ? std::cin : file;
  const auto text = file ? contents_of(in) : std::nullopt;
  const auto shown = name == "-" ? "standard input" : name;
  if (!text) {
    return std::unexpected{shown + ": " +
                           (name == "-" ? "cannot be read" : unreadable(name, "cannot be read"))};
  }
  auto results = read_foreign_results(*text);
  if (!results) return std::unexpected{shown + ": " + results.error()};
  if (results->unfinished > 0)
    std::cerr << shown << ": " << counted(results->unfinished, "game") << " without a result not counted\n";
  return NamedResults{name, *std::move(results)};
}

std::expected<Sources, std::string> read_sources(const std::vector<std::string>& names) {
  Sources sources;
  std::set<std::filesystem::path> seen;
  for (const auto& name : names) {
    std::error_code ignored;
    const bool is_folder = name != "-" && std::filesystem::is_directory(name, ignored);
    const auto place =
        name == "-" ? std::filesystem::path{name} : std::filesystem::weakly_canonical(name, ignored);
    if (!seen.insert(is_folder ? place / "" : place).second) return std::unexpected{name + " is given twice"};
    if (is_folder) {
      if (const auto results = Results::open(name, RoundSource::nowhere);
          results && !results->unverified().empty())
        std::cerr << name << ": " << unverified_sentence(results->unverified()) << '\n';
      sources.folders.emplace_back(name);
      continue;
    }
    auto file = read_file(name);
    if (!file) return std::unexpected{file.error()};
    sources.files.push_back(*std::move(file));
  }
  return sources;
}

std::string ratings_json(const TournamentStandings& standings, const StandingsOutput& output) {
  nlohmann::ordered_json json{{"schema", report_schema}};
  json.update(nlohmann::ordered_json::parse(standings_json(standings.overall)));
  for (const auto& [name, alone] : standings.games)
    json["games_apart"].push_back(
        {{"name", name}, {"standings", nlohmann::ordered_json::parse(standings_json(alone))}});
  if (output.crosstable)
    json["crosstable"] = nlohmann::ordered_json::parse(crosstable_json(standings.overall));
  if (output.los) json["los"] = nlohmann::ordered_json::parse(los_json(standings.overall));
  return json.dump(2) + '\n';
}

std::string ratings_text(const TournamentStandings& standings, const StandingsOutput& output, bool markdown) {
  auto text = standings_table(standings, {.drawn = output.bootstrap > 0, .markdown = markdown});
  const auto add = [&](const std::string& table) { text += markdown ? markdown_block(table) : table; };
  if (output.crosstable) add('\n' + crosstable_table(standings.overall));
  if (output.los) add('\n' + los_table(standings.overall));
  return text;
}

ExitCode show_ratings(const RatingsOptions& options) {
  const auto& output = options.output;
  if (const auto code = output.complain_of_options(); code != ExitCode::ok) return code;
  const auto anchor = parse_anchor(options.anchor);
  if (!anchor && !options.anchor.empty()) {
    return complain(ExitCode::usage, "--anchor " + options.anchor +
                                         ": expected a bot and its rating, for example greedy=1500");
  }
  const auto sources = read_sources(options.sources);
  if (!sources) return complain(ExitCode::usage, sources.error());
  const auto standings = joint_standings(sources->folders, {.anchor = anchor, .bootstrap = output.bootstrap},
                                         output.last_column(), sources->files);
  if (!standings) return complain(standings.error());
  return output.write(
      [&] { return ratings_json(*standings, output); },
      [&] { return output.crosstable ? crosstable_csv(standings->overall) : standings_csv(*standings); },
      [&](bool markdown) { return ratings_text(*standings, output, markdown); });
}

}  // namespace

void add_ratings_command(CLI::App& app, ExitCode& exit_code) {
  auto* const command = app.add_subcommand("ratings", "Print one rating table over several tournaments");
  set_examples(*command, {"ratings results/spring results/autumn --anchor greedy=1500",
                          "ratings games.pgn ranks.txt export.csv"});
  const auto options = std::make_shared<RatingsOptions>();
  command
      ->add_option("sources", options->sources,
                   "results folders, and files with results from elsewhere: rank lists, CSV or PGN (-: "
                   "standard input)")
      ->required();
  command->add_option("--anchor", options->anchor,
                      "bot with a fixed Elo, such as greedy=1500 (default: the mean is 1500)");
  options->output.add_options(*command);
  command->callback([options, &exit_code] { exit_code = show_ratings(*options); });
}

}  // namespace tribunal
