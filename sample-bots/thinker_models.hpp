// Models of sampler at tables of samplers, by which thinker plays the Anarchy games out: they predict a
// strong player's actions better than the game's values.
#ifndef THINKER_MODELS_HPP
#define THINKER_MODELS_HPP

#include <array>
#include <string_view>
#include <vector>

namespace thinker {

/// The weights of the features of actions (`Game::feature_names`) in a game. They were fitted to the
/// decisions of `sampler` in 60 deals of Anarchy, 40 of Anarchist Bomb and 6 of Organised Chaos, by
/// `./dev bench model`.
struct Model {
  std::string_view game;
  std::array<float, 17> weights;
};

inline constexpr std::array models{
    Model{"anarchy",
          {1.17F, -1.71F, 0.94F, -1.53F, -0.02F, 0, 0, -2.96F, 0.92F, 0, -0.31F, 1.07F, 1.02F, 2.16F, 1.79F,
           -1.31F, -3.44F}},
    Model{"anarchist-bomb",
          {0.13F, 0.01F, 4.21F, 1.17F, -1.83F, 0, 0, 0.16F, -0.33F, 0.81F, 1.05F, 0.88F, -0.55F, 0.62F, 0.09F,
           -0.16F, -1.99F}},
    Model{"organised-chaos",
          {0.47F, -0.48F, 2.79F, -0.40F, -0.57F, 3.11F, 0.96F, -0.95F, 1.34F, 0, -0.41F, -0.20F, 0.36F, 0.76F,
           -0.18F, 0.13F, -2.22F}},
};

/// The weights for a game; empty without a model.
[[nodiscard]] inline std::vector<float> model_in(std::string_view game) {
  for (const auto& model : models)
    if (model.game == game) return {model.weights.begin(), model.weights.end()};
  return {};
}

}  // namespace thinker

#endif
