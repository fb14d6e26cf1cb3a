// tribunal report: makes an HTML page of tournaments or of replay logs.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <set>
#include <unordered_set>

#include "base/spelling.hpp"
#include "base/text/number_text.hpp"
#include "base/try.hpp"
#include "bots/system/machine.hpp"
#include "cli/commands/commands.hpp"
#include "cli/manual/documents.hpp"
#include "cli/options/bot_options.hpp"
#include "cli/results/differences.hpp"
#include "cli/results/joint_options.hpp"
#include "cli/results/recorded_games.hpp"
#include "cli/results/standings_output.hpp"
#include "cli/terminal/output.hpp"
#include "cli/watch/watch_server.hpp"
#include "report/page/page_builder.hpp"
#include "report/page/tournament_page.hpp"
#include "report/standings/outlook_report.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

struct PageCommandOptions {
  std::vector<std::string> sources;
  std::string file;
  std::string folder;
  std::string bot;
  std::string title;
  std::string games;
  AnchorOptions anchors;
  ExclusionOptions exclusions;
  LuckOption luck;
  PersonsOption persons;
  bool hide_others = false;
  bool watch = false;
  std::uint16_t port = 0;
  bool analyse = false;
  std::size_t worlds = usual_worlds;

  /// The title that the user gave, or else this one.
  [[nodiscard]] const std::string& title_or(const std::string& usual) const {
    return title.empty() ? usual : title;
  }
  /// The terms of the page's analysis. None if there is no analysis.
  [[nodiscard]] std::optional<PageAnalysisTerms> analysis() const {
    if (!analyse) return std::nullopt;
    return PageAnalysisTerms{.options = {.worlds = worlds},
                             .threads = static_cast<unsigned>(cores_of_program())};
  }
};

/// The default number of games that a page with an analysis replays. Each takes about a second of one core.
constexpr std::uint64_t usual_analysed_games = 100;

/// The games to replay: `all`, `faults` or a number. Empty is the default.
std::optional<ReplayChoice> choice_of(const PageCommandOptions& options) {
  constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();
  const auto& text = options.games;
  if (text.empty()) return options.analyse ? ReplayChoice{.at_most = usual_analysed_games} : ReplayChoice{};
  if (text == "all") return ReplayChoice{.at_most = no_limit};
  if (text == "faults") return ReplayChoice{.only_faults = true, .at_most = no_limit};
  std::uint64_t number = 0;
  if (text.starts_with('-') || !CLI::detail::integral_conversion(text, number)) return std::nullopt;
  return ReplayChoice{.at_most = number};
}

void write_page(const PageCommandOptions& options, const PageContent& content) {
  if (const std::filesystem::path folder{options.folder}; !folder.empty()) {
    must(create_folder(folder));
    for (const auto* const name : {"page.js", "page.css", "index.html"}) must(check_place_in(folder, name));
    must(write_output(folder / "page.js", page_script()));
    must(write_output(folder / "page.css", page_style()));
    must(write_output(folder / "index.html", page_in_files(content)));
    std::cout << (folder / "index.html").string() << '\n';
    return;
  }
  const auto html = page_in_one_file(content);
  must(write_output(options.file, html));
  if (options.file != "-")
    std::cout << fmt::format("{}: {:.1f} kB\n", options.file, static_cast<double>(html.size()) / 1000);
}

/// The name of a results folder on a page. An author's page holds no absolute path of the organiser.
std::string name_on_page(const PageCommandOptions& options, const std::string& folder) {
  const auto path = std::filesystem::path{folder}.lexically_normal();
  if (options.bot.empty() || !path.is_absolute()) return folder;
  const auto here = path.lexically_relative(std::filesystem::current_path());
  if (!here.empty() && *here.begin() != "..") return here.string();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

/// Begins the page of a folder, without its games.
Result<std::unique_ptr<TournamentPage>> begin_page(const PageCommandOptions& options, const Results& results,
                                                   const ReplayChoice& choice) {
  const auto& folder = options.sources.front();
  const auto& plan = results.tournament().plan;
  if (!options.bot.empty())
    if (const auto bot = bot_of_plan(plan, options.bot); !bot)
      return std::unexpected{bot.error().at(ErrorCode::usage, folder)};
  auto luck = TRY(options.luck.read(folder, results));
  auto persons = TRY(options.persons.read());
  PageTerms terms{.title = options.title_or(plan.name),
                  .version = version_text(),
                  .bot = options.bot,
                  .analysis = options.analysis(),
                  .luck = std::move(luck),
                  .persons = std::move(persons),
                  .hide_others = options.hide_others};
  return tournament_page(results, name_on_page(options, folder), std::move(terms), choice);
}

ExitCode report_folder(const PageCommandOptions& options, const ReplayChoice& choice) {
  const auto& folder = options.sources.front();
  const auto results = must(Results::open(folder));
  const auto page = must(begin_page(options, results, choice));
  const auto differences =
      must(compare_folder(results, folder, {.look = [&](ComparedGame& game) { return page->look(game); }}));
  for (const auto& note : differences.notes()) std::cerr << note << '\n';
  const auto content = must(page->finish(differences.texts()));
  std::cerr << content.told << (content.told.empty() ? "" : "\n") << content.alarms;
  write_page(options, content);
  const auto code = differences.conclude();
  return code == ExitCode::ok && !content.alarms.empty() ? ExitCode::failed : code;
}

/// Makes a page for several folders: standings and versions over all of them, without games.
ExitCode report_season(const PageCommandOptions& options) {
  if (!options.bot.empty() || !options.games.empty() || options.watch || options.analyse) {
    throw Complaint{ExitCode::usage,
                    "a page of several results folders, or with --anchor or --exclude, has no games: --bot, "
                    "--games, --watch and --analyse need the page of one folder"};
  }
  must_not(options.exclusions.objection());
  must_differ(options.sources);
  auto named = options.anchors.read();
  auto persons = must(options.persons.read());
  JointSources sources;
  std::vector<std::string> names;
  Differences differences;
  for (const auto& source : options.sources) {
    if (is_merged(source, options.sources)) continue;
    const auto results = must(Results::open(source, RoundSource::nowhere));
    differences.append(must(compare_folder(results, source)));
    names.push_back(results.tournament().plan.name);
    sources.notes.look_at(source);
    sources.folders.emplace_back(source);
  }
  const auto table = joint_table(sources, std::move(named), std::move(persons), options.exclusions,
                                 {.all_pairs = false, .latest = true, .history = true}, LastColumn::usage);
  const PageTerms terms{.title = options.title_or(title_of_season(names)), .version = version_text()};
  write_page(options, season_page(table.standings, terms, differences.texts(), table.notes));
  return differences.conclude();
}

/// Makes pages of a growing folder. A game that was found correct is not compared again for later pages.
class GrowingPage {
 public:
  GrowingPage(const PageCommandOptions& options, const ReplayChoice& choice)
      : options_{options}, choice_{choice} {}

  Result<PageContent> make() {
    const auto& folder = options_.sources.front();
    const auto results = Results::open(folder);
    if (!results) return std::unexpected{results.error().message};
    auto page = begin_page(options_, *results, choice_);
    if (!page) return std::unexpected{page.error().text()};
    std::vector<std::uint64_t> compared;
    const auto look = [&](ComparedGame& game) -> TakeGame {
      return [&, take = (*page)->look(game), index = game.stored.index, is_new = game.is_wanted] {
        if (is_new) compared.push_back(index);
        return take();
      };
    };
    const auto is_new = [&](const GameResult& game) { return !hold_.contains(game.index); };
    const auto differences = compare_folder(*results, folder, {.wanted = is_new, .look = look});
    if (!differences) return std::unexpected{differences.error().message};
    auto content = (*page)->finish(differences->texts());
    if (!content) return std::unexpected{content.error().text()};
    if (differences->empty()) hold_.insert(compared.begin(), compared.end());
    return content;
  }

 private:
  const PageCommandOptions& options_;
  const ReplayChoice& choice_;
  std::unordered_set<std::uint64_t> hold_;  ///< numbers of games that are correct
};

/// Serves a page that is made again when a browser requests it and there are new games.
ExitCode watch_folder(const PageCommandOptions& options, const ReplayChoice& choice) {
  const auto& folder = options.sources.front();
  const auto games = [&]() -> Result<WatchedGames> {
    const auto results = Results::open(folder);
    if (!results) return std::unexpected{results.error().message};
    const auto progress = results->progress();
    if (!progress) return std::unexpected{progress.error().message};
    return WatchedGames{progress->counted, progress->known(), progress->is_finished()};
  };
  GrowingPage growing{options, choice};
  const auto page = [&](const WatchedGames& known) -> Result<std::string> {
    const auto content = TRY(growing.make());
    return page_to_watch(content, known.stored);
  };
  const auto known = must(games());
  must(page(known));
  const auto served =
      serve_watched({.games = games, .page = page}, options.port, [&](const std::string& address) {
        std::cout << address << " shows " << folder << " while it is played; Ctrl-C ends" << std::endl;
      });
  return served ? ExitCode::ok : complain(served.error());
}

/// A page with the games of logs, numbered through all logs from 0.
class LogsPage {
 public:
  LogsPage(const PageCommandOptions& options, const ReplayChoice& choice)
      : options_{options},
        choice_{choice},
        page_{{.title = options.title_or(std::filesystem::path{options.sources.front()}.filename().string()),
               .version = version_text(),
               .bot = options.bot,
               .analysis = options.analysis()}} {}

  PageContent make() {
    for (const auto& source : options_.sources) {
      page_.add_source(source, number_);
      const auto walked =
          must(RecordedGames{source}.all_of_log([&](const ListedGame& listed, const Record* record) {
            if (record != nullptr) add(listed, *record);
            return true;
          }));
      for (const auto& text : walked.texts()) page_.add_difference(text);
      for (const auto& note : walked.notes()) page_.add_notes(note);
      differences_.append(walked);
    }
    if (number_ == 0 && !differences_.empty())
      throw Complaint{Error{differences_.code(), differences_.texts().front()}};
    if (number_ == 0)
      throw Complaint{
          "the logs contain no game; expected one that 'tribunal play --log' or 'tribunal export --logs' "
          "wrote"};
    if (listed_ == 0) {
      const std::vector<std::string> names{names_.begin(), names_.end()};
      throw Complaint{"there is no bot named '" + options_.bot + "'" + suggestion(options_.bot, names)};
    }
    if (replayed_ < listed_)
      page_.add_notes(fmt::format("{} of the {} can be replayed here.", replayed_, counted(listed_, "game")));
    return page_.finish(counted(listed_, "game"));
  }
  [[nodiscard]] const Differences& differences() const { return differences_; }

 private:
  void add(ListedGame game, const Record& record) {
    if (number_ == 0) {
      page_.add_fact("rules", rules_text(record.rules));
      page_.add_fact("clock", clock_text(record.limits));
      page_.add_fact("sandbox", record.host.sandbox);
      page_.set("move_ms", record.limits.move_ms);
    }
    game.number = number_++;
    for (const auto& seat : game.seats) names_.insert(seat.bot);
    const auto only = options_.bot.empty() ? std::nullopt : game.seat_of(options_.bot);
    if (!options_.bot.empty() && !only) return;
    page_.list(game);
    ++listed_;
    if (replayed_ == choice_.at_most || (choice_.only_faults && !game.has_fault())) return;
    replayed_ += page_.add_replay(game.number, record, only) ? 1 : 0;
  }

  const PageCommandOptions& options_;
  const ReplayChoice& choice_;
  PageBuilder page_;
  Differences differences_;
  std::set<std::string> names_;
  std::uint64_t number_ = 0;
  std::uint64_t listed_ = 0;
  std::uint64_t replayed_ = 0;
};

/// Whether the page has no games, like that of several folders. A single folder can also get such a page,
/// because a season begins with one night.
bool is_of_a_season(const PageCommandOptions& options) {
  return options.anchors.are_given() || !options.exclusions.bots.empty() ||
         !options.exclusions.reason.empty();
}

/// An objection to the options for these sources. `folders`: the number of results folders among them.
std::optional<std::string> objection_to_sources(const PageCommandOptions& options, std::ptrdiff_t folders) {
  if (folders > 0 && std::cmp_less(folders, options.sources.size()))
    return "a page shows either results folders or logs; expected only one kind";
  if (options.luck.is_wanted() && folders != 1)
    return "--luck and --luck-hands are for the page of one results folder, in which 'tribunal luck' stored "
           "the "
           "luck";
  if (is_of_a_season(options) && folders == 0)
    return "--anchor, --anchors and --exclude are for the page of results folders; logs have no standings";
  if (!options.persons.file.empty() && folders == 0)
    return "--names is for the page of results folders; logs have no standings";
  if (options.watch && folders == 0) return "--watch needs a results folder; logs do not grow";
  return std::nullopt;
}

ExitCode report(const PageCommandOptions& options) {
  const int outputs = int{!options.file.empty()} + int{!options.folder.empty()} + int{options.watch};
  if (outputs != 1)
    throw Complaint{fmt::format("{} given; expected one of -o FILE, --folder DIR and --watch",
                                outputs == 0 ? "no output" : "several outputs are")};
  if (!options.folder.empty()) must_be_outside(options.folder, options.sources);
  const auto choice = choice_of(options);
  if (!choice) throw Complaint{"--games " + options.games + ": expected all, faults or a number of games"};
  const auto folders = std::ranges::count_if(
      options.sources, [](const std::string& source) { return RecordedGames{source}.is_folder(); });
  must_not(objection_to_sources(options, folders));
  if (folders > 1 || is_of_a_season(options)) return report_season(options);
  if (options.watch) return watch_folder(options, *choice);
  if (folders > 0) return report_folder(options, *choice);
  LogsPage page{options, *choice};
  write_page(options, page.make());
  return page.differences().conclude();
}

}  // namespace

void add_report_command(CommandLine& command) {
  auto& options = command.runs(report);
  command
      .add("source", options.sources, Value::source,
           "results folders (several: one page over all, without games), or replay logs (-: standard input)")
      ->required()
      ->expected(1, -1);
  command.add("-o,--output", options.file, Value::output,
              "write the page to FILE, a single self-contained file (-: standard output)");
  command.add("--folder", options.folder, Value::output_folder,
              "write index.html, page.js and page.css to DIR: for hosts that forbid scripts in pages");
  auto* const bot =
      command.add("--bot", options.bot, Value::bot_name,
                  "for the author of this bot: only its games, as its seat saw them, with its comments and "
                  "what it wrote to stderr");
  command
      .add("--hide-others", options.hide_others,
           "with --bot: leave out what other bots did with the same cards")
      ->needs(bot);
  command.add("--title", options.title, {Value::text, "TEXT"},
              "title of the page (default: the name of the plan, or the common beginning of several names)");
  command.add(
      "--games", options.games, {Value::text, "all|faults|N"},
      "games that can be replayed: all, faults, or at most N, those with faults first (default: 5000)");
  options.anchors.add_options(command);
  options.exclusions.add_options(command);
  auto* const watch =
      command.add("--watch", options.watch,
                  "serve the page to browsers on this machine, and update it as games are played");
  auto* const analyse =
      command
          .add("--analyse", options.analyse,
               "add the cost of each decision of the games that can be replayed, the costliest first, as "
               "'tribunal analyse' does; at most 100 games unless --games is given")
          ->excludes(watch);
  options.luck.add_options(command, "the standings ");
  options.persons.add_option(command, "to the standings of results folders");
  command.exclude(*watch, {"--luck", "--luck-hands"});
  command
      .add("--worlds", options.worlds, whole(fewest_worlds, most_worlds),
           "with --analyse: worlds for each decision")
      ->needs(analyse);
  command
      .add("--port", options.port, whole(0, 65535), "with --watch: port of 127.0.0.1 (default: any free one)")
      ->needs(watch);
}

}  // namespace tribunal
