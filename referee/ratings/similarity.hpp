#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tribunal {

/// A bot's decision with a choice in a situation.
struct Sighting {
  std::uint32_t deal = 0;       ///< number of the deal in which the situation is
  std::uint64_t situation = 0;  ///< hash of everything that the seat knew
  std::uint16_t bot = 0;
  std::uint16_t action = 0;  ///< index among the legal actions
  std::uint16_t legal = 2;   ///< number of these
  float foretold = 0;        ///< probability of the action by a simple rule fitted to the bot
  bool asked = false;        ///< whether the bot was asked again, in the game of another bot
  std::uint16_t folder = 0;  ///< its place: the number of the folder, the game and the decision
  std::uint64_t game = 0;
  std::uint32_t decision = 0;
};

/// The common decisions of two bots of different authors.
struct Likeness {
  std::uint16_t a = 0;
  std::uint16_t b = 0;
  std::size_t situations = 0;  ///< situations in which both decided, and not all bots took the same action
  std::size_t same = 0;        ///< situations in which both mostly did the same
  /// The share of one bot's actions that the other takes too, weighted by rarity, without those that simple
  /// rules or the other bots predict.
  double alike = 0;
  double error = 0;     ///< half of the 95 % interval of `alike`, by deals
  double weight = 0;    ///< the sum over situations, at most 1 each for an action that no other bot takes and
                        ///< no rule predicts
  double foretold = 0;  ///< mean probability of the bots' decisions by simple rules
  std::size_t deals = 0;

  /// Whether there are enough situations and deals to say whether they decide alike.
  [[nodiscard]] bool is_tested() const;
  /// Whether the bots decide alike beyond what independent bots share.
  [[nodiscard]] bool is_alike() const;
  /// Whether simple rules predict most of the bots' actions, so that two authors may have found the same
  /// strategy.
  [[nodiscard]] bool is_simple() const { return foretold >= 0.5; }
  [[nodiscard]] bool is_alarm() const { return is_alike() && !is_simple(); }
};

/// A situation in which two bots decided.
struct SharedSituation {
  Sighting a;  ///< the first sighting with the bot's most frequent action there
  Sighting b;
  double weight = 0;
  std::size_t others = 0;  ///< number of authors of other bots that decided there
  double others_as_a = 0;  ///< number of these that took this action
  double others_as_b = 0;

  [[nodiscard]] bool is_same() const { return a.action == b.action; }
};

/// Finds bots that take the same actions in the same situations.
class Similarity {
 public:
  /// `author`: that of each bot; versions of a bot have the same author, and count once.
  explicit Similarity(std::vector<std::uint16_t> author) : author_{std::move(author)} {}

  void add(const Sighting& sighting) { sightings_.push_back(sighting); }
  [[nodiscard]] std::size_t size() const { return sightings_.size(); }
  /// Call this after all decisions are added. It adds two simple rules: that a bot takes the first legal
  /// action, or the last one, as often as it does.
  void finish();
  /// The pairs with common situations, the most alike first.
  [[nodiscard]] std::vector<Likeness> pairs() const;
  /// The counting situations of a pair, the rarest decisions first; at most `most` in which both took the
  /// same action, and as many in which they did not.
  [[nodiscard]] std::vector<SharedSituation> evidence(std::uint16_t a, std::uint16_t b,
                                                      std::size_t most) const;
  /// The number of different situations.
  [[nodiscard]] std::size_t situations() const;

 private:
  class Situation;
  template <class Visit>
  void for_each_situation(const Visit& visit) const;

  std::vector<std::uint16_t> author_;
  std::vector<Sighting> sightings_;
};

}  // namespace tribunal
