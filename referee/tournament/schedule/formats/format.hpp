#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tournament/schedule/formats/phases.hpp"
#include "tournament/schedule/formats/round.hpp"
#include "tournament/schedule/formats/shape.hpp"
#include "tournament/schedule/formats/tie_breaks.hpp"

namespace tribunal {

/// A key of plans that belongs to a format. Its value is a whole number from 1.
struct FormatKey {
  std::string_view name;
  int (*highest)(int players);  ///< that its value can be; less than 1 where there is nothing to choose
  int otherwise = 0;            ///< its value in plans without it; 0 if a plan needs it
  int example = 0;              ///< shown where it is missing
  bool flag = false;            ///< true or false in plans, a setting of 1 or none
};

/// The bots that can join a tournament that has started.
enum class Newcomers : std::uint8_t {
  any,         ///< a bot that says when (`Stay`)
  candidates,  ///< candidates, whenever they are added at the end of the plan
  nobody
};

/// The bounds of a tournament's size before anything is played; they differ where results decide. Games that
/// withdrawn bots played are not known here and count as played.
struct Bounds {
  std::uint64_t fewest_games = 0;
  std::uint64_t most_games = 0;
  std::uint64_t fewest_rounds = 0;  ///< 0 in formats without rounds
  std::uint64_t most_rounds = 0;

  bool operator==(const Bounds&) const = default;
};

/// The bounds in blocks: deals, each played by a group. No value means more than `most_games`.
struct BlockBounds {
  std::optional<std::uint64_t> fewest;
  std::optional<std::uint64_t> most;
  std::uint64_t fewest_rounds = 0;
  std::uint64_t most_rounds = 0;
};

/// Games, or deals, of one bot: as many, or where results decide, between what and what.
struct GamesOfBot {
  std::uint64_t fewest = 0;
  std::uint64_t most = 0;

  GamesOfBot& operator+=(const GamesOfBot& more) {
    fewest += more.fewest;
    most += more.most;
    return *this;
  }
  bool operator==(const GamesOfBot&) const = default;
};

/// The standing of a Swiss tournament, the best first.
using SwissState = std::vector<Ranked>;

/// A known round of a knockout.
struct KnockoutRound {
  std::size_t left = 0;           ///< number of bots in the bracket before it
  bool further_deal = false;      ///< whether the round before it left its stage undecided
  std::vector<int> by_bracket{};  ///< `Bracket::by_bracket` after it; empty while it is not complete
};

struct KnockoutState {
  std::vector<KnockoutRound> rounds;
  std::vector<int> left;        ///< `Bracket::left` after the complete rounds
  std::optional<int> winner{};  ///< once it is over; nothing if all bots have been withdrawn
};

enum class Placing : std::uint8_t { found, looked_for, withdrawn };

/// The rounds in which one bot, or the field, came to its place in a ladder.
struct LadderSearch {
  std::vector<int> bots;
  std::uint64_t rounds = 0;  ///< number of complete rounds that were played for it
  std::uint64_t deals = 0;   ///< number of deals in these rounds
  std::size_t end = 0;       ///< the first round that was not played for it
  Placing place = Placing::found;
};
using LadderState = std::vector<LadderSearch>;

/// A bot of a final, and the probability that it is the best of those that are in.
struct Finalist {
  int bot = 0;
  int place = 1;
  double chance = 0;       ///< 0 .. 1
  std::int64_t games = 0;  ///< that it has played
};
using FinalState = std::vector<Finalist>;  ///< the best first

/// The decisions of a tournament's rounds so far. `report/standings/rounds_report` puts them into words.
using RoundsState = std::variant<SwissState, KnockoutState, LadderState, FinalState>;

/// Decides who plays whom; docs/formats.md explains each format. A format has no state: all of its
/// functions are pure, so that neither workers nor interruptions can make a difference. `formats.hpp` lists
/// the formats.
class Format {
 public:
  Format() = default;
  Format(const Format&) = delete;
  Format& operator=(const Format&) = delete;
  virtual ~Format() = default;

  /// The name in plans, in tables and in JSON.
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::span<const FormatKey> keys() const { return {}; }
  /// Whether some bots are on trial against the others.
  [[nodiscard]] virtual bool has_candidates() const { return false; }
  /// Whether `Shape::tie_breaks` say who ranks above whom.
  [[nodiscard]] virtual bool has_tie_breaks() const { return false; }
  /// Whether the order of the bots is a seeding, on which it depends who meets whom.
  [[nodiscard]] virtual bool has_seeds() const { return false; }
  /// Whether bots meet those of equal results, so that bots far apart hardly meet (`RatingOptions`).
  [[nodiscard]] virtual bool pairs_by_results() const { return false; }
  [[nodiscard]] virtual Newcomers newcomers() const { return Newcomers::any; }
  /// The reason why no bot can join a running tournament, in formats where none can: a clause.
  [[nodiscard]] std::string closed_clause() const {
    return "the bracket of a " + std::string{name()} +
           " is drawn before its first game, and no bot can join it later";
  }
  /// The number of deals or rounds after which the last bot can join, in formats where bots can.
  [[nodiscard]] virtual std::uint64_t latest_joining(const Shape& shape) const { return shape.deals; }
  /// The contradiction in a shape that has a bot for every seat, a sentence; empty if there is none.
  [[nodiscard]] virtual std::string objection(const Shape& shape) const;

  /// True if groups follow from results: they are known round by round.
  [[nodiscard]] virtual bool in_rounds() const = 0;
  /// Without rounds: the groups that play each deal if all bots take part; none if there are too few bots.
  [[nodiscard]] virtual FixedGroups groups(const Shape& /*shape*/) const { return {}; }
  /// Without rounds: whether late bots make up for the deals before they came (`phases_of`).
  [[nodiscard]] virtual bool newcomers_make_up() const { return false; }
  /// In rounds: the round that follows `played`, which are complete; nothing if the tournament is over.
  [[nodiscard]] virtual std::optional<Round> next_round(const Shape& /*shape*/,
                                                        std::span<const PlayedRound> /*played*/) const {
    return std::nullopt;
  }
  /// In rounds: the bots that take part, but have a bye in `round`, which follows `played`; none in formats
  /// in which to play no game of a round is no bye.
  [[nodiscard]] virtual std::vector<int> byes_in(const Shape& /*shape*/,
                                                 std::span<const PlayedRound> /*played*/,
                                                 const Round& /*round*/) const {
    return {};
  }
  /// In rounds: whether a bot may be in two groups of a round.
  [[nodiscard]] virtual bool seats_bots_twice() const { return false; }

  /// In rounds: the place of each bot after rounds that are complete, from 1, equals sharing the better one;
  /// none in formats in which the better rating ranks higher.
  [[nodiscard]] virtual std::vector<int> places_after(const Shape& /*shape*/,
                                                      std::span<const PlayedRound> /*played*/) const {
    return {};
  }

  [[nodiscard]] virtual BlockBounds blocks(const Shape& shape) const = 0;
  /// Without rounds: the number of deals that `bot` plays, counted once for each of its groups.
  [[nodiscard]] virtual GamesOfBot deals_of(int /*bot*/, const Shape& /*shape*/) const { return {}; }

  /// The groups that play a deal, and of rounds how many, as a phrase: `3 rounds x 2 groups`.
  [[nodiscard]] virtual std::string groups_text(const Shape& shape) const = 0;
  /// The deals that they play: `10 deals`.
  [[nodiscard]] virtual std::string deals_text(const Shape& shape) const;
  /// In rounds: the decisions of those known so far, of which the first `complete` are complete.
  [[nodiscard]] virtual RoundsState state_of(const Shape& /*shape*/, std::span<const PlayedRound> /*rounds*/,
                                             std::size_t /*complete*/) const {
    return {};
  }
};

/// A format whose games are all known from the start.
class FixedFormat : public Format {
 public:
  [[nodiscard]] bool in_rounds() const final { return false; }
  [[nodiscard]] FixedGroups groups(const Shape& shape) const override = 0;
  [[nodiscard]] bool newcomers_make_up() const override { return true; }
  [[nodiscard]] BlockBounds blocks(const Shape& shape) const final;
  [[nodiscard]] GamesOfBot deals_of(int bot, const Shape& shape) const override;
  [[nodiscard]] std::string groups_text(const Shape& shape) const override;
};

/// A format in which results decide who plays whom.
class FormatInRounds : public Format {
 public:
  [[nodiscard]] bool in_rounds() const final { return true; }
  [[nodiscard]] std::optional<Round> next_round(const Shape& shape,
                                                std::span<const PlayedRound> played) const override = 0;
  [[nodiscard]] RoundsState state_of(const Shape& shape, std::span<const PlayedRound> rounds,
                                     std::size_t complete) const override = 0;
};

/// A format in rounds whose plan gives their number by the key `rounds`.
class FormatWithRounds : public FormatInRounds {
 public:
  [[nodiscard]] std::uint64_t latest_joining(const Shape& shape) const final { return rounds_of(shape) - 1; }
  [[nodiscard]] BlockBounds blocks(const Shape& shape) const final;
  [[nodiscard]] std::string groups_text(const Shape& shape) const final;

 protected:
  /// The groups of a round in which this number of bots takes part.
  [[nodiscard]] virtual std::uint64_t groups_a_round(int bots, const Shape& shape) const = 0;
  [[nodiscard]] static std::uint64_t rounds_of(const Shape& shape) {
    return static_cast<std::uint64_t>(shape.setting("rounds"));
  }
};

/// The bounds of a shape whose parts fit together; nothing if there may be more than 2^48 games.
[[nodiscard]] std::optional<Bounds> bounds_of(const Shape& shape);

/// The number of games of each bot, in a shape that has bounds; empty for a format in rounds.
[[nodiscard]] std::vector<GamesOfBot> games_of_bots(const Shape& shape);

/// Groups that this number of bots can fill.
[[nodiscard]] std::uint64_t groups_filled(int bots, const Shape& shape);

/// Deals of `count` turns of all groups that can be filled, as evenly as they divide among the bots.
[[nodiscard]] GamesOfBot even_share(std::uint64_t count, const Shape& shape);

/// `is 1`, `are 2`
[[nodiscard]] std::string are_counted(int bots);

/// `groups`, of bots that all take part to the end; otherwise a phrase in its place.
[[nodiscard]] std::string unless_bots_change(const Shape& shape, std::string groups);

}  // namespace tribunal
