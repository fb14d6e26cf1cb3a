#include "tournament/standings/standings.hpp"

#include <limits>
#include <numeric>
#include <stdexcept>

#include <boost/container/static_vector.hpp>
#include <boost/container_hash/hash.hpp>

#include "base/try.hpp"

namespace tribunal {
namespace {

std::vector<std::string> with_mob(std::vector<std::string> names) {
  names.emplace_back(mob_name);
  return names;
}

/// The sort key of rows, the best first. Values that differ only by rounding are equal.
struct Standing {
  int place = 0;  ///< place by the format, if it ranks
  int tier = 0;   ///< 0: rated; 1: played without a rating; 2: neither
  double merit = 0;

  explicit Standing(const StandingsRow& row) : place{row.rank} {
    constexpr double per_unit = 1e6;
    if (row.rating) {
      merit = -std::round(row.rating->elo * per_unit);
    } else if (row.points) {
      tier = 1;
      merit = -std::round(row.points->mean * per_unit);
    } else {
      tier = 2;
    }
  }
  auto operator<=>(const Standing&) const = default;
};

/// The ranks of the rows. `order`: the entrants by `Standing`.
std::vector<int> ranks_of(const std::vector<StandingsRow>& rows, const std::vector<std::size_t>& order,
                          bool by_place) {
  const auto level = [&](const StandingsRow& a, const StandingsRow& b) {
    return by_place ? a.rank == b.rank : Standing{a} == Standing{b};
  };
  std::vector<int> ranks;
  for (std::size_t at = 0; at < order.size(); ++at)
    ranks.push_back(at > 0 && level(rows[order[at]], rows[order[at - 1]]) ? ranks.back()
                                                                          : static_cast<int>(at) + 1);
  return ranks;
}

std::optional<double> variance_ratio(const std::vector<DealMean>& margins) {
  double achieved = 0;
  double unrotated = 0;
  for (const auto& margin : margins) {
    if (margin.games == margin.deals) continue;
    achieved += margin.variance.value_or(0);
    unrotated += margin.unrotated_variance.value_or(0);
  }
  if (unrotated == 0) return std::nullopt;
  return achieved / unrotated;
}

/// The difference between a seat's score and the mean of the competing seats, times their number.
std::int64_t margin_of(std::span<const std::int64_t> scores, std::size_t seat) {
  return std::ssize(scores) * scores[seat] - std::accumulate(scores.begin(), scores.end(), std::int64_t{0});
}

bool all_forfeited(const Outcome& outcome, const Forfeit& forfeit) {
  return !forfeit.seats.empty() && forfeit.seats.size() == outcome.ranked();
}

/// The place of a seat in standings. If all seats forfeited, all are last, although the record has them tied.
std::size_t counted_place(const Outcome& outcome, const Forfeit& forfeit, std::size_t seat) {
  return static_cast<std::size_t>(all_forfeited(outcome, forfeit) ? outcome.ranked()
                                                                  : int{outcome.places[seat]});
}

/// Whether a seat shares its place. If all seats forfeited, none does, because all lost.
bool shares_place(const Outcome& outcome, const Forfeit& forfeit, std::size_t seat) {
  const auto places = std::span{outcome.places}.first(static_cast<std::size_t>(outcome.ranked()));
  return !all_forfeited(outcome, forfeit) && std::ranges::count(places, places[seat]) > 1;
}

/// A number that is equal for all seatings of a deal with the same bots, and almost always different
/// otherwise.
std::uint64_t block_of(const GameResult& result) {
  std::array<int, max_seats> bots{};
  const auto end = std::ranges::transform(result.seats, bots.begin(), &SeatResult::bot).out;
  std::ranges::sort(bots.begin(), end);
  auto block = boost::hash_range(bots.begin(), end);
  boost::hash_combine(block, result.deal);
  return block;
}

std::vector<std::vector<std::string>> names_of(const std::vector<std::vector<std::uint32_t>>& groups,
                                               const std::vector<std::string>& names) {
  std::vector<std::vector<std::string>> named;
  for (const auto& group : groups) {
    named.emplace_back();
    for (const auto bot : group) named.back().push_back(names[bot]);
  }
  return named;
}

Result<RatingOptions> rating_options(const StandingsOptions& options, const std::vector<std::string>& names) {
  RatingOptions rating{.walks = options.walks,
                       .paired_by_results = options.paired_by_results,
                       .bootstrap = options.bootstrap,
                       .widening = options.widening};
  for (const auto& anchor : options.anchors) {
    const auto found = std::ranges::find(names, anchor.bot);
    if (found == names.end())
      return std::unexpected{"anchor: no bot is named \"" + anchor.bot +
                             "\"; expected one of the bots that played"};
    rating.anchors.push_back(
        {static_cast<std::uint32_t>(found - names.begin()), anchor.elo, anchor.deviation, anchor.error});
  }
  return rating;
}

/// The further deals, on the assumption that errors decrease with the root of the number of deals. The errors
/// that follow from the games at the end are used.
std::optional<DealsToSeparate> deals_to_separate(const Ratings& ratings, std::size_t first,
                                                 std::size_t second) {
  auto error = ratings.difference_error(first, second);
  if (!error) return std::nullopt;
  *error /= ratings.widening;
  const auto& one = ratings.bots[first];
  const auto& other = ratings.bots[second];
  constexpr double half_of_95 = 0.6745 / 1.96;  // quartile of the normal distribution divided by its 97.5 %
                                                // point
  const double away = std::abs(one->strength - other->strength);
  if (away > *error) return DealsToSeparate{0, 0};
  const auto deals = static_cast<double>(std::min(one->clusters, other->clusters));
  const auto needed = [&](double distance) {
    return std::max(1.0, deals * (*error * *error / (distance * distance) - 1));
  };
  const double fewest = needed(away + half_of_95 * *error);
  const double near = away - half_of_95 * *error;
  constexpr double most_over_fewest = 100;  // above it, the two may well be equal
  const bool may_be_equal = near <= 0 || needed(near) > most_over_fewest * fewest;
  return DealsToSeparate{fewest, may_be_equal ? std::nullopt : std::optional{needed(near)}};
}

/// The fits of the anchors, in the order of the options.
std::vector<AnchorFit> fits_of(const std::vector<Anchor>& anchors, const Ratings& ratings) {
  std::vector<AnchorFit> fits;
  for (std::size_t at = 0; at < anchors.size(); ++at) {
    fits.push_back({.anchor = anchors[at]});
    if (at >= ratings.anchor_checks.size()) continue;
    const auto& check = ratings.anchor_checks[at];
    fits.back().elo_by_games = check.elo_by_games;
    fits.back().z = check.z;
  }
  return fits;
}

std::optional<NamedMisfit> named(const std::optional<Misfit>& misfit, const std::vector<std::string>& names) {
  if (!misfit) return std::nullopt;
  return NamedMisfit{names[misfit->first], names[misfit->second], misfit->seen, misfit->expected};
}

std::vector<NamedWeakLink> named(const std::vector<WeakLink>& links, const std::vector<std::string>& names) {
  std::vector<NamedWeakLink> all;
  for (const auto& [bots, meetings] : links)
    all.push_back({names_of({bots}, names).front(), std::llround(meetings)});
  return all;
}

}  // namespace

StandingsTally::StandingsTally(const std::vector<std::string>& bots, DealOrder order, bool takes_luck_out)
    : order_{order},
      units_{takes_luck_out ? luck_units : 1},
      crosstable_{with_mob(bots), order},
      rankings_{bots.size() + 1} {
  for (const auto& name : crosstable_.names()) {
    entrants_.push_back({.row = {.bot = name, .name = name},
                         .points = DealMeans{order},
                         .margins = DealMeans{},
                         .luck = DealMeans{order},
                         .place_luck = DealMeans{order}});
  }
  entrants_.back().row.by_referee = true;
}

void StandingsTally::add(const GameResult& result, const Forfeit& forfeit, const LuckOfGame* luck,
                         LuckKind kind) {
  Scores scores{};
  std::array<double, max_seats> rank_luck{};
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    scores[seat] = units_ * result.outcome.scores[seat];
    if (luck == nullptr) continue;
    const auto of_seat = luck->of_seat(seat, kind);
    scores[seat] -= of_seat.points;
    rank_luck[seat] = static_cast<double>(of_seat.rank) / static_cast<double>(luck_units);
  }
  const auto ranked = luck == nullptr ? 0 : static_cast<std::size_t>(result.outcome.ranked());
  add(result, forfeit, scores, std::span{rank_luck}.first(ranked));
  for (std::size_t seat = 0; luck != nullptr && seat < result.seats.size(); ++seat) {
    auto& entrant = entrants_[static_cast<std::size_t>(result.seats[seat].bot)];
    const auto of_draws = luck->of_seat(seat, LuckKind::draws);
    entrant.luck.add(result.deal, of_draws.points);
    entrant.place_luck.add(result.deal, of_draws.rank);
    if (std::ranges::any_of(result.seats, [](const auto& one) { return !one.faults.empty(); }))
      ++entrant.cut_short;
  }
}

void StandingsTally::add(const GameResult& result, const Forfeit& forfeit, const Scores& scores,
                         std::span<const double> rank_luck) {
  const auto seats = static_cast<std::size_t>(result.outcome.ranked());  // the other seats do not compete
  if (result.seats.size() > seats) throw std::invalid_argument{"a game has fewer seats than players"};
  boost::container::static_vector<CrosstableTally::Side, max_seats> sides;
  boost::container::static_vector<Placed, max_seats> placed;
  boost::container::static_vector<std::int8_t, max_seats> places;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const std::size_t entrant =
        seat < result.seats.size() ? static_cast<std::size_t>(result.seats[seat].bot) : mob();
    if (entrant > mob() || (entrant == mob() && seat < result.seats.size()))
      throw std::invalid_argument{"a game names a bot that does not take part"};
    const bool is_forfeit = forfeit.seats.has(static_cast<Seat>(seat));
    sides.push_back({entrant, result.outcome.places[seat], result.outcome.scores[seat], is_forfeit});
    places.push_back(is_forfeit ? forfeited_place : result.outcome.places[seat]);
    placed.push_back({static_cast<std::uint32_t>(entrant), places.back()});
  }
  if (rank_luck.empty()) {
    rankings_.add(result.deal, {placed.data(), placed.size()});
  } else {
    rankings_.add(result.deal, {placed.data(), placed.size()}, rank_luck);
  }
  const auto block = block_of(result);
  if (seats_.size() < seats) seats_.resize(seats, SeatTally{order_});
  for (std::size_t seat = 0; seat < seats; ++seat) {
    auto& entrant = entrants_[sides[seat].entrant];
    entrant.row.place_points.add(points_in({places.data(), places.size()}, seat));
    add_seat(entrant, result, forfeit, seat, block, scores);
    for (std::size_t other = 0; other < seat; ++other)
      crosstable_.add(sides[seat], sides[other], result.deal);
  }
  ++games_;
}

void StandingsTally::add_seat(Entrant& entrant, const GameResult& result, const Forfeit& forfeit,
                              std::size_t seat, std::uint64_t block, const Scores& scores) {
  auto& row = entrant.row;
  ++row.games;
  const auto seats = static_cast<std::size_t>(result.outcome.ranked());
  const auto margin = margin_of(std::span{scores}.first(seats), seat);
  const bool is_forfeit = forfeit.seats.has(static_cast<Seat>(seat));
  // A forfeit counts in full. Luck before it is taken out, because otherwise faults after bad luck would gain
  // points.
  const auto of_luck = units_ * result.outcome.scores[seat] - scores[seat];
  entrant.points.add(result.deal, is_forfeit ? units_ * forfeit.points - of_luck : scores[seat]);
  entrant.margins.add(block, margin);
  seats_[seat].margins.add(result.deal, margin);
  const auto place = counted_place(result.outcome, forfeit, seat);
  seats_[seat].first_places += place == 1 ? 1 : 0;
  count_place(row, place, shares_place(result.outcome, forfeit, seat), seats);
  if (seat >= result.seats.size()) return;
  for (const auto& [kind, times_seen] : result.seats[seat].faults) row.faults[kind] += times_seen;
  if (!result.seats[seat].faults.empty()) ++row.games_at_fault;
  row.times.add(result.seats[seat].times);
  row.usage.add(result.seats[seat]);
}

void StandingsTally::count_place(StandingsRow& row, std::size_t place, bool shared, std::size_t seats) {
  if (row.places.size() < seats) {
    row.places.resize(seats);
    row.shared_places.resize(seats);
  }
  ++row.places[place - 1];
  row.shared_places[place - 1] += shared ? 1 : 0;
}

void StandingsTally::add_places(std::uint64_t deal, std::span<const Placed> placed) {
  rankings_.add(deal, placed);
  if (seats_.empty()) seats_.emplace_back(order_);
  seats_.front().margins.add(deal, 0);  // counts the deal
  const auto is_forfeit = [](const Placed& seat) { return seat.place == forfeited_place; };
  const bool nobody_played = std::ranges::all_of(placed, is_forfeit);
  using Places = boost::container::static_vector<std::int8_t, max_ranked_seats>;
  Places places;   // ties share the better place
  Places counted;  // like `places`, but with forfeits distinguished
  for (const auto& seat : placed) {
    const auto better =
        std::ranges::count_if(placed, [&](const Placed& other) { return other.place < seat.place; });
    places.push_back(static_cast<std::int8_t>(better + 1));
    counted.push_back(is_forfeit(seat) ? forfeited_place : places.back());
  }
  for (std::size_t seat = 0; seat < placed.size(); ++seat) {
    auto& entrant = entrants_[placed[seat].bot];
    ++entrant.row.games;
    entrant.row.has_unknown_faults = true;
    entrant.row.place_points.add(points_in({counted.data(), counted.size()}, seat));
    entrant.points.add(deal, 0);  // counts the deal
    const auto place = nobody_played ? placed.size() : static_cast<std::size_t>(int{places[seat]});
    count_place(entrant.row, place, !nobody_played && std::ranges::count(places, places[seat]) > 1,
                placed.size());
    for (std::size_t other = 0; other < seat; ++other)
      crosstable_.add({placed[seat].bot, places[seat], 0, is_forfeit(placed[seat])},
                      {placed[other].bot, places[other], 0, is_forfeit(placed[other])}, deal);
  }
  ++games_;
}

std::optional<DealMean> StandingsTally::in_points(std::optional<DealMean> mean, double widening) const {
  if (!mean) return mean;
  const auto units = static_cast<double>(units_);
  mean->mean /= units;
  mean->error = mean->error.transform([&](double x) { return widening * x / units; });
  for (auto* const square : {&mean->variance, &mean->unrotated_variance})
    *square = square->transform([&](double x) { return x / (units * units); });
  return mean;
}

std::vector<bool> StandingsTally::has_games() const {
  std::vector<bool> has;
  for (std::size_t bot = 0; bot < mob(); ++bot) has.push_back(entrants_[bot].row.games > 0);
  return has;
}

std::size_t StandingsTally::entrants() const {
  return entrants_.back().row.games == 0 ? entrants_.size() - 1 : entrants_.size();
}

/// The number of deals, from the first seat, which plays all of them.
std::int64_t StandingsTally::deals() const {
  if (seats_.empty()) return 0;
  return static_cast<std::int64_t>(seats_.front().margins.mean().value_or(DealMean{}).deals);
}

std::vector<SeatEffect> StandingsTally::seat_effects(double widening) const {
  std::vector<SeatEffect> effects;
  const auto seats = static_cast<double>(seats_.size()) * static_cast<double>(units_);
  for (const auto& seat : seats_) {
    const auto margin = seat.margins.mean().value_or(DealMean{});
    SeatEffect effect{.points = margin.mean / seats};
    if (margin.error) effect.error = widening * *margin.error / seats;
    effect.first_percent = 100 * static_cast<double>(seat.first_places) /
                           static_cast<double>(std::max<std::size_t>(1, margin.games));
    effects.push_back(effect);
  }
  return effects;
}

std::vector<std::string> StandingsTally::take_idle_anchors(std::vector<Anchor>& anchors) const {
  std::vector<std::string> idle;
  if (games_ == 0) return idle;
  std::erase_if(anchors, [&](const Anchor& anchor) {
    const auto& names = crosstable_.names();
    const auto found = std::ranges::find(names, anchor.bot);
    if (found == names.end()) return false;
    const auto entrant = static_cast<std::size_t>(found - names.begin());
    const bool is_idle = entrants_[entrant].row.games == 0;
    if (is_idle) idle.push_back(entrants_[entrant].row.bot);
    return is_idle;
  });
  return idle;
}

Result<Standings> StandingsTally::standings(const StandingsOptions& wanted) const {
  auto options = wanted;
  auto idle_anchors = take_idle_anchors(options.anchors);
  const auto rating = TRY(rating_options(options, crosstable_.names()));
  const auto ratings = TRY(rate(rankings_, rating));

  std::size_t most_places = 0;
  std::vector<StandingsRow> rows;
  std::vector<DealMean> margins;
  for (std::size_t entrant = 0; entrant < entrants(); ++entrant) {
    rows.push_back(entrants_[entrant].row);
    // Only bots have places. The Mob is below them, if it took part.
    if (!options.places.empty())
      rows.back().rank =
          entrant < options.places.size() ? options.places[entrant] : std::numeric_limits<int>::max();
    rows.back().rating = ratings.bots[entrant];
    const auto points = in_points(entrants_[entrant].points.mean(), options.widening);
    const auto luck = in_points(entrants_[entrant].luck.mean(), options.widening);
    if (luck && options.points)
      rows.back().luck = row_luck(*luck, in_points(entrants_[entrant].place_luck.mean(), options.widening));
    if (rows.back().luck) rows.back().luck->cut_short = entrants_[entrant].cut_short;
    if (points) rows.back().deals = static_cast<std::int64_t>(points->deals);
    if (options.points) rows.back().points = points;
    if (entrant != mob()) margins.push_back(entrants_[entrant].margins.mean().value_or(DealMean{}));
    most_places = std::max(most_places, rows.back().places.size());
  }
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto is_left_out = [&](std::size_t entrant) {
    return entrant < options.left_out.size() && options.left_out[entrant];
  };
  std::erase_if(order, is_left_out);
  std::ranges::stable_sort(order, {}, [&](std::size_t entrant) { return Standing{rows[entrant]}; });

  const auto ranks = ranks_of(rows, order, !options.places.empty());
  Standings standings{.rows = {},
                      .ranked_by_elo = options.places.empty(),
                      .crosstable = crosstable_.in_order(order, options.widening),
                      .points = options.points,
                      .games = games_,
                      .deals = deals(),
                      .groups = names_of(ratings.groups, crosstable_.names()),
                      .variance_ratio = options.points ? variance_ratio(margins) : std::nullopt,
                      .seats = options.points ? seat_effects(options.widening) : std::vector<SeatEffect>{},
                      .anchors = fits_of(options.anchors, ratings),
                      .idle_anchors = std::move(idle_anchors),
                      .left_out = {},
                      .latest = options.latest,
                      .spread = elo_per_strength * ratings.spread,
                      .typical_error = elo_per_strength * ratings.typical_error,
                      .dispersion = ratings.dispersion,
                      .paired_by_results = ratings.paired_by_results,
                      .misfit = named(ratings.misfit, crosstable_.names()),
                      .weak_links = named(ratings.weak_links, crosstable_.names()),
                      .bootstrap = options.bootstrap,
                      .widening = options.widening};
  for (std::size_t entrant = 0; entrant < rows.size(); ++entrant)
    if (is_left_out(entrant)) standings.left_out.push_back(rows[entrant]);
  for (std::size_t place = 0; place < order.size(); ++place) {
    auto& row = standings.rows.emplace_back(std::move(rows[order[place]]));
    row.rank = ranks[place];
    row.places.resize(most_places);
    row.shared_places.resize(most_places);
    for (const auto other : options.all_pairs ? std::span{order} : std::span<std::size_t>{})
      standings.superiority.push_back(other == order[place] ? std::nullopt
                                                            : ratings.superiority(order[place], other));
    if (place + 1 == order.size()) continue;
    row.superiority = ratings.superiority(order[place], order[place + 1]);
    row.deals_to_separate = deals_to_separate(ratings, order[place], order[place + 1]);
  }
  return standings;
}

namespace {

double square(double balance) { return balance * balance; }

/// Adds a deal with this many games to the counts, or removes it if `times` is -1.
void count_pair(Encounters& met, std::int32_t games, std::int32_t balance, int times) {
  if (games == 2) met.pairs[static_cast<std::size_t>(std::int64_t{balance} + 2)] += times;
}

}  // namespace

double Encounters::score_percent() const {
  if (games() == 0) return 0;
  return 100 * (static_cast<double>(wins) + static_cast<double>(draws) / 2) / static_cast<double>(games());
}

double Encounters::mean_points() const {
  return games() == 0 ? 0 : static_cast<double>(points) / static_cast<double>(games());
}

std::optional<double> Encounters::superiority() const {
  if (std::cmp_less(deals, fewest_deals) || squares == 0) return std::nullopt;
  const double error = widening_of_superiority(widening) * std::sqrt(2 * squares);
  return std::erfc(static_cast<double>(losses - wins) / error) / 2;
}

Encounters Encounters::turned() const {
  auto turned = *this;
  std::swap(turned.wins, turned.losses);
  turned.points = -points;
  std::ranges::reverse(turned.pairs);
  return turned;
}

CrosstableTally::CrosstableTally(std::vector<std::string> names, DealOrder order)
    : order_{order}, names_{std::move(names)}, numbers_{names_.size()} {}

void CrosstableTally::begin_deal(std::size_t at, std::uint64_t deal) {
  auto& pair = pairs_[at];
  if (pair.met.deals > 0 && order_ == DealOrder::come_back)
    unsettled_.push_back({pair.deal, static_cast<std::uint32_t>(at), pair.balance, pair.games});
  ++pair.met.deals;
  pair.deal = deal;
  pair.balance = 0;
  pair.games = 0;
}

void CrosstableTally::add(const Side& one, const Side& other, std::uint64_t deal) {
  if (one.entrant == other.entrant) return;
  const auto& [first, second] =
      std::minmax(one, other, [](const Side& a, const Side& b) { return a.entrant < b.entrant; });
  const auto at = numbers_.number(first.entrant, second.entrant);
  if (at == pairs_.size()) pairs_.emplace_back();
  auto& pair = pairs_[at];
  auto& met = pair.met;
  if (met.deals == 0 || pair.deal != deal) begin_deal(at, deal);
  met.points += first.score - second.score;
  if (first.forfeited && second.forfeited) {
    ++met.lost_by_both;
    return;
  }
  const double square_before = square(pair.balance);
  count_pair(met, pair.games, pair.balance, -1);
  pair.balance += (first.place < second.place ? 1 : 0) - (first.place > second.place ? 1 : 0);
  count_pair(met, ++pair.games, pair.balance, 1);
  met.squares += square(pair.balance) - square_before;
  met.wins += first.place < second.place ? 1 : 0;  // without branches, because the winner is unpredictable
  met.draws += first.place == second.place ? 1 : 0;
  met.losses += first.place > second.place ? 1 : 0;
}

std::vector<Encounters> CrosstableTally::met() const {
  std::vector<Encounters> met;
  met.reserve(pairs_.size());
  for (const auto& pair : pairs_) met.push_back(pair.met);
  if (order_ == DealOrder::in_a_row) return met;
  std::vector<Deal> deals;
  deals.reserve(unsettled_.size() + pairs_.size());
  deals.assign(unsettled_.begin(), unsettled_.end());
  for (std::uint32_t at = 0; at < pairs_.size(); ++at)
    if (pairs_[at].met.deals > 0)
      deals.push_back({pairs_[at].deal, at, pairs_[at].balance, pairs_[at].games});
  std::ranges::sort(deals);
  for (std::size_t deal = 1; deal < deals.size(); ++deal) {
    const auto& before = deals[deal - 1];
    auto& now = deals[deal];
    if (before.number != now.number || before.pair != now.pair) continue;
    --met[now.pair].deals;
    met[now.pair].squares +=
        square(before.balance + now.balance) - square(before.balance) - square(now.balance);
    for (const auto* const part : {&before, std::as_const(deals).data() + deal})
      count_pair(met[now.pair], part->games, part->balance, -1);
    now.balance += before.balance;
    now.games += before.games;
    count_pair(met[now.pair], now.games, now.balance, 1);
  }
  return met;
}

Crosstable CrosstableTally::in_order(const std::vector<std::size_t>& order, double widening) const {
  auto all = this->met();
  for (auto& met : all) met.widening = widening;
  std::vector<std::string> names;
  for (const auto entrant : order) names.push_back(names_[entrant]);
  Crosstable table{std::move(names)};
  for (std::size_t row = 0; row < order.size(); ++row) {
    for (std::size_t column = 0; column < order.size(); ++column) {
      const auto [lower, higher] = std::minmax(order[row], order[column]);
      const auto number = numbers_.at(lower, higher);
      if (number == PairNumbers::none) continue;
      table.add(row, column, order[row] == lower ? all[number] : all[number].turned());
    }
  }
  return table;
}

}  // namespace tribunal
