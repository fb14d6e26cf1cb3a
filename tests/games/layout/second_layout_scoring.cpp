// The scores of a hand by the second referee of the layout family.
#include <algorithm>
#include <utility>

#include "games/layout/second_layout_referee.hpp"

namespace tribunal::testing {
namespace {

/// The suit with the lowest key; none if two share it.
char only_least(const std::map<char, std::vector<int>>& keys) {
  std::vector<std::pair<std::vector<int>, char>> sorted;
  for (const auto& [suit, key] : keys) sorted.emplace_back(key, suit);
  std::sort(sorted.begin(), sorted.end());
  if (sorted.empty() || (sorted.size() > 1 && sorted[0].first == sorted[1].first)) return '-';
  return sorted[0].second;
}

std::vector<int> upward(std::vector<int> ranks) {
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

std::vector<int> downward(std::vector<int> ranks) {
  std::sort(ranks.rbegin(), ranks.rend());
  return ranks;
}

}  // namespace

/// The strength of a column. The longer of two columns of a suit wins; if they are equally long, the one with
/// the greater strength.
std::vector<int> SecondLayoutReferee::strength(Column column) const {
  const bool ascends = column.size() > 1 && column[1] > column[0];
  if (option("high_low") != "on") {
    column = upward(column);
    if (option("suit_tie") == "low") {
      for (auto& rank : column) rank = -rank;
    }
    return column;
  }
  std::vector<int> distances;
  for (const int rank : column) distances.push_back(ascends ? 13 - rank : rank - 2);
  distances = upward(distances);
  distances.insert(distances.begin() + 1, ascends ? 0 : 1);
  return distances;
}

int SecondLayoutReferee::winner_of(char suit) const {
  std::vector<std::pair<std::pair<std::size_t, std::vector<int>>, int>> columns;
  for (int seat = 0; seat < seats_; ++seat) {
    const auto& played = table_[static_cast<std::size_t>(seat)].columns;
    const auto found = played.find(suit);
    if (found != played.end()) columns.push_back({{found->second.size(), strength(found->second)}, seat});
  }
  std::sort(columns.rbegin(), columns.rend());
  if (columns.empty() || (columns.size() > 1 && columns[0].first == columns[1].first)) return -1;
  return columns[0].second;
}

std::map<char, int> SecondLayoutReferee::worths(const std::map<char, Column>& winners) const {
  const auto& scoring = option("scoring");
  const bool by_unique_cards = scoring == "advanced" || scoring == "preferred";
  std::map<char, int> worth;
  std::map<char, std::vector<int>> shortest;
  std::map<char, std::vector<int>> high;
  std::map<char, std::vector<int>> low;
  for (const auto& [suit, column] : winners) {
    worth[suit] = scoring == "banilower" ? 4 : 1 + seats_;
    if (by_unique_cards) {
      worth[suit] = 1;
      for (const int rank : column) {
        int times = 0;
        for (const auto& [other_suit, other] : winners)
          times += static_cast<int>(std::count(other.begin(), other.end(), rank));
        if (times == 1) ++worth[suit];
      }
    }
    low[suit] = upward(column);
    high[suit] = downward(column);
    shortest[suit] = upward(column);
    shortest[suit].insert(shortest[suit].begin(), static_cast<int>(column.size()));
  }
  // If one list of ranks is the beginning of another, the shorter one is lower: a missing card counts as
  // lower than any card.
  if (scoring != "banilower" || option("shortest_suit_doubles") == "on") worth[only_least(shortest)] *= 2;
  if (by_unique_cards) worth[only_least(high)] *= 2;
  if (scoring == "preferred") worth[only_least(low)] *= 2;
  worth.erase('-');
  return worth;
}

void SecondLayoutReferee::score_hand() {
  std::map<char, int> winner;
  std::map<char, Column> winners;
  for (const char suit : std::string{"cdhs"}) {
    winner[suit] = winner_of(suit);
    if (winner[suit] >= 0) winners[suit] = table_[static_cast<std::size_t>(winner[suit])].columns.at(suit);
  }
  const auto worth = worths(winners);
  const std::map<char, std::string> names{
      {'c', "clubs"}, {'d', "diamonds"}, {'h', "hearts"}, {'s', "spades"}};
  for (const auto& [suit, points] : worth) {
    expected_.push_back("conquer " + std::to_string(winner[suit]) + " " + names.at(suit) + " " +
                        std::to_string(points));
  }
  const bool reversed = std::find(calls_.begin(), calls_.end(), true) != calls_.end();
  std::map<int, int> scores;
  for (int seat = 0; seat < seats_; ++seat) {
    const auto& player = table_[static_cast<std::size_t>(seat)];
    if (!session_.is_in(seat)) continue;
    int points = 0;
    for (const auto& [suit, column] : player.columns) {
      points += winner[suit] == seat ? worth.at(suit) : -static_cast<int>(column.size());
    }
    if (is_mitch_ && player.drew_and_acted && !player.drew_and_played) points -= number("penalty");
    if (reversed) points = -points;
    scores[seat] = points * session_.cube();
    score(seat, scores[seat]);
  }
  expect(session_.settle(scores, someone_has_all_suits() ? winner['c'] : -1));
  end_hand();
}

void SecondLayoutReferee::score(int seat, int points) {
  auto& total = totals_[static_cast<std::size_t>(seat)];
  total += points;
  expected_.push_back("score " + std::to_string(seat) + " " + std::to_string(points) + " " +
                      std::to_string(total));
}

void SecondLayoutReferee::end_hand() {
  count_cards();
  hand_over_ = true;
  expect(session_.end_hand());
  if (session_.is_over() && session_.has_pot()) totals_ = session_.final_chips();
}

}  // namespace tribunal::testing
