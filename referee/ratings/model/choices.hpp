#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "ratings/model/rankings.hpp"

namespace tribunal {

/// Walks the likelihood of one ranking, ties averaged over all their orders. Seats are indices into the
/// pattern. From the top, for a tied set T of r seats above the set L of the lower ones:
///  - `won(seat, weight)`: its strength counts `weight` times: 1, or 1 - 1/r at the bottom, where L is empty;
///  - `choice(seats, weight)`: minus `weight` times the logarithm of the total worth of these seats. In a
/// random
///    order of T, any k of its seats are equally likely to be the k not yet placed, so each subset of k, with
/// L,
///    weighs 1 / C(r, k).
/// Sets of one seat have no choice and are skipped. Of forfeited seats it is only known that they are lower
/// than the others.
template <class Won, class Choice>
void for_each_choice(Rankings::Pattern pattern, Won won, Choice choice) {
  std::array<std::size_t, max_ranked_seats> set;  // NOLINT(*-member-init): written before it is read
  const std::size_t seats = pattern.size();
  const std::size_t ranked = Rankings::forfeited_from(pattern);
  for (std::size_t top = 0; top < ranked;) {
    std::size_t lower = top;
    while (Rankings::ties_with_next(pattern[lower])) ++lower;
    ++lower;
    const auto tied = static_cast<unsigned>(lower - top);
    const std::size_t below = seats - lower;
    for (std::size_t seat = 0; seat < below; ++seat) set[seat] = lower + seat;

    const double bottom = below == 0 ? 1.0 / tied : 0.0;
    for (std::size_t seat = top; seat < lower; ++seat) won(seat, 1.0 - bottom);

    std::array<double, max_ranked_seats + 1> weights;  // 1 / C(tied, k); NOLINT(*-member-init)
    weights[0] = 1;
    for (unsigned k = 1; k <= tied; ++k) weights[k] = weights[k - 1] * k / (tied - k + 1);
    for (std::uint32_t subset = 1; subset < 1U << tied; ++subset) {
      std::size_t size = below;
      for (std::uint32_t rest = subset; rest != 0; rest &= rest - 1)
        set[size++] = top + static_cast<std::size_t>(std::countr_zero(rest));
      if (size > 1) choice(std::span{set}.first(size), weights[size - below]);
    }
    top = lower;
  }
}

/// Calls `visit(better, worse, tied)` with every two bots of a ranking whose order or tie is known: forfeited
/// seats are behind all others, and the order of two of them is unknown.
template <class Visit>
void for_each_pair(Rankings::Pattern pattern, Visit visit) {
  for (std::size_t first = 0; first < Rankings::forfeited_from(pattern); ++first) {
    bool tied = true;
    for (std::size_t second = first + 1; second < pattern.size(); ++second) {
      tied = tied && Rankings::ties_with_next(pattern[second - 1]);
      const auto better = Rankings::bot_of(pattern[first]);
      const auto worse = Rankings::bot_of(pattern[second]);
      if (better != worse) visit(better, worse, tied);
    }
  }
}

}  // namespace tribunal
