#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/luck/chance_luck.hpp"
#include "analysis/model/decisions.hpp"
#include "base/error.hpp"
#include "cards/commit_reveal.hpp"
#include "ratings/sequential/sequential_test.hpp"
#include "record/record.hpp"

namespace tribunal {

/// Whether it pays to take luck out of a comparison, by what its first deals took.
struct LuckWorth {
  double deals_as_played = 0;  ///< about as many as the question takes
  double deals_corrected = 0;  ///< the same if luck is taken out
  double game_ms = 0;          ///< time that the bots of a game took for their decisions
  double luck_ms = 0;          ///< CPU time that the luck of a game takes, about

  [[nodiscard]] bool is_worth_it() const {
    return deals_corrected * (game_ms + luck_ms) < deals_as_played * game_ms;
  }
};

/// The luck that a comparison takes out of its games, deal by deal.
class LuckOfDeals {
 public:
  LuckOfDeals() = default;
  LuckOfDeals(const LuckOfDeals&) = delete;
  LuckOfDeals& operator=(const LuckOfDeals&) = delete;
  virtual ~LuckOfDeals() = default;

  /// The luck of the seat on trial in each game of the next deal, in the order of the schedule, in points;
  /// nothing if this deal counts as it was played. Once luck is taken out of a deal, it is out of all that
  /// follow. `before` is the test after all deals before. Whether luck is taken out, and how, depends on
  /// these alone, so that its mean is 0 given them.
  [[nodiscard]] virtual Result<std::optional<std::vector<double>>> next(const SequentialTest& before) = 0;

  /// The largest luck that a game can show.
  [[nodiscard]] virtual double most() const = 0;
  /// `LuckOptions::pairs`
  [[nodiscard]] virtual std::uint32_t pairs() const = 0;
  /// The figures on which it was decided whether to take luck out, once all deals are noted that it waits
  /// for; `now` is the test after all deals noted.
  [[nodiscard]] virtual std::optional<LuckWorth> worth(const SequentialTest& now) const = 0;
};

/// A game of a comparison.
struct TriedGame {
  Record record;
  Seat seat = 0;  ///< of the candidate or the baseline
};

/// The games of a deal, in the order of the schedule.
using GamesOfDeal = std::function<Result<std::vector<TriedGame>>(std::uint64_t deal)>;

/// Reads them from a results folder, in which they are stored.
[[nodiscard]] GamesOfDeal stored_games_of_deal(const std::filesystem::path& folder, Secret secret,
                                               std::uint64_t games_a_deal);

struct ComparedLuck {
  std::uint32_t pairs = 50;  ///< games played on for each event; 1 or more
  bool always = false;       ///< also where it is not worth its time
  LuckBound bound;
  unsigned threads = 1;  ///< of which nothing depends
};

/// The bound of luck for differences of two games of at most `range` points. The wider it is, the less
/// scatter is left, and the wider is the range that the test has to survive. In Revolution and Mitch, where
/// this adds half of the range, the scatter that is left is nearly as small as without a bound.
[[nodiscard]] LuckBound bound_for(double range);

/// The luck of a game by models of all bots that were fitted to games of earlier deals. The first deals count
/// as they were played, since there are no models; after them it is decided whether luck is worth its time.
/// That decision depends on the stored games alone, on times among them, and so is the same after a resume.
class LuckByEarlierDeals final : public LuckOfDeals {
 public:
  /// Deals that count as they were played.
  static constexpr std::uint64_t deals_without_models = 10;
  /// The models are fitted again after twice as many deals, again and again, to so many decisions of each bot
  /// at most.
  static constexpr std::size_t most_decisions = 10'000;

  LuckByEarlierDeals(ComparedLuck luck, GamesOfDeal games);

  [[nodiscard]] Result<std::optional<std::vector<double>>> next(const SequentialTest& before) override;
  [[nodiscard]] double most() const override { return luck_.bound.most(); }
  [[nodiscard]] std::uint32_t pairs() const override { return luck_.pairs; }
  [[nodiscard]] std::optional<LuckWorth> worth(const SequentialTest& now) const override {
    return worth_ || deal_ < deals_without_models ? worth_ : worth_after(now);
  }

 private:
  [[nodiscard]] bool is_taken_out() const { return worth_ && (luck_.always || worth_->is_worth_it()); }
  /// Takes notice of a deal's games for deals after it.
  [[nodiscard]] Result<void> note(const std::vector<TriedGame>& games);
  void note_times(const TriedGame& game);
  [[nodiscard]] LuckWorth worth_after(const SequentialTest& before) const;
  [[nodiscard]] Result<void> fit();
  [[nodiscard]] Result<std::vector<double>> luck_of(const std::vector<TriedGame>& games) const;

  ComparedLuck luck_;
  GamesOfDeal games_;
  std::uint64_t deal_ = 0;  ///< the next one
  std::uint64_t next_fit_ = deals_without_models;
  std::map<std::string, DescribedDecisions> decisions_;  ///< by bot
  std::map<std::string, PolicyWeights> policies_;        ///< by bot
  std::uint64_t games_noted_ = 0;
  double bot_us_ = 0;            ///< time of all decisions noted
  std::uint64_t played_on_ = 0;  ///< decisions that their luck would take
  std::optional<LuckWorth> worth_;
};

}  // namespace tribunal
