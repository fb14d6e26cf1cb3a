#include "games/tennis/values.hpp"

#include <bit>

#include "games/core/named_row.hpp"

namespace tribunal {
namespace {

constexpr int tennis_count(FaceSet faces, std::size_t rank) {
  constexpr FaceSet twos = FaceSet{1} | FaceSet{1} << 13U | FaceSet{1} << 26U | FaceSet{1} << 39U;
  return std::popcount(faces & twos << rank);
}

/// The winner of the trick: the seat's own card, another card, or none.
float gain_of(const TennisRecords& records, std::size_t mine) {
  const auto best = records.best();
  if (!best) return 0;
  return *best == mine ? 1 : -1 / static_cast<float>(records.size() - 1);
}

/// The exact mean over the card of the last seat to play.
float gain_before_last(const TennisRecords& records, std::size_t mine, const TennisChances& last) {
  float sum = 0;
  for (std::size_t rank = 0; rank < last.size(); ++rank) {
    if (last[rank] == 0) continue;
    auto complete = records;
    complete.add(static_cast<int>(rank));
    sum += last[rank] * gain_of(complete, mine);
  }
  return sum;
}

/// The mean change of a card's record by the later cards.
float mean_change(const TennisTrick& trick, int rank) {
  float change = 0;
  for (std::size_t i = 0; i < trick.follower_count; ++i) {
    for (int other = 0; other < tennis_ranks; ++other)
      change += trick.followers[i][static_cast<std::size_t>(other)] *
                static_cast<float>(tennis_effect(rank, other));
  }
  return change;
}

/// An estimate by mean records, for a trick that two or more have yet to play to.
float gain_by_records(const TennisTrick& trick, const TennisRecords& records, std::size_t mine) {
  constexpr float for_a_win = 0.3F;
  float best_of_others = 0;
  for (std::size_t place = 0; place < mine; ++place) {
    const auto record = static_cast<float>(records.record(place)) + mean_change(trick, records.rank(place));
    best_of_others = std::max(best_of_others, record);
  }
  const auto my_record = static_cast<float>(records.record(mine)) + mean_change(trick, records.rank(mine));
  return std::clamp(for_a_win * (my_record - best_of_others), -1.0F, 1.0F);
}

/// The highest of the records.
int best_record(const TennisRecords& records) {
  int best = records.record(0);
  for (std::size_t place = 1; place < records.size(); ++place) best = std::max(best, records.record(place));
  return best;
}

/// The chance that the card of this rank wins the trick, less the mean chance of another card to win it.
float tennis_lead(const TennisTrick& trick, int rank) {
  auto records = trick.played;
  const auto mine = records.size();
  records.add(rank);
  if (trick.follower_count == 0) return gain_of(records, mine);
  if (trick.follower_count == 1) return gain_before_last(records, mine, trick.followers[0]);
  return gain_by_records(trick, records, mine);
}

}  // namespace

TennisChances tennis_chances(std::span<const Card> hand, FaceSet seen, FaceSet unseen) {
  TennisChances chances{};
  const auto each = 1 / static_cast<float>(std::max<std::size_t>(1, hand.size()));
  float unknown = 0;
  for (const auto card : hand) {
    if ((seen & face(card)) != 0) {
      chances[static_cast<std::size_t>(tennis_rank(card))] += each;
    } else {
      unknown += each;
    }
  }
  if (unknown == 0) return chances;
  const auto share = unknown / static_cast<float>(std::max(1, std::popcount(unseen)));
  for (std::size_t rank = 0; rank < chances.size(); ++rank)
    chances[rank] += share * static_cast<float>(tennis_count(unseen, rank));
  return chances;
}

void value_tennis_cards(const TennisTrick& trick, const ActionList& actions, ActionValues& values) {
  const auto pot =
      static_cast<float>(trick.played.size() + 1 + trick.follower_count) + static_cast<float>(trick.aside);
  std::array<float, tennis_ranks> by_rank{};
  unsigned known = 0;
  values.clear();
  for (const auto& action : actions) {
    const auto rank = tennis_rank(action.card());
    auto& value = by_rank[static_cast<std::size_t>(rank)];
    if ((known >> static_cast<unsigned>(rank) & 1U) == 0) value = pot * tennis_lead(trick, rank);
    known |= 1U << static_cast<unsigned>(rank);
    values.push_back(value);
  }
}

/// Suits have no effect, so the cards of a hand are compared by rank.
void describe_tennis_cards(const TennisTrick& trick, const ActionList& actions,
                           std::vector<float>& features) {
  constexpr float hand_size = 6;
  value_tennis_cards(trick, actions, features);
  spread_to_rows(features, tennis_feature_names.size());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const FeatureRow<tennis_feature_names> row{features, i};
    const auto rank = tennis_rank(actions[i].card());
    auto records = trick.played;
    const auto mine = records.size();
    records.add(rank);
    const auto best = records.best();
    row["value, after all others"] = trick.follower_count == 0 ? row["value"] : 0;
    row["value, with cards aside"] = trick.aside > 0 ? row["value"] : 0;
    row["wins the trick as it lies"] = mine > 0 && best == mine ? 1 : 0;
    row["shares the best record as it lies"] =
        mine > 0 && !best && records.record(mine) == best_record(records) ? 1 : 0;
    row["record as it lies"] = static_cast<float>(records.record(mine));
    row["change of its record to expect"] = mean_change(trick, rank);
    for (const auto& other : actions) {
      const auto others = tennis_rank(other.card());
      if (others == rank) ++row["equal ranks in hand"];
      if (tennis_effect(rank, others) > 0) ++row["other cards of the hand that it beats"];
    }
    row["rank"] = static_cast<float>(rank) / tennis_ranks;
    row["place in the hand"] = static_cast<float>(i) / hand_size;
  }
}

}  // namespace tribunal
