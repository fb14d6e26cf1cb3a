#include "ratings/rankings.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>

namespace tribunal {

Rankings::Rankings(std::size_t bots) : bots_{bots} {
  if (bots > max_rated_bots) throw std::invalid_argument{"Rankings: too many bots"};
}

void Rankings::add(std::uint64_t cluster, std::span<const Placed> seats) {
  if (seats.size() > max_ranked_seats) throw std::invalid_argument{"Rankings: too many seats"};
  std::array<Placed, max_ranked_seats> sorted;
  const auto end = std::ranges::copy(seats, sorted.begin()).out;
  std::ranges::sort(sorted.begin(), end, {}, [](const Placed& seat) {
    return std::tuple{seat.place, seat.bot};
  });
  Pattern pattern;
  for (auto seat = sorted.begin(); seat != end; ++seat) {
    if (seat->bot >= bots_) throw std::invalid_argument{"Rankings: no such bot"};
    const bool tied = seat + 1 != end && seat[1].place == seat->place;
    pattern.push_back(static_cast<char16_t>(seat->bot | (tied ? tie_bit : 0U)));
  }
  const auto number = static_cast<std::uint32_t>(patterns_.size());
  observations_.push_back({cluster, patterns_.try_emplace(std::move(pattern), number).first->second});
}

}  // namespace tribunal
