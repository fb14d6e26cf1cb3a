#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/analysed_game.hpp"
#include "analysis/model/fit.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"
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

/// Finds bots that give points to others, from analysed games of at least three bots.
class GiftTally {
 public:
  /// The features of an action that do not depend on which bot has which seat.
  using Style = std::array<float, 8>;

  /// `folder`: the number of the game's results folder.
  void add(const AnalysedGame& analysed, std::size_t folder);
  /// The pairs, those least explained by chance first. `looks`: the number of looks at the season so far.
  [[nodiscard]] Result<std::vector<Gift>> gifts(double looks, unsigned threads) const;
  [[nodiscard]] std::size_t decisions() const { return decisions_; }

 private:
  struct Occasion {
    GivenAt at;
    std::size_t deal = 0;
    std::vector<std::pair<std::string, std::vector<float>>> more_for;  ///< points by opponent and action
  };
  /// The decisions of a bot in a family of games, in half of the deals.
  struct Half {
    DescribedDecisions described;
    std::vector<Occasion> occasions;  ///< occasions, one for each decision
  };
  using Pairs = std::map<std::pair<std::string, std::string>, Gift>;

  void add(const GameToAnalyse& game, const Question& question, const std::vector<Style>& style,
           Occasion occasion);
  /// The sums of the pairs. A model is fitted to one half of the deals and used in the other.
  [[nodiscard]] Result<Pairs> pairs_of(unsigned threads) const;

  std::map<std::tuple<std::string, std::string, bool>, Half> halves_;  ///< halves by bot, family and half
  std::map<Bytes32, std::size_t> deals_;                               ///< numbers of deals by key
  std::size_t decisions_ = 0;
};

}  // namespace tribunal
