#include "tournament/schedule/formats/ladder.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ratings/plackett_luce.hpp"
#include "tournament/schedule/formats/fixed_groups.hpp"
#include "tournament/schedule/formats/sampled.hpp"

namespace tribunal {
namespace {

void add_games(Rankings& rankings, const PlayedRound& played, const Shape& shape) {
  const auto seats = static_cast<std::size_t>(shape.seats);
  const auto groups = played.round.groups.size();
  const auto games = played.places.size() / seats;
  const auto games_a_deal = games / played.round.deals;
  std::vector<Placed> placed(seats);
  for (std::size_t game = 0; game < games; ++game) {
    const auto& group = played.round.groups[game / (games_a_deal / groups) % groups];
    if (played.places[game * seats] == 0) continue;  // left out
    for (std::size_t bot = 0; bot < seats; ++bot)
      placed[bot] = {static_cast<std::uint32_t>(group[bot]), played.places[game * seats + bot]};
    rankings.add(played.first_deal + game / games_a_deal, placed);
  }
}

std::vector<std::optional<Rating>> ratings_after(const Shape& shape, std::span<const PlayedRound> played) {
  const auto bots = static_cast<std::size_t>(shape.bots);
  Rankings rankings{bots};
  for (const auto& round : played) add_games(rankings, round, shape);
  auto ratings = rate(rankings);
  if (!ratings) return std::vector<std::optional<Rating>>(bots);
  return std::move(ratings->bots);
}

/// The next step of a ladder, from all that was played.
class Step {
 public:
  Step(const Shape& shape, std::span<const PlayedRound> played)
      : shape_{shape}, played_{played}, field_{field_of(shape)}, ratings_{ratings_after(shape, played)} {
    std::erase_if(field_, [this](int bot) { return !is_in(bot); });
    if (!played.empty()) owner_ = ladder_owner(played.back().round, shape);
    for (const auto& round : played) {
      if (ladder_owner(round.round, shape) != owner_) continue;
      deals_ += round.round.deals;
      ++rounds_;
    }
  }

  std::optional<Round> operator()() {
    if (deals_ >= shape_.deals || (deals_ > 0 && has_its_place())) next_owner();
    while (owner_ < static_cast<int>(shape_.candidates.size()) && !can_play()) next_owner();
    if (owner_ == static_cast<int>(shape_.candidates.size())) return std::nullopt;
    const auto deals = std::min(ladder_round_deals(shape_), shape_.deals - deals_);
    return Round{owner_ < 0 ? groups_of_field() : groups_of_candidate(), deals};
  }

 private:
  void next_owner() {
    ++owner_;
    deals_ = 0;
    rounds_ = 0;
  }
  [[nodiscard]] bool is_in(int bot) const { return shape_.stay(bot).covers(played_.size()); }
  /// Not if too many bots are withdrawn, or it is itself.
  [[nodiscard]] bool can_play() const {
    if (owner_ < 0) return std::cmp_greater_equal(field_.size(), shape_.seats);
    return is_in(candidate()) && std::cmp_greater_equal(opponents().size(), shape_.seats - 1);
  }
  /// Those that have their place.
  [[nodiscard]] std::vector<int> opponents() const {
    auto opponents = field_;
    for (int other = 0; other < owner_; ++other) {
      const int bot = shape_.candidates[static_cast<std::size_t>(other)];
      if (is_in(bot)) opponents.push_back(bot);
    }
    return opponents;
  }

  [[nodiscard]] bool is_settled(int bot) const {
    const auto& rating = ratings_[static_cast<std::size_t>(bot)];
    return rating && rating->elo_error <= shape_.target_error;
  }
  [[nodiscard]] bool has_its_place() const {
    if (owner_ >= 0) return is_settled(candidate());
    return std::ranges::all_of(field_, [this](int bot) { return is_settled(bot); });
  }
  [[nodiscard]] int candidate() const { return shape_.candidates[static_cast<std::size_t>(owner_)]; }

  [[nodiscard]] std::vector<std::vector<int>> groups_of_field() const {
    const auto sampled = sampled_groups(
        {.bots = static_cast<int>(field_.size()), .seats = shape_.seats, .deals = most_ladder_rounds});
    std::vector<std::vector<int>> groups;
    for (std::uint64_t i = 0; i < sampled.a_deal; ++i) {
      groups.push_back(sampled.group(rounds_, i));
      for (auto& bot : groups.back()) bot = field_[static_cast<std::size_t>(bot)];
    }
    return groups;
  }

  [[nodiscard]] std::vector<std::vector<int>> groups_of_candidate() const {
    auto opponents = this->opponents();
    const auto wanted = static_cast<std::size_t>(shape_.seats) - 1;
    const auto here = elo_of(candidate()).value_or(middle_of(opponents));
    std::ranges::stable_sort(opponents, {},
                             [&](int bot) { return std::abs(elo_of(bot).value_or(here) - here); });
    opponents.resize(std::min(opponents.size(), 2 * wanted));
    std::ranges::stable_sort(opponents, {}, [this](int bot) { return rounds_with(bot); });
    opponents.resize(wanted);
    opponents.insert(opponents.begin(), candidate());
    return {opponents};
  }

  /// In whole thousandths, so that rounding cannot decide who plays.
  [[nodiscard]] std::optional<std::int64_t> elo_of(int bot) const {
    const auto& rating = ratings_[static_cast<std::size_t>(bot)];
    if (!rating) return std::nullopt;
    return std::llround(rating->elo * 1000);
  }
  [[nodiscard]] std::int64_t middle_of(const std::vector<int>& bots) const {
    std::vector<std::int64_t> elos;
    for (const int bot : bots)
      if (const auto elo = elo_of(bot)) elos.push_back(*elo);
    std::ranges::sort(elos);
    return elos.empty() ? 0 : elos[elos.size() / 2];
  }
  /// Rounds that the candidate has played with `bot`.
  [[nodiscard]] std::int64_t rounds_with(int bot) const {
    return std::ranges::count_if(played_, [&](const PlayedRound& round) {
      return ladder_owner(round.round, shape_) == owner_ &&
             std::ranges::count(round.round.groups.front(), bot) > 0;
    });
  }

  const Shape& shape_;
  std::span<const PlayedRound> played_;
  std::vector<int> field_;  ///< without those that are withdrawn
  std::vector<std::optional<Rating>> ratings_;
  int owner_ = -1;            ///< the candidate that looks for its place, by its number; -1: the field
  std::uint64_t deals_ = 0;   ///< that it has played for it
  std::uint64_t rounds_ = 0;  ///< in so many rounds
};

}  // namespace

int ladder_owner(const Round& round, const Shape& shape) {
  int owner = -1;
  for (const auto& group : round.groups) {
    for (const int bot : group) {
      const auto found = std::ranges::lower_bound(shape.candidates, bot);
      if (found != shape.candidates.end() && *found == bot)
        owner = std::max(owner, static_cast<int>(found - shape.candidates.begin()));
    }
  }
  return owner;
}

std::uint64_t ladder_round_deals(const Shape& shape) {
  return (shape.deals + most_ladder_rounds - 1) / most_ladder_rounds;
}

std::optional<Round> next_ladder_round(const Shape& shape, std::span<const PlayedRound> played) {
  return Step{shape, played}();
}

}  // namespace tribunal
