#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "games/core/game.hpp"

namespace tribunal {

/// A model of a bot in a family of games: it does an action with a probability proportional to exp(w f),
/// where w are its weights and f the action's features (multinomial logit, McFadden 1974).
struct BotModel {
  std::string family;
  std::string bot;
  std::vector<std::string> features;  ///< their names
  std::vector<double> weights;        ///< one per feature
  std::uint64_t decisions = 0;        ///< to which the weights were fitted
  double mean_log_likelihood = 0;     ///< of one of these decisions
  double uniform_log_likelihood = 0;  ///< if all legal actions were equally likely

  bool operator==(const BotModel&) const = default;
};

/// Largest file of a model that is read, bytes.
inline constexpr std::size_t largest_model = std::size_t{64} << 10U;

/// The model as a file: a JSON object in ASCII, with a version.
[[nodiscard]] std::string to_file(const BotModel& model);

/// Reads what `to_file` wrote. The error says what is wrong and what is expected.
[[nodiscard]] Result<BotModel> read_model(std::istream& in);

/// The weights with which `Rollout::play_by` plays this game by the model. The error says that the game has
/// other features, which another version may have.
[[nodiscard]] Result<std::vector<float>> weights_for(const BotModel& model, const Game& game);

}  // namespace tribunal
