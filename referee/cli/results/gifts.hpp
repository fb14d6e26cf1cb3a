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

/// The smallest number of deals for which gifts of a bot to another are tested.
inline constexpr std::size_t fewest_deals_tested = 20;

/// A decision that gave points to a partner.
struct GivenAt {
  std::size_t folder = 0;
  std::uint64_t game = 0;
  std::size_t decision = 0;  ///< index in the record
  Action taken;
  double points = 0;
};

/// The gift of a bot to a partner: the points that its decisions give to this partner by the end of the game,
/// more than to the mean of the other opponents at the table. The gift of a model of the bot, which does not
/// know who has which seat, is subtracted.
struct Gift {
  /// The sums over the games of a deal, or over all games.
  struct Sum {
    double points = 0;
    double games = 0;
  };

  std::string bot;
  std::string partner;
  std::map<std::size_t, Sum> deals{};
  Sum all{};
  double most = 0;                  ///< points that it could have given
  std::vector<GivenAt> examples{};  ///< examples, the largest gifts first
  double mean = 0;                  ///< points per game
  double error = 0;                 ///< half of the 95 % interval; 0 if there are too few deals
  double z = 0;
  double both = 0;  ///< deviate of the sum of both directions
  /// The number of pairs that would show as much by chance, in all tests of an honest season. Infinite if
  /// there are too few deals.
  double expected = std::numeric_limits<double>::infinity();

  std::pair<std::size_t, std::uint64_t> last{};  ///< folder and game that were added last

  void add(const GivenAt& at, std::size_t deal, double could);
  [[nodiscard]] double share() const { return most > 0 ? all.points / most : 0; }
  /// Whether there are enough deals for `error`, `z` and `expected`.
  [[nodiscard]] bool is_tested() const { return error > 0; }
  /// Whether chance does not explain the gift, and it is large enough to be intended.
  [[nodiscard]] bool is_alarm() const { return expected < 0.01 && share() >= 0.03; }
};

struct GiftOptions {
  std::size_t games = 2000;  ///< number of games to examine, drawn from all
  std::size_t worlds = 20;   ///< `AnalysisOptions::worlds`; from 100 on, hopeless actions are dropped
  std::string seed{};        ///< seed of everything that is drawn
  unsigned threads = 1;      ///< number of threads; the result does not depend on it
};

struct GiftsFound {
  std::size_t games = 0;
  std::size_t decisions = 0;
  std::vector<std::string> notes{};  ///< sentences about games that were not examined
  std::vector<Gift> gifts{};         ///< gifts, those least explained by chance first
};

/// Examines games with at least three bots in results folders. `tell` is called after each game with the
/// number of finished games and of all games. Throws `Complaint`.
[[nodiscard]] GiftsFound find_gifts(const std::vector<std::string>& folders, const GiftOptions& options,
                                    const std::function<void(std::size_t, std::size_t)>& tell);

}  // namespace tribunal
