#pragma once

#include <string>
#include <vector>

#include "analysis/model/decisions.hpp"

namespace tribunal {

struct FitSettings {
  double ridge = 1;      ///< the objective is the log-likelihood less ridge / 2 times the sum of squares
  unsigned threads = 1;  ///< of which the result does not depend
};

/// Fits a model of a bot to its decisions: it does an action with a probability proportional to exp(w f),
/// where w are the weights that this returns, one for each feature, and f the action's features (multinomial
/// logit, McFadden 1974). By Newton's method: with a ridge above 0 the objective is strictly concave, so that
/// it has one maximum. The error says that there is no decision.
[[nodiscard]] Result<std::vector<double>> fit_model(const DescribedDecisions& decisions,
                                                    const std::string& bot, const FitSettings& settings = {});

}  // namespace tribunal
