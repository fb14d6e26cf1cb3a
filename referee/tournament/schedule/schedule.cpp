#include "tournament/schedule/schedule.hpp"

#include <fmt/format.h>
#include <iterator>

#include "base/text/number_text.hpp"
#include "tournament/schedule/formats/format.hpp"

namespace tribunal {
namespace {

/// The contradiction in a shape. Empty if there is none.
std::string objection(const Shape& shape) {
  if (shape.bots < shape.seats)
    return fmt::format("a game of {0} players needs {0} bots, but there {1}", shape.seats,
                       are_counted(shape.bots));
  return shape.format->objection(shape);
}

}  // namespace

Schedule::Schedule(Shape shape)
    : shape_{std::move(shape)}, seatings_{seatings_of(shape_.seats, shape_.permutations)} {
  if (in_rounds()) {
    whole_ = false;
    add_round();
  } else {
    add_parts();
  }
}

Result<Schedule> Schedule::make(const Shape& shape) {
  if (auto wrong = objection(shape); !wrong.empty()) return std::unexpected{std::move(wrong)};
  const auto most = bounds_of(shape);
  if (!most) return std::unexpected{"that makes more than 2^48 games; expected fewer deals or bots"};
  if (shape.format->in_rounds() && most->most_games > most_games_in_rounds) {
    return std::unexpected{"a format with rounds has at most 10,000,000 games, not " +
                           std::to_string(most->most_games) + "; expected fewer deals or bots"};
  }
  Schedule schedule{shape};
  if (schedule.size() == 0)
    return std::unexpected{
        "there is no game: too few bots to fill a table; expected fewer players, or bots that join earlier"};
  return schedule;
}

bool Schedule::in_rounds() const { return shape_.format->in_rounds(); }

std::uint64_t Schedule::groups() const {
  if (!rounds_.empty()) return rounds_.front().round.groups.size();
  return parts_.front().groups.a_deal;
}

void Schedule::add_parts() {
  for (auto& phase : phases_of(shape_)) {
    auto groups = groups_of_phase(shape_, phase);
    if (groups.a_deal == 0) continue;
    const auto begin = size_;
    size_ += phase.deals * games() * groups.a_deal * seatings_;
    parts_.push_back({std::move(phase), std::move(groups), begin});
  }
}

const Schedule::Part& Schedule::part_of(std::uint64_t index) const {
  return *std::prev(std::ranges::upper_bound(parts_, index, {}, &Part::begin));
}

void Schedule::add_round() {
  auto round = rounds_.size() < foreseen_.size() ? std::optional{foreseen_[rounds_.size()]}
                                                 : shape_.format->next_round(shape_, rounds_);
  if (!round) {
    whole_ = true;
    return;
  }
  PlayedRound next{.round = std::move(*round), .first_deal = 0, .places = {}};
  if (!rounds_.empty()) next.first_deal = rounds_.back().first_deal + rounds_.back().round.deals;
  missing_ = next.round.deals * next.round.groups.size() * games() * seatings_;
  left_out_ = 0;
  for (const auto& group : next.round.groups)
    if (seats_withdrawn(group)) left_out_ += next.round.deals * games() * seatings_;
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
  if (!parts_.empty()) {
    const auto& [phase, groups, begin] = part_of(index);
    const auto block = (index - begin) / seatings_;
    const auto deal = block / groups.a_deal / games();
    return {index, phase.first_deal + deal, game_of(index),
            seating_of(groups.group(deal, block % groups.a_deal), phase.first_deal + deal, turn,
                       shape_.permutations)};
  }
  const auto [at, game] = place_of(index);
  const auto& [round, first_deal, places] = rounds_.at(at);
  const auto block = game / seatings_ / games();
  const auto deal = first_deal + block / round.groups.size();
  return {index, deal, game_of(index),
          seating_of(round.groups[block % round.groups.size()], deal, turn, shape_.permutations)};
}

std::uint64_t Schedule::begin_of_deal(std::uint64_t index) const {
  const auto begin_of = [&](std::uint64_t begin, std::uint64_t groups) {
    const auto games_a_deal = groups * games() * seatings_;
    return begin + (index - begin) / games_a_deal * games_a_deal;
  };
  if (!in_rounds()) {
    const auto& part = part_of(index);
    return begin_of(part.begin, part.groups.a_deal);
  }
  const auto [round, game] = place_of(index);
  return begin_of(index - game, rounds_.at(round).round.groups.size());
}

int Schedule::game_of(std::uint64_t index) const {
  if (shape_.games == 1) return 0;
  if (in_rounds()) return static_cast<int>(index / seatings_ % games());
  const auto& part = part_of(index);
  return static_cast<int>((index - part.begin) / seatings_ / part.groups.a_deal % games());
}

std::uint64_t Schedule::started_by(std::uint64_t index) const {
  if (in_rounds()) return place_of(index).round + 1;
  const auto& [phase, groups, begin] = part_of(index);
  if (phase.makes_up) return phase.deals;
  return phase.first_deal + (index - begin) / seatings_ / groups.a_deal / games() + 1;
}

bool Schedule::seats_withdrawn(std::span<const int> seating) const {
  return !shape_.stays.empty() &&
         std::ranges::any_of(seating, [this](int bot) { return shape_.is_withdrawn(bot); });
}

std::uint64_t Schedule::games_of_withdrawn() const {
  std::uint64_t end = 0;  // end of all parts, or rounds, that contain one
  for (int bot = 0; bot < shape_.bots; ++bot) {
    if (!shape_.is_withdrawn(bot)) continue;
    if (in_rounds()) end = size_;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      if (std::ranges::count(parts_[part].phase.bots, bot) == 0 && parts_[part].phase.newcomer != bot)
        continue;
      end = std::max(end, part + 1 < parts_.size() ? parts_[part + 1].begin : size_);
    }
  }
  std::uint64_t games = 0;
  for (std::uint64_t index = 0; index < end; index += seatings_)
    if (seats_withdrawn(game(index).seating)) games += seatings_;
  return games;
}

std::uint64_t Schedule::games_to_play(std::uint64_t begin) const {
  if (shape_.stays.empty()) return size_ - std::min(begin, size_);
  std::uint64_t games = 0;
  for (auto index = begin; index < size_; ++index) games += seats_withdrawn(game(index).seating) ? 0U : 1U;
  return games;
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
    kept[static_cast<std::size_t>(bot)] =
        result.forfeited.has(static_cast<Seat>(seat)) ? forfeited_place : result.outcome.places.at(seat);
  }
  if (seats_withdrawn(group)) --left_out_;
  if (--missing_ > 0) return false;
  add_round();
  return true;
}

bool Schedule::leave_out() {
  if (whole_ || left_out_ == 0 || missing_ > left_out_) return false;
  add_round();
  return true;
}

Result<Shard> parse_shard(std::string_view text) {
  Shard shard;
  auto rest = text;
  const bool is_read = take_number(rest, shard.number) && rest.starts_with('/') &&
                       (rest.remove_prefix(1), take_number(rest, shard.count)) && rest.empty();
  if (is_read && shard.number >= 1 && shard.number <= shard.count && shard.count <= most_shards) return shard;
  return std::unexpected{"'" + std::string{text} +
                         "' is not a shard; expected NUMBER/COUNT, as in 1/7 .. 7/7"};
}

std::string folder_name(Shard shard) { return fmt::format("{}-of-{}", shard.number, shard.count); }

std::optional<Shard> shard_named(const std::string& name) {
  const auto middle = name.find("-of-");
  if (middle == std::string::npos) return std::nullopt;
  const auto shard = parse_shard(name.substr(0, middle) + '/' + name.substr(middle + 4));
  return shard ? std::optional{*shard} : std::nullopt;
}

std::string to_text(Shard shard) { return std::to_string(shard.number) + '/' + std::to_string(shard.count); }

std::string to_text(const ShardGames& part) {
  return fmt::format("{} {} {}", to_text(part.shard), part.games.begin, part.games.end);
}

std::optional<ShardGames> parse_shard_games(std::string_view text) {
  const auto blank = std::min(text.find(' '), text.size());
  const auto shard = parse_shard(text.substr(0, blank));
  auto rest = text.substr(blank);
  GameRange games;
  const auto take_after_blank = [&](std::uint64_t& number) {
    return rest.starts_with(' ') && (rest.remove_prefix(1), take_number(rest, number));
  };
  if (!shard || !take_after_blank(games.begin) || !take_after_blank(games.end) || !rest.empty())
    return std::nullopt;
  return games.begin < games.end ? std::optional{ShardGames{*shard, games}} : std::nullopt;
}

std::string named(const std::optional<ShardGames>& part) {
  if (!part) return "a whole tournament";
  return fmt::format("shard {}, games {} to {}", to_text(part->shard), part->games.begin,
                     part->games.end - 1);
}

GameRange games_of(const Schedule& schedule, Shard shard) {
  const auto first = schedule.begin_of_last_round();
  const auto blocks = (schedule.size() - first) / schedule.seatings();
  const auto count = static_cast<std::uint64_t>(shard.count);
  const auto begin_of = [&](int number) {
    const auto before = static_cast<std::uint64_t>(number - 1);
    const auto begin =
        first + (blocks / count * before + blocks % count * before / count) * schedule.seatings();
    return count > schedule.deals() || begin == schedule.size() ? begin : schedule.begin_of_deal(begin);
  };
  return {begin_of(shard.number), begin_of(shard.number + 1)};
}

}  // namespace tribunal
