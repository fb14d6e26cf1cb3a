// A redrawn game: everything that its viewer has been told stays true, it plays to its end, and every deal
// that is possible for the viewer is equally likely.
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include <catch2/catch.hpp>

#include "games/conformance.hpp"
#include "games/redraw/retold_deal.hpp"
#include "support/repetitions.hpp"
#include "support/what_is_seen.hpp"
#include "support/words.hpp"

using namespace tribunal;
using testing::Dice;

namespace {

std::vector<Seat> viewers_of(const Rules& rules) {
  std::vector<Seat> viewers{referee_view};
  for (const auto seat : SeatSet::first(rules.players())) viewers.push_back(seat);
  return viewers;
}

void redraw(Game& game, Seat viewer, Stream& stream) {
  viewer == referee_view ? game.redraw_chance(stream) : game.redraw_hidden(viewer, stream);
}

/// The redrawn game follows from its own deal, and in this deal the viewer is told the same.
bool check_told(const Rules& rules, const DealPointer& deal, const testing::Played& played, Seat viewer,
                const Game& game, const Game& redrawn) {
  const auto before = game.position();
  const auto after = redrawn.position();
  const auto retold = testing::ToldGame{rules, deal, played.decisions, viewer}.retell(before, after);
  const auto once = rules.deal(deal);
  const auto again = rules.deal(testing::stacked(retold.stocks));
  const auto told = testing::seen_by(viewer, *once, played.decisions);
  REQUIRE(testing::seen_by(viewer, *again, retold.decisions) == told);
  REQUIRE(testing::places_of(again->position()) == testing::places_of(after));
  return testing::places_of(after) != testing::places_of(before);
}

bool is_changed(const Rules& rules, const DealPointer& deal, const testing::Played& played, Seat viewer,
                const Game& game, const Game& redrawn) {
  if (rules.game() != "chez") return check_told(rules, deal, played, viewer, game, redrawn);
  return testing::places_of(redrawn.position()) !=
         testing::places_of(game.position());  // chez_redraw_test.cpp
}

/// The number of cards in each hand, and in the stock.
std::vector<std::size_t> sizes_of(const Position& position) {
  std::vector<std::size_t> sizes{position.stock.size()};
  for (const auto& seat : position.seats) sizes.push_back(seat.hand.size());
  return sizes;
}

/// Redraws a game at a random position for each viewer. Returns how many of these positions have changed.
int check_position(const Rules& rules, std::uint64_t number, Dice& dice, Stream& stream) {
  const auto deal = testing::numbered_deal(number);
  const auto game = rules.deal(deal);
  const auto played = testing::play_some(*game, dice);
  CAPTURE(testing::describe(rules), number, testing::lines_of(played.events));
  int changed = 0;
  for (const auto viewer : viewers_of(rules)) {
    CAPTURE(int{viewer});
    const auto redrawn = game->clone();
    redraw(*redrawn, viewer, stream);
    REQUIRE(redrawn->wanted() == game->wanted());
    REQUIRE(redrawn->outcome() == game->outcome());
    REQUIRE(sizes_of(redrawn->position()) == sizes_of(game->position()));
    REQUIRE(testing::question_to(*redrawn, viewer) == testing::question_to(*game, viewer));
    if (game->wanted().empty()) continue;
    if (rules.game() == "chez")
      REQUIRE(testing::cards_of(redrawn->position()) == testing::cards_of(game->position()));
    changed += is_changed(rules, deal, played, viewer, *game, *redrawn) ? 1 : 0;
    EventLog events;
    testing::play_out(*redrawn, dice, events);
    testing::check_bounds(rules, *redrawn);
  }
  return changed;
}

void check_positions(const std::string& family, int positions) {
  Dice dice{32};
  Stream stream = FastDeal{32}.stream("redraw");
  int changed = 0;
  for (int i = 0; i < positions; ++i)
    changed +=
        check_position(testing::random_rules_of(family, dice), static_cast<std::uint64_t>(i), dice, stream);
  CHECK(changed > positions);  // positions of two or more viewers
}

// The distribution

/// A bit for each card that the viewer has been told of or asked about.
FaceSet faces_in(const std::vector<std::string>& lines) {
  FaceSet faces = 0;
  for (auto line : lines) {
    for (auto& letter : line) {
      if (letter == ':' || letter == ',') letter = ' ';
    }
    for (const auto& word : testing::words_of(line)) {
      const auto card = word.size() == 2 ? Card::parse(word) : std::nullopt;
      if (card && !card->is_hidden()) faces |= face(*card);
    }
  }
  return faces;
}

/// A position of the first hand in which the viewer has not seen a few cards of the pack.
struct Small {
  Rules rules;
  DealPointer deal;
  std::vector<Choices> decisions;
  Seat viewer = no_seat;
  std::vector<std::size_t> unseen;  ///< places in the stock
};

std::vector<std::size_t> unseen_places(const std::vector<Card>& stock, FaceSet seen) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < stock.size(); ++i) {
    if ((seen >> stock[i].index() & 1U) == 0) places.push_back(i);
  }
  return places;
}

/// A random deal of one hand whose last ace comes late, so that a hand that aces end gets that far.
std::vector<Card> late_ace(const Rules& rules, std::uint64_t seed, Dice& dice) {
  auto stock = testing::stock_of_hand(rules, FastDeal{seed}, 1);
  const auto last = std::ranges::find_if(stock.rbegin(), stock.rend(), &Card::is_ace);
  if (last != stock.rend()) std::swap(*last, stock[stock.size() - 1 - dice.below(3)]);
  return stock;
}

/// Plays a game at random until the viewer has not seen `fewest` to `most` cards; nothing if that does not
/// happen in the first hand, or if a face occurs twice.
std::optional<Small> find_small(const Rules& rules, std::uint64_t seed, Seat viewer, std::size_t fewest,
                                std::size_t most, Dice& dice) {
  const auto stock = late_ace(rules, seed, dice);
  if (std::set<Card>(stock.begin(), stock.end()).size() < stock.size()) return {};
  Small small{.rules = rules,
              .deal = testing::stacked({{"hand 1", stock}}),
              .decisions = {},
              .viewer = viewer,
              .unseen = {}};
  const auto game = rules.deal(small.deal);
  EventLog events;
  ActionList actions;
  Choices choices;
  FaceSet seen = 0;
  game->begin(events);
  while (!game->wanted().empty() && (game->position().hand_number == 1 || rules.game() == "tennis")) {
    auto lines = testing::lines_of(events, viewer);
    lines.push_back(testing::question_to(*game, viewer));
    seen |= faces_in(lines);
    small.unseen = unseen_places(stock, seen);
    if (small.unseen.size() < fewest) return {};
    if (small.unseen.size() <= most && dice.flip()) return small;
    testing::choose_at_random(*game, dice, actions, choices);
    small.decisions.push_back(choices);
    events.clear();
    game->apply(choices, events);
  }
  return {};
}

/// Every position that is possible for the viewer, with the number of deals that lead to it.
std::map<std::string, double> worlds_of(const Small& small) {
  const testing::ToldGame told{small.rules, small.deal, small.decisions, small.viewer};
  const auto once = small.rules.deal(small.deal);
  const auto lines = testing::seen_by(small.viewer, *once, small.decisions);
  std::vector<Card> stock;
  for (const auto& place : told.stock()) stock.push_back(place.card);
  std::vector<std::size_t> order(small.unseen.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::map<std::string, double> worlds;
  do {
    auto other = stock;
    for (std::size_t i = 0; i < order.size(); ++i) other[small.unseen[i]] = stock[small.unseen[order[i]]];
    const auto retold = told.retell(other);
    const auto again = small.rules.deal(testing::stacked(retold.stocks));
    if (testing::seen_by(small.viewer, *again, retold.decisions) != lines) continue;
    worlds[testing::places_of(again->position())] += 1;
  } while (std::ranges::next_permutation(order).found);
  return worlds;
}

/// True if a chi-square as large as this, or larger, is as rare as a normal value of 5 (Wilson and Hilferty).
bool is_beyond_chance(double chi_square, double freedom) {
  const double share = 2 / (9 * freedom);
  return (std::cbrt(chi_square / freedom) - (1 - share)) / std::sqrt(share) > 5;
}

void check_distribution(const Small& small, Stream& stream) {
  CAPTURE(testing::describe(small.rules), int{small.viewer});
  const auto worlds = worlds_of(small);
  double deals = 0;
  for (const auto& [places, count] : worlds) deals += count;
  const auto draws = 15 * static_cast<int>(worlds.size()) + 500;
  std::map<std::string, int> drawn;
  auto muted = EventLog::muted();
  const auto game = small.rules.deal(small.deal);
  game->begin(muted);
  for (const auto& choices : small.decisions) game->apply(choices, muted);
  for (int i = 0; i < draws; ++i) {
    const auto redrawn = game->clone();
    redraw(*redrawn, small.viewer, stream);
    ++drawn[testing::places_of(redrawn->position())];
  }
  for (const auto& [places, count] : drawn) REQUIRE(worlds.contains(places));
  double chi_square = 0;
  for (const auto& [places, count] : worlds) {
    const double expected = draws * count / deals;
    chi_square += std::pow(drawn[places] - expected, 2) / expected;
  }
  CAPTURE(worlds.size(), draws, chi_square);
  if (worlds.size() > 1) CHECK_FALSE(is_beyond_chance(chi_square, static_cast<double>(worlds.size()) - 1));
}

/// Checks positions of games of random rules, except for options that are fixed, until `wanted` of them are
/// small enough.
void check_distributions(const std::string& game, int wanted, const OptionTexts& fixed, std::size_t most) {
  Dice dice{9};
  Stream stream = FastDeal{9}.stream("redraw");
  const auto& info = *find_game(game);
  int found = 0;
  for (std::uint64_t seed = 1; found < wanted && seed < 200'000; ++seed) {
    const auto players = static_cast<int>(dice.between(info.fewest_players, info.most_players));
    auto options = testing::random_options(info, dice, fixed);
    const auto rules = make_rules(info.name, players, options);
    if (!rules) continue;
    const auto viewers = viewers_of(*rules);
    const auto small = find_small(*rules, seed, dice.pick(viewers), 2, most, dice);
    if (!small) continue;
    check_distribution(*small, stream);
    ++found;
  }
  CAPTURE(game);
  CHECK(found == wanted);
}

}  // namespace

TEST_CASE("a seat sees a change of its own cards, and not one of another seat's") {
  // The comparison must be able to detect a difference.
  const auto [name, own, other] = GENERATE(table<std::string, Seat, Seat>(
      {{"revolution", 1, 2}, {"organised-chaos", 1, 2}, {"tennis", 1, 2}, {"chez", 0, 1}}));
  CAPTURE(name);
  const auto rules = make_rules(name, 3, {}).value();
  const auto deal = testing::numbered_deal(1);
  auto stock = testing::stock_of_hand(rules, *deal, 1);
  std::swap(stock.front(), *std::ranges::find_if_not(stock.rbegin(), stock.rend(), &Card::is_ace));
  const auto anew = testing::stacked({{"hand 1", stock}});
  CHECK(testing::seen_by(own, *rules.deal(anew), {}) != testing::seen_by(own, *rules.deal(deal), {}));
  CHECK(testing::seen_by(other, *rules.deal(anew), {}) == testing::seen_by(other, *rules.deal(deal), {}));
}

TEST_CASE("layout: a redrawn game has the same lines for its viewer and plays to its end") {
  check_positions("layout", testing::repetitions(10'000));
}

TEST_CASE("tennis: a redrawn game has the same lines for its viewer and plays to its end") {
  check_positions("tennis", testing::repetitions(5'000));
}

TEST_CASE("Anarchy family: a redrawn game has the same lines for its viewer and plays to its end") {
  check_positions("anarchy", testing::repetitions(10'000));
}

TEST_CASE("chez: a redrawn game asks its viewer the same and plays to its end") {
  check_positions("chez", testing::repetitions(5'000));
}

TEST_CASE("every deal that is possible for its viewer is equally likely in a redrawn game") {
  struct Trial {
    std::string game;
    std::size_t most;  ///< cards that the viewer has not seen
    OptionTexts fixed = {};
  };
  const auto trial =
      GENERATE(Trial{"mitch", 6}, Trial{"mitch", 6, {{"hand_size", "1"}, {"ace_limit", "4"}}},
               Trial{"revolution", 7, {{"mob", "off"}}}, Trial{"revolution", 6, {{"mob", "on"}}},
               Trial{"revolution", 7, {{"session", "stud"}}},
               Trial{"revolution", 7, {{"session", "gambling"}}}, Trial{"tennis", 6}, Trial{"anarchy", 6},
               Trial{"anarchist-bomb", 6}, Trial{"organised-chaos", 6}, Trial{"snark", 6});
  check_distributions(trial.game, testing::repetitions(20), trial.fixed, trial.most);
}
