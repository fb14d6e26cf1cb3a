#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tribunal {

/// A decision with a choice, of a bot in a situation.
struct Sighting {
  std::uint32_t deal = 0;       ///< number of the deal in which the situation is
  std::uint64_t situation = 0;  ///< hash of all that the seat knew
  std::uint16_t bot = 0;
  std::uint16_t action = 0;  ///< index among the legal actions
  std::uint16_t legal = 2;   ///< number of these
  float foretold = 0;        ///< probability of the action by a simple rule that was fitted to the bot
  bool asked = false;        ///< the bot was asked again: the game is that of another one
  std::uint16_t folder = 0;  ///< where to see it: the number of the folder, the game and its decision
  std::uint64_t game = 0;
  std::uint32_t decision = 0;
};

/// The decisions that two bots of different authors have in common.
struct Likeness {
  std::uint16_t a = 0;
  std::uint16_t b = 0;
  std::size_t situations = 0;  ///< in which both decided, and not all bots alike
  std::size_t same = 0;        ///< in which both mostly did the same
  /// Share of what a bot does and neither simple rules nor the others tell that the other bot does too, by
  /// the rarity of the action.
  double alike = 0;
  double error = 0;  ///< half of the interval of `alike` that holds in 95 of 100 cases, by deals
  double weight =
      0;  ///< situations with an action that nobody else does and no rule foretells, at most 1 each
  double foretold = 0;  ///< mean probability of the bots' decisions by simple rules
  std::size_t deals = 0;

  /// Whether the bots decide alike beyond what independent bots share.
  [[nodiscard]] bool is_alike() const;
  /// Whether simple rules foretell most of what the bots do: somebody else may have found the same strategy.
  [[nodiscard]] bool is_simple() const { return foretold >= 0.5; }
  [[nodiscard]] bool is_alarm() const { return is_alike() && !is_simple(); }
};

/// A situation in which two bots decided.
struct SharedSituation {
  Sighting a;  ///< the first with what the bot mostly did there
  Sighting b;
  double weight = 0;
  std::size_t others = 0;  ///< authors of other bots that decided there
  double others_as_a = 0;  ///< how many of them did so
  double others_as_b = 0;

  [[nodiscard]] bool is_same() const { return a.action == b.action; }
};

/// Finds bots that do the same in the same situations.
class Similarity {
 public:
  /// `author`: of each bot; versions of a bot have the same one, and one voice.
  explicit Similarity(std::vector<std::uint16_t> author) : author_{std::move(author)} {}

  void add(const Sighting& sighting) { sightings_.push_back(sighting); }
  [[nodiscard]] std::size_t size() const { return sightings_.size(); }
  /// Call this once all is added. Two simple rules more foretell actions: a bot that takes the first or the
  /// last legal one so often.
  void finish();
  /// The pairs with situations in common, the most alike first.
  [[nodiscard]] std::vector<Likeness> pairs() const;
  /// The situations of a pair that count, the rarest decisions first; at most `most` in which both did the
  /// same, and as many in which they did not.
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
