// tribunal site: writes the pages of a season into one folder.
#include <cctype>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <sys/stat.h>

#include "base/descriptor.hpp"
#include "base/digest.hpp"
#include "base/escape.hpp"
#include "base/files.hpp"
#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/paths.hpp"
#include "bots/system/random_bits.hpp"
#include "cli/manual/documents.hpp"
#include "cli/options/command_line.hpp"
#include "cli/results/differences.hpp"
#include "cli/results/joint_options.hpp"
#include "cli/terminal/output.hpp"
#include "record/replay_log.hpp"
#include "report/page/tournament_page.hpp"
#include "report/standings/standings_notes.hpp"
#include "report/standings/tournament_json.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

namespace fs = std::filesystem;

/// The options of a site: the pages of an event or a season in one folder, to publish it.
struct SiteOptions {
  std::vector<std::string> folders;  ///< results folders, a night each
  fs::path www;                      ///< folder of the site
  std::string title;
  fs::path authors;  ///< list of the authors' folders, outside of the site; empty: no pages for authors
  bool hide_others = false;
  AnchorOptions anchors;
  ExclusionOptions exclusions;
  PersonsOption persons;
};

/// The folder of the site. A file that would not change is not written again, so that a copy to a server
/// transfers only what is new.
class SiteFolder {
 public:
  explicit SiteFolder(fs::path folder) : folder_{std::move(folder)} {}

  void write(const std::string& name, std::string_view text) {
    const auto path = folder_ / name;
    must(check_place_in(folder_, name));
    if (contents_of(path) == text) {
      ++unchanged_;
      return;
    }
    must(create_folder(path.parent_path()));
    must(write_output(path.string(), text));
    ++written_;
  }
  [[nodiscard]] std::string summary() const {
    return fmt::format("{}: {} written, {} unchanged\n", (folder_ / "index.html").string(),
                       counted(written_, "file"), unchanged_);
  }

 private:
  fs::path folder_;
  std::uint64_t written_ = 0;
  std::uint64_t unchanged_ = 0;
};

/// Throws `Complaint` if the first page is a file that `site` did not write, because it would be replaced.
void must_be_own(const fs::path& index) {
  std::error_code ignored;
  if (!fs::exists(index, ignored)) return;
  constexpr std::size_t longest = std::size_t{64} << 20U;
  const auto text = contents_of(index, longest);
  if (!text || !text->contains("id=\"tribunal-report\"")) {
    throw Complaint{
        Error{ErrorCode::cannot_write,
              {index.string()},
              "is not a page of tribunal site, which would replace it; expected a folder without it"}};
  }
}

/// The organiser's list of the authors' folders, a line `authors/TOKEN/ NAME` for each bot. The tokens are
/// random, and the file is the only place that has them together with the names.
class AuthorList {
 public:
  explicit AuthorList(const fs::path& file) : file_{file} {
    std::error_code ignored;
    if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
      throw Complaint{Error{
          ErrorCode::usage, {file.string()}, "is not a file; expected a list of authors, or a new file"}};
    std::ifstream lines{file};
    std::set<std::string> known;
    for (std::string line; std::getline(lines, line);) {
      if (line.ends_with('\r')) line.pop_back();  // an editor of Windows
      if (line.empty()) continue;
      const auto end = line.find("/ ");
      const bool is_split = line.starts_with(front) && end != line.npos;
      const auto token = is_split ? line.substr(front.size(), end - front.size()) : "";
      if (token.size() != digits || token.find_first_not_of("0123456789abcdef") != std::string::npos)
        refuse(line, 60, "is not a line of a list of authors; expected authors/TOKEN/ NAME, or a new file");
      if (!known.insert(token).second || !tokens_.emplace(line.substr(end + 2), token).second)
        refuse(line, 120, "has a folder or a bot of an earlier line; expected one folder for each bot");
    }
  }

  /// The folder of the bot's author in the site, with `/` at its end. A new bot gets one.
  std::string folder_of(const std::string& bot) {
    const auto [found, is_new] = tokens_.try_emplace(harmless(bot));
    if (is_new) found->second = random_digits(digits);
    return std::string{front} + found->second + '/';
  }
  /// Writes the list, readable only by its owner, before any page has its address.
  void keep() const {
    std::string text;
    for (const auto& [bot, token] : tokens_) text += fmt::format("{}{}/ {}\n", front, token, bot);
    constexpr mode_t own = 0600;
    const Descriptor made{::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, own)};
    if (made) (void)::fchmod(made.get(), own);
    must(write_output(file_.string(), text));
  }

 private:
  [[noreturn]] void refuse(const std::string& line, std::size_t most, std::string_view why) const {
    throw Complaint{
        Error{ErrorCode::usage, {file_.string()}, fmt::format("'{}' {}", legible(line, most), why)}};
  }

  static constexpr std::size_t digits = 32;
  static constexpr std::string_view front = "authors/";

  fs::path file_;
  std::map<std::string, std::string> tokens_;
};

/// A results folder on the site.
struct SiteNight {
  std::string source;
  Results results;
  std::string name;  ///< front of the names of its files
};

/// The name of a night's files: the letters and digits of the plan's name, and the first digits of the
/// commitment. It says nothing about the organiser's folders, and stays the same.
std::string name_of_night(const Results& results) {
  constexpr std::size_t longest = 40;
  std::string name;
  for (const char letter : results.tournament().plan.name) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x80U && std::isalnum(byte) != 0)
      name += static_cast<char>(std::tolower(byte));
    else if (!name.empty() && name.back() != '-')
      name += '-';
    if (name.size() == longest) break;
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return (name.empty() ? "night" : name) + '-' + to_hex(results.commitment()).substr(0, 8);
}

/// The first page of an author: links to the pages of the nights.
std::string author_index(const std::string& bot, const std::vector<const SiteNight*>& nights) {
  const auto name = escaped_for_xml(harmless(bot));
  std::string list;
  for (const auto* const night : nights)
    list += fmt::format("<li><a href=\"{0}.html\">{1} ({0})</a></li>\n", night->name,
                        escaped_for_xml(harmless(night->results.tournament().plan.name)));
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self'\">\n"
      "<meta name=\"robots\" content=\"noindex\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<link rel=\"stylesheet\" href=\"../../page.css\">\n</head>\n<body>\n"
      "<h1><bdi>{0}</bdi></h1>\n<p>For the author of this bot only: do not pass this address on.</p>\n"
      "<ul>\n{1}</ul>\n</body>\n</html>\n",
      name, list);
}

/// The nights of the site, in the given order. Plans with a seed can have equal names and secrets; their
/// files are then numbered in that order.
std::vector<SiteNight> nights_of(const SiteOptions& options) {
  std::vector<SiteNight> nights;
  std::map<std::string, int> names;
  for (const auto& source : options.folders) {
    if (is_merged(source, options.folders)) continue;
    auto results = must(Results::open(source));
    auto name = name_of_night(results);
    if (const auto number = ++names[name]; number > 1) name += fmt::format("-{}", number);
    nights.push_back({.source = source, .results = std::move(results), .name = std::move(name)});
  }
  return nights;
}

/// The site of a season, with the pages of its nights.
class Site {
 public:
  explicit Site(const SiteOptions& options)
      : options_{options},
        nights_{nights_of(options)},
        folder_{options.www},
        persons_{must(options.persons.read())} {}

  /// Writes all files. Throws `Complaint` if a game differs from its record, because a site has only correct
  /// games.
  void write() {
    const auto index = index_page();
    for (const auto& night : nights_) write_night(night);
    if (!options_.authors.empty()) write_authors();
    folder_.write("page.js", page_script());
    folder_.write("page.css", page_style());
    folder_.write("index.html", page_in_files(index));
    std::cout << folder_.summary();
  }

 private:
  /// The page for all readers, or for the author of `bot`.
  [[nodiscard]] std::unique_ptr<TournamentPage> page_of(const SiteNight& night,
                                                        const std::string& bot) const {
    PageTerms terms{.title = harmless(night.results.tournament().plan.name),
                    .version = version_text(),
                    .bot = bot,
                    .persons = persons_,
                    .hide_others = options_.hide_others};
    return tournament_page(night.results, night.name + ".jsonl", std::move(terms), {});
  }

  /// The table over all nights, the course of the bots, and links to the pages.
  [[nodiscard]] PageContent index_page() const {
    JointSources sources;
    std::vector<std::string> titles;
    Json list = Json::array();
    std::map<std::string, std::string> shown;
    for (const auto& [source, results, name] : nights_) {
      const auto& plan = results.tournament().plan;
      sources.folders.emplace_back(source);
      sources.names.emplace_back(name);
      sources.notes.look_at(source, name);
      shown[source] = name;
      titles.push_back(plan.name);
      list.push_back({{"name", name},
                      {"title", harmless(plan.name)},
                      {"games", results.size().value_or(0)},
                      {"has_logs", results.secret().has_value()},
                      {"commitment", to_hex(results.commitment())}});
    }
    auto table = joint_table(sources, options_.anchors.read(), persons_, options_.exclusions,
                             {.all_pairs = false, .latest = true, .history = true}, LastColumn::usage);
    if (table.standings.history)
      for (auto& night : table.standings.history->nights)
        if (const auto found = shown.find(night.folder); found != shown.end()) night.folder = found->second;
    const PageTerms terms{.title = options_.title.empty() ? title_of_season(titles) : options_.title,
                          .version = version_text()};
    return season_page(table.standings, terms, {}, table.notes, std::move(list));
  }

  /// Writes the page for all readers, the logs, and the standings as JSON.
  void write_night(const SiteNight& night) {
    std::string logs;
    auto page = page_of(night, "");
    const auto differences =
        must(compare_folder(night.results, night.source, {.look = [&](ComparedGame& game) {
                              std::string log;
                              if (game.played && game.stored.record)
                                append_log(log, *game.stored.record, *game.played, game.hash);
                              return [&logs, log = std::move(log), take = page->look(game)] {
                                logs += log;
                                return take();
                              };
                            }}));
    for (const auto& note : differences.notes()) std::cerr << note << '\n';
    if (!differences.empty()) throw Complaint{Error{differences.code(), differences.texts().front()}};
    folder_.write(night.name + ".html", page_in_files(must(page->finish({}))));
    if (!logs.empty()) folder_.write(night.name + ".jsonl.gz", gzipped(logs));
    const auto standings = must(standings_of(night.results, {}, LastColumn::content));
    const TournamentFacts facts{.commitment = night.results.commitment(),
                                .notes = must(run_notes(night.results)),
                                .unverified = !night.results.unverified().empty()};
    folder_.write(night.name + ".json",
                  json_text(tournament_json(night.results.tournament(), standings, facts)));
  }

  /// Writes the pages of each bot's author into the author's folder.
  void write_authors() {
    AuthorList list{options_.authors};
    std::map<std::string, std::vector<const SiteNight*>> nights_of_bots;
    for (const auto& night : nights_)
      for (const auto& bot : night.results.tournament().plan.bots) nights_of_bots[bot.name].push_back(&night);
    for (const auto& [bot, nights] : nights_of_bots) (void)list.folder_of(bot);
    list.keep();
    folder_.write("authors/index.html", "");  // a server may list the names of a folder without it
    for (const auto& [bot, nights] : nights_of_bots) {
      const auto folder = list.folder_of(bot);
      for (const auto* const night : nights) {
        auto page = page_of(*night, bot);
        (void)must(compare_folder(night->results, night->source,
                                  {.wanted = [](const GameResult&) { return false; },  // compared above
                                   .look = [&](ComparedGame& game) { return page->look(game); }}));
        folder_.write(folder + night->name + ".html", page_in_files(must(page->finish({})), "../../"));
      }
      folder_.write(folder + "index.html", author_index(bot, nights));
    }
  }

  const SiteOptions& options_;
  std::vector<SiteNight> nights_;
  SiteFolder folder_;
  Persons persons_;
};

/// Writes the site. Files that would not change stay as they are.
ExitCode make_site(const SiteOptions& options) {
  must_not(options.exclusions.objection());
  must_differ(options.folders);
  must_be_outside(options.www, options.folders);
  if (!options.authors.empty() && is_in(real_path(options.authors), real_path(options.www)))
    throw Complaint{ExitCode::usage, "--authors " + harmless(options.authors.string()) +
                                         ": everybody can read a file in the site; expected one outside of " +
                                         harmless(options.www.string())};
  must_be_own(options.www / "index.html");
  Site{options}.write();
  if (!options.authors.empty())
    std::cout << options.authors.string() << ": the folders of the authors, for you to send\n";
  return ExitCode::ok;
}

}  // namespace

void add_site_command(CommandLine& command) {
  auto& options = command.runs(make_site);
  command.add("folders", options.folders, Value::results, "results folders, such as results/night*")
      ->required()
      ->expected(1, -1);
  command.add("-o,--out", options.www, Value::output_folder, "folder of the site; it may exist already")
      ->required();
  command.add("--title", options.title, {Value::text, "TEXT"},
              "title of its first page (default: the common beginning of the plans' names)");
  auto* const authors = command.add(
      "--authors", options.authors, Value::file,
      "add pages for the author of each bot, under names that cannot be guessed; FILE stores these "
      "names, outside of the site");
  command
      .add("--hide-others", options.hide_others,
           "with --authors: in authors' pages, omit what other bots did with the same cards")
      ->needs(authors);
  options.anchors.add_options(command);
  options.exclusions.add_options(command);
  options.persons.add_option(command, "to the table over all nights");
}

}  // namespace tribunal
