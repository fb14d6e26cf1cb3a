#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "games/anarchy/family.hpp"
#include "games/core/rollout.hpp"
#include "games/layout/family.hpp"
#include "games/vocabulary.hpp"
#include "thinker.hpp"

namespace thinker {

using namespace tribunal;

namespace {

using Clock = std::chrono::steady_clock;

struct Candidate {
  Action action;
  double sum = 0;
  double later = 0;  ///< expected points of the remaining bids, in each world
};

/// Plays worlds out, and counts the steps.
class Search {
 public:
  Search(const Game& position, Seat me, const Aim& aim, Stream& chance)
      : position_{position}, me_{me}, aim_{aim}, chance_{chance}, before_{position.outcome()} {}

  [[nodiscard]] std::int64_t steps() const { return steps_; }
  [[nodiscard]] std::int64_t worlds() const { return worlds_; }

  /// Plays one world out after each of the actions.
  void play_world(std::vector<Candidate>& candidates) {
    const auto world = position_.clone();
    world->redraw_hidden(me_, chance_);
    ++worlds_;
    draw_players();
    const auto before = chance_;
    for (auto& candidate : candidates) {
      chance_ = before;  // the rest continues in the same way, as far as possible
      candidate.sum += play_on(*world->clone(), candidate.action) + candidate.later;
    }
  }

 private:
  [[nodiscard]] double play_on(Game& game, const Action& action) {
    const bool is_gift = action.verb() == verbs::give;
    rollout_.step(game, me_, action, chance_);
    ++steps_;
    for (int asked = 0; !game.wanted().empty() && !is_next_hand(game); ++steps_) {
      if (game.wanted().has(me_)) {
        if (is_gift && aim_.bids) return aim_.points * aim_.bids->promise(game, me_);
        if (++asked == aim_.horizon) return prospect(game);
      }
      play_step(game);
    }
    return value(game.outcome());
  }
  void play_step(Game& game) {
    if (aim_.cube_rests) {
      const Seat seat = *game.wanted().begin();
      game.legal_actions(seat, actions_);
      if (may_double(actions_)) return rollout_.step(game, seat, Action{verbs::pass}, chance_);
    }
    rollout_.step(game, chance_);
  }
  /// Decides how each seat plays in a world.
  void draw_players() {
    SeatSet at_random;
    for (const Seat seat : SeatSet::first(position_.players())) {
      const auto& habits = aim_.habits[index_of(seat)];
      if (habits.random == 0 && habits.model == 0) continue;
      const auto drawn = chance_.next_word() * 0x1p-32;
      if (drawn < habits.random) at_random.add(seat);
      const bool by_model = drawn >= 1 - habits.model;
      rollout_.play_by(seat, by_model ? aim_.model : std::vector<float>{});
    }
    rollout_.play_at_random(at_random);
  }
  /// The expected points at the end of a hand of Snark, the only game with a horizon: a seat has a point for
  /// each of its cards, or ten if it runs out of them, which takes few cards.
  [[nodiscard]] double prospect(const Game& game) {
    constexpr double for_running_out = 10;
    game.legal_actions(me_, actions_);
    const auto cards = static_cast<double>(actions_.size());
    return aim_.points * (cards + (for_running_out - cards) * std::exp(-cards / 2));
  }
  /// Whether the next hand is dealt, which does not depend on this one. Scores do not show it, because with
  /// chips they change with every bet.
  [[nodiscard]] bool is_next_hand(const Game& game) const {
    return aim_.hand_by_hand && game.chance_so_far().hands != position_.chance_so_far().hands;
  }

  [[nodiscard]] double value(const Outcome& outcome) const {
    const auto me = index_of(me_);
    double beaten = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(outcome.ranked()); ++i) {
      if (i == me) continue;
      beaten += outcome.places[i] > outcome.places[me]    ? 1
                : outcome.places[i] == outcome.places[me] ? 0.5
                                                          : 0;
    }
    return aim_.points * (outcome.scores[me] - before_.scores[me]) + aim_.place * beaten;
  }

  const Game& position_;
  Seat me_;
  const Aim& aim_;
  Stream& chance_;
  Outcome before_;
  Rollout rollout_;
  ActionList actions_;
  std::int64_t steps_ = 0;
  std::int64_t worlds_ = 0;
};

/// The legal actions, each with the game's value as if a number of worlds had had this result; if there are
/// very many (a gift of three cards out of 13), only those with the highest values.
std::vector<Candidate> candidates_of(const Game& position, Seat me, const Aim& aim) {
  ActionList actions;
  ActionValues values;
  position.legal_actions(me, actions);
  position.value_actions(me, actions, values);
  auto sorted = values;
  std::ranges::sort(sorted, std::greater{});
  const auto least = sorted[std::min(sorted.size(), aim.widest) - 1];
  const bool is_bid = aim.bids && actions.front().verb() == verbs::bid;
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (values[i] < least) continue;
    candidates.push_back({.action = actions[i],
                          .sum = aim.prior * aim.points * static_cast<double>(values[i]),
                          .later = is_bid ? aim.points * aim.bids->later(actions, actions[i]) : 0});
  }
  return candidates;
}

}  // namespace

bool may_double(const ActionList& actions) { return actions.front().verb() == verbs::doubles; }

Thought best_action(const Game& position, Seat me, const Effort& effort, const Aim& aim, Stream& chance) {
  constexpr int fewest_worlds = 2;  // worlds in a round
  auto candidates = candidates_of(position, me, aim);
  Search search{position, me, aim, chance};
  const auto start = Clock::now();
  const auto rounds = static_cast<std::int64_t>(std::bit_width(candidates.size() - 1));
  for (std::int64_t round = 1; candidates.size() > 1; ++round) {
    const auto is_over = [&] {
      if (effort.time) return Clock::now() - start >= *effort.time * round / rounds;
      return search.steps() >= effort.steps * round / rounds;
    };
    for (int worlds = 0; worlds < fewest_worlds || !is_over(); ++worlds) search.play_world(candidates);
    std::ranges::stable_sort(candidates, std::greater{}, &Candidate::sum);
    candidates.resize((candidates.size() + 1) / 2);
  }
  return {.best = candidates.front().action, .steps = search.steps(), .worlds = search.worlds()};
}

}  // namespace thinker
