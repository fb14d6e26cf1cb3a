// The values of actions of Chez.
#include <algorithm>
#include <cmath>

#include "games/chez/family.hpp"
#include "games/chez/outlook.hpp"
#include "games/chez/table.hpp"

namespace tribunal {
namespace {

constexpr float for_going_out = 8;

ChezDice capped_dice(int rung) { return dice_at(std::min(rung, 8)); }

float mean_roll(int rung) {
  const auto dice = capped_dice(rung);
  return static_cast<float>(dice.count) * static_cast<float>(dice.sides + 1) / 2;
}

Seat seat_named_by(const Action& action) { return static_cast<Seat>(action.arguments()[0]); }

/// The values of the actions of one question.
class ChezValues {
 public:
  ChezValues(const ChezRules& rules, const ChezState& state)
      : rules_{rules}, state_{state}, outlook_{state}, cost_{outlook_.cost(outlook_.hand())} {}

  [[nodiscard]] float of(const Action& action) const {
    if (action.verb() == verbs::pass) return 0;
    switch (state_.question) {
      case ChezQuestion::act:
        return of_act(action);
      case ChezQuestion::extend_run:
      case ChezQuestion::add_pair:
        return 1 + cost_ - outlook_.cost(outlook_.hand().without(action));
      case ChezQuestion::raise_siege:
        return -5;
      case ChezQuestion::aim_joker:
        if (action.verb() == verbs::burden)
          return outlook_.harm(mean_roll(state_.play.count + 2), seat_named_by(action));
        return seat_named_by(action) == state_.asked ? -2.0F : 0.3F;
      case ChezQuestion::lead:
        return 0.3F * static_cast<float>(cards_of(action));
      case ChezQuestion::swap:
        return of_swap(action);
      case ChezQuestion::retry:
        return of_retry();
      case ChezQuestion::favour:
        return -0.3F * static_cast<float>(cards_of(action));
      case ChezQuestion::offer:
        return cost_ - outlook_.cost(outlook_.hand().without(action));
      case ChezQuestion::nope:
        return of_nope(action);
      case ChezQuestion::none:
        return 0;
    }
    return 0;
  }

 private:
  [[nodiscard]] int cards_of(const Action& action) const { return state_.hand(seat_named_by(action)).size(); }

  [[nodiscard]] float of_act(const Action& action) const {
    const auto verb = action.verb();
    if (verb == verbs::betting_man) return bet();
    if (verb == verbs::court) return -0.6F;
    const auto left = outlook_.hand().without(action);
    const auto won = cost_ - outlook_.cost(left);
    if (verb == verbs::castle) return won;
    const auto top = action.card(action.arguments().size() - 1);
    if (verb == verbs::play) return won + outlook_.blocks(top) + set_gain(action, left);
    const auto out = left.size == 0 ? for_going_out : 0;
    return won + outlook_.blocks(top) + out + (verb == verbs::pair ? outlook_.swap_gain(left) : 0);
  }

  [[nodiscard]] bool has_court_card(const Action& action) const {
    const auto& court = state_.courts[index_of(state_.actor)];
    for (std::size_t i = 0; i < action.arguments().size(); ++i) {
      if (court.has(action.card(i))) return true;
    }
    return false;
  }

  /// The gain of the royal's effect.
  [[nodiscard]] float royal_gain(ChezRank rank, int upgrades, const ChezCounts& left) const {
    const auto rest = static_cast<float>(left.size);
    if (rank == chez_ranks::jack) return 0.6F * std::min(mean_roll(upgrades), rest) + 0.2F;
    if (rank == chez_ranks::queen && outlook_.others() == 1)
      return 0.6F * std::min(static_cast<float>(1 + upgrades), rest);
    return rank == chez_ranks::king ? outlook_.swap_gain(left) : 0;
  }

  [[nodiscard]] static bool has_both_red_sixes(const Action& action) {
    bool diamonds = false;
    bool hearts = false;
    for (std::size_t i = 0; i < action.arguments().size(); ++i) {
      diamonds |= action.card(i) == Card{Rank::six, Suit::diamonds};
      hearts |= action.card(i) == Card{Rank::six, Suit::hearts};
    }
    return diamonds && hearts;
  }

  /// The gain from the effect and the set's roll after a play of cards of one rank.
  [[nodiscard]] float set_gain(const Action& action, const ChezCounts& left) const {
    const auto size = static_cast<int>(action.arguments().size());
    const auto rank = chez_rank(action.card());
    float gain = 0;
    float picked = 0;
    if (rank == chez_ranks::six) {
      picked += mean_roll(size);
      if (has_both_red_sixes(action)) gain += 1.5F;
    } else if (rank == chez_ranks::joker) {
      gain += most_harm(mean_roll(size + 2)) - 0.3F;
    } else if (rank >= chez_ranks::jack && !state_.revolt) {
      gain += royal_gain(rank, size - 1 + (has_court_card(action) ? 1 : 0), left);
    }
    if (size > 1) {
      const auto sides = static_cast<float>(capped_dice(size + 1).sides);
      picked += 15 / sides;
      gain += 1 / sides;
    }
    if (state_.siege && picked > 0) return -20;
    if (picked > 0 && left.of(chez_ranks::ace) > 0) picked = picked * 0.25F - 0.4F;
    if (left.size == 0) gain += picked == 0 ? for_going_out : size > 1 && rank != chez_ranks::six ? 3 : 0;
    const auto saved =
        rank == chez_ranks::six ? std::max(0.0F, outlook_.price(chez_ranks::six, outlook_.hand()) - 1) : 0;
    return gain - picked - saved * static_cast<float>(size);
  }

  [[nodiscard]] float most_harm(float cards) const {
    float most = 0;
    for (const auto seat : state_.in) {
      if (seat != state_.asked) most = std::max(most, outlook_.harm(cards, seat));
    }
    return most;
  }

  /// The betting man wins if another seat cannot pick up a card.
  [[nodiscard]] float bet() const {
    if (state_.siege) return 30;
    const auto others = static_cast<float>(outlook_.others());
    const int rung = rules_.packs == 1 ? 5 : 8;
    const auto dice = capped_dice(rung);
    int pool = 55 * rules_.packs - 1;
    for (const auto seat : state_.in) {
      if (seat != state_.asked) pool -= state_.hand(seat).size() + (state_.with_castle.has(seat) ? 4 : 0);
    }
    const auto variance = others * static_cast<float>(dice.count * (dice.sides * dice.sides - 1)) / 12;
    const auto excess = others * mean_roll(rung) - static_cast<float>(pool);
    const auto chance = 1 / (1 + std::exp(-1.7F * excess / std::sqrt(variance)));
    return 20 * (chance - 0.5F);
  }

  [[nodiscard]] float of_swap(const Action& action) const {
    const auto gain = outlook_.swap_gain(outlook_.hand());
    return gain > 0 ? gain + 1 - 0.1F * static_cast<float>(cards_of(action)) : -0.5F;
  }

  /// Unwanted cards are given back.
  [[nodiscard]] float of_retry() const {
    float dearest = 0;
    for (std::size_t i = 0; i < state_.pending.offers; ++i)
      dearest = std::max(dearest, outlook_.price(chez_rank(state_.pending.taken[i]), outlook_.hand()));
    return dearest - 1.05F;
  }

  /// The gain for the seat from changing the effect, less the worth of the ace.
  [[nodiscard]] float of_nope(const Action& action) const {
    const auto left = outlook_.hand().without(action);
    const bool is_own_set = state_.actor == state_.asked && state_.pending.effect == ChezEffect::pick_up &&
                            state_.play.set_rolled;
    if (left.size == 0 && !is_own_set) return for_going_out;
    const auto wish = outlook_.wish();
    const auto turned = state_.pending.noped ? wish : -wish;
    const auto ace_worth =
        std::max(-0.5F, outlook_.cost(left) - cost_) - 0.3F * static_cast<float>(left.of(chez_ranks::ace));
    return turned - 0.9F - ace_worth;
  }

  const ChezRules& rules_;
  const ChezState& state_;
  ChezOutlook outlook_;
  float cost_;
};

}  // namespace

void value_chez_actions(const ChezRules& rules, const ChezState& state, const ActionList& actions,
                        ActionValues& values) {
  const ChezValues value{rules, state};
  values.clear();
  for (const auto& action : actions) values.push_back(value.of(action));
}

}  // namespace tribunal
