#include "tournament/standings/rating_course.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "tournament/standings/standings_of.hpp"

namespace tribunal {
namespace {

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
