#include "tournament/store/game_bounds.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/schedule.hpp"

namespace tribunal {
namespace {

/// More than any disk holds; and a bit for each is held in memory.
constexpr std::uint64_t most_games_kept = std::uint64_t{1} << 31U;

std::string from_0_to(std::uint64_t end) { return ", not 0 .. " + std::to_string(end - 1); }

std::string number_text(std::uint64_t number) { return std::to_string(static_cast<std::int64_t>(number)); }

/// Whether these count from 1 and equals share the better place: each is behind as many as its place says.
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
    : games_{std::min(games_at_most(tournament.schedule), most_games_kept)},
      deals_{tournament.schedule.in_rounds() ? games_ : tournament.plan.deals},
      deals_a_round_{tournament.plan.deals},
      games_a_deal_{tournament.rules.size() * tournament.schedule.seatings()},
      players_{tournament.plan.players},
      bots_{static_cast<int>(tournament.plan.bots.size())},
      group_twice_{tournament.plan.format->seats_bots_twice()} {
  for (const auto& rules : tournament.rules) {
    seats_.push_back(rules.seats());
    scores_.push_back(rules.score_bounds());
  }
}

std::string GameBounds::objection_to_index(std::uint64_t index) const {
  if (index < games_) return {};
  return "its place in the schedule is " + number_text(index) + from_0_to(games_);
}

std::string GameBounds::objection(const GameResult& result) const {
  if (result.deal >= deals_) return "its deal is " + number_text(result.deal) + from_0_to(deals_);
  const auto seats = static_cast<std::size_t>(seats_.at(static_cast<std::size_t>(result.game)));
  if (std::cmp_not_equal(result.outcome.seats, seats)) {
    return "it has the places of " + std::to_string(result.outcome.seats) + " seats, not of " +
           std::to_string(seats);
  }
  const auto places = std::span{result.outcome.places}.first(seats);
  if (!are_places(places)) {
    std::string text;
    for (const int place : places) text += ' ' + std::to_string(place);
    return "its places are" + text + ", which no " + std::to_string(seats) + " seats can share out";
  }
  if (auto wrong = objection_to_bots(result.seats); !wrong.empty()) return wrong;
  return objection_to_scores(result);
}

std::string GameBounds::objection_to_scores(const GameResult& result) const {
  const auto bounds = scores_.at(static_cast<std::size_t>(result.game));
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const auto score = result.outcome.scores.at(seat);
    if (bounds.has(score)) continue;
    return "seat " + std::to_string(seat) + " has " + std::to_string(score) + " points, which are " +
           std::to_string(bounds.least) + " .. " + std::to_string(bounds.most) + " by the rules";
  }
  return {};
}

std::string GameBounds::objection_to_bots(const std::vector<SeatResult>& seats) const {
  if (std::cmp_not_equal(seats.size(), players_))
    return "it has " + std::to_string(seats.size()) + " players, not " + std::to_string(players_);
  for (auto seat = seats.begin(); seat != seats.end(); ++seat) {
    if (seat->bot < 0 || seat->bot >= bots_)
      return "its bot " + std::to_string(seat->bot) + " is not in the plan, which has 0 .. " +
             std::to_string(bots_ - 1);
    if (std::find_if(seats.begin(), seat, [&](const auto& other) { return other.bot == seat->bot; }) != seat)
      return "its bot " + std::to_string(seat->bot) + " sits in two seats";
  }
  return {};
}

std::string GameBounds::objection(const Round& round, std::uint64_t games_before) const {
  if (round.deals < 1 || round.deals > deals_a_round_)
    return "it has " + number_text(round.deals) + " deals, not 1 .. " + std::to_string(deals_a_round_);
  const auto most = (games_ - std::min(games_, games_before)) / games_a_deal_ / round.deals;
  if (round.groups.empty() || round.groups.size() > most)
    return "it has " + std::to_string(round.groups.size()) + " groups, not 1 .. " + std::to_string(most);
  std::vector<bool> in_round(static_cast<std::size_t>(bots_));
  for (const auto& group : round.groups) {
    std::vector<SeatResult> seats;
    for (const int bot : group) seats.push_back({.bot = bot, .faults = {}, .times = {}});
    if (auto wrong = objection_to_bots(seats); !wrong.empty()) return wrong;
    for (const int bot : group) {
      if (!group_twice_ && in_round[static_cast<std::size_t>(bot)])
        return "its bot " + std::to_string(bot) + " is in two groups";
      in_round[static_cast<std::size_t>(bot)] = true;
    }
  }
  return {};
}

}  // namespace tribunal
