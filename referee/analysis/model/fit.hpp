#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/model/decisions.hpp"

namespace tribunal {

struct FitSettings {
  double ridge = 1;      ///< the objective is the log-likelihood minus ridge / 2 times the sum of squares
  unsigned threads = 1;  ///< number of threads; the result does not depend on it
};

/// Fits a model of a bot to its decisions. The model chooses an action with a probability proportional to
/// exp(w f), where w are the returned weights, one for each feature, and f the action's features (multinomial
/// logit, McFadden 1974). The method is Newton's. With a ridge above 0 the objective is strictly concave, so
/// it has a single maximum. The error says that there are no decisions.
[[nodiscard]] Result<std::vector<double>> fit_model(const DescribedDecisions& decisions,
                                                    const std::string& bot, const FitSettings& settings = {});

/// The probabilities of actions by weights, one per feature. `features` has a row for each action.
[[nodiscard]] std::vector<double> likely_actions(std::span<const float> features,
                                                 const std::vector<double>& weights);

}  // namespace tribunal
