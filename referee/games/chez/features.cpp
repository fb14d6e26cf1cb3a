// The features of actions of Chez.
#include "games/chez/family.hpp"
#include "games/chez/outlook.hpp"
#include "games/core/feature_rows.hpp"

namespace tribunal {
namespace {

using ChezRow = FeatureRow<ChezFeature>;

constexpr float hand_scale = 7;

bool names_a_seat(const Action& action) {
  const auto verb = action.verb();
  return verb == verbs::burden || verb == verbs::raze || verb == verbs::swap || verb == verbs::favour ||
         verb == verbs::next;
}

void describe_verb(Verb verb, ChezRow& row) {
  row[ChezFeature::castle] = verb == verbs::castle ? 1 : 0;
  row[ChezFeature::court] = verb == verbs::court ? 1 : 0;
  row[ChezFeature::pair] = verb == verbs::pair ? 1 : 0;
  row[ChezFeature::revolution] = verb == verbs::revolution || verb == verbs::extend ? 1 : 0;
  row[ChezFeature::betting_man] = verb == verbs::betting_man ? 1 : 0;
  row[ChezFeature::nope] = verb == verbs::nope ? 1 : 0;
  row[ChezFeature::pass] = verb == verbs::pass ? 1 : 0;
}

void describe_rank(ChezRank rank, ChezRow& row) {
  row[ChezFeature::rank] = static_cast<float>(rank) / chez_ranks::king;
  row[ChezFeature::six] = rank == chez_ranks::six ? 1 : 0;
  row[ChezFeature::jack] = rank == chez_ranks::jack ? 1 : 0;
  row[ChezFeature::queen] = rank == chez_ranks::queen ? 1 : 0;
  row[ChezFeature::king] = rank == chez_ranks::king ? 1 : 0;
  row[ChezFeature::joker] = rank == chez_ranks::joker ? 1 : 0;
  row[ChezFeature::ace] = rank == chez_ranks::ace ? 1 : 0;
}

void describe_laid_cards(const Action& action, const ChezOutlook& outlook, ChezRow& row) {
  const auto count = action.arguments().size();
  const auto left = outlook.hand().without(action);
  const auto top = action.card(count - 1);
  row[ChezFeature::cards] = static_cast<float>(count) / 4;
  row[ChezFeature::goes_out] = left.size == 0 ? 1 : 0;
  row[ChezFeature::turns_saved] = outlook.cost(outlook.hand()) - outlook.cost(left);
  row[ChezFeature::red_on_top] = is_red(top) ? 1 : 0;
  row[ChezFeature::blocks] = outlook.blocks(top);
  describe_rank(chez_rank(action.card()), row);
}

}  // namespace

void describe_chez_actions(const ChezRules& rules, const ChezState& state, const ActionList& actions,
                           std::vector<float>& features) {
  const ChezOutlook outlook{state};
  value_chez_actions(rules, state, actions, features);
  spread_to_rows(features, chez_feature_names.size());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    ChezRow row{features, i, chez_feature_names.size()};
    const auto& action = actions[i];
    describe_verb(action.verb(), row);
    if (names_a_seat(action)) {
      const auto seat = static_cast<Seat>(action.arguments()[0]);
      row[ChezFeature::target_cards] = static_cast<float>(state.hand(seat).size()) / hand_scale;
      row[ChezFeature::target_is_next] = seat == state.next_in(state.actor) ? 1 : 0;
    } else if (!action.arguments().empty()) {
      describe_laid_cards(action, outlook, row);
    }
  }
}

}  // namespace tribunal
