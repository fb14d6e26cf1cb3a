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

}  // namespace tribunal
