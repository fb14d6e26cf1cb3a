#include "analysis/enumeration.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "games/core/position.hpp"

namespace tribunal::testing {
namespace {

constexpr std::size_t most_worlds = 100;
constexpr int most_positions = 10'000;

std::string hands_of(const Game& game) {
  std::string text;
  const auto position = game.position();
  for (const auto& seat : position.seats) {
    auto hand = seat.hand;
    std::ranges::sort(hand);
    for (const auto card : hand) card.append_to(text);
    text += '/';
  }
  return text;
}

/// The chance that each value, plus a number of its own from [0, 1), is the highest: an integral over the
/// number of the highest one.
std::vector<double> chances_of(const ActionValues& values) {
  constexpr int steps = 200;
  std::vector<double> chances;
  for (std::size_t i = 0; i < values.size(); ++i) {
    double sum = 0;
    for (int step = 0; step < steps; ++step) {
      const double reached = values[i] + (step + 0.5) / steps;
      double all_below = 1;
      for (std::size_t other = 0; other < values.size(); ++other)
        if (other != i) all_below *= std::clamp(reached - static_cast<double>(values[other]), 0.0, 1.0);
      sum += all_below / steps;
    }
    chances.push_back(sum);
  }
  return chances;
}

/// Walks all that can follow a position.
class Tree {
 public:
  Tree(Seat seat, const Position& now) : seat_{seat}, hand_{now.hand_number}, stock_{now.stock.size()} {}

  /// Whether there are too many positions, or cards come that are not enumerated.
  [[nodiscard]] bool is_too_large() const { return positions_ > most_positions; }

  double value(const Game& game) {
    if (++positions_ > most_positions) return 0;
    if (game.wanted().empty()) return game.outcome().scores[index_of(seat_)];
    const auto position = game.position();
    if (position.hand_number != hand_ || position.stock.size() != stock_) positions_ = most_positions + 1;
    return choose(game, game.wanted(), {}, {}, 1);
  }
  double value_after(const Game& game, const Action& action) {
    Choices choices;
    choices[seat_] = action;
    return choose(game, game.wanted().without(SeatSet::only(seat_)), SeatSet::only(seat_), choices, 1);
  }

 private:
  double choose(const Game& game, SeatSet left, SeatSet done, Choices choices, double chance) {
    if (left.empty()) {
      auto log = EventLog::muted();
      const auto next = game.clone();
      next->apply(choices, log);
      return chance * value(*next);
    }
    const Seat seat = *left.begin();
    ActionList actions;
    ActionValues values;
    game.legal_actions(seat, actions);
    game.value_actions(seat, actions, values);
    const auto chances = chances_of(values);
    done.add(seat);
    double sum = 0;
    for (std::size_t i = 0; i < actions.size() && !is_too_large(); ++i) {
      if (chances[i] <= 0) continue;
      choices[seat] = actions[i];
      sum += choose(game, left.without(SeatSet::only(seat)), done, choices, chance * chances[i]);
    }
    return sum;
  }

  Seat seat_;
  int hand_;
  std::size_t stock_;
  int positions_ = 0;
};

}  // namespace

std::optional<std::vector<std::unique_ptr<Game>>> all_worlds(const Game& game, Seat seat) {
  // Nearly all games have far too many worlds: then the first draws differ.
  constexpr std::size_t first_draws = 40;
  // Redrawn until nothing new has come for so long that a world is missing in one of e^20 cases.
  std::map<std::string, std::unique_ptr<Game>> worlds;
  Stream chance{7, "worlds"};
  for (std::size_t last = 0, draw = 0; draw < last + 20 * (worlds.size() + 1); ++draw) {
    auto world = game.clone();
    world->redraw_hidden(seat, chance);
    const auto hands = hands_of(*world);
    if (!worlds.emplace(hands, std::move(world)).second) continue;
    if (worlds.size() > most_worlds || (draw + 1 == first_draws && worlds.size() == first_draws))
      return std::nullopt;
    last = draw;
  }
  std::vector<std::unique_ptr<Game>> all;
  for (auto& [hands, world] : worlds) all.push_back(std::move(world));
  return all;
}

std::optional<std::vector<double>> exact_values(const Game& game, Seat seat) {
  const auto worlds = all_worlds(game, seat);
  if (!worlds) return std::nullopt;
  ActionList actions;
  game.legal_actions(seat, actions);
  std::vector<double> values;
  Tree tree{seat, game.position()};
  for (const auto& action : actions) {
    double sum = 0;
    for (const auto& world : *worlds) {
      sum += tree.value_after(*world, action);
      if (tree.is_too_large()) return std::nullopt;
    }
    values.push_back(sum / static_cast<double>(worlds->size()));
  }
  return values;
}

}  // namespace tribunal::testing
