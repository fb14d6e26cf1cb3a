// The features of actions of Chez.
#include "games/chez/family.hpp"
#include "games/chez/outlook.hpp"
#include "games/core/named_row.hpp"

namespace tribunal {
namespace {

using ChezRow = FeatureRow<chez_feature_names>;

constexpr float hand_scale = 7;

bool names_a_seat(const Action& action) {
  const auto verb = action.verb();
  return verb == verbs::burden || verb == verbs::raze || verb == verbs::swap || verb == verbs::favour ||
         verb == verbs::next;
}

void describe_verb(Verb verb, const ChezRow& row) {
  row["castle"] = verb == verbs::castle ? 1 : 0;
  row["court"] = verb == verbs::court ? 1 : 0;
  row["pair of king and queen"] = verb == verbs::pair ? 1 : 0;
  row["revolution"] = verb == verbs::revolution || verb == verbs::extend ? 1 : 0;
  row["betting man"] = verb == verbs::betting_man ? 1 : 0;
  row["nope"] = verb == verbs::nope ? 1 : 0;
  row["pass"] = verb == verbs::pass ? 1 : 0;
}

void describe_rank(ChezRank rank, const ChezRow& row) {
  row["rank of the first card"] = static_cast<float>(rank) / chez_ranks::king;
  row["six"] = rank == chez_ranks::six ? 1 : 0;
  row["jack"] = rank == chez_ranks::jack ? 1 : 0;
  row["queen"] = rank == chez_ranks::queen ? 1 : 0;
  row["king"] = rank == chez_ranks::king ? 1 : 0;
  row["joker"] = rank == chez_ranks::joker ? 1 : 0;
  row["ace"] = rank == chez_ranks::ace ? 1 : 0;
}

void describe_laid_cards(const Action& action, const ChezOutlook& outlook, const ChezRow& row) {
  const auto count = action.arguments().size();
  const auto left = outlook.hand().without(action);
  const auto top = action.card(count - 1);
  row["cards laid"] = static_cast<float>(count) / 4;
  row["empties the hand"] = left.size == 0 ? 1 : 0;
  row["turns that it saves"] = outlook.cost(outlook.hand()) - outlook.cost(left);
  row["red card on top"] = is_red(top) ? 1 : 0;
  row["worth of the next seat's following"] = outlook.blocks(top);
  describe_rank(chez_rank(action.card()), row);
}

}  // namespace

void describe_chez_actions(const ChezRules& rules, const ChezState& state, const ActionList& actions,
                           std::vector<float>& features) {
  const ChezOutlook outlook{state};
  value_chez_actions(rules, state, actions, features);
  spread_to_rows(features, chez_feature_names.size());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const ChezRow row{features, i};
    const auto& action = actions[i];
    describe_verb(action.verb(), row);
    if (names_a_seat(action)) {
      const auto seat = static_cast<Seat>(action.arguments()[0]);
      row["cards of the seat that it names"] = static_cast<float>(state.hand(seat).size()) / hand_scale;
      row["names the next seat"] = seat == state.next_in(state.actor) ? 1 : 0;
    } else if (!action.arguments().empty()) {
      describe_laid_cards(action, outlook, row);
    }
  }
}

}  // namespace tribunal
