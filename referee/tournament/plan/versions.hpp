#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tournament/plan/plan.hpp"

namespace tribunal {

/// The versions of a tournament's bots: a bot whose files change is another one from then on.
class Versions {
 public:
  /// Takes the names of the bots, by their index in the plan; no bot has a version yet.
  explicit Versions(std::vector<std::string> names);
  explicit Versions(const Plan& plan);

  /// The number of the version of `bot` whose files have this hash, from 0; at its first time a new one.
  int number(int bot, const std::string& sha256);

  /// Notes that this version of `bot` is the one that plays now. Without it, it is the last one.
  void set_newest(int bot, int version);

  /// The plan's bots, and the hashes of a bot's versions in the order of their numbers.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<std::string>& hashes(std::size_t bot) const { return hashes_.at(bot); }
  /// The number of entrants that stand for a bot: at least one.
  [[nodiscard]] std::size_t count(std::size_t bot) const;
  /// The number of the version that plays now: a bot may have gone back to an earlier one.
  [[nodiscard]] std::size_t newest(std::size_t bot) const;
  /// Whether any bot has more than one.
  [[nodiscard]] bool several() const;
  /// The entrants, by bot, then version: `greedy`, or `greedy@0c1f66a2` for each version of a bot with
  /// several.
  [[nodiscard]] std::vector<std::string> entrants() const;

 private:
  [[nodiscard]] std::string name(std::size_t bot, std::size_t version) const;

  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> hashes_;  ///< of each bot's versions
  std::vector<std::optional<std::size_t>> newest_ = std::vector<std::optional<std::size_t>>(names_.size());
};

}  // namespace tribunal
