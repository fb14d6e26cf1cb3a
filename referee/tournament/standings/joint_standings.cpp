// Functions for the standings over several results folders and imports.
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/spelling.hpp"
#include "base/text/utf8.hpp"
#include "base/try.hpp"
#include "tournament/plan/bot_names.hpp"
#include "tournament/results/results.hpp"
#include "tournament/standings/standings_of.hpp"
#include "tournament/standings/superseded.hpp"

namespace tribunal {
namespace {

/// One of the folders, and the number of the first folder that deals the same cards.
struct Part {
  std::size_t folder = 0;
  std::size_t tournament = 0;
  GameRange games;
  bool may_repeat = false;  ///< whether another folder has some of its deals
};

/// The folders in the order in which their games are added up. Folders with the same source of deals share
/// deals: shards of one tournament, a copy of a folder, and nights with the same seed.
Result<std::vector<Part>> parts_of(const std::vector<Results>& folders) {
  std::map<std::string, std::vector<Part>> by_source;
  for (std::size_t folder = 0; folder < folders.size(); ++folder) {
    const auto games = TRY(folders[folder].range());
    auto& parts = by_source[source_of_deals(folders[folder])];
    const auto first = parts.empty() ? folder : parts.front().folder;
    parts.push_back({.folder = folder, .tournament = first, .games = games});
  }
  std::vector<Part> all;
  for (auto& [source, parts] : by_source) {
    std::ranges::stable_sort(parts, {}, [](const Part& part) { return part.games.begin; });
    const auto overlap = [](const Part& one, const Part& next) { return next.games.begin < one.games.end; };
    const bool may_repeat = std::ranges::adjacent_find(parts, overlap) != parts.end();
    for (auto& part : parts) part.may_repeat = may_repeat;
    std::ranges::copy(parts, std::back_inserter(all));
  }
  std::ranges::stable_sort(all, {}, &Part::tournament);
  return all;
}

/// The first bytes of the contents of games.
using Contents = std::unordered_set<std::uint64_t>;

constexpr unsigned bits_of_deals = 48;  // number of bits for the games of a schedule, and so for its deals

/// A number that identifies the ranking of a game, equal to that of an imported game with the same ranking.
std::uint64_t number_of_ranking(const GameResult& game, const std::vector<PlannedBot>& bots) {
  std::vector<ImportedGame::Seat> seats;
  for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
    const auto& name = bots.at(static_cast<std::size_t>(game.seats[seat].bot)).name;
    seats.push_back({name, game.outcome.places.at(seat), game.forfeited.has(static_cast<Seat>(seat))});
  }
  return number_of_ranking(std::move(seats));
}

/// The results of a folder, for comparison with imported files.
struct FolderResults {
  std::uint64_t games = 0;
  std::uint64_t rankings = 0;  ///< as in `ImportedFile`
};

/// Adds the imported files that probably hold the results of this folder.
void add_likely_copies(const FolderResults& played, std::size_t folder, const ImportedResults& imported,
                       std::vector<LikelyCopy>& copies) {
  const auto& files = imported.files();
  for (std::size_t file = 0; file < files.size(); ++file)
    if (files[file].looks_like(played.games, played.rankings)) copies.push_back({file, folder});
}

/// Adds the games of a folder, except for those that are in an earlier one.
Result<SharedDeals> add_part(const Results& results, const Part& part, LastColumn last,
                             const ImportedResults& imported, Contents& earlier, Tally& tally,
                             FolderResults& played) {
  SharedDeals shared{.folder = part.folder, .first = part.tournament};
  Contents present;
  std::optional<std::uint64_t> in_both;
  const auto add = [&](GameResult& game) {
    if (imported.has_contents() && imported.has(game.content)) {
      in_both = game.index;
      return false;
    }
    const auto& plan = results.tournament().plan;
    if (!imported.files().empty() && !seats_excluded(plan, game)) {
      ++played.games;
      played.rankings += number_of_ranking(game, plan.bots);
    }
    if (part.may_repeat) {
      const auto content = first_bytes(game.content);
      const bool is_repeated = earlier.contains(content);
      ++(is_repeated ? shared.repeated : shared.games);
      if (is_repeated) tally.pass(game, part.folder);
      if (is_repeated) return true;
      present.insert(content);
    }
    tally.add(game, part.folder, static_cast<std::uint64_t>(part.tournament) << bits_of_deals);
    return true;
  };
  const bool reads_content = imported.has_contents() || part.may_repeat;
  TRY(results.for_each(add, reads_content ? std::max(last, LastColumn::content) : last));
  if (in_both) {
    return failure(
        ErrorCode::unreadable,
        fmt::format("game {} of {} is also in an imported table (content_sha256): give only one of them",
                    *in_both, results.tournament().plan.name));
  }
  earlier.merge(present);
  return shared;
}

/// Removes the folders of which nothing counts. Returns the numbers of the others.
std::vector<std::size_t> without(const std::vector<Superseded>& superseded, std::vector<Results>& folders) {
  std::vector<Results> kept;
  std::vector<std::size_t> numbers;
  for (std::size_t folder = 0; folder < folders.size(); ++folder) {
    if (std::ranges::find(superseded, folder, &Superseded::folder) != superseded.end()) continue;
    kept.push_back(std::move(folders[folder]));
    numbers.push_back(folder);
  }
  folders = std::move(kept);
  return numbers;
}

/// Checks that bots of different sources can be told apart: the same bot may be `ann` in one and `Ann` in
/// another, and a table may have the name that a version of a bot gets here.
Result<void> look_different(const Entrants& entrants) {
  SimilarNames names;
  std::set<std::string> rows;
  for (const auto& row : entrants.rows()) {
    if (!rows.insert(row.bot).second) {
      return std::unexpected{
          fmt::format("'{}' is a version of a bot in a folder, and also the name of a bot in "
                      "another file or folder; rename one of them",
                      harmless(row.bot))};
    }
    if (const auto other = names.add(row.name); !other.empty() && other != row.name) {
      return std::unexpected{
          fmt::format("the names '{}' and '{}' look alike in a table; expected the same name, or another one "
                      "('tribunal export FOLDER --csv=FILE' writes a folder's games as a table)",
                      harmless(other), harmless(row.name))};
    }
  }
  return {};
}

/// Excludes bots from all folders.
Result<void> exclude(const std::vector<Exclusion>& exclusions, std::vector<Results>& folders,
                     const ImportedResults& imported) {
  for (const auto& [bot, reason, list] : exclusions) {
    const auto said = list.empty() ? "--exclude " + bot : fmt::format("{}: excluded {}", list, bot);
    const auto& elsewhere = imported.names();
    if (std::ranges::find(elsewhere, bot) != elsewhere.end()) {
      return std::unexpected{
          said +
          ": it is also in a file of results, from which games cannot be removed; expected a "
          "bot that is only in results folders"};
    }
    bool is_known = false;
    std::set<std::string> names;
    for (auto& folder : folders) {
      is_known = folder.exclude(bot) || is_known;
      for (const auto& planned : folder.tournament().plan.bots) names.insert(planned.name);
    }
    if (!is_known && list.empty())
      return std::unexpected{said + ": there is no bot with this name" +
                             suggestion(bot, std::vector(names.begin(), names.end()))};
  }
  return {};
}

}  // namespace

Result<TournamentStandings> joint_standings(const std::vector<std::filesystem::path>& all_folders,
                                            const StandingsOptions& options, LastColumn last,
                                            const ImportedResults& imported,
                                            const std::vector<Exclusion>& excluded) {
  std::vector<Results> tournaments;
  for (const auto& folder : all_folders) {
    auto results = TRY(Results::open(folder, RoundSource::in_passing));
    tournaments.push_back(std::move(results));
  }
  auto superseded = TRY(superseded_of(all_folders, tournaments));
  const auto counting = without(superseded, tournaments);
  std::vector<std::filesystem::path> folders;
  for (const auto folder : counting) folders.push_back(all_folders[folder]);
  TRY(exclude(excluded, tournaments, imported));
  auto entrants = TRY(Entrants::of(tournaments, folders, imported.names(), options.history));
  TRY(look_different(entrants));
  if (entrants.rows().size() >= most_bots_at_once)
    return failure(ErrorCode::unreadable, "too many bots; at most " + std::to_string(most_bots_at_once - 1) +
                                              " can be rated together");
  const auto parts = TRY(parts_of(tournaments));
  std::vector<const Tournament*> added;
  auto order = imported.rankings().is_in_order() && std::ranges::none_of(parts, &Part::may_repeat)
                   ? DealOrder::in_a_row
                   : DealOrder::come_back;
  for (const auto& results : tournaments) {
    added.push_back(&results.tournament());
    if (deal_order_of(results.tournament().plan) == DealOrder::come_back) order = DealOrder::come_back;
  }
  Tally tally{added, std::move(entrants), order, imported};
  tally.count_excluded(excluded);
  std::vector<SharedDeals> shared;
  std::vector<LikelyCopy> copies;
  Contents earlier;
  for (const auto& part : parts) {
    FolderResults played;
    const auto of_part =
        TRY(add_part(tournaments[part.folder], part, last, imported, earlier, tally, played));
    if (part.may_repeat) shared.push_back(of_part);
    add_likely_copies(played, counting[part.folder], imported, copies);
  }
  tally.add(imported, tournaments.size() << bits_of_deals);
  auto standings = TRY(tally.standings(options));
  for (const auto& one : shared)
    standings.shared_deals.push_back({counting[one.folder], counting[one.first], one.games, one.repeated});
  standings.likely_copies = std::move(copies);
  standings.superseded = std::move(superseded);
  for (auto& [name, alone] : standings.games)
    std::erase_if(alone.rows, [](const StandingsRow& row) { return row.games == 0; });
  return standings;
}

}  // namespace tribunal
