#include "tournament/standings/standings_of.hpp"

#include <fmt/format.h>

#include "base/try.hpp"
#include "tournament/luck/luck_run.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {

std::vector<LuckAlarm> StandingsWithoutLuck::alarms() const {
  if (games.empty()) return alarms_in(overall);
  std::vector<LuckAlarm> all;
  for (const auto& [name, standings] : games)
    for (auto& alarm : alarms_in(standings, name)) all.push_back(std::move(alarm));
  return all;
}

bool seats_excluded(const Plan& plan, const GameResult& game) {
  return std::ranges::any_of(game.seats,
                             [&](const SeatResult& seat) { return plan.bot(seat.bot).stay.excluded; });
}

std::string left_out_clause(const Plan& plan, std::uint64_t games) {
  if (games == 0) return {};
  return ", and " + std::to_string(games) + " of withdrawn" +
         (plan.has_excluded() ? " or excluded bots " : " bots ") + (games == 1 ? "is" : "are") + " left out";
}

std::string beside_clause(const Plan& plan, const Progress& progress) {
  auto left_out = left_out_clause(plan, progress.left_out);
  if (progress.excluded == 0) return left_out;
  return fmt::format(",{} {} more of excluded bots {} not count{}", left_out.empty() ? " and" : "",
                     progress.excluded, progress.excluded == 1 ? "does" : "do", left_out);
}

bool same_rules(const Rules& one, const Rules& other) {
  return one.game() == other.game() && one.players() == other.players() &&
         std::ranges::equal(one.options(), other.options());
}

DealOrder deal_order_of(const Plan& plan) {
  const auto is_late = [](const PlannedBot& bot) { return bot.stay.joins_after > 0; };
  return std::ranges::any_of(plan.bots, is_late) ? DealOrder::come_back : DealOrder::in_a_row;
}

Result<TournamentStandings> standings_of(const Results& results, const StandingsOptions& options,
                                         LastColumn last, const std::optional<LuckTakenOut>& luck) {
  StandingsInPassing standings{results, last, luck};
  const auto add = [&](GameResult& game) { return standings.add(game).has_value(); };
  TRY(results.for_each(add, last));
  return standings.finish(options);
}

Result<std::vector<std::string>> bots_always_at_fault(const Results& results) {
  const auto& tournament = results.tournament();
  const auto& versions = results.versions();
  const auto bots = tournament.plan.bots.size();
  std::vector<bool> at_fault(bots);
  std::vector<bool> sound(bots);
  for (std::size_t bot = 0; bot < bots; ++bot)
    sound[bot] = tournament.schedule.shape().is_withdrawn(static_cast<int>(bot));
  const auto note = [&](const GameResult& game) {
    for (const auto& seat : game.seats) {
      const auto bot = static_cast<std::size_t>(seat.bot);
      if (std::cmp_equal(seat.version, versions.newest(bot)))
        (seat.faults.empty() ? sound : at_fault)[bot] = true;
    }
    return std::ranges::count(sound, false) > 0;
  };
  TRY(results.for_each(note, LastColumn::faults));
  std::vector<std::string> names;
  for (std::size_t bot = 0; bot < bots; ++bot)
    if (at_fault[bot] && !sound[bot]) names.push_back(tournament.plan.bots[bot].name);
  return names;
}

StandingsInPassing::StandingsInPassing(const Results& results, LastColumn last,
                                       std::optional<LuckTakenOut> luck, std::uint64_t games_a_point)
    : results_{results},
      tally_{results.tournament(), results.versions(), last, std::move(luck)},
      games_a_point_{games_a_point} {}

Result<void> StandingsInPassing::add(GameResult& game) {
  const auto last = course_.games.empty() ? 0 : static_cast<std::uint64_t>(course_.games.back());
  if (games_a_point_ > 0 && games_ >= last + games_a_point_ && game.deal != deal_) TRY(note_ratings());
  deal_ = game.deal;
  tally_.add(game);
  ++games_;
  return {};
}

Result<void> StandingsInPassing::note_ratings() {
  const auto& tournament = results_.tournament();
  const auto standings = TRY(tally_.overall(options_of(tournament.plan, tournament.schedule)));
  course_.entrants.clear();
  for (const auto& row : standings.rows) {
    if (row.by_referee) continue;
    course_.entrants.push_back({row.bot, {}});
    ratings_[row.bot].resize(course_.games.size());
    ratings_[row.bot].push_back(row.rating);
  }
  course_.games.push_back(static_cast<std::int64_t>(games_));
  return {};
}

Result<TournamentStandings> StandingsInPassing::finish(const StandingsOptions& options) {
  if (games_a_point_ > 0) {
    TRY(note_ratings());
    for (auto& [bot, its_ratings] : course_.entrants) its_ratings = std::move(ratings_[bot]);
  }
  if (options.history || results_.versions().several()) {
    const auto periods = TRY(results_.periods());
    tally_.entrants().add_night({}, 0, periods);
    tally_.entrants().set_newest_by_time();
  }
  const auto& tournament = results_.tournament();
  return tally_.standings(options_of(tournament.plan, tournament.schedule, options));
}

namespace {

/// Whether results decided the pairings. None if there are imports, about which this is unknown.
std::optional<bool> paired_by_results(const std::vector<const Tournament*>& tournaments, bool has_imports) {
  const auto is_paired = [](const Tournament* one) { return one->plan.format->pairs_by_results(); };
  if (std::ranges::any_of(tournaments, is_paired)) return true;
  return has_imports ? std::nullopt : std::optional{false};
}

/// Fills `seats` with the seats of a game that ended in this ranking.
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

}  // namespace

StandingsOptions options_of(const Plan& plan, const Schedule& schedule, StandingsOptions wanted) {
  wanted.anchors = plan.anchors;
  if (schedule.in_rounds())
    wanted.places = plan.format->places_after(schedule.shape(), schedule.complete_rounds());
  return wanted;
}

Tally::Tally(const std::vector<const Tournament*>& tournaments, Entrants entrants, DealOrder order,
             const ImportedResults& imported)
    : entrants_{std::move(entrants)}, paired_{paired_by_results(tournaments, !imported.files().empty())} {
  for (const auto* const tournament : tournaments) {
    Source source{.tournament = tournament};
    for (std::size_t game = 0; game < tournament->rules.size(); ++game)
      source.games.push_back(number_of(tournament->plan.games[game].name, tournament->rules[game], source));
    sources_.push_back(std::move(source));
  }
  has_points_ = games_.size() < 2 && imported.files().empty();
  const StandingsTally tally{entrants_.names(), order};
  tables_.push_back(
      {.overall = tally, .each = std::vector<StandingsTally>(has_points_ ? 0 : games_.size(), tally)});
}

Tally::Tally(const Tournament& tournament, const Versions& versions, LastColumn last,
             std::optional<LuckTakenOut> luck)
    : Tally{{&tournament}, Entrants{tournament, versions}, deal_order_of(tournament.plan), {}} {
  reads_content_ = last >= LastColumn::content;
  if (!luck) return;
  const StandingsTally tally{entrants_.names(), deal_order_of(tournament.plan), true};
  tables_.push_back(
      {.overall = tally, .each = std::vector<StandingsTally>(tables_.front().each.size(), tally)});
  luck_ = std::move(luck);
  has_luck_ = games_with_luck(tournament);
}

/// The number of a game. It is identified by its rules, which several tournaments may share.
std::size_t Tally::number_of(const std::string& name, const Rules& rules, const Source& source) {
  for (std::size_t number = 0; number < games_.size(); ++number)
    if (same_rules(*games_[number].rules, rules) &&
        !(std::ranges::find(source.games, number) != source.games.end()))
      return number;
  auto own = name;
  for (int other = 2; std::ranges::find(games_, own, &Game::name) != games_.end(); ++other)
    own = name + " by other rules (" + std::to_string(other) + ')';
  games_.push_back({own, &rules});
  return games_.size() - 1;
}

const LuckOfGame* Tally::luck_of(const GameResult& game) {
  const auto* const luck = luck_->luck->find(game.index);
  const bool has_luck = has_luck_.at(static_cast<std::size_t>(game.game));
  const bool fits =
      luck == nullptr ? !has_luck : has_luck && std::cmp_equal(luck->draws.size(), game.outcome.seats);
  found_luck_ += luck != nullptr ? 1 : 0;
  if (!fits && !odd_luck_) odd_luck_ = game.index;
  return fits ? luck : nullptr;
}

Result<void> Tally::check_luck(const Bytes32& content) const {
  const auto refuse = [&](const std::string& why) {
    const auto& folder = luck_->folder;
    return failure(ErrorCode::unreadable, folder / luck_file_name,
                   why + "; 'tribunal luck " + folder.string() + "' computes it again");
  };
  if (content != luck_->luck->results) return refuse("this is the luck of other games");
  if (odd_luck_) return refuse(fmt::format("the luck of game {} is missing, or has other seats", *odd_luck_));
  if (found_luck_ != luck_->luck->games.size())
    return refuse("it has the luck of games that were not played");
  return {};
}

void Tally::pass(const GameResult& game, std::size_t tournament) {
  auto& source = sources_.at(tournament);
  source.stored.add(source.tournament->schedule.shape(), game);
}

double Tally::widening() const {
  bool is_finished = true;
  double stored = 0;
  double planned = 0;
  for (const auto& source : sources_) {
    const auto progress = source.progress();
    const auto bounds = bounds_of(source.tournament->schedule.shape()).value_or(Bounds{});
    is_finished = is_finished && progress.is_finished();
    stored += static_cast<double>(progress.counted);
    planned += static_cast<double>(progress.is_whole ? progress.known()
                                                     : std::max(bounds.most_games, progress.counted));
  }
  return is_finished || stored == 0 ? 1 : widening_at(stored / planned);
}

void Tally::add(GameResult& game, std::size_t tournament, std::uint64_t first_deal) {
  pass(game, tournament);
  const auto& source = sources_.at(tournament);
  const auto& plan = source.tournament->plan;
  if (reads_content_) content_.add(as_text(game.content));
  const auto* const luck = luck_ ? luck_of(game) : nullptr;
  if (seats_excluded(plan, game)) {
    const auto is_counted = [&](const SeatResult& seat) {
      const auto& bot = plan.bot(seat.bot).name;
      return counted_.empty() || std::ranges::count(counted_, bot, &Exclusion::bot) > 0;
    };
    if (std::ranges::any_of(game.seats, is_counted)) ++excluded_games_;
    return;
  }
  const auto of_plan = static_cast<std::size_t>(game.game);
  const auto forfeit = forfeit_of(game, source.tournament->rules.at(of_plan));
  game.deal |= first_deal;
  for (auto& seat : game.seats) seat.bot = entrants_.at(tournament, seat);
  if (luck != nullptr) ++games_with_luck_;
  for (auto& tables : tables_) {
    const auto* const taken_out = &tables == &tables_.front() ? nullptr : luck;
    const auto kind = luck_ ? luck_->kind : LuckKind::draws;
    tables.overall.add(game, forfeit, taken_out, kind);
    if (!tables.each.empty()) tables.each[source.games[of_plan]].add(game, forfeit, taken_out, kind);
  }
}

void Tally::add(const ImportedResults& imported, std::uint64_t first_deal) {
  std::map<std::string, std::uint32_t> newest;
  std::uint32_t row = 0;
  for (const auto& version : entrants_.rows()) {
    if (version.newest) newest[version.name] = row;
    ++row;
  }
  std::vector<std::uint32_t> entrants;
  for (const auto& name : imported.names()) entrants.push_back(newest.at(name));
  const auto& rankings = imported.rankings();
  std::vector<Placed> seats;
  rankings.for_each_run([&](const Rankings::Run& run) {
    for (auto game = run.begin; game < run.end; ++game) {
      read_ranking(rankings.patterns()[rankings.pattern_of(game)], entrants, seats);
      tables_.front().overall.add_places(first_deal + run.cluster, seats);
    }
  });
}

StandingsOptions Tally::of_rows(StandingsOptions options, const Rows& rows) const {
  options.paired_by_results = paired_;
  options.points = has_points_;
  options.widening = widening();
  std::vector<Anchor> anchors;
  for (auto& anchor : options.anchors) {
    const auto found = std::ranges::find_if(rows, [&](const VersionRow& row) {
      return row.name == anchor.bot && (!anchor.sha256 || row.sha256 == *anchor.sha256);
    });
    if (found == rows.end() && anchor.sha256) continue;
    if (found != rows.end()) anchor.bot = found->bot;
    if (std::ranges::find(anchors, anchor.bot, &Anchor::bot) == anchors.end())
      anchors.push_back(std::move(anchor));
  }
  options.anchors = std::move(anchors);
  const auto of_bots = std::exchange(options.places, {});
  std::size_t bot = 0;
  std::uint32_t number = 0;
  for (const auto& row : rows) {
    if (options.latest) options.left_out.push_back(!row.newest);
    if (&row != &rows.front() && row.name != std::prev(&row)->name) ++bot;
    if (bot == options.walks.size()) options.walks.emplace_back();
    options.walks.back().push_back(number++);
    if (bot < of_bots.size())
      options.places.push_back(of_bots[bot] + (row.newest ? 0 : static_cast<int>(of_bots.size())));
  }
  return options;
}

/// Marks the rows of standings with their bots and versions, and marks those that play no more.
Result<Standings> Tally::marked(const StandingsTally& tally, const StandingsOptions& options,
                                const Rows& rows) const {
  auto standings = TRY(tally.standings(options));
  std::map<std::string_view, const VersionRow*> by_name;
  for (const auto& row : rows) by_name[row.bot] = &row;
  for (auto* const some : {&standings.rows, &standings.left_out}) {
    for (auto& row : *some) {
      row.name = row.bot;
      const auto found = by_name.find(row.bot);
      if (row.by_referee || found == by_name.end()) continue;
      const auto& version = *found->second;
      row.name = version.name;
      row.sha256 = row.games > 0 ? version.sha256 : std::string{};
      row.superseded = !version.newest;
      row.withdrawn = version.withdrawn;
      row.excluded = version.excluded && row.games == 0;
    }
  }
  return standings;
}

Result<Standings> Tally::overall(const StandingsOptions& options) const {
  const auto versions = counting_rows();
  return marked(tables_.front().overall, of_rows(options, versions), versions);
}

Result<StandingsTables> Tally::standings(const Tables& tables, StandingsOptions options,
                                         const Rows& rows) const {
  auto overall = TRY(marked(tables.overall, options, rows));
  StandingsTables made{.overall = std::move(overall), .games = {}};
  options.points = true;
  options.places.clear();
  for (std::size_t game = 0; game < tables.each.size(); ++game) {
    auto alone = TRY(marked(tables.each[game], options, rows));
    made.games.emplace_back(games_[game].name, std::move(alone));
  }
  return made;
}

Result<TournamentStandings> Tally::standings(const StandingsOptions& options) {
  const auto versions = counting_rows();
  const auto of_versions = of_rows(options, versions);
  auto usual = TRY(standings(tables_.front(), of_versions, versions));
  TournamentStandings all{std::move(usual)};
  all.content = content_.finish();
  if (sources_.size() == 1) all.progress = sources_.front().progress();
  all.excluded_games = excluded_games_;
  if (options.history) all.history = entrants_.history(all.overall, versions);
  if (!luck_) return all;
  TRY(check_luck(all.content));
  auto without = TRY(standings(tables_.back(), of_versions, versions));
  all.without_luck =
      StandingsWithoutLuck{std::move(without), luck_->kind, luck_->luck->pairs, games_with_luck_};
  return all;
}

}  // namespace tribunal
