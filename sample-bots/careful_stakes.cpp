#include "careful_stakes.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "careful.hpp"

namespace careful {
namespace {

using tribunal::bot::Action;

// Constants that do not follow from arithmetic were tuned by matches.
constexpr double points_a_hand = 18;   ///< approximate points that all seats win in a hand
constexpr double spread_at_start = 5;  ///< points by which scores may still diverge
constexpr double least_spread_of_stakes = 1;
constexpr double rivals_give_up = 0.15;  ///< the chance that all rivals fold
constexpr double edge = 1.15;            ///< factor by which a bet has to be better than fair
constexpr double worth_a_double = 2;     ///< the lead in points from which it pays to double
constexpr double too_good = 2;           ///< times drop_points: from here on I would rather play on

/// The expected points of a rival at the end of the hand: its points now, drawn towards the usual ones.
double expected_of(const View& view, int seat) {
  const double still = view.aces_left() / 4.0;
  const double usual = points_a_hand / static_cast<double>(view.seats.size()) - 2;
  return (1 - still) * points_now(view, seat) + still * usual;
}

/// My chances against the players who have not folded.
struct Standing {
  double best = 1;   ///< the chance to have the most points
  double worst = 1;  ///< the chance to have the fewest
};

template <typename PointsOf>
Standing standing(const View& view, double mine, double spread, PointsOf points_of) {
  Standing chances;
  for (int seat = 0; seat < view.players; ++seat) {
    if (seat == view.me || view.seat(seat).out) continue;
    const double ahead = 1 / (1 + std::exp((points_of(seat) - mine) / spread));
    chances.best *= ahead;
    chances.worst *= 1 - ahead;
  }
  return chances;
}

Standing standing_at_end(const View& view, double expected) {
  const double spread = least_spread_of_stakes + spread_at_start * view.aces_left() / 4.0;
  return standing(view, expected, spread, [&](int seat) { return expected_of(view, seat); });
}

/// In gambling: a chip buys this turn and the right to fold later.
double worth_of_staying(const View& view, const Outlook& outlook, double expected) {
  const auto now = standing(view, points_now(view, view.me), least_spread_of_stakes,
                            [&](int seat) { return points_now(view, seat); });
  const auto later = standing_at_end(view, expected);
  const double if_it_ends = view.pot * (now.best - now.worst);
  const double if_it_goes_on = view.pot * (rivals_give_up + later.best - later.worst) - outlook.draws / 2;
  return -1 + outlook.ending * if_it_ends + (1 - outlook.ending) * std::max(0.0, if_it_goes_on);
}

/// In stud: the worth of having put `chips` more into a pot that I win with this chance.
double worth_of_bet(const View& view, const Stakes& stakes, double chance, int chips) {
  const auto rivals = std::count_if(view.seats.begin(), view.seats.begin() + view.players,
                                    [](const auto& seat) { return !seat.out; }) -
                      1;
  const int matched = chips - stakes.owed(view.me);  // chips that each of the others must add to stay in
  return chance * (view.pot + chips + static_cast<double>(rivals) * matched) - edge * chips;
}

}  // namespace

void Stakes::hear(const tribunal::bot::Event& event) {
  int chips = 0;
  if (event.verb == "pay" && !event.arguments.empty()) {
    const auto text = event.arguments[0];
    std::from_chars(text.data(), text.data() + text.size(), chips);
    staked_[static_cast<std::size_t>(event.seat)] += chips;
  } else if (event.verb == "deal" || event.verb == "draw" || event.verb == "play") {
    staked_.assign(staked_.size(), 0);  // the round is over
  }
}

int Stakes::owed(int seat) const {
  return *std::max_element(staked_.begin(), staked_.end()) - staked_[static_cast<std::size_t>(seat)];
}

View without_folded(View view) {
  for (auto& seat : view.seats) {
    if (!seat.out) continue;
    seat.hand.clear();
    for (auto& meld : seat.melds) meld.clear();
  }
  return view;
}

std::optional<double> rate_stake(const View& view, const Outlook& outlook, const Stakes& stakes,
                                 double expected, const Action& action) {
  const auto session = view.option("session");
  if (session == "gambling") {
    if (action.is("pay")) return worth_of_staying(view, outlook, expected);
    if (action.is("fold")) return 0;
  }
  if (session == "stud") {
    const double chance = standing_at_end(view, expected).best;
    const bool is_tyrants = view.legal.back().is("pass");
    if (action.is("check")) return worth_of_bet(view, stakes, chance, 0);
    if (action.is("call") && !is_tyrants) return worth_of_bet(view, stakes, chance, stakes.owed(view.me));
    if (action.is("bet") || action.is("raise"))
      return worth_of_bet(view, stakes, chance, stakes.owed(view.me) + 1);
    if (action.is("fold")) return 0;
  }
  if (session == "cube") {
    // Both scores are multiplied, so the difference counts.
    const double lead = expected - expected_of(view, 1 - view.me);
    const double dropped = 2 * view.number("drop_points", 5);
    if (action.is("double")) return lead > worth_a_double && lead < too_good * dropped / 2 ? 1 : -1;
    if (action.is("accept")) return 2 * lead;
    if (action.is("drop")) return -dropped;
    if (action.is("pass") && view.legal.front().is("double")) return 0;
  }
  if (action.is("fold")) return -1e6;  // never concede the hustler's pot
  return std::nullopt;
}

}  // namespace careful
