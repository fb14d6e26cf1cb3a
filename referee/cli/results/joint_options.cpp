#include "cli/results/joint_options.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iostream>
#include <iterator>
#include <span>
#include <utility>

#include "base/text/number_text.hpp"
#include "base/text/utf8.hpp"
#include "bots/system/paths.hpp"
#include "cli/options/command_line.hpp"
#include "report/standings/standings_notes.hpp"
#include "tournament/plan/ruling.hpp"
#include "tournament/results/folder.hpp"
#include "tournament/results/results.hpp"

namespace tribunal {
namespace {

std::vector<Anchor> anchors_named(const std::vector<std::string>& texts) {
  std::vector<Anchor> anchors;
  for (const auto& text : texts) {
    const auto anchor = parse_anchor(text);
    if (!anchor)
      throw Complaint{"--anchor " + text +
                      ": expected a bot and its rating, for example greedy=1500 or greedy=1500+-30"};
    if (std::ranges::find(anchors, anchor->bot, &Anchor::bot) != anchors.end())
      throw Complaint{"--anchor " + text + ": that bot is an anchor already; name it once"};
    anchors.push_back(*anchor);
  }
  return anchors;
}

/// The rows of a table that can be anchors: those with an Elo that has an interval and is not a bound.
std::vector<Anchor> anchors_in(const std::vector<RatedBot>& table) {
  std::vector<Anchor> anchors;
  for (const auto& row : table)
    if (row.elo && row.elo_error && !row.is_bound && row.sha256)
      anchors.push_back({.bot = row.name, .elo = *row.elo, .sha256 = row.sha256, .error = *row.elo_error});
  return anchors;
}

/// Prints how many anchors came from a table. It is an error if none did.
void tell_of_table(const NamedAnchors& named, const Standings& standings) {
  const auto& file = named.table;
  const auto used = static_cast<std::size_t>(std::ranges::count_if(
      standings.anchors, [](const AnchorFit& fit) { return fit.anchor.sha256.has_value(); }));
  if (used == 0) {
    throw Complaint{Error{
        ErrorCode::usage,
        file + ": none of its bots can be an anchor here; expected a table with bots that played these games "
               "in the same version (sha256), whose Elo has an interval and is not a bound"}};
  }
  std::cerr << file << ": " << used << " of its " << counted(named.rows, "row")
            << (used == 1 ? " is" : " are") << " fixed as listed";
  if (named.usable > used)
    std::cerr << "; " << named.usable - used
              << " did not play here in the same version, or --anchor names it";
  if (named.rows > named.usable)
    std::cerr << "; " << named.rows - named.usable << " without an exact Elo (a bound, or too few deals)";
  std::cerr << '\n';
}

/// A sentence that names the bots with the same files. Empty if there are none.
std::string sentence_about_files(const std::vector<SameFiles>& all) {
  constexpr std::size_t digits = 8;
  constexpr std::size_t most_named = 8;
  std::vector<std::string> groups;
  for (const auto& [sha256, bots] : all) {
    const auto some = std::span{bots}.first(std::min(bots.size(), most_named));
    const auto more = bots.size() > some.size() ? fmt::format(", {} more", bots.size() - some.size()) : "";
    groups.push_back(
        harmless(fmt::format("{}{} ({})", fmt::join(some, ", "), more, sha256.substr(0, digits))));
    if (groups.size() == most_named && all.size() > most_named) break;
  }
  if (groups.empty()) return {};
  if (all.size() > groups.size()) groups.push_back(fmt::format("{} more", all.size() - groups.size()));
  return fmt::format("the same files under different names: {}; each name is rated as a bot of its own",
                     fmt::join(groups, "; "));
}

/// Removes the bots of the organiser's list that are in none of the tournaments.
void keep_those_here(std::vector<Exclusion>& exclusions, const TournamentStandings& standings) {
  const auto is_here = [&](const std::string& bot) {
    return std::ranges::count(standings.overall.rows, bot, &StandingsRow::name) > 0;
  };
  std::erase_if(exclusions, [&](const Exclusion& one) { return !one.by_list.empty() && !is_here(one.bot); });
}

/// Sentences about folders that do not count because others play on from them.
std::vector<std::string> sentences_about_superseded(const std::vector<Superseded>& superseded,
                                                    const std::vector<std::filesystem::path>& folders) {
  std::vector<std::string> sentences;
  for (const auto& [folder, by, ruling] : superseded) {
    const bool plays_on = ruling.kind == RulingKind::play_on;
    sentences.push_back(fmt::format(
        "{}: none of its games counts here, because {} {} (ruling {} there: {}){}",
        harmless(folders.at(folder).native()), harmless(folders.at(by).native()),
        plays_on ? "plays on from a corrected round of it" : "holds them with a later ruling", ruling.number,
        harmless(ruling.reason), plays_on ? ", and holds the games of the rounds up to that one" : ""));
  }
  return sentences;
}

/// Sentences about folders with the same deals, and about games that several folders have.
std::vector<std::string> sentences_about_deals(const std::vector<SharedDeals>& shared,
                                               const std::vector<std::filesystem::path>& folders) {
  std::vector<std::string> sentences;
  for (const auto& each : shared) {
    const auto name = harmless(folders.at(each.folder).native());
    if (each.repeated > 0)
      sentences.push_back(fmt::format("{}: {} of its {} {} also in another folder; each game counts once",
                                      name, each.repeated, counted(each.games + each.repeated, "game"),
                                      each.repeated == 1 ? "is" : "are"));
    if (each.folder != each.first && each.games > 0) {
      sentences.push_back(fmt::format(
          "{}: has the deals of {} (the same name and seed, or secret), so its games are less informative "
          "than those of new deals; for new deals, give each night a name or secret of its own",
          name, harmless(folders.at(each.first).native())));
    }
  }
  return sentences;
}

}  // namespace

void NamedAnchors::tell(const Standings& standings) const {
  if (!table.empty()) tell_of_table(*this, standings);
  if (auto wrong = objection_to_anchors(standings); !wrong.empty())
    throw Complaint{Error{ErrorCode::usage, std::move(wrong)}};
}

void AnchorOptions::add_options(CommandLine& command) {
  command.add("--anchor", anchors, {Value::text, "NAME=ELO"},
              "bot with a fixed Elo, such as greedy=1500, or one known with a standard deviation, such as "
              "greedy=1500+-30; repeatable (default: the mean is 1500)");
  command.add("--anchors", table, Value::file,
              "JSON of an earlier 'ratings' or 'standings': its bots that play here in the same version keep "
              "their Elo; --anchor takes precedence");
}

NamedAnchors AnchorOptions::read() const {
  auto own = anchors_named(anchors);
  NamedAnchors named{.anchors = std::move(own), .table = table};
  if (table.empty()) return named;
  const auto read = read_rating_table(table);
  if (!read) throw Complaint{Error{ErrorCode::usage, "--anchors " + table + ": " + read.error().message}};
  const auto usable = anchors_in(*read);
  named.anchors.insert(named.anchors.end(), usable.begin(), usable.end());
  named.rows = read->size();
  named.usable = usable.size();
  return named;
}

void ExclusionOptions::add_options(CommandLine& command) {
  command.add("--exclude", bots, Value::bot_name, "omit all games of this bot, in every folder; repeatable");
  command.add("--reason", reason, "with --exclude: the reason, to be published");
}

std::optional<std::string> ExclusionOptions::objection() const {
  if (bots.empty() && reason.empty()) return std::nullopt;
  if (bots.empty()) return "--reason needs --exclude";
  if (reason.empty()) return "--exclude needs --reason TEXT, which is published";
  const auto wrong = objection_to_reason(reason);
  return wrong.empty() ? std::nullopt : std::optional{"--reason: " + wrong};
}

std::vector<Exclusion> ExclusionOptions::and_those_of(const Persons& persons) const {
  std::vector<Exclusion> all;
  for (const auto& bot : std::set<std::string>{bots.begin(), bots.end()})
    all.push_back({.bot = bot, .reason = reason});
  for (auto& listed : persons.exclusions())
    if (std::ranges::find(bots, listed.bot) == bots.end()) all.push_back(std::move(listed));
  return all;
}

std::string sentence_about(const std::vector<Exclusion>& exclusions, std::uint64_t games) {
  if (exclusions.empty()) return {};
  std::vector<std::string> groups;
  for (auto one = exclusions.begin(); one != exclusions.end();) {
    const auto end = std::ranges::find_if(
        one, exclusions.end(), [&](const Exclusion& other) { return other.reason != one->reason; });
    std::vector<std::string> bots;
    std::ranges::transform(one, end, std::back_inserter(bots), &Exclusion::bot);
    groups.push_back(harmless(fmt::format("{} ({})", fmt::join(bots, ", "), one->reason)));
    one = end;
  }
  return fmt::format("excluded: {}; {} with {} {} not count", fmt::join(groups, "; "), counted(games, "game"),
                     exclusions.size() == 1 ? "it" : "them", games == 1 ? "does" : "do");
}

Json json_of(const std::vector<Exclusion>& exclusions) {
  auto all = Json::array();
  for (const auto& one : exclusions) all.push_back({{"bot", one.bot}, {"reason", one.reason}});
  return all;
}

bool is_merged(const std::string& source, const std::vector<std::string>& sources) {
  std::error_code ignored;
  const auto place_of = [&](const std::string& name) {
    const auto place = std::filesystem::weakly_canonical(name, ignored);
    return place.has_filename() ? place : place.parent_path();
  };
  const auto place = place_of(source);
  if (place.extension() != ".shards" || std::filesystem::exists(database_of(place), ignored)) return false;
  const auto merged = place.parent_path() / place.stem();
  if (std::ranges::find(sources, merged, place_of) == sources.end()) return false;
  std::cerr << harmless(source) << ": omitted: 'tribunal merge' has put its shards into "
            << harmless(merged.filename().native()) << ", which is given too\n";
  return true;
}

void add_season_folders(CommandLine& command, std::vector<std::string>& folders) {
  constexpr std::size_t most = 1000;
  command.add("folders", folders, Value::results, "results folders, such as those of a season")
      ->required()
      ->expected(1, most);
}

Json PairsTested::added_to(Json report) const {
  const auto* const if_none = tested == 0 ? "not tested" : tested < pairs ? "partly tested" : "none";
  report["verdict"] = found > 0 ? "found" : if_none;
  report["pairs_tested"] = tested;
  report["pairs_not_tested"] = pairs - tested;
  return report;
}

ExitCode PairsTested::code() const {
  return found > 0 ? ExitCode::failed : tested == 0 ? ExitCode::inconclusive : ExitCode::ok;
}

std::string PairsTested::text(const std::string& none, const std::string& tested_none) const {
  const std::string nothing = "Nothing was tested, so this says nothing about any bot.";
  const auto& sentence = tested == 0 ? nothing : tested == pairs ? none : tested_none;
  const auto head = found > 0 ? std::string{} : sentence + '\n';
  if (tested == pairs) return head;
  return head +
         fmt::format(
             "Not tested, because of too few deals in common or too few situations in which bots decided "
             "differently: {} of {}.\n",
             pairs - tested, counted(pairs, "pair"));
}

void must_differ(const std::vector<std::string>& sources) {
  std::set<std::filesystem::path> seen;
  for (const auto& name : sources) {
    std::error_code ignored;
    if (!seen.insert(std::filesystem::weakly_canonical(name, ignored) / "").second)
      throw Complaint{name + " is given twice"};
  }
}

void must_be_outside(const std::filesystem::path& published, const std::vector<std::string>& sources) {
  for (const auto& name : sources) {
    std::error_code ignored;
    if (std::filesystem::is_directory(name, ignored) && is_in(real_path(name), real_path(published))) {
      throw Complaint{
          fmt::format("{}: everybody could read the results folder {} in it, with the secret of its deals; "
                      "expected a folder without results, such as www",
                      harmless(published.string()), harmless(name))};
    }
  }
}

std::string title_of_season(const std::vector<std::string>& names) {
  std::string_view common = names.front();
  for (const auto& name : names)
    common =
        common.substr(0, static_cast<std::size_t>(std::ranges::mismatch(common, name).in1 - common.begin()));
  const auto ends_within = [&] {  // names may differ within a character of several bytes
    return common.size() < names.front().size() &&
           (static_cast<unsigned char>(names.front()[common.size()]) & 0xC0U) == 0x80U;
  };
  while (!common.empty() && ends_within()) common.remove_suffix(1);
  while (!common.empty() && std::string_view{" -_.#0123456789"}.contains(common.back()))
    common.remove_suffix(1);
  if (common.empty()) return counted(names.size(), "results folder");
  return fmt::format("{}, {}", common, counted(names.size(), "night"));
}

void FolderNotes::look_at(const std::string& folder, const std::string& shown) {
  const auto results = Results::open(folder);
  if (!results) return;
  for (const auto& sentence : sentences_beside_others(*results))
    lines_.push_back(fmt::format("{}: {}", harmless(shown.empty() ? folder : shown), sentence));
  const auto& tournament = results->tournament();
  for (const auto& anchor : tournament.plan.anchors)
    if (auto text = harmless(to_text(anchor)); std::ranges::find(anchors_, text) == anchors_.end())
      anchors_.push_back(std::move(text));
  const auto& versions = results->versions();
  for (std::size_t bot = 0; bot < versions.names().size(); ++bot)
    for (const auto& hash : versions.hashes(bot))
      if (!hash.empty()) bots_by_files_[hash][folder].insert(versions.names()[bot]);
  const bool limits_by_bot =
      std::ranges::any_of(tournament.plan.bots, [](const PlannedBot& bot) { return bot.limits.has_value(); });
  if (limits_by_bot || !tournament.rulings.empty())
    json_.push_back(
        {{"folder", folder}, {"rulings", tournament.rulings.size()}, {"limits_by_bot", limits_by_bot}});
}

std::vector<SameFiles> FolderNotes::same_files() const {
  std::vector<SameFiles> all;
  for (const auto& [hash, folders] : bots_by_files_) {
    std::set<std::string> bots;
    for (const auto& [folder, some] : folders) bots.insert(some.begin(), some.end());
    const auto has_all = [&](const auto& folder) { return folder.second.size() == bots.size(); };
    if (std::ranges::none_of(folders, has_all)) all.push_back({hash, {bots.begin(), bots.end()}});
  }
  return all;
}

std::vector<std::string> FolderNotes::lines(bool are_anchored) const {
  auto lines = lines_;
  if (auto line = sentence_about_files(same_files()); !line.empty()) lines.push_back(std::move(line));
  if (are_anchored || anchors_.empty()) return lines;
  constexpr std::size_t most_told = 6;
  const auto told = std::min(anchors_.size(), most_told);
  const std::vector<std::string> some(anchors_.begin(), anchors_.begin() + static_cast<std::ptrdiff_t>(told));
  lines.push_back(
      fmt::format("Anchors of plans ({}{}) are not used here, and the mean Elo is {:.0f}: fix the scale with "
                  "--anchor, such as "
                  "--anchor {}",
                  fmt::join(some, ", "),
                  anchors_.size() > told ? fmt::format(", and {} more", anchors_.size() - told) : "",
                  mean_elo, anchors_.front()));
  return lines;
}

JointTable joint_table(const JointSources& sources, NamedAnchors named, Persons persons,
                       const ExclusionOptions& exclusions, StandingsOptions wanted, LastColumn last) {
  const bool are_anchored = !named.anchors.empty() || !named.table.empty();
  JointTable table{
      .named = std::move(named), .persons = std::move(persons), .notes = sources.notes.lines(are_anchored)};
  table.exclusions = exclusions.and_those_of(table.persons);
  for (const auto& line : table.notes) std::cerr << line << '\n';
  wanted.anchors = table.named.anchors;
  auto& standings = table.standings;
  standings = must(joint_standings(sources.folders, wanted, last, sources.imported, table.exclusions));
  keep_those_here(table.exclusions, standings);
  if (const auto lines = table.persons.add_to(standings); !lines.empty()) std::cerr << lines << '\n';
  table.named.tell(standings.overall);
  const auto& names = sources.names.empty() ? sources.folders : sources.names;
  auto lines = sentences_about_superseded(standings.superseded, names);
  std::ranges::move(sentences_about_deals(standings.shared_deals, names), std::back_inserter(lines));
  if (auto line = sentence_about(table.exclusions, standings.excluded_games); !line.empty())
    lines.push_back(std::move(line));
  for (auto& line : lines) {
    std::cerr << line << '\n';
    table.notes.push_back(std::move(line));
  }
  return table;
}

}  // namespace tribunal
