#include "worlds.hpp"

#include <atomic>
#include <thread>

#include "cards/deal.hpp"
#include "games/core/rollout.hpp"

namespace tribunal {

std::vector<float> scores_of_worlds(const Game& game, Seat seat, std::uint64_t seed, std::size_t worlds,
                                    std::size_t threads, const std::function<bool()>& goes_on) {
  ActionList actions;
  game.legal_actions(seat, actions);
  std::vector<std::uint64_t> seeds(worlds);
  Stream source{seed, "worlds"};
  for (auto& world : seeds) world = source.next_seed();

  std::vector<float> scores(actions.size() * worlds);
  std::atomic<bool> is_stopped = false;
  const auto play = [&](std::size_t first, std::size_t step) {
    Rollout rollout;
    for (std::size_t world = first; world < worlds && !is_stopped; world += step) {
      const auto redrawn = game.clone();
      Stream hidden{seeds[world], "hidden"};
      redrawn->redraw_hidden(seat, hidden);
      for (std::size_t i = 0; i < actions.size(); ++i) {
        const auto future = redrawn->clone();
        Stream chance{seeds[world], "play"};
        rollout.step(*future, seat, actions[i], chance);
        rollout.finish(*future, chance);
        scores[i * worlds + world] = static_cast<float>(future->outcome().scores[index_of(seat)]);
      }
      if (first == 0 && !goes_on()) is_stopped = true;
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back(play, thread, threads);
  play(0, threads);
  return scores;
}

}  // namespace tribunal
