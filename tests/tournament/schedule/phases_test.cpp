// Bots that join late or are withdrawn, in formats whose schedule is known from the start.
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "tournament/schedule/formats/format.hpp"
#include "tournament/schedule/formats/shape.hpp"
#include "tournament/season.hpp"

using namespace tribunal;
using tribunal::testing::all_games_of;
using tribunal::testing::sorted;

namespace {

/// 2 to 60 bots; with few bots any number of seats.
Shape any_fixed_shape() {
  Shape shape;
  shape.format = *rc::gen::element(&formats::round_robin(), &formats::gauntlet(), &formats::sampled());
  shape.bots = *rc::gen::inRange(2, 61);
  const bool many = shape.bots > 10 && shape.format != &formats::sampled();
  shape.seats = *rc::gen::inRange(2, std::min(shape.bots, many ? 2 : 5) + 1);
  shape.deals = static_cast<std::uint64_t>(*rc::gen::inRange(1, 7));
  shape.games = *rc::gen::inRange(1, 3);
  if (shape.format == &formats::gauntlet()) {
    for (int bot = 0; bot < shape.bots && shape.candidates.size() < 4; ++bot)
      if (*rc::gen::inRange(0, 3) == 0 && shape.bots - bot > shape.seats) shape.candidates.push_back(bot);
    if (shape.candidates.empty()) shape.candidates.push_back(0);
  }
  return shape;
}

/// The shape whose last bots join late, in the order of the plan.
Shape with_newcomers(Shape shape) {
  shape.stays.resize(static_cast<std::size_t>(shape.bots));
  std::uint64_t joins_after = 0;
  const int first = shape.bots - *rc::gen::inRange(0, std::min(shape.bots, 6));
  for (int bot = first; bot < shape.bots; ++bot) {
    joins_after += static_cast<std::uint64_t>(*rc::gen::inRange(0, 3));
    shape.stays[static_cast<std::size_t>(bot)].joins_after = std::min(joins_after, shape.deals);
  }
  return shape;
}

Shape with_withdrawn(Shape shape) {
  shape.stays.resize(static_cast<std::size_t>(shape.bots));
  for (auto& stay : shape.stays) {
    if (*rc::gen::inRange(0, 4) > 0) continue;
    const auto most = static_cast<int>(shape.deals - stay.joins_after);
    stay.withdrawn_after = stay.joins_after + static_cast<std::uint64_t>(*rc::gen::inRange(0, most + 1));
  }
  return shape;
}

/// The schedule; none if there are never enough bots to fill a table.
std::optional<Schedule> schedule_of(const Shape& shape) {
  auto schedule = Schedule::make(shape);
  RC_ASSERT(schedule || bounds_of(shape)->most_games == 0);
  return schedule ? std::optional{*std::move(schedule)} : std::nullopt;
}

/// A game without its place in the schedule.
using WithoutIndex = std::tuple<std::uint64_t, int, std::vector<int>>;

std::set<WithoutIndex> set_of(const std::vector<ScheduledGame>& games) {
  std::set<WithoutIndex> all;
  for (const auto& game : games) RC_ASSERT(all.emplace(game.deal, game.game, game.seating).second);
  return all;
}

}  // namespace

TEST_CASE(
    "in a round robin and a gauntlet late bots come to the games that they would have had from the start") {
  CHECK(rc::check("all in the end", [] {
    auto shape = any_fixed_shape();
    if (shape.format == &formats::sampled()) shape.format = &formats::round_robin();
    if (shape.bots > 10) shape.seats = 2;
    const auto late = Schedule::make(with_newcomers(shape)).value();
    const auto whole = Schedule::make(shape).value();
    RC_ASSERT(late.size() == whole.size());
    RC_ASSERT(set_of(all_games_of(late)) == set_of(all_games_of(whole)));
  }));
}

TEST_CASE("whatever has started when bots join or leave keeps its place") {
  CHECK(rc::check("places", [] {
    const auto before = with_newcomers(any_fixed_shape());
    const auto schedule = schedule_of(before);
    if (!schedule) return;
    const auto games = all_games_of(*schedule);
    // These games are stored. Any change takes effect after all deals that they have started.
    const auto stored = *rc::gen::inRange<std::size_t>(1, games.size() + 1);
    const auto started = schedule->started_by(stored - 1);
    auto after = before;
    after.stays.resize(static_cast<std::size_t>(after.bots));
    for (auto& stay : after.stays)
      if (stay.joins_after <= started && *rc::gen::inRange(0, 4) == 0) stay.withdrawn_after = started;
    const bool last_to_join =
        std::ranges::all_of(after.stays, [&](const Stay& stay) { return stay.joins_after <= started; });
    if (last_to_join) {
      ++after.bots;
      after.stays.push_back({started});
      if (after.format == &formats::gauntlet() && *rc::gen::arbitrary<bool>())
        after.candidates.push_back(after.bots - 1);
    }
    const auto changed = Schedule::make(after).value();
    for (std::size_t i = 0; i < stored; ++i) {
      RC_ASSERT(changed.game(i) == games[i]);
    }
    RC_ASSERT(changed.started_by(stored - 1) == started);
  }));
}

TEST_CASE("nobody plays before it joins or after it is withdrawn, and no game twice") {
  CHECK(rc::check("in their time", [] {
    const auto shape = with_withdrawn(with_newcomers(any_fixed_shape()));
    const auto schedule = schedule_of(shape);
    if (!schedule) return;
    const auto games = all_games_of(*schedule);
    RC_ASSERT(set_of(games).size() == games.size());
    std::uint64_t of_withdrawn = 0;
    for (const auto& game : games) {
      const auto group = sorted(game.seating);
      RC_ASSERT(std::ranges::adjacent_find(group) == group.end());
      RC_ASSERT(schedule->game_of(game.index) == game.game);
      const bool withdrawn = std::ranges::any_of(group, [&](int bot) { return shape.is_withdrawn(bot); });
      RC_ASSERT(schedule->seats_withdrawn(game.seating) == withdrawn);
      of_withdrawn += withdrawn ? 1U : 0U;
      const auto started = schedule->started_by(game.index);
      for (const int bot : group) {
        const auto stay = shape.stay(bot);
        RC_ASSERT(game.deal < stay.withdrawn_after.value_or(shape.deals));
        if (shape.format == &formats::sampled()) RC_ASSERT(game.deal >= stay.joins_after);
        RC_ASSERT(started >= stay.joins_after);  // it catches up on a deal once it has joined, not before
      }
    }
    RC_ASSERT(schedule->games_of_withdrawn() == of_withdrawn);
  }));
}

TEST_CASE("those that are in play equally often: sampled groups between two changes, all but one deal") {
  CHECK(rc::check("even", [] {
    auto shape = any_fixed_shape();
    shape.format = &formats::sampled();
    shape.candidates.clear();
    shape = with_withdrawn(with_newcomers(shape));
    const auto schedule = schedule_of(shape);
    if (!schedule) return;
    const auto games = all_games_of(*schedule);
    std::size_t at = 0;
    for (const auto& phase : phases_of(shape)) {
      std::vector<std::uint64_t> played(static_cast<std::size_t>(shape.bots));
      const auto end = at + groups_of_phase(shape, phase).a_deal * phase.deals * schedule->seatings() *
                                static_cast<std::size_t>(shape.games);
      for (; at < end; ++at)
        for (const int bot : games[at].seating) ++played[static_cast<std::size_t>(bot)];
      std::uint64_t fewest = played.at(static_cast<std::size_t>(phase.bots.empty() ? 0 : phase.bots.front()));
      std::uint64_t most = fewest;
      for (const int bot : phase.bots) {
        fewest = std::min(fewest, played[static_cast<std::size_t>(bot)]);
        most = std::max(most, played[static_cast<std::size_t>(bot)]);
      }
      RC_ASSERT(most - fewest <= schedule->seatings() * static_cast<std::size_t>(shape.games));
    }
    RC_ASSERT(at == games.size());
  }));
}

TEST_CASE("the size of a tournament with bots that come and go is known in advance") {
  CHECK(rc::check("bounds of stays", [] {
    const auto shape = with_withdrawn(with_newcomers(any_fixed_shape()));
    const auto schedule = schedule_of(shape);
    if (!schedule) return;
    const auto bounds = bounds_of(shape).value();
    RC_ASSERT(bounds.fewest_games == schedule->size());
    RC_ASSERT(bounds.most_games == schedule->size());
    const auto played = testing::games_of(all_games_of(*schedule), shape.bots);
    const auto foretold = games_of_bots(shape);
    for (std::size_t bot = 0; bot < played.size(); ++bot) {
      RC_ASSERT(played[bot] >= foretold[bot].fewest);
      RC_ASSERT(played[bot] <= foretold[bot].most);
    }
  }));
}

TEST_CASE("more deals extend a schedule of fewer, also when bots have joined and left") {
  CHECK(rc::check("more deals of stays", [] {
    const auto shape = with_withdrawn(with_newcomers(any_fixed_shape()));
    auto more = shape;
    more.deals += 3;
    const auto few = schedule_of(shape);
    if (!few) return;
    const auto many = Schedule::make(more).value();
    for (std::uint64_t index = 0; index < few->size(); ++index) {
      RC_ASSERT(few->game(index) == many.game(index));
    }
  }));
}
