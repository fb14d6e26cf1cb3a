#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "games/core/action.hpp"

namespace tribunal {

/// Deals below which the gifts of a bot to another are not tested.
inline constexpr std::size_t fewest_deals_tested = 20;

/// A decision that gave something to a partner.
struct GivenAt {
  std::size_t folder = 0;
  std::uint64_t game = 0;
  std::size_t decision = 0;  ///< its index in the record
  Action taken;
  double points = 0;
};

/// The gift of a bot to a partner: what its decisions give to this one, in points at the end of the game,
/// more than to the mean of the other opponents at the table, less what a model of the bot gives that does
/// not know who sits where.
struct Gift {
  /// Sums over the games of a deal, or over all.
  struct Sum {
    double points = 0;
    double games = 0;
  };

  std::string bot;
  std::string partner;
  std::map<std::size_t, Sum> deals{};
  Sum all{};
  double most = 0;                  ///< that it could have given
  std::vector<GivenAt> examples{};  ///< the largest gifts first
  double mean = 0;                  ///< points a game
  double error = 0;                 ///< half of the 95 % interval; 0 with too few deals
  double z = 0;
  double both = 0;  ///< z of the sum of both directions
  /// Pairs that would show as much by chance, in all looks at an honest season; infinite with too few deals.
  double expected = std::numeric_limits<double>::infinity();

  std::pair<std::size_t, std::uint64_t> last{};  ///< folder and game that was added last

  void add(const GivenAt& at, std::size_t deal, double could);
  [[nodiscard]] double share() const { return most > 0 ? all.points / most : 0; }
  /// Whether chance does not explain it, and it is large enough to be meant.
  [[nodiscard]] bool is_alarm() const { return expected < 0.01 && share() >= 0.03; }
};

struct GiftOptions {
  std::size_t games = 2000;  ///< to look at, drawn from all
  std::size_t worlds = 20;   ///< `AnalysisOptions::worlds`; from 100 on hopeless actions are dropped
  std::string seed{};        ///< of what is drawn
  unsigned threads = 1;      ///< of which the result does not depend
};

struct GiftsFound {
  std::size_t games = 0;
  std::size_t decisions = 0;
  std::vector<std::string> notes{};  ///< sentences on what was not looked at
  std::vector<Gift> gifts{};         ///< those least explained by chance first
};

/// Looks at games of results folders with three bots and more. `tell`: called after each game, with the
/// number of those done and of all. Throws `Complaint`.
[[nodiscard]] GiftsFound find_gifts(const std::vector<std::string>& folders, const GiftOptions& options,
                                    const std::function<void(std::size_t, std::size_t)>& tell);

}  // namespace tribunal
