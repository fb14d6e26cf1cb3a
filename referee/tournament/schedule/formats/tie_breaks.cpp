#include "tournament/schedule/formats/tie_breaks.hpp"

#include <cmath>
#include <numeric>

namespace tribunal {
namespace {

double share_of(const PlacePoints& points) {
  return points.most == 0 ? 0.5 : static_cast<double>(points.halves) / static_cast<double>(points.most);
}

/// The results of a bot against one opponent.
struct Met {
  std::int64_t games = 0;
  std::int64_t halves = 0;
};

/// The results of one bot so far.
struct Career {
  PlacePoints points;
  std::map<int, Met> opponents{};
  std::int64_t games = 0;
  std::int64_t wins = 0;
};

std::vector<Career> careers_after(const Shape& shape, PlayedRounds played) {
  std::vector<Career> careers;
  for (const auto& points : points_of_bots(shape, played)) careers.push_back({.points = points});
  for (const auto& round : played) {
    for_each_game(round, shape.seats, [&](const GameOfRound& game) {
      const auto& bots = round.round.groups[game.group];
      const auto& places = game.places;
      for (std::size_t one = 0; one < bots.size(); ++one) {
        auto& career = careers[static_cast<std::size_t>(bots[one])];
        const auto points = points_in(places, one);
        ++career.games;
        career.wins += points.halves == points.most ? 1 : 0;
        for (std::size_t other = 0; other < bots.size(); ++other) {
          if (other == one) continue;
          auto& met = career.opponents[bots[other]];
          ++met.games;
          if (places[one] == forfeited_place) continue;
          met.halves += (places[one] <= places[other] ? 1 : 0) + (places[one] < places[other] ? 1 : 0);
        }
      }
    });
  }
  return careers;
}

/// The values of tie-breaks, for bots that are tied before them.
class Values {
 public:
  explicit Values(const std::vector<Career>& careers) : careers_{careers} {}

  /// The value of each bot in `level`.
  [[nodiscard]] std::vector<std::optional<double>> of(TieBreak rule, std::span<const int> level) const {
    std::vector<std::optional<double>> values;
    const bool decides = rule != TieBreak::direct_encounter || all_met_alike(level);
    for (const int bot : level) values.push_back(decides ? value(rule, bot, level) : std::nullopt);
    return values;
  }

 private:
  [[nodiscard]] const Career& career(int bot) const { return careers_[static_cast<std::size_t>(bot)]; }

  [[nodiscard]] std::int64_t games_between(int one, int other) const {
    const auto found = career(one).opponents.find(other);
    return found == career(one).opponents.end() ? 0 : found->second.games;
  }

  [[nodiscard]] bool all_met_alike(std::span<const int> level) const {
    if (level.size() < 2) return false;
    const auto games = games_between(level[0], level[1]);
    for (std::size_t one = 0; one < level.size(); ++one)
      for (std::size_t other = 0; other < one; ++other)
        if (games_between(level[one], level[other]) != games) return false;
    return games > 0;
  }

  [[nodiscard]] std::optional<double> value(TieBreak rule, int bot, std::span<const int> level) const {
    switch (rule) {
      case TieBreak::direct_encounter:
        return mean_over(bot, [&](int opponent, const Met& met) -> std::optional<double> {
          if (std::ranges::find(level, opponent) == level.end()) return std::nullopt;
          return result(met);
        });
      case TieBreak::buchholz:
        return mean_over(bot, [&](int opponent, const Met&) { return std::optional{share(opponent)}; });
      case TieBreak::buchholz_cut_1:
        return mean_over(bot, [&, weakest = weakest_of(bot)](int opponent, const Met&) {
          return opponent == weakest ? std::nullopt : std::optional{share(opponent)};
        });
      case TieBreak::sonneborn_berger:
        return mean_over(
            bot, [&](int opponent, const Met& met) { return std::optional{result(met) * share(opponent)}; });
      case TieBreak::wins:
        break;
    }
    const auto& [points, opponents, games, wins] = career(bot);
    if (games == 0) return std::nullopt;
    return static_cast<double>(wins) / static_cast<double>(games);
  }

  /// The mean of the values of `of` over the games with each opponent that has a value.
  template <class Of>
  [[nodiscard]] std::optional<double> mean_over(int bot, const Of& of) const {
    double total = 0;
    std::int64_t games = 0;
    for (const auto& [opponent, met] : career(bot).opponents) {
      const auto value = of(opponent, met);
      if (!value) continue;
      total += *value * static_cast<double>(met.games);
      games += met.games;
    }
    if (games == 0) return std::nullopt;
    return total / static_cast<double>(games);
  }

  [[nodiscard]] double share(int bot) const { return share_of(career(bot).points); }
  /// The result against an opponent, from 0 (lost) to 1 (won).
  static double result(const Met& met) {
    return static_cast<double>(met.halves) / (2 * static_cast<double>(met.games));
  }
  [[nodiscard]] int weakest_of(int bot) const {
    const auto& opponents = career(bot).opponents;
    const auto found =
        std::ranges::min_element(opponents, {}, [&](const auto& opponent) { return share(opponent.first); });
    return found == opponents.end() ? -1 : found->first;
  }

  const std::vector<Career>& careers_;
};

/// The sort key of a value. Values that differ only by rounding are equal. A missing value is the lowest.
std::int64_t rounded_off(const std::optional<double>& value) {
  constexpr double per_unit = 1e9;
  return value ? std::llround(*value * per_unit) : -1;
}

class Ranking {
 public:
  Ranking(const Shape& shape, PlayedRounds played)
      : shape_{shape}, careers_{careers_after(shape, played)}, values_{careers_} {
    for (const int bot : standing_after(shape, played)) {
      ranked_.push_back({.bot = bot, .points = careers_[static_cast<std::size_t>(bot)].points});
      ranked_.back().tie_breaks.resize(shape.tie_breaks.size());
    }
    for (std::size_t begin = 0; begin < ranked_.size();) {
      auto end = begin + 1;
      while (end < ranked_.size() && !stands_above(ranked_[begin].points, ranked_[end].points)) ++end;
      rank(begin, end, 0);
      begin = end;
    }
  }

  [[nodiscard]] std::vector<Ranked> take() { return std::move(ranked_); }

 private:
  /// Ranks the bots from `begin` to `end`, which are tied before the tie-break `next`.
  void rank(std::size_t begin, std::size_t end, std::size_t next) {
    for (auto at = begin; at < end; ++at) ranked_[at].place = static_cast<int>(begin) + 1;
    if (next == shape_.tie_breaks.size()) return;
    std::vector<int> level;
    for (auto at = begin; at < end; ++at) level.push_back(ranked_[at].bot);
    const auto values = values_.of(shape_.tie_breaks[next], level);
    for (auto at = begin; at < end; ++at) ranked_[at].tie_breaks[next] = values[at - begin];
    const auto merit = [&](const Ranked& ranked) { return rounded_off(ranked.tie_breaks[next]); };
    std::stable_sort(ranked_.begin() + static_cast<std::ptrdiff_t>(begin),
                     ranked_.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const Ranked& a, const Ranked& b) { return merit(a) > merit(b); });
    for (auto from = begin; from < end;) {
      auto to = from + 1;
      while (to < end && merit(ranked_[to]) == merit(ranked_[from])) ++to;
      const bool again =
          shape_.tie_breaks[next] == TieBreak::direct_encounter && to - from < end - begin && to - from > 1;
      const auto place = ranked_[from].tie_breaks[next];
      rank(from, to, again ? next : next + 1);
      if (again && !ranked_[from].tie_breaks[next]) ranked_[from].tie_breaks[next] = place;
      from = to;
    }
  }

  const Shape& shape_;
  std::vector<Career> careers_;
  Values values_;
  std::vector<Ranked> ranked_;
};

}  // namespace

bool stands_above(const PlacePoints& a, const PlacePoints& b) {
  const auto share = [](const PlacePoints& points) { return points.most == 0 ? PlacePoints{1, 2} : points; };
  const auto of_a = share(a).halves * share(b).most;
  const auto of_b = share(b).halves * share(a).most;
  return of_a > of_b || (of_a == of_b && a.forfeits < b.forfeits);
}

std::vector<int> standing_after(const Shape& shape, PlayedRounds played) {
  const auto points = points_of_bots(shape, played);
  std::vector<int> standing(points.size());
  std::iota(standing.begin(), standing.end(), 0);
  std::ranges::stable_sort(standing, [&](int a, int b) {
    return stands_above(points[static_cast<std::size_t>(a)], points[static_cast<std::size_t>(b)]);
  });
  return standing;
}

std::vector<Ranked> ranking_after(const Shape& shape, PlayedRounds played) {
  return Ranking{shape, played}.take();
}

}  // namespace tribunal
