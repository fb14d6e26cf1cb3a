#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "record/record.hpp"

namespace tribunal {

/// A decision: the features of its legal actions, one row for each, and the row of the chosen action.
struct DescribedDecision {
  std::span<const float> features;
  std::size_t chosen = 0;
};

/// Decisions between at least two actions, described by the features of their family of games.
class DescribedDecisions {
 public:
  DescribedDecisions() = default;
  DescribedDecisions(std::string family, std::vector<std::string> names)
      : family_{std::move(family)}, names_{std::move(names)} {}

  [[nodiscard]] const std::string& family() const { return family_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::size_t size() const { return chosen_.size(); }
  [[nodiscard]] DescribedDecision operator[](std::size_t i) const;

  /// Adds a decision. `features` has a row for each action.
  void add(std::span<const float> features, std::size_t chosen);
  /// Adds decisions of the same family, up to a total of `most`. The error names the other family.
  [[nodiscard]] Result<void> append(const DescribedDecisions& more, std::size_t most);

 private:
  std::string family_;
  std::vector<std::string> names_;
  std::vector<float> features_;
  std::vector<std::size_t> ends_;  ///< end of each decision in `features_`
  std::vector<std::uint32_t> chosen_;
};

/// The decisions between at least two actions that a bot itself made in a game. Empty if it does not play.
/// The error says that the record contradicts its rules, or that its games describe no actions.
[[nodiscard]] Result<DescribedDecisions> describe_decisions(const Record& record, std::string_view bot);

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
