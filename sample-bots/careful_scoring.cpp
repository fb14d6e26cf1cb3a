// The exact points of a hand, for every way of scoring.
#include <algorithm>
#include <array>
#include <functional>

#include "careful.hpp"

namespace careful {
namespace {

using tribunal::bot::suits;

/// The ranks of a winning meld, highest first; empty if nobody wins the suit.
using Ranks = std::vector<int>;
using Winners = std::array<Ranks, 4>;

/// The only suit whose meld is before all others by `before`; -1 if several are.
int best_of(const Winners& winners, const std::function<bool(const Ranks&, const Ranks&)>& before) {
  int best = -1;
  bool shared = false;
  for (int i = 0; i < 4; ++i) {
    const auto& meld = winners[static_cast<std::size_t>(i)];
    if (meld.empty()) continue;
    if (best < 0 || before(meld, winners[static_cast<std::size_t>(best)])) {
      best = i;
      shared = false;
    } else if (!before(winners[static_cast<std::size_t>(best)], meld)) {
      shared = true;
    }
  }
  return shared ? -1 : best;
}

// Running out of cards comes before any card, which is how sequences compare.
bool lower_from_the_top(const Ranks& a, const Ranks& b) { return a < b; }

bool lower_from_the_bottom(const Ranks& a, const Ranks& b) {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

bool shorter(const Ranks& a, const Ranks& b) {
  return a.size() != b.size() ? a.size() < b.size() : lower_from_the_bottom(a, b);
}

/// One point, and one for each card whose rank is in no other winning meld.
int unique_worth(const Winners& winners, const Ranks& meld) {
  int worth = 1;
  for (const int rank : meld) {
    const auto holds = [rank](const Ranks& other) {
      return std::count(other.begin(), other.end(), rank) > 0;
    };
    worth += std::count_if(winners.begin(), winners.end(), holds) == 1 ? 1 : 0;
  }
  return worth;
}

std::array<int, 4> worths(const View& view, const Winners& winners) {
  const auto scoring = view.option("scoring");
  const bool by_cards = scoring == "advanced" || scoring == "preferred";
  std::array<int, 4> worth{};
  for (std::size_t i = 0; i < 4; ++i) {
    worth[i] = by_cards             ? unique_worth(winners, winners[i])
               : scoring == "basic" ? 1 + static_cast<int>(view.seats.size())
                                    : 4;
  }
  const auto double_the = [&worth](int suit) {
    if (suit >= 0) worth[static_cast<std::size_t>(suit)] *= 2;
  };
  if (scoring != "banilower" || view.is_on("shortest_suit_doubles")) double_the(best_of(winners, shorter));
  if (by_cards) double_the(best_of(winners, lower_from_the_top));
  if (scoring == "preferred") double_the(best_of(winners, lower_from_the_bottom));
  return worth;
}

}  // namespace

int points_now(const View& view, int seat) {
  Winners winners;
  std::array<int, 4> owner{};
  for (std::size_t i = 0; i < 4; ++i) {
    owner[i] = view.winner(suits[i]);
    if (owner[i] < 0) continue;
    for (const auto card : view.seat(owner[i]).meld(suits[i])) winners[i].push_back(card.rank);
    std::sort(winners[i].begin(), winners[i].end(), std::greater<>{});
  }
  const auto worth = worths(view, winners);
  int points = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    points += owner[i] == seat ? worth[i] : -static_cast<int>(view.seat(seat).meld(suits[i]).size());
  }
  return points;
}

}  // namespace careful
