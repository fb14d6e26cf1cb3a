#pragma once

#include <string>
#include <vector>

#include "analysis/model/bot_model.hpp"
#include "analysis/model/decisions.hpp"

namespace tribunal {

struct FitSettings {
  double ridge = 1;      ///< the objective is the log-likelihood less ridge / 2 times the sum of squares
  unsigned threads = 1;  ///< of which the result does not depend
};

/// Fits a model to decisions of `bot` by Newton's method: with a ridge above 0 the objective is strictly
/// concave, so that it has one maximum. The error says that there is no decision.
[[nodiscard]] Result<BotModel> fit_model(const DescribedDecisions& decisions, const std::string& bot,
                                         const FitSettings& settings = {});

/// The mean log-likelihood of decisions by weights, one per feature.
[[nodiscard]] double mean_log_likelihood(const DescribedDecisions& decisions,
                                         const std::vector<double>& weights, unsigned threads = 1);
/// The mean log-likelihood of decisions if all legal actions were equally likely.
[[nodiscard]] double uniform_log_likelihood(const DescribedDecisions& decisions);

}  // namespace tribunal
