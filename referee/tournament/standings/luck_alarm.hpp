#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ratings/deal_means.hpp"
#include "tournament/standings/standings.hpp"

namespace tribunal {

/// The |z| of a bot's luck above which it knows cards that it should not, or the deals are not random. An
/// honest bot passes it by chance once in 1.7 million tournaments, in each direction once in 3.5 million.
inline constexpr double alarming_z = 5;

/// A row's luck by its mean over deals.
[[nodiscard]] RowLuck row_luck(const DealMean& mean);

/// A bot whose luck no honest bot has.
struct LuckAlarm {
  std::string bot;
  std::string game;  ///< of those in the plan; empty if there is one
  RowLuck luck;

  /// `NAME had more luck than honest bots have: ...`, a sentence.
  [[nodiscard]] std::string text() const;
};

/// The alarms of standings from which luck is taken out.
[[nodiscard]] std::vector<LuckAlarm> alarms_in(const Standings& standings, const std::string& game = {});

}  // namespace tribunal
