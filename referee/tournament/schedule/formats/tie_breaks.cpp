#include "tournament/schedule/formats/tie_breaks.hpp"

#include <algorithm>
#include <numeric>

namespace tribunal {

bool stands_above(const PlacePoints& a, const PlacePoints& b) {
  const auto share = [](const PlacePoints& points) { return points.most == 0 ? PlacePoints{1, 2} : points; };
  const auto of_a = share(a).halves * share(b).most;
  const auto of_b = share(b).halves * share(a).most;
  return of_a > of_b || (of_a == of_b && a.forfeits < b.forfeits);
}

std::vector<int> standing_after(const Shape& shape, std::span<const PlayedRound> played) {
  const auto points = points_of_bots(shape, played);
  std::vector<int> standing(points.size());
  std::iota(standing.begin(), standing.end(), 0);
  std::ranges::stable_sort(standing, [&](int a, int b) {
    return stands_above(points[static_cast<std::size_t>(a)], points[static_cast<std::size_t>(b)]);
  });
  return standing;
}

}  // namespace tribunal
