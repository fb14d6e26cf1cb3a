#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cards/deal.hpp"
#include "games/catalogue.hpp"
#include "games/core/game.hpp"

namespace tribunal::testing {

/// A reproducible source of small random numbers, the same on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : words_{seed} {}

  /// 0 .. n-1
  [[nodiscard]] std::size_t below(std::size_t n) { return static_cast<std::size_t>(words_() % n); }
  [[nodiscard]] std::int64_t between(std::int64_t lowest, std::int64_t highest) {
    return lowest + static_cast<std::int64_t>(below(static_cast<std::size_t>(highest - lowest + 1)));
  }
  [[nodiscard]] bool flip() { return below(2) == 0; }
  template <typename T>
  [[nodiscard]] const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::mt19937_64 words_;
};

/// A different deal for each number.
[[nodiscard]] inline DealPointer numbered_deal(std::uint64_t number) {
  return std::make_shared<const KeyedDeal>(deal_key(Secret::from_seed("tests"), "play", number));
}

/// A choice among the legal actions for each seat that is asked, all equally likely.
inline void choose_at_random(const Game& game, Dice& dice, ActionList& actions, Choices& choices) {
  for (const auto seat : game.wanted()) {
    game.legal_actions(seat, actions);
    choices[seat] = dice.pick(actions);
  }
}

constexpr std::size_t to_the_end = ~std::size_t{0};

/// Plays a game that has begun, at most this number of questions. `choose`: the action of a seat that is
/// asked, a function of the game and the seat.
template <class Choose>
void play_out(Game& game, EventLog& events, Choose choose, std::size_t questions = to_the_end) {
  Choices choices;
  for (; questions > 0 && !game.wanted().empty(); --questions) {
    for (const auto seat : game.wanted()) choices[seat] = choose(std::as_const(game), seat);
    game.apply(choices, events);
  }
}

/// Like the other `play_out`, with random decisions.
inline void play_out(Game& game, Dice& dice, EventLog& events, std::size_t questions = to_the_end) {
  ActionList actions;
  const auto choose = [&](const Game& now, Seat seat) {
    now.legal_actions(seat, actions);
    return dice.pick(actions);
  };
  play_out(game, events, choose, questions);
}

/// The log's lines as `viewer` is sent them.
[[nodiscard]] inline std::vector<std::string> lines_of(const EventLog& events, Seat viewer = referee_view) {
  std::vector<std::string> lines;
  for (const auto& event : events.events()) {
    if (event.is_told_to(viewer)) lines.push_back(event.text(viewer));
  }
  return lines;
}

}  // namespace tribunal::testing
