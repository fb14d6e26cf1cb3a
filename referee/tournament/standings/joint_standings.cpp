#include "tournament/standings/joint_standings.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/spelling.hpp"
#include "tournament/plan/versions.hpp"
#include "tournament/results/results.hpp"
#include "tournament/schedule/formats/format.hpp"
#include "tournament/standings/nights.hpp"
#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

/// The entrant of each imported bot.
std::vector<std::uint32_t> imported_entrants(const Versions& versions, const ImportedResults& imported) {
  std::map<std::string, std::uint32_t> by_name;
  for (std::size_t bot = 0; bot < versions.names().size(); ++bot) {
    SeatResult seat;
    seat.bot = static_cast<int>(bot);
    seat.version = static_cast<int>(versions.newest(bot));
    by_name[versions.names()[bot]] = static_cast<std::uint32_t>(versions.entrant(seat));
  }
  std::vector<std::uint32_t> entrants;
  for (const auto& name : imported.names()) entrants.push_back(by_name.at(name));
  return entrants;
}

/// The seats of a game that ended in this ranking.
void read_ranking(RankingPattern pattern, const std::vector<std::uint32_t>& entrants,
                  std::vector<Placed>& seats) {
  seats.clear();
  const auto forfeited = Rankings::forfeited_from(pattern);
  std::int32_t place = 1;
  for (std::size_t seat = 0; seat < pattern.size(); ++seat) {
    const auto bot = entrants.at(Rankings::bot_of(pattern[seat]));
    seats.push_back({bot, seat < forfeited ? place : forfeited_place});
    if (!Rankings::ties_with_next(pattern[seat])) ++place;
  }
}

/// Deals are numbered from `first` on.
void add_imported(StandingsTally& tally, const ImportedResults& imported, std::uint64_t first,
                  const std::vector<std::uint32_t>& entrants) {
  const auto& rankings = imported.rankings();
  std::vector<Placed> seats;
  rankings.for_each_run([&](const Rankings::Run& run) {
    for (auto game = run.begin; game < run.end; ++game) {
      read_ranking(rankings.patterns()[rankings.pattern_of(game)], entrants, seats);
      tally.add_places(first + run.cluster, seats);
    }
  });
}

/// One of the folders, and the number of the first one that deals the same cards.
struct Part {
  std::size_t folder = 0;
  std::size_t tournament = 0;
  GameRange games;
  bool may_repeat = false;  ///< another folder has deals of this one
};

/// All that the deals of a tournament follow from, but their numbers.
std::string source_of_deals(const Results& results) {
  const auto& plan = results.tournament().plan;
  return to_hex(results.commitment()) + ' ' + plan.public_value.value_or("") + ' ' + plan.name;
}

/// Folders with the same source of deals share their deals: shards of one tournament, a copy of a folder, and
/// nights by one seed. In the order in which the games are to be added up.
Result<std::vector<Part>> parts_of(const std::vector<Results>& folders) {
  std::map<std::string, std::vector<Part>> by_source;
  for (std::size_t folder = 0; folder < folders.size(); ++folder) {
    const auto games = folders[folder].range();
    if (!games) return std::unexpected{games.error()};
    auto& parts = by_source[source_of_deals(folders[folder])];
    const auto first = parts.empty() ? folder : parts.front().folder;
    parts.push_back({.folder = folder, .tournament = first, .games = *games});
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

/// The games of earlier folders, by the first bytes of their content.
class EarlierGames {
 public:
  [[nodiscard]] bool has(const Bytes32& content) const { return earlier_.contains(first_bytes(content)); }
  void add(const Bytes32& content) { present_.push_back(first_bytes(content)); }
  void end_folder() {
    earlier_.insert(present_.begin(), present_.end());
    present_.clear();
  }

 private:
  std::unordered_set<std::uint64_t> earlier_;
  std::vector<std::uint64_t> present_;  ///< of the folder that is being read
};

/// A game by its rules, which several tournaments may have played.
struct JointGame {
  std::string name;
  const Rules* rules;
  StandingsTally tally;
};

/// Adds up the games of several tournaments, and of each game that they played.
class JointTally {
 public:
  /// The first two outlive it; `versions` are those of all bots (`joined`).
  JointTally(const std::vector<Results>& tournaments, std::vector<Part> parts,
             const ImportedResults& imported, Versions versions)
      : tournaments_{tournaments},
        parts_{std::move(parts)},
        imported_{imported},
        versions_{std::move(versions)},
        entrants_{versions_.entrants()},
        order_{deal_order()},
        overall_{entrants_, order_} {
    for (const auto& results : tournaments_) {
      auto& games = games_of_.emplace_back();
      const auto& tournament = results.tournament();
      for (std::size_t game = 0; game < tournament.rules.size(); ++game)
        games.push_back(number_of(tournament.plan.games[game].name, tournament.rules[game]));
      add_excluded(results);
    }
  }

  /// Games are read up to the column `last`.
  [[nodiscard]] Result<void> add_all(LastColumn last) {
    for (const auto& part : parts_)
      if (auto added = add_part(part, last); !added) return added;
    add_imported(overall_, imported_, tournaments_.size() << bits_of_deals,
                 imported_entrants(versions_, imported_));
    return {};
  }

  /// The error is a sentence.
  [[nodiscard]] Result<TournamentStandings> standings(StandingsOptions options) {
    options.anchors = resolved(options.anchors);
    options.paired_by_results = paired_by_results();
    options.points = !has_each();
    if (options.latest) options.left_out = older_versions(versions_);
    auto all = overall_.standings(options);
    if (!all) return std::unexpected{all.error()};
    mark_rows(*all);
    TournamentStandings standings{.overall = *std::move(all), .games = {}};
    standings.shared_deals = shared_;
    standings.excluded_games = excluded_games_;
    if (!has_each()) return standings;
    options.points = true;
    for (auto& game : games_) {
      auto alone = game.tally.standings(options);
      if (!alone) return std::unexpected{alone.error()};
      mark_rows(*alone);
      std::erase_if(alone->rows, [](const StandingsRow& row) { return row.games == 0; });
      standings.games.emplace_back(game.name, *std::move(alone));
    }
    return standings;
  }

 private:
  static constexpr unsigned bits_of_deals = 48;  // of a schedule's games, and so of its deals

  [[nodiscard]] DealOrder deal_order() const {
    const auto come_back = [](const Results& results) {
      return deal_order_of(results.tournament().plan) == DealOrder::come_back;
    };
    return !imported_.rankings().is_in_order() || std::ranges::any_of(parts_, &Part::may_repeat) ||
                   std::ranges::any_of(tournaments_, come_back)
               ? DealOrder::come_back
               : DealOrder::in_a_row;
  }

  /// The anchors by the names of entrants, each once; versions that did not play are left out.
  [[nodiscard]] std::vector<Anchor> resolved(const std::vector<Anchor>& anchors) const {
    std::vector<Anchor> known;
    for (auto anchor : anchors) {
      const auto entrant = anchor.sha256 ? versions_.entrant_of(anchor.bot, *anchor.sha256)
                                         : std::optional{versions_.first_of(anchor.bot)};
      if (!entrant || std::ranges::find(known, *entrant, &Anchor::bot) != known.end()) continue;
      anchor.bot = *entrant;
      known.push_back(std::move(anchor));
    }
    return known;
  }

  /// Known of tournaments, not of games from elsewhere.
  [[nodiscard]] std::optional<bool> paired_by_results() const {
    const auto is_paired = [](const Results& results) {
      return results.tournament().plan.format->pairs_by_results();
    };
    if (std::ranges::any_of(tournaments_, is_paired)) return true;
    return imported_.files().empty() ? std::optional{false} : std::nullopt;
  }

  /// Whether each game needs a table of its own: its points cannot be told from that over all.
  [[nodiscard]] bool has_each() const { return games_.size() > 1 || !imported_.files().empty(); }

  void add_excluded(const Results& results) {
    const auto& bots = results.tournament().plan.bots;
    const auto of_bots = entrants_of(results.versions(), versions_);
    for (std::size_t bot = 0; bot < bots.size(); ++bot)
      for (const auto entrant : of_bots.at(bot))
        if (bots[bot].stay.excluded) excluded_.insert(entrants_.at(static_cast<std::size_t>(entrant)));
  }

  /// Marks rows with their bots and versions, and those without games since the organiser excluded them.
  void mark_rows(Standings& standings) const {
    mark_versions(standings, versions_);
    for (auto* const some : {&standings.rows, &standings.left_out})
      for (auto& row : *some) row.excluded = !row.by_referee && row.games == 0 && excluded_.contains(row.bot);
  }

  [[nodiscard]] std::size_t number_of(const std::string& name, const Rules& rules) {
    const auto same = [&](const JointGame& game) { return same_rules(*game.rules, rules); };
    const auto found = std::ranges::find_if(games_, same);
    if (found != games_.end()) return static_cast<std::size_t>(found - games_.begin());
    auto own = name;
    for (int other = 2; std::ranges::find(games_, own, &JointGame::name) != games_.end(); ++other)
      own = name + " by other rules (" + std::to_string(other) + ')';
    games_.push_back({own, &rules, StandingsTally{entrants_, order_}});
    return games_.size() - 1;
  }

  [[nodiscard]] Result<void> add_part(const Part& part, LastColumn last) {
    const auto& tournament = tournaments_[part.folder];
    const auto of_bots = entrants_of(tournament.versions(), versions_);
    const auto& rules = tournament.tournament().rules;
    const bool reads_content = imported_.has_contents() || part.may_repeat;
    std::optional<std::uint64_t> in_both;
    SharedDeals shared{.folder = part.folder, .first = part.tournament};
    auto added = tournament.for_each(
        [&](GameResult& game) {
          if (imported_.has_contents() && imported_.has(game.content)) {
            in_both = game.index;
            return false;
          }
          if (part.may_repeat) {
            const bool is_repeated = earlier_.has(game.content);
            ++(is_repeated ? shared.repeated : shared.games);
            if (is_repeated) return true;
            earlier_.add(game.content);
          }
          if (seats_excluded(tournament.tournament().plan, game)) {
            ++excluded_games_;
            return true;
          }
          const auto game_number = static_cast<std::size_t>(game.game);
          const auto forfeit = forfeit_of(game, rules.at(game_number));
          game.deal |= static_cast<std::uint64_t>(part.tournament) << bits_of_deals;
          for (auto& seat : game.seats)
            seat.bot =
                of_bots.at(static_cast<std::size_t>(seat.bot)).at(static_cast<std::size_t>(seat.version));
          overall_.add(game, forfeit);
          if (has_each()) games_.at(games_of_[part.folder].at(game_number)).tally.add(game, forfeit);
          return true;
        },
        reads_content ? std::max(last, LastColumn::content) : last);
    earlier_.end_folder();
    if (part.may_repeat) shared_.push_back(shared);
    if (added && in_both) {
      return std::unexpected{Error{
          ErrorCode::unreadable,
          fmt::format("game {} of {} is also in an imported table (content_sha256): give only one of them",
                      *in_both, tournament.tournament().plan.name)}};
    }
    return added;
  }

  const std::vector<Results>& tournaments_;
  const std::vector<Part> parts_;
  const ImportedResults& imported_;
  Versions versions_;
  std::vector<std::string> entrants_;
  std::set<std::string> excluded_;  ///< of the entrants: in one of the tournaments or more
  DealOrder order_;
  StandingsTally overall_;
  std::vector<JointGame> games_;  ///< that the tournaments played, each once
  EarlierGames earlier_;
  std::vector<SharedDeals> shared_;
  std::uint64_t excluded_games_ = 0;
  std::vector<std::vector<std::size_t>> games_of_;  ///< of each tournament, which of `games_` its own are
};

/// Excludes bots from all folders.
Result<void> exclude(const std::vector<std::string>& bots, std::vector<Results>& folders,
                     const ImportedResults& imported) {
  for (const auto& bot : bots) {
    const auto& elsewhere = imported.names();
    if (std::ranges::find(elsewhere, bot) != elsewhere.end())
      return std::unexpected{"--exclude " + bot +
                             ": it is also in a file of results, whose games cannot be taken out; "
                             "expected a bot of results folders alone"};
    bool is_known = false;
    std::vector<std::string> names;
    for (auto& folder : folders) {
      is_known = folder.exclude(bot) || is_known;
      for (const auto& planned : folder.tournament().plan.bots) names.push_back(planned.name);
    }
    if (!is_known)
      return std::unexpected{"--exclude " + bot + ": there is no bot of this name" + suggestion(bot, names)};
  }
  return {};
}

}  // namespace

Result<TournamentStandings> joint_standings(const std::vector<std::filesystem::path>& folders,
                                            const StandingsOptions& options, LastColumn last,
                                            const ImportedResults& imported,
                                            const std::vector<std::string>& excluded) {
  std::vector<Results> tournaments;
  for (const auto& folder : folders) {
    auto results = Results::open(folder, RoundSource::nowhere);
    if (!results) return std::unexpected{results.error()};
    tournaments.push_back(std::move(*results));
  }
  if (auto done = exclude(excluded, tournaments, imported); !done)
    return std::unexpected{std::move(done.error())};
  auto times = unknown_times(folders);
  auto versions = versions_of_all(tournaments, times, imported.names());
  std::vector<EntrantNights> played;
  if (options.history || versions.several()) {
    auto known = times_of(folders, tournaments);
    if (!known) return std::unexpected{known.error()};
    times = *std::move(known);
    versions = versions_of_all(tournaments, times, imported.names());
    played = played_by(tournaments, times, versions);
    set_newest(tournaments, times, played, versions);
  }
  if (versions.entrants().size() >= most_bots_at_once)
    return std::unexpected{Error{
        ErrorCode::unreadable,
        "these are too many bots; at most " + std::to_string(most_bots_at_once - 1) + " are rated together"}};
  auto parts = parts_of(tournaments);
  if (!parts) return std::unexpected{parts.error()};
  JointTally tally{tournaments, *std::move(parts), imported, versions};
  if (const auto added = tally.add_all(last); !added) return std::unexpected{added.error()};
  auto standings = tally.standings(options);
  if (standings && options.history)
    standings->history = joint_history(standings->overall, versions, times, played);
  return standings;
}

}  // namespace tribunal
