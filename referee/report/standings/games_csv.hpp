#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tournament/plan/plan.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// Faults as text: `timeout 1 illegal 2`.
[[nodiscard]] std::string faults_text(const FaultCounts& faults);

/// The table of games as comma-separated values (RFC 4180).
class GamesCsv {
 public:
  /// `plan` must outlive the table. `ruling`: the number of the ruling that made the games void, if one did.
  explicit GamesCsv(const Plan& plan, std::optional<std::int64_t> ruling = {});

  /// The line of headings. If a bot is excluded, the last column says whether a game does not count for that
  /// reason.
  [[nodiscard]] std::string heading() const;
  /// The lines of a game, one for each seat that a bot plays.
  [[nodiscard]] std::string lines(const GameResult& game) const;

 private:
  const Plan& plan_;
  std::optional<std::int64_t> ruling_;
  bool has_excluded_;
};

}  // namespace tribunal
