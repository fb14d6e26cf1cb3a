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

/// Whether correcting a comparison for luck saves time, judged by its first deals.
struct LuckWorth {
  double deals_as_played = 0;  ///< estimated number of deals that the question takes
  double deals_corrected = 0;  ///< the same number with luck taken out
  double game_ms = 0;          ///< time per game that the bots took for their decisions
  double luck_ms = 0;          ///< estimated CPU time per game to compute its luck

  [[nodiscard]] bool is_worth_it() const {
    return deals_corrected * (game_ms + luck_ms) < deals_as_played * game_ms;
  }
};

/// The luck that a comparison takes out of its games, one deal after another.
class LuckOfDeals {
 public:
  LuckOfDeals() = default;
  LuckOfDeals(const LuckOfDeals&) = delete;
  LuckOfDeals& operator=(const LuckOfDeals&) = delete;
  virtual ~LuckOfDeals() = default;

  /// The luck, in points, of the seat on trial in each game of the next deal, in the order of the schedule.
  /// None if this deal counts as it was played. Once luck is taken out of a deal, it is taken out of all
  /// later ones. `before` is the test after all earlier deals. Whether and how luck is taken out depends only
  /// on those deals, so that its mean, given them, is 0.
  [[nodiscard]] virtual Result<std::optional<std::vector<double>>> next(const SequentialTest& before) = 0;

  /// The largest luck that a game can have.
  [[nodiscard]] virtual double most() const = 0;
  /// `LuckOptions::pairs`
  [[nodiscard]] virtual std::uint32_t pairs() const = 0;
  /// The figures that decided whether luck is taken out. None until all deals that they need are noted. `now`
  /// is the test after all noted deals.
  [[nodiscard]] virtual std::optional<LuckWorth> worth(const SequentialTest& now) const = 0;
};

/// A game of a comparison.
struct TriedGame {
  Record record;
  Seat seat = 0;  ///< seat of the candidate or the baseline
};

/// The games of a deal, in the order of the schedule.
using GamesOfDeal = std::function<Result<std::vector<TriedGame>>(std::uint64_t deal)>;

/// Reads the games of a deal from a results folder.
[[nodiscard]] GamesOfDeal stored_games_of_deal(const std::filesystem::path& folder, Secret secret,
                                               std::uint64_t games_a_deal);

struct ComparedLuck {
  std::uint32_t pairs = 50;  ///< pairs of games played out for each event; at least 1
  bool always = false;       ///< whether to correct for luck even if it does not save time
  LuckBound bound;
  unsigned threads = 1;  ///< number of threads; the result does not depend on it
};

/// The bound of luck for differences of two games of at most `range` points. With a wider bound less scatter
/// is left, but the test must allow for a wider range. This bound adds half of the range; in Revolution and
/// Mitch it leaves nearly as little scatter as no bound at all.
[[nodiscard]] LuckBound bound_for(double range);

/// The luck of games, by models of all bots that are fitted to games of earlier deals. The first deals count
/// as they were played, because there are no models yet. After them it is decided whether correcting for luck
/// saves time. This decision depends only on the stored games, including their times, so it is the same after
/// a resume.
class LuckByEarlierDeals final : public LuckOfDeals {
 public:
  /// The number of deals that count as they were played.
  static constexpr std::uint64_t deals_without_models = 10;
  /// The largest number of decisions per bot that a model is fitted to. The models are fitted again whenever
  /// the number of deals has doubled.
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
  /// Uses a deal's games for the models of later deals.
  [[nodiscard]] Result<void> note(const std::vector<TriedGame>& games);
  void note_times(const TriedGame& game);
  [[nodiscard]] LuckWorth worth_after(const SequentialTest& before) const;
  [[nodiscard]] Result<void> fit();
  [[nodiscard]] Result<std::vector<double>> luck_of(const std::vector<TriedGame>& games) const;

  ComparedLuck luck_;
  GamesOfDeal games_;
  std::uint64_t deal_ = 0;  ///< number of the next deal
  std::uint64_t next_fit_ = deals_without_models;
  std::map<std::string, DescribedDecisions> decisions_;  ///< decisions by bot
  std::map<std::string, PolicyWeights> policies_;        ///< policies by bot
  std::uint64_t games_noted_ = 0;
  double bot_us_ = 0;            ///< total time of all noted decisions in microseconds
  std::uint64_t played_on_ = 0;  ///< number of decisions that computing their luck would take
  std::optional<LuckWorth> worth_;
};

}  // namespace tribunal
