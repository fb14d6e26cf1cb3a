#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "analysis/decision_analysis.hpp"
#include "analysis/enumeration.hpp"
#include "analysis/questions.hpp"
#include "support/random_play.hpp"

using namespace tribunal;
using testing::Dice;
using testing::key_of;
using testing::question_of;

namespace {

/// A position whose best action is known.
struct Known {
  std::unique_ptr<Game> position;
  Seat seat = 0;
  std::vector<testing::Bounds> values;  ///< bounds of the score, by legal action

  [[nodiscard]] std::size_t best() const { return place_of(std::ranges::max_element(values, {}, low)); }
  [[nodiscard]] std::size_t worst() const { return place_of(std::ranges::min_element(values, {}, high)); }
  /// The points by which the best action is certainly better than any other.
  [[nodiscard]] double lead() const {
    double next = -1000;
    for (std::size_t action = 0; action < values.size(); ++action)
      if (action != best()) next = std::max(next, values[action].high);
    return values[best()].low - next;
  }

 private:
  static constexpr auto low = &testing::Bounds::low;
  static constexpr auto high = &testing::Bounds::high;
  [[nodiscard]] std::size_t place_of(std::vector<testing::Bounds>::const_iterator at) const {
    return static_cast<std::size_t>(at - values.begin());
  }
};

/// Games that are searched for positions that can be enumerated.
struct Search {
  const char* game;
  int players;
  double lead;                          ///< least lead of the best action in points
  bool (*is_small)(const Game&, Seat);  ///< whether there is little to enumerate
  testing::Enumeration terms = {};
  std::vector<std::uint64_t> deals = {};  ///< empty: all from 0, until there are ten positions
};

std::size_t cards_in_hands(const Position& position) {
  std::size_t cards = 0;
  for (const auto& seat : position.seats) cards += seat.hand.size();
  return cards;
}

/// Hands have few cards, and somebody will draw no more.
bool has_few_cards(const Game& game, Seat) {
  const auto position = game.position();
  return cards_in_hands(position) <= 8 &&
         std::ranges::any_of(position.seats, [](const auto& seat) { return seat.pile.empty(); });
}

/// The last ace, which ends the hand, is one of the last cards, but perhaps not the next one.
bool ends_with_the_stock(const Game& game, Seat) {
  const auto position = game.position();
  return position.aces_left == 1 && (position.stock.size() == 2 || position.stock.size() == 3);
}

/// Whether an action ends the game, if all cards are where they are now.
bool ends_at_once(const Game& game, Seat seat) {
  ActionList actions;
  game.legal_actions(seat, actions);
  return std::ranges::any_of(actions, [&](const Action& action) {
    const auto next = game.clone();
    Choices choices;
    choices[seat] = action;
    auto log = EventLog::muted();
    next->apply(choices, log);
    return next->wanted().empty();
  });
}

/// The other hand and the stock have few cards, and no action ends the game. No two of the cards are equal,
/// as jokers are, because then the worlds would not all be equally likely.
bool has_little_hidden(const Game& game, Seat seat) {
  const auto position = game.position();
  auto hidden = position.stock;
  for (std::size_t other = 0; other < position.seats.size(); ++other) {
    const auto& hand = position.seats[other].hand;
    if (other != index_of(seat)) hidden.insert(hidden.end(), hand.begin(), hand.end());
  }
  return position.stock.size() <= 4 && hidden.size() <= position.stock.size() + 2 &&
         std::ranges::count_if(hidden, &Card::is_joker) <= 1 && !ends_at_once(game, seat);
}

/// One in 1,300 random games of Chez has a position in which little is hidden, all worlds are equally likely,
/// and one action is surely the best. The deals of ten were found by trying all from 0, which takes minutes.
Search chez_search() {
  return {"chez",
          2,
          0.1,
          has_little_hidden,
          {.hidden = testing::Hidden::hands_and_stock, .score_bounds = ScoreBounds{0, 1}, .depth = 12},
          {100, 1669, 1893, 3355, 4131, 5613, 5753, 8303, 9065, 12838}};
}

/// Plays the random game of a deal until `is_found` accepts a decision: a function of the position, the seat
/// that is asked first, and its legal actions, more than one.
template <class IsFound>
void look_through_game(const Rules& rules, std::uint64_t deal, IsFound is_found) {
  Dice dice{deal};
  const auto game = rules.deal(testing::numbered_deal(deal));
  auto log = EventLog::muted();
  ActionList actions;
  Choices choices;
  game->begin(log);
  while (!game->wanted().empty()) {
    const Seat seat = *game->wanted().begin();
    game->legal_actions(seat, actions);
    if (actions.size() > 1 && is_found(*game, seat, actions)) return;
    testing::choose_at_random(*game, dice, actions, choices);
    game->apply(choices, log);
  }
}

/// The first decision of a random game that can be enumerated and has a best action with this lead.
std::optional<Known> known_position(const Search& search, const Rules& rules, std::uint64_t deal) {
  std::optional<Known> known;
  look_through_game(rules, deal, [&](const Game& game, Seat seat, const ActionList&) {
    if (!search.is_small(game, seat)) return false;
    auto values = testing::enumerate(game, seat, search.terms);
    if (!values) return false;
    Known found{game.clone(), seat, *std::move(values)};
    if (found.lead() >= search.lead) known = std::move(found);
    return known.has_value();
  });
  return known;
}

/// Ten such positions, if there are that many.
std::vector<Known> known_positions(const Search& search, const Rules& rules) {
  auto deals = search.deals;
  for (std::uint64_t deal = 0; search.deals.empty() && deal < 4000; ++deal) deals.push_back(deal);
  std::vector<Known> known;
  for (const auto deal : deals) {
    if (known.size() == 10) break;
    if (auto found = known_position(search, rules, deal)) known.push_back(*std::move(found));
  }
  return known;
}

/// Whether the action ends the game with this score, whatever the seat does not know.
bool wins_at_once(const Game& game, Seat seat, const Action& action, std::int32_t score) {
  auto log = EventLog::muted();
  Choices choices;
  choices[seat] = action;
  Stream chance{5, "worlds"};
  for (int world = 0; world < 200; ++world) {
    const auto next = game.clone();
    if (world > 0) next->redraw_hidden(seat, chance);
    next->apply(choices, log);
    if (!next->wanted().empty() || next->outcome().scores[index_of(seat)] != score) return false;
  }
  return true;
}

AnalysisOptions quick() { return {.worlds = 100, .reasons = true}; }

}  // namespace

TEST_CASE("in positions that can be enumerated the best action of every family is found") {
  using testing::Hidden;
  const auto search = GENERATE(
      Search{"mitch", 2, 0.5, has_few_cards}, Search{"anarchy", 4, 0.5, has_few_cards},
      Search{"tennis", 2, 0.4, has_few_cards},
      Search{"revolution", 2, 0.5, ends_with_the_stock, {.hidden = Hidden::hands_and_stock}}, chez_search());
  const auto rules = make_rules(search.game, search.players, {}).value();
  const auto known = known_positions(search, rules);
  REQUIRE(known.size() == 10);
  DecisionAnalyst analyst;
  for (const auto& one : known) {
    const auto question = question_of(*one.position, one.seat, one.worst());
    const auto result = analyst.analyse(question, rules, key_of(3), {.worlds = 1000});
    INFO(search.game << ": " << question.legal[one.best()].text() << " against "
                     << question.legal[one.worst()].text());
    CHECK(result.best == one.best());
    CHECK(result.is_mistake());
    for (std::size_t action = 0; action < one.values.size(); ++action) {
      const auto [mean, error] = result.actions[action].score;
      INFO(question.legal[action].text() << " " << one.values[action].low << " " << mean);
      CHECK(mean >= one.values[action].low - 4.5 * error - 0.001);
      CHECK(mean <= one.values[action].high + 4.5 * error + 0.001);
    }
  }
}

TEST_CASE("in Chez an action that ends the game in the first place is the best") {
  const auto rules = make_rules("chez", 2, {}).value();
  const auto most = rules.score_bounds().most;
  DecisionAnalyst analyst;
  int found = 0;
  for (std::uint64_t number = 0; found < 10 && number < 3000; ++number) {
    look_through_game(rules, number, [&](const Game& game, Seat seat, const ActionList& actions) {
      for (std::size_t action = 0; action < actions.size(); ++action) {
        if (!wins_at_once(game, seat, actions[action], most)) continue;
        const auto other = action == 0 ? 1U : 0U;
        const auto result = analyst.analyse(question_of(game, seat, other), rules, key_of(number), quick());
        if (result.actions[other].score.mean > most - 0.1) continue;  // it wins, too
        CHECK(result.actions[action].score.mean == most);
        CHECK(result.actions[action].score.error == 0);
        CHECK(result.actions[result.best].score.mean == most);
        CHECK(result.is_mistake());
        ++found;
        return true;
      }
      return false;
    });
  }
  CHECK(found == 10);
}
