// The values of actions that decide about stakes: to stay or to fold, bets, the cube, and a tyrant's call.
#include <algorithm>
#include <span>

#include "games/layout/family.hpp"
#include "games/layout/layout.hpp"
#include "games/layout/outlook.hpp"

namespace tribunal {
namespace {

// Constants that do not follow from arithmetic were tuned by matches.
constexpr float points_a_hand = 12;  // approximate points that all seats win in a hand
constexpr float spread_at_end = 3;   // points by which scores may still diverge
constexpr float spread_to_come = 12;
constexpr float rivals_give_up = 0.225F;  // the chance that all rivals fold
constexpr float chips_lost = 0.25F;       // mean loss of a chip paid later
constexpr float edge = 1.3F;              // factor by which a bet has to be better than fair
constexpr float worth_a_double = 2;       // the lead in points from which it pays to double

}  // namespace

/// A rival's expected points at the end of the hand: its points now, drawn towards the usual ones.
LayoutGame::Standing LayoutGame::standing(Seat seat, float mine) const {
  const auto score = score_hand(rules(), std::span{tableaux_}.first(static_cast<std::size_t>(seats())), {});
  const auto limit = static_cast<float>(rules().ace_limit);
  const auto to_come = (limit - static_cast<float>(aces_shown_)) / limit;
  const auto usual = points_a_hand / static_cast<float>(seats()) - 2;
  const auto spread = spread_at_end + spread_to_come * to_come;
  Standing standing;
  standing.rivals = players_in().size() - 1;
  standing.now = static_cast<float>(score.points[index_of(seat)]);
  for (const auto other : players_in()) {
    if (other == seat) continue;
    const auto now = static_cast<float>(score.points[index_of(other)]);
    const auto later = (1 - to_come) * now + to_come * usual;
    const auto ahead = smooth_step((mine - later) / (2 * spread));
    const auto ahead_now = smooth_step((standing.now - now) / (2 * spread_at_end));
    standing.best_rival = std::max(standing.best_rival, later);
    standing.best *= ahead;
    standing.worst *= 1 - ahead;
    standing.best_now *= ahead_now;
    standing.worst_now *= 1 - ahead_now;
  }
  return standing;
}

/// A call negates all scores. It pays if the seat expects fewer points than the negated score gives.
float LayoutGame::value_of_call(Verb verb, const Standing& standing, const Forecast& forecast) const {
  const auto cube = static_cast<float>(cube_.value());
  if (verb == verbs::call) return -cube * standing.now;
  return cube * (forecast.unites() ? standing.now : forecast.points());
}

/// In gambling: a chip buys this turn and the right to fold later. With two players, a fold leaves the pot to
/// the other.
float LayoutGame::value_of_staying(Verb verb, const Standing& standing, const Forecast& forecast) const {
  const auto pot = static_cast<float>(pot_.chips());
  const auto left_to_rival = standing.rivals == 1 ? pot / 2 : 0.0F;
  if (verb == verbs::fold) return -left_to_rival;
  const auto ends = pot * (standing.best_now - standing.worst_now);
  const auto goes_on =
      pot * (rivals_give_up + standing.best - standing.worst) - chips_lost * forecast.outlook().draws;
  const auto ending = forecast.outlook().ending;
  return -1 + ending * ends + (1 - ending) * std::max(-left_to_rival, goes_on);
}

/// In stud: the worth of having put this amount more into a pot that is won with some chance.
float LayoutGame::value_of_bet(Verb verb, const Standing& standing) const {
  if (verb == verbs::fold) return 0;
  const auto owed = static_cast<float>(betting_.owed());
  const auto more =
      verb == verbs::bet || verb == verbs::raise ? 1.0F : 0.0F;  // chips that each of the others must add
  const auto pot = static_cast<float>(pot_.chips()) + owed + more * static_cast<float>(1 + standing.rivals);
  return standing.best * pot - edge * (owed + more);
}

/// With a cube both scores are multiplied, so half the lead counts. A rival drops a double if it is further
/// behind than the drop costs.
float LayoutGame::value_of_cube(Verb verb, const Standing& standing, const Forecast& forecast) const {
  const auto cube = static_cast<float>(cube_.value());
  const auto dropped = static_cast<float>(rules().drop_points);
  const auto lead = forecast.points() - standing.best_rival;
  if (verb == verbs::accept) return cube * lead;
  if (verb == verbs::drop) return -cube * dropped;
  if (verb == verbs::pass) return cube * lead / 2;
  return cube * (lead > dropped ? dropped : lead - worth_a_double / 2);
}

}  // namespace tribunal
