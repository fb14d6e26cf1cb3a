#include "tournament/schedule.hpp"

#include <algorithm>

#include "tournament/formats/combinatorics.hpp"
#include "tournament/formats/extent.hpp"
#include "tournament/formats/sampled.hpp"
#include "tournament/formats/seating.hpp"

namespace tribunal {
namespace {

constexpr std::uint64_t most_games_in_rounds = 10'000'000;  // their places are held in memory

std::string counted_bots(int bots) { return (bots == 1 ? "is " : "are ") + std::to_string(bots); }

/// What does not fit together; empty if all does.
std::string objection(const Shape& shape) {
  const auto seats = std::to_string(shape.seats);
  if (shape.bots < shape.seats) {
    return "a game of " + seats + " players needs " + seats + " bots, there " + counted_bots(shape.bots);
  }
  if (shape.format == Format::round_robin) return {};
  const auto name = std::string{format_names.at(static_cast<std::size_t>(shape.format))};
  if (shape.seats < 2)
    return "format " + name + " needs two players at a table; alone, all play in a round robin";
  const auto field = shape.bots - static_cast<int>(shape.candidates.size());
  if (shape.format == Format::gauntlet && field < shape.seats - 1) {
    return "a gauntlet of " + seats + " players needs " + std::to_string(shape.seats - 1) +
           " bots that are no candidates, there " + counted_bots(field);
  }
  if (shape.format == Format::ladder && field < shape.seats) {
    return "a ladder of " + seats + " players needs " + seats + " bots that are no candidates, there " +
           counted_bots(field);
  }
  return {};
}

FixedGroups fixed_groups(const Shape& shape) {
  switch (shape.format) {
    case Format::round_robin:
      return round_robin_groups(shape);
    case Format::gauntlet:
      return gauntlet_groups(shape);
    case Format::sampled:
      return sampled_groups(shape);
    default:
      return {};
  }
}

}  // namespace

Schedule::Schedule(Shape shape, FixedGroups fixed)
    : shape_{std::move(shape)},
      seatings_{seatings_of(shape_.seats, shape_.permutations)},
      fixed_{std::move(fixed)} {
  if (in_rounds(shape_.format)) {
    whole_ = false;
    add_round();
  } else {
    size_ = shape_.deals * games() * fixed_.a_deal * seatings_;
  }
}

std::expected<Schedule, std::string> Schedule::make(const Shape& shape) {
  if (auto wrong = objection(shape); !wrong.empty()) return std::unexpected{std::move(wrong)};
  const auto most = extent_of(shape);
  if (!most)
    return std::unexpected{"that makes more than 2^48 games; fewer deals or fewer bots would be right"};
  if (in_rounds(shape.format) && most->most_games > most_games_in_rounds) {
    return std::unexpected{"in a format of rounds at most 10,000,000 games can come about, not " +
                           std::to_string(most->most_games) + "; fewer deals or fewer bots would be right"};
  }
  return Schedule{shape, fixed_groups(shape)};
}

std::uint64_t Schedule::groups() const {
  return rounds_.empty() ? fixed_.a_deal : rounds_.front().round.groups.size();
}

void Schedule::add_round() {
  auto round = next_round(shape_, rounds_);
  if (!round) {
    whole_ = true;
    return;
  }
  PlayedRound next{.round = std::move(*round), .first_deal = 0, .places = {}};
  if (!rounds_.empty()) next.first_deal = rounds_.back().first_deal + rounds_.back().round.deals;
  missing_ = next.round.deals * next.round.groups.size() * games() * seatings_;
  next.places.resize(missing_ * static_cast<std::size_t>(shape_.seats));
  size_ += missing_;
  rounds_.push_back(std::move(next));
  ends_.push_back(size_);
}

Schedule::Place Schedule::place_of(std::uint64_t index) const {
  const auto round = static_cast<std::size_t>(std::ranges::upper_bound(ends_, index) - ends_.begin());
  return {round, index - (round == 0 ? 0 : ends_[round - 1])};
}

ScheduledGame Schedule::game(std::uint64_t index) const {
  const auto turn = index % seatings_;
  if (rounds_.empty()) {
    const auto group = index / seatings_ % fixed_.a_deal;
    const auto deal = index / seatings_ / fixed_.a_deal / games();
    return {index, deal, game_of(index),
            seating_of(fixed_.group(deal, group), deal, turn, shape_.permutations)};
  }
  const auto [at, game] = place_of(index);
  const auto& [round, first_deal, places] = rounds_.at(at);
  const auto block = game / seatings_ / games();
  const auto deal = first_deal + block / round.groups.size();
  return {index, deal, game_of(index),
          seating_of(round.groups[block % round.groups.size()], deal, turn, shape_.permutations)};
}

int Schedule::game_of(std::uint64_t index) const {
  const auto blocks_a_game = in_rounds(shape_.format) ? 1 : fixed_.a_deal;
  return static_cast<int>(index / seatings_ / blocks_a_game % games());
}

bool Schedule::note(const GameResult& result) {
  if (whole_ || result.index >= size_) return false;
  const auto scheduled = game(result.index);
  const auto same_bot = [](const SeatResult& seat, int bot) { return seat.bot == bot; };
  if (!std::ranges::equal(result.seats, scheduled.seating, same_bot)) return false;
  const auto [at, game] = place_of(result.index);
  auto& [round, first_deal, places] = rounds_[at];
  const auto& group = round.groups[game / seatings_ / games() % round.groups.size()];
  const auto kept = std::span{places}.subspan(game * group.size(), group.size());
  if (at + 1 != rounds_.size() || kept.front() != 0) return false;
  for (std::size_t seat = 0; seat < group.size(); ++seat) {
    const auto bot = std::ranges::find(group, scheduled.seating[seat]) - group.begin();
    kept[static_cast<std::size_t>(bot)] = result.outcome.places.at(seat);
  }
  if (--missing_ > 0) return false;
  add_round();
  return true;
}

}  // namespace tribunal
