#include "analysis/model/decisions.hpp"

#include <algorithm>

#include "games/catalogue.hpp"
#include "record/transcript.hpp"

namespace tribunal {

DescribedDecision DescribedDecisions::operator[](std::size_t i) const {
  const auto begin = i == 0 ? 0 : ends_[i - 1];
  return {std::span{features_}.subspan(begin, ends_[i] - begin), chosen_[i]};
}

void DescribedDecisions::add(std::span<const float> features, std::size_t chosen) {
  features_.insert(features_.end(), features.begin(), features.end());
  ends_.push_back(features_.size());
  chosen_.push_back(static_cast<std::uint32_t>(chosen));
}

Result<void> DescribedDecisions::append(const DescribedDecisions& more, std::size_t most) {
  if (more.size() == 0) return {};
  if (names_.empty()) {
    family_ = more.family_;
    names_ = more.names_;
  }
  if (names_ != more.names_) {
    return std::unexpected{"decisions of the " + more.family_ + " games cannot join those of the " + family_ +
                           " games: a model is of one family"};
  }
  for (std::size_t i = 0; i < more.size() && size() < most; ++i) add(more[i].features, more[i].chosen);
  return {};
}

Result<DescribedDecisions> describe_decisions(const Record& record, std::string_view bot) {
  const auto* const info = find_game(record.rules.game());
  const auto names = record.rules.deal(std::make_shared<const FastDeal>(0))->feature_names();
  if (info == nullptr || names.empty()) {
    return std::unexpected{record.rules.game() +
                           " describes no actions, so no model of a bot can be fitted to its games"};
  }
  DescribedDecisions decisions{info->family, {names.begin(), names.end()}};
  ActionList actions;
  std::vector<float> features;
  const auto watch = [&](const Moment& moment) {
    const auto& decision = record.decisions[moment.decision];
    if (decision.by_referee || record.entrants.at(index_of(moment.seat)).bot != bot) return;
    moment.game.legal_actions(moment.seat, actions);
    const auto chosen = std::ranges::find(actions, decision.action);
    if (actions.size() < 2 || chosen == actions.end()) return;
    moment.game.describe_actions(moment.seat, actions, features);
    decisions.add(features, static_cast<std::size_t>(chosen - actions.begin()));
  };
  Played played;
  if (const auto wrong = play_again(record, played, watch)) return std::unexpected{wrong->text(record)};
  return decisions;
}

}  // namespace tribunal
