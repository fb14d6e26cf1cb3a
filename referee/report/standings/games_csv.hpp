#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tournament/plan/plan.hpp"
#include "tournament/schedule/game_result.hpp"

namespace tribunal {

/// `timeout 1 illegal 2`
[[nodiscard]] std::string faults_text(const FaultCounts& faults);

/// The table of games as comma-separated values (RFC 4180).
class GamesCsv {
 public:
  /// `plan` must outlive the table. `ruling`: of games that it made void, its number.
  explicit GamesCsv(const Plan& plan, std::optional<std::int64_t> ruling = {});

  /// The last of the headings, where a bot is excluded, is whether a game does not count for that.
  [[nodiscard]] std::string heading() const;
  /// A game's lines, one for each seat that a bot plays.
  [[nodiscard]] std::string lines(const GameResult& game) const;

 private:
  const Plan& plan_;
  std::optional<std::int64_t> ruling_;
  bool has_excluded_;
};

}  // namespace tribunal
