#include "tournament/standings/standings_of.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>
#include <utility>

#include "tournament/luck/luck_run.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

enum class Play : std::uint8_t { none, at_fault, without_fault };

/// Writes down the ratings whenever enough games have been added and a deal is whole.
class CourseTally {
 public:
  CourseTally(const Results& results, std::uint64_t step)
      : schedule_{results.tournament().schedule},
        tally_{results.tournament(), results.versions(), LastColumn::faults},
        step_{step} {}

  /// False after an error.
  bool add(const GameResult& game) {
    if (games_ >= next_ && game.deal != deal_ && !note()) return false;
    deal_ = game.deal;
    tally_.add(game);
    ++games_;
    return true;
  }

  Result<RatingCourse> finish() {
    if (!problem_) note();
    if (problem_) return std::unexpected{*problem_};
    RatingCourse course{.games = std::move(at_)};
    for (const auto& bot : order_) course.entrants.push_back({bot, std::move(ratings_[bot])});
    return course;
  }

 private:
  bool note() {
    auto standings = tally_.overall(schedule_);
    if (!standings) {
      problem_ = standings.error();
      return false;
    }
    order_.clear();
    for (auto& row : standings->rows) {
      if (row.by_referee) continue;
      order_.push_back(row.bot);
      auto& ratings = ratings_[row.bot];
      ratings.resize(at_.size());
      ratings.push_back(row.rating);
    }
    at_.push_back(static_cast<std::int64_t>(games_));
    next_ = games_ + step_;
    return true;
  }

  const Schedule& schedule_;
  TournamentTally tally_;
  std::uint64_t step_;
  std::uint64_t next_ = step_;
  std::uint64_t games_ = 0;
  std::uint64_t deal_ = 0;
  std::vector<std::int64_t> at_;
  std::map<std::string, std::vector<std::optional<Rating>>> ratings_;
  std::vector<std::string> order_;
  std::optional<Error> problem_;
};

}  // namespace

LuckInGames::LuckInGames(const Tournament& tournament, LuckTakenOut taken_out)
    : taken_out_{std::move(taken_out)}, has_luck_{games_with_luck(tournament).has} {}

const LuckOfGame* LuckInGames::next(const GameResult& game) {
  const auto* const luck = taken_out_.luck->find(game.index);
  const bool has_luck = has_luck_.at(static_cast<std::size_t>(game.game));
  const bool fits =
      luck == nullptr ? !has_luck : has_luck && std::cmp_equal(luck->draws.size(), game.outcome.seats);
  found_ += luck != nullptr ? 1 : 0;
  if (!fits && !odd_game_) odd_game_ = game.index;
  return fits ? luck : nullptr;
}

Result<void> LuckInGames::check(const Bytes32& content) const {
  const auto refuse = [](const std::string& why) {
    return std::unexpected{Error{ErrorCode::unreadable, std::string{luck_file_name} + ": " + why +
                                                            "; 'tribunal luck' computes it anew"}};
  };
  if (content != taken_out_.luck->results) return refuse("this is the luck of other games");
  if (odd_game_)
    return refuse(fmt::format("the luck of game {} is missing, or is of other seats", *odd_game_));
  if (found_ != taken_out_.luck->games.size()) return refuse("it has the luck of games that were not played");
  return {};
}

std::vector<LuckAlarm> StandingsWithoutLuck::alarms() const {
  if (games.empty()) return alarms_in(overall);
  std::vector<LuckAlarm> all;
  for (const auto& [name, standings] : games) {
    for (auto& alarm : alarms_in(standings, name)) all.push_back(std::move(alarm));
  }
  return all;
}

std::uint64_t left_out_games(const Schedule& schedule, const TournamentStandings& standings) {
  return schedule.games_of_withdrawn() - standings.games_of_withdrawn;
}

bool seats_excluded(const Plan& plan, const GameResult& game) {
  return std::ranges::any_of(game.seats, [&](const SeatResult& seat) {
    return plan.bots.at(static_cast<std::size_t>(seat.bot)).stay.excluded;
  });
}

std::uint64_t stored_games(const TournamentStandings& standings) {
  return static_cast<std::uint64_t>(standings.overall.games) + standings.excluded_games;
}

std::string left_out_clause(const Plan& plan, std::uint64_t games) {
  if (games == 0) return {};
  const auto is_excluded = [](const PlannedBot& bot) { return bot.stay.excluded; };
  return ", and " + std::to_string(games) + " of withdrawn" +
         (std::ranges::any_of(plan.bots, is_excluded) ? " or excluded bots " : " bots ") +
         (games == 1 ? "is" : "are") + " left out";
}

bool same_rules(const Rules& one, const Rules& other) {
  return one.game() == other.game() && one.players() == other.players() &&
         std::ranges::equal(one.options(), other.options());
}

DealOrder deal_order_of(const Plan& plan) {
  const auto is_late = [](const PlannedBot& bot) { return bot.stay.joins_after > 0; };
  return std::ranges::any_of(plan.bots, is_late) ? DealOrder::come_back : DealOrder::in_a_row;
}

TournamentTally::TournamentTally(const Tournament& tournament, Versions versions, LastColumn last,
                                 std::optional<LuckTakenOut> luck)
    : plan_{tournament.plan},
      rules_{tournament.rules},
      versions_{std::move(versions)},
      several_versions_{versions_.several()},
      overall_{versions_.entrants(), deal_order_of(plan_)},
      each_(plan_.games.size() > 1 ? plan_.games.size() : 0,
            StandingsTally{versions_.entrants(), deal_order_of(plan_)}),
      luck_{luck ? std::optional{LuckInGames{tournament, *std::move(luck)}} : std::nullopt},
      without_luck_(luck_ ? 1 + each_.size() : 0,
                    StandingsTally{versions_.entrants(), deal_order_of(plan_), true}),
      last_{last} {}

Versions TournamentTally::versions_that_count() const {
  return several_versions_ ? with_newest_of(versions_, overall_.has_games()) : versions_;
}

GameResult TournamentTally::by_version(const GameResult& game) const {
  auto result = game;
  for (auto& seat : result.seats) seat.bot = versions_.entrant(seat);
  return result;
}

void TournamentTally::add(const GameResult& game) {
  if (last_ >= LastColumn::content) content_.add(as_text(game.content));
  const auto is_withdrawn = [this](const SeatResult& seat) {
    return plan_.bots.at(static_cast<std::size_t>(seat.bot)).stay.is_over();
  };
  if (std::ranges::any_of(game.seats, is_withdrawn)) ++games_of_withdrawn_;
  const auto* const luck = luck_ ? luck_->next(game) : nullptr;
  if (seats_excluded(plan_, game)) {
    ++excluded_games_;
    return;
  }
  const auto forfeit = forfeit_of(game, rules_.at(static_cast<std::size_t>(game.game)));
  const auto count = [&](const GameResult& result) {
    overall_.add(result, forfeit);
    if (!each_.empty()) each_.at(static_cast<std::size_t>(game.game)).add(result, forfeit);
    if (luck_) add_without_luck(result, forfeit, luck);
  };
  if (several_versions_) {
    count(by_version(game));
  } else {
    count(game);
  }
}

void TournamentTally::add_without_luck(const GameResult& result, const Forfeit& forfeit,
                                       const LuckOfGame* luck) {
  games_with_luck_ += luck != nullptr ? 1 : 0;
  without_luck_.front().add(result, forfeit, luck, luck_->kind());
  if (each_.empty()) return;
  without_luck_.at(1 + static_cast<std::size_t>(result.game)).add(result, forfeit, luck, luck_->kind());
}

void TournamentTally::mark_rows(Standings& standings) const {
  mark_versions(standings, versions_that_count());
  for (auto* const some : {&standings.rows, &standings.left_out}) {
    for (auto& row : *some) {
      const auto bot = std::ranges::find(plan_.bots, row.name, &PlannedBot::name);
      row.withdrawn = !row.by_referee && bot != plan_.bots.end() && bot->stay.withdrawn_after.has_value();
      row.excluded = !row.by_referee && bot != plan_.bots.end() && bot->stay.excluded;
    }
  }
}

std::vector<int> TournamentTally::places_by_format(const Schedule& schedule) const {
  if (!schedule.in_rounds()) return {};
  const auto of_bots = plan_.format->places_after(schedule.shape(), schedule.complete_rounds());
  std::vector<int> places;
  const auto versions = versions_that_count();
  for (std::size_t bot = 0; bot < of_bots.size(); ++bot)
    for (std::size_t version = 0; version < versions.count(bot); ++version)
      places.push_back(of_bots[bot] +
                       (version != versions.newest(bot) ? static_cast<int>(of_bots.size()) : 0));
  return places;
}

StandingsOptions TournamentTally::options(std::size_t bootstrap, bool latest) const {
  StandingsOptions options{.anchors = plan_.anchors,
                           .paired_by_results = plan_.format->pairs_by_results(),
                           .bootstrap = bootstrap};
  for (auto& anchor : options.anchors) anchor.bot = versions_.first_of(anchor.bot);
  options.latest = latest;
  if (latest) options.left_out = older_versions(versions_that_count());
  return options;
}

Result<Standings> TournamentTally::overall(const Schedule& schedule, std::size_t bootstrap,
                                           bool latest) const {
  return overall(overall_, schedule, bootstrap, latest);
}

Result<Standings> TournamentTally::overall(const StandingsTally& tally, const Schedule& schedule,
                                           std::size_t bootstrap, bool latest) const {
  auto rated = options(bootstrap, latest);
  rated.points = each_.empty();
  rated.places = places_by_format(schedule);
  auto all = tally.standings(rated);
  if (all) mark_rows(*all);
  return all;
}

Result<TournamentTally::StandingsOfGames> TournamentTally::by_game(std::span<const StandingsTally> tallies,
                                                                   std::size_t bootstrap, bool latest) const {
  StandingsOfGames games;
  for (std::size_t game = 0; game < tallies.size(); ++game) {
    auto alone = tallies[game].standings(options(bootstrap, latest));
    if (!alone) return std::unexpected{alone.error()};
    mark_rows(*alone);
    games.emplace_back(plan_.games[game].name, std::move(*alone));
  }
  return games;
}

Result<std::optional<StandingsWithoutLuck>> TournamentTally::without_luck(const Schedule& schedule,
                                                                          const Bytes32& content,
                                                                          std::size_t bootstrap,
                                                                          bool latest) const {
  if (!luck_) return std::nullopt;
  if (const auto fits = luck_->check(content); !fits) return std::unexpected{fits.error()};
  auto all = overall(without_luck_.front(), schedule, bootstrap, latest);
  if (!all) return std::unexpected{all.error()};
  auto games = by_game(std::span{without_luck_}.subspan(1), bootstrap, latest);
  if (!games) return std::unexpected{games.error()};
  return StandingsWithoutLuck{.kind = luck_->kind(),
                              .pairs = luck_->luck().pairs,
                              .games_with_luck = games_with_luck_,
                              .overall = *std::move(all),
                              .games = *std::move(games)};
}

Result<TournamentStandings> TournamentTally::standings(const Schedule& schedule, std::size_t bootstrap,
                                                       bool latest) {
  TournamentStandings standings;
  standings.content = content_.finish();
  standings.games_of_withdrawn = games_of_withdrawn_;
  standings.excluded_games = excluded_games_;
  auto all = overall(schedule, bootstrap, latest);
  if (!all) return std::unexpected{all.error()};
  standings.overall = std::move(*all);
  auto games = by_game(each_, bootstrap, latest);
  if (!games) return std::unexpected{games.error()};
  standings.games = *std::move(games);
  auto without = without_luck(schedule, standings.content, bootstrap, latest);
  if (!without) return std::unexpected{without.error()};
  standings.without_luck = *std::move(without);
  return standings;
}

Result<TournamentStandings> standings_of(const Results& results, std::size_t bootstrap, LastColumn last,
                                         const VersionsShown& shown,
                                         const std::optional<LuckTakenOut>& luck) {
  TournamentTally tally{results.tournament(), results.versions(), last, luck};
  const auto add = [&](const GameResult& game) {
    tally.add(game);
    return true;
  };
  const auto walked = results.for_each(add, last);
  if (!walked) return std::unexpected{walked.error()};
  auto standings = tally.standings(results.tournament().schedule, bootstrap, shown.latest);
  if (!standings || !shown.history) return standings;
  const auto periods = results.periods();
  if (!periods) return std::unexpected{periods.error()};
  standings->history = history_of(standings->overall, tally.versions_that_count(), *periods);
  return standings;
}

Result<std::vector<std::string>> bots_always_at_fault(const Results& results) {
  const auto& tournament = results.tournament();
  const auto& versions = results.versions();
  std::vector<Play> plays(tournament.plan.bots.size(), Play::none);
  for (std::size_t bot = 0; bot < plays.size(); ++bot)
    if (tournament.schedule.shape().is_withdrawn(static_cast<int>(bot))) plays[bot] = Play::without_fault;
  const auto note = [&](const GameResult& game) {
    for (const auto& seat : game.seats) {
      auto& play = plays.at(static_cast<std::size_t>(seat.bot));
      const auto newest = versions.newest(static_cast<std::size_t>(seat.bot));
      if (std::cmp_not_equal(seat.version, newest) || play == Play::without_fault) continue;
      play = seat.faults.empty() ? Play::without_fault : Play::at_fault;
    }
    return std::ranges::count(plays, Play::without_fault) < std::ssize(plays);
  };
  if (const auto walked = results.for_each(note, LastColumn::faults); !walked)
    return std::unexpected{walked.error()};
  std::vector<std::string> names;
  for (std::size_t bot = 0; bot < plays.size(); ++bot)
    if (plays[bot] == Play::at_fault) names.push_back(tournament.plan.bots[bot].name);
  return names;
}

Result<RatingCourse> rating_course(const Results& results, std::size_t points) {
  const auto games = results.size();
  if (!games) return std::unexpected{games.error()};
  CourseTally tally{results, std::max<std::uint64_t>(1, *games / std::max<std::size_t>(points, 1))};
  const auto walked =
      results.for_each([&](const GameResult& game) { return tally.add(game); }, LastColumn::faults);
  if (!walked) return std::unexpected{walked.error()};
  return tally.finish();
}

}  // namespace tribunal
