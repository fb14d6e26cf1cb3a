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

/// One decision: the features of its legal actions, row by row, and the row of the action that was chosen.
struct DescribedDecision {
  std::span<const float> features;
  std::size_t chosen = 0;
};

/// Decisions between two actions or more, described by the features of their family of games.
class DescribedDecisions {
 public:
  DescribedDecisions() = default;
  DescribedDecisions(std::string family, std::vector<std::string> names)
      : family_{std::move(family)}, names_{std::move(names)} {}

  [[nodiscard]] const std::string& family() const { return family_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::size_t size() const { return chosen_.size(); }
  [[nodiscard]] DescribedDecision operator[](std::size_t i) const;

  /// Adds a decision; `features` has a row for each action.
  void add(std::span<const float> features, std::size_t chosen);
  /// Adds decisions of the same family, up to `most` in all. The error names the other family.
  [[nodiscard]] Result<void> append(const DescribedDecisions& more, std::size_t most);

 private:
  std::string family_;
  std::vector<std::string> names_;
  std::vector<float> features_;
  std::vector<std::size_t> ends_;  ///< in `features_`, of each decision
  std::vector<std::uint32_t> chosen_;
};

/// The decisions that a bot itself made in a game between two actions or more; none if it does not play. The
/// error says that the record contradicts its rules, or that its games describe no actions.
[[nodiscard]] Result<DescribedDecisions> describe_decisions(const Record& record, std::string_view bot);

}  // namespace tribunal
