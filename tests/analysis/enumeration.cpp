#include "analysis/enumeration.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>

#include "games/core/position.hpp"

namespace tribunal::testing {
namespace {

constexpr std::size_t most_worlds = 200;
constexpr int most_positions = 10'000;

std::string text_of(std::vector<Card> cards, bool in_order) {
  if (!in_order) std::ranges::sort(cards);
  std::string text;
  for (const auto card : cards) card.append_to(text);
  return text + '/';
}

/// The text that distinguishes worlds.
std::string key_of(const Game& game, Hidden hidden) {
  std::string text;
  const auto position = game.position();
  for (const auto& seat : position.seats) text += text_of(seat.hand, false);
  if (hidden == Hidden::hands_and_stock) text += text_of(position.stock, true);
  return text;
}

/// The chance that each value, plus its own random number from [0, 1), is the highest: an integral over the
/// highest number.
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

Bounds& operator+=(Bounds& sum, const Bounds& more) {
  sum.low += more.low;
  sum.high += more.high;
  return sum;
}
Bounds operator*(double factor, const Bounds& bounds) { return {factor * bounds.low, factor * bounds.high}; }

/// Whether chance occurred that no world fixes: dice, a blind draw from a hand, a new stock.
bool tells_of_chance(std::span<const Event> events) {
  return std::ranges::any_of(events, [](const Event& event) {
    const auto verb = event.verb->name;
    return verb == "roll" || verb == "deliver" || verb == "reshuffle";
  });
}

/// Whether redraws give these worlds about equally often, within five standard errors of chi-square. A hand
/// that was seen to lack cards makes some worlds likelier, depending on the orders in which it got its cards.
bool are_equally_likely(const Game& game, Seat seat, Hidden hidden, std::size_t worlds) {
  constexpr double draws_each = 300;
  std::map<std::string, double> times;
  Stream chance{8, "worlds"};
  const auto draws = static_cast<std::size_t>(draws_each) * worlds;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    const auto world = game.clone();
    world->redraw_hidden(seat, chance);
    ++times[key_of(*world, hidden)];
  }
  const auto missing = static_cast<double>(worlds - std::min(worlds, times.size()));
  double chi_square = draws_each * missing;
  for (const auto& [world, count] : times) chi_square += std::pow(count - draws_each, 2) / draws_each;
  const auto freedom = static_cast<double>(worlds) - 1;
  return chi_square < freedom + 5 * std::sqrt(2 * freedom) + 10;
}

/// Visits every continuation of a position.
class Tree {
 public:
  Tree(const Enumeration& terms, Seat seat, const Position& now)
      : terms_{terms}, seat_{seat}, hand_{now.hand_number}, stock_{now.stock.size()} {}

  [[nodiscard]] bool is_too_large() const { return is_too_large_; }

  Bounds value_after(const Game& game, const Action& action) {
    Choices choices;
    choices[seat_] = action;
    return choose(game, game.wanted().without(SeatSet::only(seat_)), choices, 1);
  }

 private:
  Bounds beyond() {
    is_too_large_ = is_too_large_ || !terms_.score_bounds;
    if (is_too_large_) return {};
    return {static_cast<double>(terms_.score_bounds->least), static_cast<double>(terms_.score_bounds->most)};
  }
  Bounds value(const Game& game) {
    is_too_large_ = is_too_large_ || ++positions_ > most_positions;
    if (is_too_large_) return {};
    if (game.wanted().empty()) {
      const double score = game.outcome().scores[index_of(seat_)];
      return {score, score};
    }
    const auto position = game.position();
    const bool is_drawn = position.stock.size() != stock_ && terms_.hidden == Hidden::hands;
    if (position.hand_number != hand_ || is_drawn || depth_ > terms_.depth) return beyond();
    return choose(game, game.wanted(), {}, 1);
  }
  Bounds choose(const Game& game, SeatSet left, Choices choices, double chance) {
    if (left.empty()) {
      EventLog log;
      const auto next = game.clone();
      next->apply(choices, log);
      if (tells_of_chance(log.events())) return chance * beyond();
      ++depth_;
      const auto worth = value(*next);
      --depth_;
      return chance * worth;
    }
    const Seat seat = *left.begin();
    ActionList actions;
    ActionValues values;
    game.legal_actions(seat, actions);
    game.value_actions(seat, actions, values);
    const auto chances = chances_of(values);
    Bounds sum;
    for (std::size_t i = 0; i < actions.size() && !is_too_large_; ++i) {
      if (chances[i] <= 0) continue;
      choices[seat] = actions[i];
      sum += choose(game, left.without(SeatSet::only(seat)), choices, chance * chances[i]);
    }
    return sum;
  }

  const Enumeration& terms_;
  Seat seat_;
  int hand_;
  std::size_t stock_;
  int positions_ = 0;
  int depth_ = 0;
  bool is_too_large_ = false;
};

}  // namespace

std::optional<std::vector<std::unique_ptr<Game>>> all_worlds(const Game& game, Seat seat, Hidden hidden) {
  // Nearly all games have far too many worlds. Then the first draws differ.
  constexpr std::size_t first_draws = 40;
  // Redraws until no new world has come for so long that one is missing in one of e^20 cases.
  std::map<std::string, std::unique_ptr<Game>> worlds;
  Stream chance{7, "worlds"};
  for (std::size_t last = 0, draw = 0; draw < last + 20 * (worlds.size() + 1); ++draw) {
    auto world = game.clone();
    world->redraw_hidden(seat, chance);
    if (!worlds.emplace(key_of(*world, hidden), std::move(world)).second) continue;
    if (worlds.size() > most_worlds || (draw + 1 == first_draws && worlds.size() == first_draws))
      return std::nullopt;
    last = draw;
  }
  std::vector<std::unique_ptr<Game>> all;
  for (auto& [key, world] : worlds) all.push_back(std::move(world));
  return all;
}

std::optional<std::vector<Bounds>> enumerate(const Game& game, Seat seat, const Enumeration& terms) {
  const auto worlds = all_worlds(game, seat, terms.hidden);
  if (!worlds) return std::nullopt;
  ActionList actions;
  game.legal_actions(seat, actions);
  std::vector<Bounds> values;
  Tree tree{terms, seat, game.position()};
  for (const auto& action : actions) {
    Bounds sum;
    for (const auto& world : *worlds) {
      sum += tree.value_after(*world, action);
      if (tree.is_too_large()) return std::nullopt;
    }
    values.push_back(1 / static_cast<double>(worlds->size()) * sum);
  }
  if (!are_equally_likely(game, seat, terms.hidden, worlds->size())) return std::nullopt;
  return values;
}

}  // namespace tribunal::testing
