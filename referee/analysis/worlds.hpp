#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "analysis/question.hpp"
#include "cards/deal.hpp"

namespace tribunal {

/// The worlds of a question, one after another: games at its point that differ in what is not known. Each has
/// random numbers of its own for what follows, the same for every action.
class Worlds {
 public:
  /// `open`: only chance that nobody knew is drawn again. `question` must outlive the worlds.
  Worlds(const Question& question, const DealKey& key, bool open)
      : question_{question},
        open_{open},
        seeds_{key, "analysis worlds " + std::to_string(question.decision)} {}

  struct World {
    std::unique_ptr<Game> game;
    Stream chance;  ///< for the policies of all seats: copy it for each action
  };

  [[nodiscard]] World next() {
    const auto seed = seeds_.next_seed();
    World world{question_.game->clone(), Stream{seed, "policy"}};
    Stream hidden{seed, "hidden"};
    if (open_) {
      world.game->redraw_chance(hidden);
    } else {
      world.game->redraw_hidden(question_.seat, hidden);
    }
    return world;
  }

 private:
  const Question& question_;
  bool open_;
  Stream seeds_;
};

}  // namespace tribunal
