#include "tournament/results/tables/game_bounds.hpp"

#include <fmt/ranges.h>

#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

/// The largest number of stored games: more than any disk holds. One bit for each is held in memory.
constexpr std::uint64_t most_stored_games = std::uint64_t{1} << 31U;

/// The number in the signed type of the database.
std::int64_t signed_number(std::uint64_t number) { return static_cast<std::int64_t>(number); }

/// Whether these are places that count from 1, with ties sharing the better place: each place is one more
/// than the number of better ones.
bool are_places(std::span<const std::int8_t> places) {
  return std::ranges::all_of(places, [&](int place) {
    return place == 1 + std::ranges::count_if(places, [&](int other) { return other < place; });
  });
}

std::uint64_t games_at_most(const Schedule& schedule) {
  return schedule.in_rounds() ? most_games_in_rounds : schedule.size();
}

}  // namespace

GameBounds::GameBounds(const Tournament& tournament)
    : games_{std::min(games_at_most(tournament.schedule), most_stored_games)},
      deals_{tournament.schedule.in_rounds() ? games_ : tournament.plan.deals},
      deals_a_round_{tournament.plan.deals},
      games_a_deal_{tournament.rules.size() * tournament.schedule.seatings()},
      players_{tournament.plan.players},
      bots_{static_cast<int>(tournament.plan.bots.size())},
      group_twice_{tournament.plan.format->seats_bots_twice()} {
  for (const auto& rules : tournament.rules) {
    seats_.push_back(rules.seats());
    ranked_.push_back(rules.ranked_seats());
    scores_.push_back(rules.score_bounds());
  }
}

std::string GameBounds::objection_to_index(std::uint64_t index) const {
  if (index < games_) return {};
  return fmt::format("its place in the schedule is {}, not 0 .. {}", signed_number(index), games_ - 1);
}

std::string GameBounds::objection(const GameResult& result) const {
  if (result.deal >= deals_)
    return fmt::format("its deal is {}, not 0 .. {}", signed_number(result.deal), deals_ - 1);
  const auto seats = static_cast<std::size_t>(seats_.at(static_cast<std::size_t>(result.game)));
  if (std::cmp_not_equal(result.outcome.seats, seats)) {
    return fmt::format("it has the places of {} seats, not of {}", result.outcome.seats, seats);
  }
  const auto places = std::span{result.outcome.places}.first(seats);
  const auto ranked = static_cast<std::size_t>(ranked_.at(static_cast<std::size_t>(result.game)));
  const auto has_place = [](int place) { return place != no_place; };
  if (!are_places(places.first(ranked)) || std::ranges::any_of(places.subspan(ranked), has_place)) {
    return fmt::format("its places are {}, which is impossible for {} seats", fmt::join(places, " "), seats);
  }
  if (auto wrong = objection_to_bots(result.seats); !wrong.empty()) return wrong;
  return objection_to_scores(result);
}

std::string GameBounds::objection_to_scores(const GameResult& result) const {
  const auto bounds = scores_.at(static_cast<std::size_t>(result.game));
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const auto score = result.outcome.scores.at(seat);
    if (bounds.has(score)) continue;
    return fmt::format("seat {} has {} points; the rules allow {} .. {}", seat, score, bounds.least,
                       bounds.most);
  }
  return {};
}

std::string GameBounds::objection_to_bots(const std::vector<SeatResult>& seats) const {
  if (std::cmp_not_equal(seats.size(), players_))
    return fmt::format("it has {} players, not {}", seats.size(), players_);
  for (auto seat = seats.begin(); seat != seats.end(); ++seat) {
    if (seat->bot < 0 || seat->bot >= bots_)
      return fmt::format("its bot {} is not in the plan, which has 0 .. {}", seat->bot, bots_ - 1);
    if (std::find_if(seats.begin(), seat, [&](const auto& other) { return other.bot == seat->bot; }) != seat)
      return fmt::format("its bot {} sits in two seats", seat->bot);
  }
  return {};
}

std::string GameBounds::objection(const Round& round, std::uint64_t games_before) const {
  if (round.deals < 1 || round.deals > deals_a_round_)
    return fmt::format("it has {} deals, not 1 .. {}", signed_number(round.deals), deals_a_round_);
  const auto most = (games_ - std::min(games_, games_before)) / games_a_deal_ / round.deals;
  if (round.groups.empty() || round.groups.size() > most)
    return fmt::format("it has {} groups, not 1 .. {}", round.groups.size(), most);
  std::vector<bool> in_round(static_cast<std::size_t>(bots_));
  for (const auto& group : round.groups) {
    std::vector<SeatResult> seats;
    for (const int bot : group) seats.push_back({.bot = bot, .faults = {}, .times = {}});
    if (auto wrong = objection_to_bots(seats); !wrong.empty()) return wrong;
    for (const int bot : group) {
      if (!group_twice_ && in_round[static_cast<std::size_t>(bot)])
        return fmt::format("its bot {} is in two groups", bot);
      in_round[static_cast<std::size_t>(bot)] = true;
    }
  }
  return {};
}

}  // namespace tribunal
