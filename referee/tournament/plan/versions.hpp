#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tournament/plan/plan.hpp"

namespace tribunal {

/// The versions of a tournament's bots. If a bot's files change, it is another version from then on.
class Versions {
 public:
  /// Takes the names of the bots in the order of the plan. No bot has a version yet.
  explicit Versions(std::vector<std::string> names);
  explicit Versions(const Plan& plan);

  /// The number, from 0, of the version of `bot` whose files have this hash. A new hash gets a new number.
  int number(int bot, const std::string& sha256);

  /// Notes that this version of `bot` plays now. Without this call it is the last version.
  void set_newest(int bot, int version);

  /// The names of the plan's bots. `hashes`: the hashes of a bot's versions in the order of their numbers.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<std::string>& hashes(std::size_t bot) const { return hashes_.at(bot); }
  /// The number of entrants of a bot: one for each version, and at least one.
  [[nodiscard]] std::size_t count(std::size_t bot) const;
  /// The number of the version that plays now. It need not be the last one, because a bot may return to an
  /// earlier version.
  [[nodiscard]] std::size_t newest(std::size_t bot) const;
  /// Whether any bot has several versions.
  [[nodiscard]] bool several() const;
  /// The names of the entrants by bot, then by version: `greedy`, or `greedy@0c1f66a2` for each version of a
  /// bot with several. `name` gives one of them.
  [[nodiscard]] std::vector<std::string> entrants() const;

 private:
  [[nodiscard]] std::string name(std::size_t bot, std::size_t version) const;

  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> hashes_;  ///< hashes of each bot's versions
  std::vector<std::optional<std::size_t>> newest_ = std::vector<std::optional<std::size_t>>(names_.size());
};

}  // namespace tribunal
